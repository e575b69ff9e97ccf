//===- CommandBufferCommands.cpp - Section 5.18: recording ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Recording.h"
#include "api/Transfer.h"

using namespace ferry::api;
using ferry::core::CommandBuffer;
using ferry::core::Queue;

namespace {

/// Checks \p To for a command that has no properties and no handle.
CommandBuffer &checkPlain(const Recording &To,
                          cl_mutable_command_khr *MutableHandle) {
  CommandBuffer &B = To.check();
  // "CL_INVALID_VALUE if values specified in properties are not valid": there
  // are none for any command but a kernel.
  require(!To.properties || !To.properties[0], CL_INVALID_VALUE);
  // "CL_INVALID_VALUE if mutable_handle is not NULL."
  require(!MutableHandle, CL_INVALID_VALUE);
  return B;
}

/// The body of the functions that record a transfer. \p Make is called with the
/// command-buffer's queue: memory of another context than that is refused with
/// "CL_INVALID_CONTEXT if the context associated with command_buffer,
/// src_buffer, and dst_buffer is not the same."
template <typename Maker>
cl_int record(const char *Function, const Recording &To,
              cl_mutable_command_khr *MutableHandle, Maker Make) {
  return call(Function, [&] {
    CommandBuffer &B = checkPlain(To, MutableHandle);
    To.handOut(B.record(Make(B.queue()), To.after()));
  });
}

} // namespace

cl_int ferry::clCommandBarrierWithWaitListKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return call(__func__, [&] {
    const Recording To = {command_buffer,       command_queue,
                          properties,           num_sync_points_in_wait_list,
                          sync_point_wait_list, sync_point};
    CommandBuffer &B = checkPlain(To, mutable_handle);
    To.handOut(B.recordBarrier(To.after()));
  });
}

cl_int ferry::clCommandCopyBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer,
    cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties,
                 num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point},
                mutable_handle, [&](Queue &Q) -> core::Command & {
                  return makeCopyBuffer(Q, src_buffer, dst_buffer, src_offset,
                                        dst_offset, size);
                });
}

cl_int ferry::clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer,
    cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin,
    const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
    size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties,
                 num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point},
                mutable_handle, [&](Queue &Q) -> core::Command & {
                  return makeCopyBufferRect(Q, src_buffer, dst_buffer,
                                            src_origin, dst_origin, region,
                                            src_row_pitch, src_slice_pitch,
                                            dst_row_pitch, dst_slice_pitch);
                });
}

cl_int ferry::clCommandCopyBufferToImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer,
    cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
    const size_t *region, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties,
                 num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point},
                mutable_handle, [&](Queue &Q) -> core::Command & {
                  return makeCopyBufferToImage(Q, src_buffer, dst_image,
                                               src_offset, dst_origin, region);
                });
}

cl_int ferry::clCommandCopyImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image,
    cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin,
    const size_t *region, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties,
                 num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point},
                mutable_handle, [&](Queue &Q) -> core::Command & {
                  return makeCopyImage(Q, src_image, dst_image, src_origin,
                                       dst_origin, region);
                });
}

cl_int ferry::clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image,
    cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
    size_t dst_offset, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties,
                 num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point},
                mutable_handle, [&](Queue &Q) -> core::Command & {
                  return makeCopyImageToBuffer(Q, src_image, dst_buffer,
                                               src_origin, region, dst_offset);
                });
}

cl_int ferry::clCommandFillBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem buffer,
    const void *pattern, size_t pattern_size, size_t offset, size_t size,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(
      __func__,
      {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
       sync_point_wait_list, sync_point},
      mutable_handle, [&](Queue &Q) -> core::Command & {
        return makeFillBuffer(Q, buffer, pattern, pattern_size, offset, size);
      });
}

cl_int ferry::clCommandFillImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem image,
    const void *fill_color, const size_t *origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties,
                 num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point},
                mutable_handle, [&](Queue &Q) -> core::Command & {
                  return makeFillImage(Q, image, fill_color, origin, region);
                });
}

cl_int ferry::clCommandSVMMemcpyKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, void *dst_ptr,
    const void *src_ptr, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(
      __func__,
      {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
       sync_point_wait_list, sync_point},
      mutable_handle, [&](Queue &Q) -> core::Command & {
        return makeSVMMemcpy(Q, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size);
      });
}

cl_int ferry::clCommandSVMMemFillKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, void *svm_ptr,
    const void *pattern, size_t pattern_size, size_t size,
    cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties,
                 num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point},
                mutable_handle, [&](Queue &Q) -> core::Command & {
                  return makeSVMMemFill(Q, CL_COMMAND_SVM_MEMFILL, svm_ptr,
                                        pattern, pattern_size, size);
                });
}
