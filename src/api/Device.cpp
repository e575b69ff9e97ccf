//===- Device.cpp - Sections 4.2 and 4.3: devices and their timers --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Device.h"

#include "api/AffinityDomains.h"
#include "api/Entry.h"
#include "core/Platform.h"
#include "ferry/cl_ext.h"

#include <algorithm>

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

/// What clCreateSubDevices makes.
struct Partition {
  std::vector<cl_uint> units; ///< Of each sub-device.
  /// Of each; none where they are not bound.
  std::vector<exec::Processors> processors = {};
  /// CL_DEVICE_PARTITION_TYPE.
  std::vector<Property> type = {};
};

/// CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, \p Domain.
Partition divideByAffinity(const Device &D, Property Domain) {
  const AffinityDomain *Chosen = nullptr;
  for (const AffinityDomain &A : AffinityDomains)
    // "The implementation shall find the first level along which the device or
    // sub-device may be further subdivided in the order NUMA, L4, L3, L2, L1".
    if (Domain == Property(A.domain) ||
        (Domain == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE && !Chosen &&
         D.parts(A.part).size() > 1))
      Chosen = &A;
  require(Chosen, CL_INVALID_VALUE);
  Partition P;
  P.processors = D.parts(Chosen->part);
  require(P.processors.size() > 1, CL_INVALID_VALUE);
  for (const exec::Processors &Part : P.processors)
    P.units.push_back(cl_uint(Part.size()));
  P.type = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, Property(Chosen->domain),
            0};
  return P;
}

/// CL_DEVICE_PARTITION_BY_NAMES_INTEL: one sub-device.
///
/// \param Names numbers of compute units, and the end of the list.
Partition divideByNames(const Device &D, const Property *Names) {
  const Property Units = Property(D.computeUnits());
  // Where compute units are certain processors, they are all in some part.
  exec::Processors All;
  for (const exec::Processors &Part : D.parts(AffinityDomains[0].part))
    All.insert(All.end(), Part.begin(), Part.end());
  std::sort(All.begin(), All.end());
  const bool AreCertain = All.size() == std::size_t(Units);
  Partition P;
  P.type = {CL_DEVICE_PARTITION_BY_NAMES_INTEL};
  P.processors.emplace_back();
  for (; *Names != CL_PARTITION_BY_NAMES_LIST_END_INTEL; ++Names) {
    require(*Names >= 0 && *Names < Units &&
                std::find(P.type.begin() + 1, P.type.end(), *Names) ==
                    P.type.end(),
            CL_INVALID_VALUE);
    P.type.push_back(*Names);
    if (AreCertain)
      P.processors[0].push_back(All[std::size_t(*Names)]);
  }
  require(P.type.size() > 1 && Names[1] == 0, CL_INVALID_VALUE);
  require(Units > 1, CL_DEVICE_PARTITION_FAILED);
  P.units = {cl_uint(P.type.size() - 1)};
  P.type.insert(P.type.end(), {CL_PARTITION_BY_NAMES_LIST_END_INTEL, 0});
  return P;
}

/// The sub-devices that \p Properties ask for.
Partition parsePartition(const Device &D, const Property *Properties) {
  // "CL_INVALID_VALUE if values specified in properties are not valid or if
  // values specified in properties are valid but not supported by the device."
  require(Properties, CL_INVALID_VALUE);
  const cl_uint Units = D.computeUnits();
  Partition Parts;
  std::vector<cl_uint> &Counts = Parts.units;
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
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: {
    const Property Domain = *P++;
    require(*P == 0, CL_INVALID_VALUE);
    return divideByAffinity(D, Domain);
  }
  case CL_DEVICE_PARTITION_BY_NAMES_INTEL:
    return divideByNames(D, P);
  default:
    throw core::Error(CL_INVALID_VALUE);
  }
  // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the
  // implementation but in_device could not be further partitioned."
  require(Units > 1 && !Counts.empty(), CL_DEVICE_PARTITION_FAILED);
  const std::size_t Size =
      Properties[0] == CL_DEVICE_PARTITION_EQUALLY ? 2 : 1 + Counts.size() + 1;
  Parts.type.assign(Properties, Properties + Size);
  Parts.type.push_back(0);
  Parts.processors.resize(Counts.size());
  return Parts;
}

} // namespace

cl_int clCreateSubDevices(cl_device_id in_device,
                          const cl_device_partition_property *properties,
                          cl_uint num_devices, cl_device_id *out_devices,
                          cl_uint *num_devices_ret) {
  return call(__func__, [&] {
    Device &D = Device::from(in_device);
    Partition Parts = parsePartition(D, properties);
    const std::size_t Count = Parts.units.size();
    // "CL_INVALID_VALUE if out_devices is not NULL and num_devices is less than
    // the number of sub-devices created by the partition scheme."
    require(!out_devices || num_devices >= Count, CL_INVALID_VALUE);
    for (std::size_t I = 0; out_devices && I != Count; ++I) {
      try {
        out_devices[I] = (new Device(D, Parts.units[I], Parts.type,
                                     std::move(Parts.processors[I])))
                             ->handle();
      } catch (...) {
        while (I--)
          Device::from(out_devices[I]).releaseApi();
        throw;
      }
    }
    if (num_devices_ret)
      *num_devices_ret = cl_uint(Count);
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
