//===- DeviceExtensionInfo.cpp - Queries of extensions --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/DeviceExtensionInfo.h"

#include "api/Extensions.h"
#include "core/Processor.h"
#include "ferry/cl_ext.h"

#include <array>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

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
    return Out.write<cl_mutable_dispatch_fields_khr>(api::MutableFields), true;
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

/// cl_intel_device_attribute_query. "The device queries [...] should return the
/// same information for a root-level device [...] and any sub-devices".
bool writeAttribute(const Device &D, cl_device_info Name, api::Info &Out) {
  const Device *Root = &D;
  while (const Device *Parent = Root->parent())
    Root = Parent;
  switch (Name) {
  case CL_DEVICE_IP_VERSION_INTEL:
    return Out.write<cl_version>(core::processorVersion()), true;
  case CL_DEVICE_ID_INTEL:
    return Out.write<cl_uint>(core::processorSignature()), true;
  case CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL:
    return Out.write<cl_uint>(Root->computeUnits()), true;
  case CL_DEVICE_NUM_SLICES_INTEL:
  case CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL:
  case CL_DEVICE_NUM_THREADS_PER_EU_INTEL:
    return Out.write<cl_uint>(1), true;
  // Instructions of GPUs.
  case CL_DEVICE_FEATURE_CAPABILITIES_INTEL:
    return Out.write<cl_device_feature_capabilities_intel>(0), true;
  default:
    return false;
  }
}

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// A UUID made from \p Text (RFC 9562, version 8): the same wherever that is.
Uuid uuidOf(std::string_view Text) {
  Uuid Bytes;
  // FNV-1a, from two starting points.
  std::uint64_t Halves[] = {0xcbf29ce484222325, 0x84222325cbf29ce4};
  for (std::uint64_t &Hash : Halves)
    for (char C : Text)
      Hash = (Hash ^ static_cast<unsigned char>(C)) * 0x100000001b3;
  std::memcpy(Bytes.data(), Halves, sizeof(Halves));
  Bytes[6] = (Bytes[6] & 0x0f) | 0x80;
  Bytes[8] = (Bytes[8] & 0x3f) | 0x80;
  return Bytes;
}

/// "Device UUIDs must be immutable for a given device across processes, driver
/// APIs, driver versions, and system reboots."
Uuid deviceUuid(const Device &D) {
  std::string Machine;
  std::getline(std::ifstream("/etc/machine-id"), Machine);
  return uuidOf(D.traits().vendor + D.traits().name + Machine);
}

/// cl_khr_device_uuid.
bool writeUuid(const Device &D, cl_device_info Name, api::Info &Out) {
  switch (Name) {
  case CL_DEVICE_UUID_KHR:
    return Out.write<Uuid>(deviceUuid(D)), true;
  case CL_DRIVER_UUID_KHR:
    return Out.write<Uuid>(uuidOf("Ferry " FERRY_VERSION)), true;
  // No other interface knows a processor by such.
  case CL_DEVICE_LUID_VALID_KHR:
    return Out.write<cl_bool>(CL_FALSE), true;
  case CL_DEVICE_LUID_KHR:
    return Out.write<std::array<cl_uchar, CL_LUID_SIZE_KHR>>({}), true;
  case CL_DEVICE_NODE_MASK_KHR:
    return Out.write<cl_uint>(0), true;
  default:
    return false;
  }
}

} // namespace

bool api::writeExtension(const Device &D, cl_device_info Name, Info &Out) {
  switch (Name) {
  case CL_DEVICE_SEMAPHORE_TYPES_KHR:
    return Out.write<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR), true;
  // No other layout is known.
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR:
    return Out.writeArray<cl_external_memory_handle_type_khr>(
               ImportHandleTypes),
           true;
  }
  return writeCommandBuffers(Name, Out) || writeUnifiedMemory(Name, Out) ||
         writeUuid(D, Name, Out) || writeAttribute(D, Name, Out);
}
