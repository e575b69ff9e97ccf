//===- DeviceInfo.cpp - Section 4.2: clGetDeviceInfo ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/AffinityDomains.h"
#include "api/DeviceExtensionInfo.h"
#include "api/DeviceLanguageInfo.h"
#include "api/DeviceSpirvInfo.h"
#include "api/Entry.h"
#include "api/Extensions.h"
#include "api/Info.h"
#include "core/Device.h"
#include "core/DeviceQueue.h"
#include "core/Platform.h"
#include "ferry/cl_ext.h"

using namespace ferry;
using namespace ferry::api;
using core::Device;
using core::Platform;

namespace {

/// Bytes of the program-scope variables of a program; what fits the small code
/// model with room to spare.
constexpr std::size_t MaxGlobalVariableBytes = std::size_t(16) << 20;

constexpr cl_uint MaxConstantArgs = 128;

// Each takes 8 of Device::MaxParameterBytes.
constexpr cl_uint MaxImageArgs = 256;
constexpr cl_uint MaxSamplers = 64;
constexpr cl_uint MaxPipeArgs = 256;

// Nothing but memory limits these.
constexpr cl_uint MaxDeviceQueues = 1 << 10;
constexpr cl_uint MaxDeviceEvents = 1 << 20;

/// A pipe takes as many as it has room for packets.
constexpr cl_uint MaxReservations = 1 << 16;

constexpr cl_device_fp_config SingleConfig =
    CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA |
    CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
constexpr cl_device_fp_config DoubleConfig =
    CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
    CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
constexpr cl_device_fp_config HalfConfig =
    CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;

/// The orders and scopes of the optional features, beside \p Mandatory.
cl_device_atomic_capabilities
atomicCapabilities(cl_device_atomic_capabilities Mandatory) {
  cl_device_atomic_capabilities All = Mandatory;
  if (hasFeature("__opencl_c_atomic_order_acq_rel"))
    All |= CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  if (hasFeature("__opencl_c_atomic_order_seq_cst"))
    All |= CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
  if (hasFeature("__opencl_c_atomic_scope_device"))
    All |= CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  if (hasFeature("__opencl_c_atomic_scope_all_devices"))
    All |= CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  return All;
}

/// The queries about what the hardware is like. \returns false if \p Name is
/// none of them.
bool writeHardware(const Device &D, cl_device_info Name, Info &Out) {
  const core::DeviceTraits &T = D.traits();
  switch (Name) {
  case CL_DEVICE_TYPE:
    return Out.write<cl_device_type>(D.type()), true;
  case CL_DEVICE_NAME:
    return Out.writeString(T.name), true;
  case CL_DEVICE_VENDOR:
    return Out.writeString(T.vendor), true;
  case CL_DEVICE_VENDOR_ID:
    return Out.write<cl_uint>(T.vendorId), true;
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return Out.write<cl_uint>(D.computeUnits()), true;
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    return Out.write<cl_uint>(D.clockMHz()), true;
  case CL_DEVICE_ADDRESS_BITS:
    return Out.write<cl_uint>(64), true;
  case CL_DEVICE_ENDIAN_LITTLE:
    return Out.write<cl_bool>(CL_TRUE), true;
  // Kernels are widened over work-items: scalar code is the best input.
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    return Out.write<cl_uint>(1), true;
  // "If double precision is not supported, must return 0." Likewise half.
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    return Out.write<cl_uint>(hasExtension("cl_khr_fp64")), true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    return Out.write<cl_uint>(hasExtension("cl_khr_fp16")), true;
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    return Out.write<cl_uint>(T.vectorBytes), true;
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    return Out.write<cl_uint>(T.vectorBytes / 2), true;
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    return Out.write<cl_uint>(T.vectorBytes / 4), true;
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    return Out.write<cl_uint>(T.vectorBytes / 8), true;
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    return Out.write<cl_uint>(hasExtension("cl_khr_fp64") ? T.vectorBytes / 8
                                                          : 0),
           true;
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    return Out.write<cl_uint>(hasExtension("cl_khr_fp16") ? T.vectorBytes / 2
                                                          : 0),
           true;
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return Out.write<cl_device_fp_config>(SingleConfig), true;
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return Out.write<cl_device_fp_config>(
               hasExtension("cl_khr_fp64") ? DoubleConfig : 0),
           true;
  case CL_DEVICE_HALF_FP_CONFIG:
    return Out.write<cl_device_fp_config>(
               hasExtension("cl_khr_fp16") ? HalfConfig : 0),
           true;
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return Out.write<cl_ulong>(T.memoryBytes), true;
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return Out.write<cl_device_mem_cache_type>(CL_READ_WRITE_CACHE), true;
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return Out.write<cl_ulong>(T.cacheBytes), true;
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return Out.write<cl_uint>(T.cacheLineBytes), true;
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return Out.write<cl_bool>(CL_TRUE), true;
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return Out.write<cl_bool>(CL_FALSE), true;
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return Out.write<size_t>(1), true;
  default:
    return false;
  }
}

/// The queries about limits.
bool writeLimit(const Device &D, cl_device_info Name, Info &Out) {
  switch (Name) {
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return Out.write<cl_uint>(3), true;
  case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
    const std::size_t Sizes[3] = {Device::MaxWorkGroupSize,
                                  Device::MaxWorkGroupSize,
                                  Device::MaxWorkGroupSize};
    return Out.writeArray<std::size_t>(Sizes), true;
  }
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return Out.write<size_t>(Device::MaxWorkGroupSize), true;
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    // Neighbours in x: of a group that is one wide, each work-item.
    return Out.write<cl_uint>(Device::MaxWorkGroupSize), true;
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
    return Out.writeArray<std::size_t>(abi::SubGroupSizes), true;
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return Out.write<size_t>(D.traits().vectorBytes / sizeof(cl_float)), true;
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return Out.write<cl_ulong>(D.maxAllocBytes()), true;
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    // Constant memory is global memory.
    return Out.write<cl_ulong>(D.maxAllocBytes()), true;
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    return Out.write<cl_uint>(MaxConstantArgs), true;
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return Out.write<cl_device_local_mem_type>(CL_LOCAL), true;
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return Out.write<cl_ulong>(D.traits().localMemoryBytes), true;
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return Out.write<size_t>(Device::MaxParameterBytes), true;
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return Out.write<cl_uint>(Device::BaseAlignment * 8), true; // In bits.
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return Out.write<cl_uint>(Device::BaseAlignment), true;
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return Out.write<size_t>(Device::PrintfBufferBytes), true;
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    return Out.write<size_t>(
               hasFeature("__opencl_c_program_scope_global_variables")
                   ? MaxGlobalVariableBytes
                   : 0),
           true;
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    return Out.write<cl_uint>(core::DeviceQueue::PreferredSize), true;
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    return Out.write<cl_uint>(core::DeviceQueue::MaxSize), true;
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    return Out.write<cl_uint>(MaxDeviceQueues), true;
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    return Out.write<cl_uint>(MaxDeviceEvents), true;
  case CL_DEVICE_MAX_PIPE_ARGS:
    return Out.write<cl_uint>(MaxPipeArgs), true;
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    return Out.write<cl_uint>(MaxReservations), true;
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    return Out.write<cl_uint>(Device::MaxPipePacketBytes), true;
  // "0 [...] if the natural size of the type."
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return Out.write<cl_uint>(0), true;
  default:
    return false;
  }
}

