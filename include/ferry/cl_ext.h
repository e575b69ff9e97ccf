//===- ferry/cl_ext.h - Extensions newer than the headers -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Khronos' CL/cl_ext.h of 2026 declares, and that of Debian 12 does not,
/// or otherwise, by the same names. Functions, and types that have changed, are
/// in the namespace; no loader has the functions, so that they are asked for by
/// their names.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CL_EXT_H
#define FERRY_CL_EXT_H

// Newer headers hide what is not final: include this one before theirs.
#ifndef CL_ENABLE_BETA_EXTENSIONS
#define CL_ENABLE_BETA_EXTENSIONS
#endif
#include <CL/cl.h>
#include <CL/cl_ext.h>

//===----------------------------------------------------------------------===//
// cl_khr_command_buffer 0.9.8, cl_khr_command_buffer_mutable_dispatch 0.9.5
//===----------------------------------------------------------------------===//

#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#endif
#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif
#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#endif
#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#endif
#ifndef CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#endif
#ifndef CL_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#endif
#ifndef CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif
// The only one that has changed.
#undef CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR
#define CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR 0

typedef cl_properties cl_command_properties_khr;
typedef cl_uint cl_command_buffer_update_type_khr;
typedef cl_bitfield cl_mutable_dispatch_asserts_khr;

namespace ferry {

struct cl_mutable_dispatch_config_khr {
  cl_mutable_command_khr command;
  cl_uint num_args;
  cl_uint num_svm_args;
  cl_uint num_exec_infos;
  cl_uint work_dim;
  const cl_mutable_dispatch_arg_khr *arg_list;
  const cl_mutable_dispatch_arg_khr *arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list;
  const size_t *global_work_offset;
  const size_t *global_work_size;
  const size_t *local_work_size;
};

cl_command_buffer_khr
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                         const cl_command_buffer_properties_khr *properties,
                         cl_int *errcode_ret);

cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer);

cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer);

cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer);

cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                 cl_command_buffer_khr command_buffer,
                                 cl_uint num_events_in_wait_list,
                                 const cl_event *event_wait_list,
                                 cl_event *event);

cl_int clCommandBarrierWithWaitListKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer,
                              cl_command_queue command_queue,
                              const cl_command_properties_khr *properties,
                              cl_mem src_buffer, cl_mem dst_buffer,
                              size_t src_offset, size_t dst_offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle);

cl_int clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer,
    cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin,
    const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
    size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int clCommandCopyBufferToImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer,
    cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
    const size_t *region, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int clCommandCopyImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image,
    cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin,
    const size_t *region, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image,
    cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
    size_t dst_offset, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer,
                              cl_command_queue command_queue,
                              const cl_command_properties_khr *properties,
                              cl_mem buffer, const void *pattern,
                              size_t pattern_size, size_t offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle);

cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer,
                             cl_command_queue command_queue,
                             const cl_command_properties_khr *properties,
                             cl_mem image, const void *fill_color,
                             const size_t *origin, const size_t *region,
                             cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle);

cl_int clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel,
    cl_uint work_dim, const size_t *global_work_offset,
    const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                 cl_command_buffer_info_khr param_name,
                                 size_t param_value_size, void *param_value,
                                 size_t *param_value_size_ret);

cl_int clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer,
                             cl_command_queue command_queue,
                             const cl_command_properties_khr *properties,
                             void *dst_ptr, const void *src_ptr, size_t size,
                             cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle);

cl_int clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer,
                              cl_command_queue command_queue,
                              const cl_command_properties_khr *properties,
                              void *svm_ptr, const void *pattern,
                              size_t pattern_size, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle);

cl_int clUpdateMutableCommandsKHR(
    cl_command_buffer_khr command_buffer, cl_uint num_configs,
    const cl_command_buffer_update_type_khr *config_types,
    const void **configs);

cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                  cl_mutable_command_info_khr param_name,
                                  size_t param_value_size, void *param_value,
                                  size_t *param_value_size_ret);

} // namespace ferry

//===----------------------------------------------------------------------===//
// cl_intel_unified_shared_memory 1.2.0
//===----------------------------------------------------------------------===//

namespace ferry {

/// What clEnqueueMemFillINTEL has replaced; the bytes become \p value's lowest.
cl_int clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr,
                            cl_int value, size_t size,
                            cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event);

} // namespace ferry

//===----------------------------------------------------------------------===//
// cl_ext_buffer_device_address 1.0.2
//===----------------------------------------------------------------------===//

#ifndef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
#endif

typedef cl_ulong cl_mem_device_address_ext;

namespace ferry {

cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                      cl_mem_device_address_ext arg_value);

} // namespace ferry

//===----------------------------------------------------------------------===//
// cl_khr_semaphore 1.0.0
//===----------------------------------------------------------------------===//

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

//===----------------------------------------------------------------------===//
// cl_khr_external_memory 1.0.1
//===----------------------------------------------------------------------===//

#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR \
  0x2052
#endif

//===----------------------------------------------------------------------===//
// cl_khr_spirv_queries 1.0.0
//===----------------------------------------------------------------------===//

#ifndef CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

#endif // FERRY_CL_EXT_H
