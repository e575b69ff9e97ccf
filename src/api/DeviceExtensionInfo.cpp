//===- DeviceExtensionInfo.cpp - Queries of extensions --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/DeviceExtensionInfo.h"

#include "ferry/cl_ext.h"

using namespace ferry;
using core::Device;

namespace {

/// cl_khr_command_buffer, cl_khr_command_buffer_mutable_dispatch.
bool writeCommandBuffers(cl_device_info Name, api::Info &Out) {
  switch (Name) {
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return Out.write<cl_device_command_buffer_capabilities_khr>(
               CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
               CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR),
           true;
  case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
    return Out.write<cl_command_queue_properties>(
               CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
               CL_QUEUE_PROFILING_ENABLE),
           true;
  case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    return Out.write<cl_command_queue_properties>(0), true;
  case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
    return Out.write<cl_mutable_dispatch_fields_khr>(
               CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR |
               CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
               CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
               CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
               CL_MUTABLE_DISPATCH_EXEC_INFO_KHR),
           true;
  default:
    return false;
  }
}

/// cl_intel_unified_shared_memory.
bool writeUnifiedMemory(cl_device_info Name, api::Info &Out) {
  switch (Name) {
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
    // The devices are the host.
    return Out.write<cl_device_unified_shared_memory_capabilities_intel>(
               CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL |
               CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
               CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
               CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL),
           true;
  default:
    return false;
  }
}

} // namespace

bool api::writeExtension(const Device &, cl_device_info Name, Info &Out) {
  return writeCommandBuffers(Name, Out) || writeUnifiedMemory(Name, Out);
}