/// The queries about images and samplers.
bool writeImages(cl_device_info Name, Info &Out) {
  switch (Name) {
  case CL_DEVICE_IMAGE_SUPPORT:
    return Out.write<cl_bool>(CL_TRUE), true;
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    return Out.write<cl_uint>(MaxImageArgs), true;
  case CL_DEVICE_MAX_SAMPLERS:
    return Out.write<cl_uint>(MaxSamplers), true;
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    return Out.write<size_t>(Device::MaxImage2DSize), true;
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    return Out.write<size_t>(Device::MaxImage3DSize), true;
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    return Out.write<size_t>(Device::MaxImageBufferSize), true;
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return Out.write<size_t>(Device::MaxImageArraySize), true;
  // In pixels: any that an image can have on host memory.
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    return Out.write<cl_uint>(1), true;
  default:
    return false;
  }
}

/// The queries about features that the device has.
bool writeFeature(const Device &D, cl_device_info Name, Info &Out) {
  switch (Name) {
  case CL_DEVICE_AVAILABLE:
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    return Out.write<cl_bool>(CL_TRUE), true;
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return Out.write<cl_command_queue_properties>(
               CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
               CL_QUEUE_PROFILING_ENABLE),
           true;
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return Out.write<cl_device_device_enqueue_capabilities>(
               CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT),
           true;
  case CL_DEVICE_PIPE_SUPPORT:
    return Out.write<cl_bool>(hasFeature("__opencl_c_pipes")), true;
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    return Out.write<cl_bool>(hasFeature("__opencl_c_generic_address_space")),
           true;
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    return Out.write<cl_bool>(
               hasFeature("__opencl_c_work_group_collective_functions")),
           true;
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return Out.write<cl_device_exec_capabilities>(CL_EXEC_KERNEL |
                                                  CL_EXEC_NATIVE_KERNEL),
           true;
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return Out.write<cl_command_queue_properties>(
               CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
               CL_QUEUE_PROFILING_ENABLE),
           true;
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    return Out.write<cl_device_atomic_capabilities>(
               atomicCapabilities(CL_DEVICE_ATOMIC_ORDER_RELAXED |
                                  CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP)),
           true;
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return Out.write<cl_device_atomic_capabilities>(atomicCapabilities(
               CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
               CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
               CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP)),
           true;
  case CL_DEVICE_SVM_CAPABILITIES:
    return Out.write<cl_device_svm_capabilities>(
               CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
               CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
               CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS),
           true;
  case CL_DEVICE_PLATFORM:
    return Out.write<cl_platform_id>(Platform::get().handle()), true;
  case CL_DEVICE_REFERENCE_COUNT:
    return Out.write<cl_uint>(D.apiCount()), true;
  default:
    return false;
  }
}

