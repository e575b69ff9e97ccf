//===- Device.cpp - Sections 4.2 and 4.3: devices and their timers --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Device.h"

#include "api/Entry.h"
#include "core/Platform.h"

using namespace ferry;
using namespace ferry::api;
using core::Device;
using core::Platform;

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                      cl_uint num_entries, cl_device_id *devices,
                      cl_uint *num_devices) {
  return call(__func__, [&] {
    Platform &P = Platform::fromOrDefault(platform);
    // "CL_INVALID_DEVICE_TYPE if device_type is not a valid value."
    constexpr cl_device_type Types =
        CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
        CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    require(device_type == CL_DEVICE_TYPE_ALL ||
                (device_type && !(device_type & ~Types)),
            CL_INVALID_DEVICE_TYPE);
    // "CL_INVALID_VALUE if num_entries is equal to zero and devices is not NULL
    // or if both num_devices and devices are NULL."
    require(!devices || num_entries, CL_INVALID_VALUE);
    require(devices || num_devices, CL_INVALID_VALUE);
    // "CL_DEVICE_NOT_FOUND if no OpenCL devices that matched device_type were
    // found." The number is returned nevertheless: programs look at it alone.
    const bool Found =
        device_type & (CL_DEVICE_TYPE_DEFAULT | P.device().type());
    if (num_devices)
      *num_devices = Found;
    require(Found, CL_DEVICE_NOT_FOUND);
    if (devices)
      devices[0] = P.device().handle();
  });
}

namespace {

using Property = cl_device_partition_property;

/// The compute units of each sub-device that \p Properties ask for.
std::vector<cl_uint> parsePartition(const Device &D,
                                    const Property *Properties) {
  // "CL_INVALID_VALUE if values specified in properties are not valid or if
  // values specified in properties are valid but not supported by the device."
  require(Properties, CL_INVALID_VALUE);
  const cl_uint Units = D.computeUnits();
  std::vector<cl_uint> Counts;
  const Property *P = Properties + 1;
  switch (Properties[0]) {
  case CL_DEVICE_PARTITION_EQUALLY: {
    const Property Each = *P++;
    require(Each > 0 && *P == 0, CL_INVALID_VALUE);
    // "CL_INVALID_DEVICE_PARTITION_COUNT if the total number of compute units
    // requested exceeds CL_DEVICE_MAX_COMPUTE_UNITS for in_device."
    require(Each <= Property(Units), CL_INVALID_DEVICE_PARTITION_COUNT);
    // "If n does not divide evenly into CL_DEVICE_MAX_COMPUTE_UNITS, then the
    // remaining compute units are not used." All of them are no part.
    if (Each < Property(Units))
      Counts.assign(Units / cl_uint(Each), cl_uint(Each));
    break;
  }
  case CL_DEVICE_PARTITION_BY_COUNTS: {
    // "CL_INVALID_DEVICE_PARTITION_COUNT if [...] the number of sub-devices
    // requested exceeds CL_DEVICE_PARTITION_MAX_SUB_DEVICES or the total number
    // of compute units requested exceeds CL_DEVICE_MAX_COMPUTE_UNITS for
    // in_device, or the number of compute units requested for one or more
    // sub-devices is less than zero".
    Property Left = Property(Units);
    for (; *P != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++P) {
      require(*P > 0 && *P <= Left, CL_INVALID_DEVICE_PARTITION_COUNT);
      Left -= *P;
      Counts.push_back(cl_uint(*P));
    }
    require(!Counts.empty(), CL_INVALID_VALUE);
    break;
  }
  default:
    throw core::Error(CL_INVALID_VALUE);
  }
  // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the
  // implementation but in_device could not be further partitioned."
  require(Units > 1 && !Counts.empty(), CL_DEVICE_PARTITION_FAILED);
  return Counts;
}

/// A copy of \p Properties, with the closing 0.
std::vector<Property> copyPartition(const Property *Properties,
                                    std::size_t NumCounts) {
  const std::size_t Size =
      Properties[0] == CL_DEVICE_PARTITION_EQUALLY ? 2 : 1 + NumCounts + 1;
  std::vector<Property> Copy(Properties, Properties + Size);
  Copy.push_back(0);
  return Copy;
}

} // namespace

cl_int clCreateSubDevices(cl_device_id in_device,
                          const cl_device_partition_property *properties,
                          cl_uint num_devices, cl_device_id *out_devices,
                          cl_uint *num_devices_ret) {
  return call(__func__, [&] {
    Device &D = Device::from(in_device);
    const std::vector<cl_uint> Counts = parsePartition(D, properties);
    // "CL_INVALID_VALUE if out_devices is not NULL and num_devices is less than
    // the number of sub-devices created by the partition scheme."
    require(!out_devices || num_devices >= Counts.size(), CL_INVALID_VALUE);
    for (std::size_t I = 0; out_devices && I != Counts.size(); ++I) {
      try {
        out_devices[I] =
            (new Device(D, Counts[I], copyPartition(properties, Counts.size())))
                ->handle();
      } catch (...) {
        while (I--)
          Device::from(out_devices[I]).releaseApi();
        throw;
      }
    }
    if (num_devices_ret)
      *num_devices_ret = cl_uint(Counts.size());
  });
}

// "clRetainDevice increments the device reference count if device is a valid
// sub-device [...]. If device is a root level device [...] the device reference
// count remains unchanged." Likewise clReleaseDevice.
cl_int clRetainDevice(cl_device_id device) {
  return call(__func__, [&] {
    if (Device &D = Device::from(device); D.parent())
      D.retainApi();
  });
}

cl_int clReleaseDevice(cl_device_id device) {
  return call(__func__, [&] {
    if (Device &D = Device::from(device); D.parent())
      D.releaseApi();
  });
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                               cl_ulong *host_timestamp) {
  return call(__func__, [&] {
    Device::from(device);
    // "CL_INVALID_VALUE if host_timestamp or device_timestamp is NULL."
    require(device_timestamp && host_timestamp, CL_INVALID_VALUE);
    // The device is the host.
    *device_timestamp = *host_timestamp = exec::nowNanoseconds();
  });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return call(__func__, [&] {
    Device::from(device);
    // "CL_INVALID_VALUE if host_timestamp is NULL."
    require(host_timestamp, CL_INVALID_VALUE);
    *host_timestamp = exec::nowNanoseconds();
  });
}

cl_int clSetDefaultDeviceCommandQueue(cl_context, cl_device_id,
                                      cl_command_queue) {
  // "Returns CL_INVALID_OPERATION if device does not support on-device queues."
  return CL_INVALID_OPERATION;
}
