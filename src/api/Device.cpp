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
    bool Found = device_type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU);
    if (num_devices)
      *num_devices = Found;
    require(Found, CL_DEVICE_NOT_FOUND);
    if (devices)
      devices[0] = P.device().handle();
  });
}

cl_int clCreateSubDevices(cl_device_id in_device,
                          const cl_device_partition_property *, cl_uint,
                          cl_device_id *, cl_uint *) {
  return call(__func__, [&] {
    Device::from(in_device);
    // "CL_INVALID_VALUE if values specified in properties are valid but are not
    // supported by the device": CL_DEVICE_PARTITION_PROPERTIES names none.
    throw core::Error(CL_INVALID_VALUE);
  });
}

// "clRetainDevice increments the device reference count if device is a valid
// sub-device [...]. If device is a root level device [...] the device reference
// count remains unchanged." Likewise clReleaseDevice.
cl_int clRetainDevice(cl_device_id device) {
  return call(__func__, [&] { Device::from(device); });
}

cl_int clReleaseDevice(cl_device_id device) {
  return call(__func__, [&] { Device::from(device); });
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