/// Those along which \p D can be divided.
cl_device_affinity_domain affinityDomains(const Device &D) {
  cl_device_affinity_domain Domains = 0;
  for (const AffinityDomain &A : AffinityDomains)
    if (D.parts(A.part).size() > 1)
      Domains |= A.domain | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  return Domains;
}

/// The queries about sub-devices.
bool writePartition(const Device &D, cl_device_info Name, Info &Out) {
  using Property = cl_device_partition_property;
  // One compute unit cannot be divided.
  const bool IsDivisible = D.computeUnits() > 1;
  switch (Name) {
  case CL_DEVICE_PARENT_DEVICE:
    return Out.write<cl_device_id>(D.parent() ? D.parent()->handle() : nullptr),
           true;
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return Out.write<cl_uint>(IsDivisible ? D.computeUnits() : 0), true;
  case CL_DEVICE_PARTITION_PROPERTIES: {
    // "If the device cannot be partitioned [...] a value of 0 will be
    // returned."
    if (!IsDivisible)
      return Out.write<Property>(0), true;
    std::vector<Property> Schemes = {CL_DEVICE_PARTITION_EQUALLY,
                                     CL_DEVICE_PARTITION_BY_COUNTS,
                                     CL_DEVICE_PARTITION_BY_NAMES_INTEL};
    if (affinityDomains(D))
      Schemes.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    return Out.writeArray<Property>(Schemes), true;
  }
  case CL_DEVICE_PARTITION_TYPE:
    if (!D.parent())
      return Out.write<Property>(0), true;
    return Out.writeArray<Property>(D.partition()), true;
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    return Out.write<cl_device_affinity_domain>(affinityDomains(D)), true;
  default:
    return false;
  }
}

/// The queries about what the device does not have (appendix H: OpenCL 3.0
/// backwards compatibility).
bool writeAbsent(cl_device_info Name, Info &Out) {
  switch (Name) {
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    return Out.write<cl_bool>(CL_FALSE), true;
  case CL_DEVICE_BUILT_IN_KERNELS:
    return Out.writeString(""), true;
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return Out.writeArray<cl_name_version>({}), true;
  default:
    return false;
  }
}

} // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                       size_t param_value_size, void *param_value,
                       size_t *param_value_size_ret) {
  return call(__func__, [&] {
    const Device &D = Device::from(device);
    Info Out(param_value_size, param_value, param_value_size_ret);
    if (!writeHardware(D, param_name, Out) && !writeLimit(D, param_name, Out) &&
        !writeImages(param_name, Out) && !writeFeature(D, param_name, Out) &&
        !writePartition(D, param_name, Out) && !writeVersion(param_name, Out) &&
        !writeLanguageExtension(param_name, Out) &&
        !writeExtension(D, param_name, Out) && !writeSpirv(param_name, Out) &&
        !writeAbsent(param_name, Out))
      Info::unknown();
  });
}
