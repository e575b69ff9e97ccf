//===- Transfer.cpp - Sections 5.2.2 and 5.2.3: read, write, copy, fill ---===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Transfer.h"
#include "api/Enqueue.h"
#include "api/Entry.h"
#include "api/Rectangle.h"

#include <bit>

using namespace ferry;
using namespace ferry::api;
using core::Command;
using core::Fill;
using core::MemObject;
using core::Move;
using core::Queue;

namespace {

/// "CL_INVALID_VALUE if the region [...] specified by offset and size is out of
/// bounds."
void checkBounds(const MemObject &M, std::size_t Offset, std::size_t Size) {
  require(Offset <= M.size() && Size <= M.size() - Offset, CL_INVALID_VALUE);
}

/// A read or a write. A blocking call outlives its command, so that nothing
/// need be kept alive for it.
void enqueueTransfer(Queue &Q, MemObject &M, Command &New, bool Blocking,
                     core::WaitList Waits, cl_event *EventOut) {
  if (!Blocking)
    New.keep(M);
  Q.enqueue(New, Waits, EventOut, Blocking);
}

} // namespace

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                           cl_bool blocking_read, size_t offset, size_t size,
                           void *ptr, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    MemObject &M = bufferOn(Q, buffer);
    checkBounds(M, offset, size);
    // "CL_INVALID_VALUE if ptr is NULL."
    require(ptr, CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_OPERATION if clEnqueueReadBuffer is called on buffer which
    // has been created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS."
    require(!(M.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)),
            CL_INVALID_OPERATION);
    Command &New =
        size ? makeMove(Q, CL_COMMAND_READ_BUFFER,
                        Move::contiguous(static_cast<std::byte *>(ptr),
                                         M.data() + offset, size))
             : makeNothing(Q, CL_COMMAND_READ_BUFFER);
    enqueueTransfer(Q, M, New, blocking_read, Waits, event);
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                            cl_bool blocking_write, size_t offset, size_t size,
                            const void *ptr, cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    MemObject &M = bufferOn(Q, buffer);
    checkBounds(M, offset, size);
    // "CL_INVALID_VALUE if ptr is NULL."
    require(ptr, CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_OPERATION if clEnqueueWriteBuffer is called on buffer which
    // has been created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS."
    require(!(M.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)),
            CL_INVALID_OPERATION);
    Command &New =
        size ? makeMove(Q, CL_COMMAND_WRITE_BUFFER,
                        Move::contiguous(M.data() + offset,
                                         static_cast<const std::byte *>(ptr),
                                         size))
             : makeNothing(Q, CL_COMMAND_WRITE_BUFFER);
    enqueueTransfer(Q, M, New, blocking_write, Waits, event);
  });
}

cl_int
clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                        cl_bool blocking_read, const size_t *buffer_origin,
                        const size_t *host_origin, const size_t *region,
                        size_t buffer_row_pitch, size_t buffer_slice_pitch,
                        size_t host_row_pitch, size_t host_slice_pitch,
                        void *ptr, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    MemObject &M = bufferOn(Q, buffer);
    // "CL_INVALID_VALUE if buffer_origin, host_origin, or region is NULL", "if
    // ptr is NULL".
    require(buffer_origin && host_origin && ptr, CL_INVALID_VALUE);
    checkRegion(region);
    Rectangle From = Rectangle::parse(buffer_origin, region, buffer_row_pitch,
                                      buffer_slice_pitch);
    Rectangle To =
        Rectangle::parse(host_origin, region, host_row_pitch, host_slice_pitch);
    // "CL_INVALID_VALUE if the region being read [...] is out of bounds."
    require(From.fits(M.size()), CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_OPERATION if clEnqueueReadBufferRect is called on buffer
    // which has been created with CL_MEM_HOST_WRITE_ONLY or
    // CL_MEM_HOST_NO_ACCESS."
    require(!(M.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)),
            CL_INVALID_OPERATION);
    Move What = {static_cast<std::byte *>(ptr) + To.start,
                 M.data() + From.start,
                 {region[0], region[1], region[2]},
                 To.rowPitch,
                 To.slicePitch,
                 From.rowPitch,
                 From.slicePitch};
    enqueueTransfer(Q, M, makeMove(Q, CL_COMMAND_READ_BUFFER_RECT, What),
                    blocking_read, Waits, event);
  });
}

cl_int
clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                         cl_bool blocking_write, const size_t *buffer_origin,
                         const size_t *host_origin, const size_t *region,
                         size_t buffer_row_pitch, size_t buffer_slice_pitch,
                         size_t host_row_pitch, size_t host_slice_pitch,
                         const void *ptr, cl_uint num_events_in_wait_list,
                         const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    MemObject &M = bufferOn(Q, buffer);
    // "CL_INVALID_VALUE if buffer_origin, host_origin, or region is NULL", "if
    // ptr is NULL".
    require(buffer_origin && host_origin && ptr, CL_INVALID_VALUE);
    checkRegion(region);
    Rectangle To = Rectangle::parse(buffer_origin, region, buffer_row_pitch,
                                    buffer_slice_pitch);
    Rectangle From =
        Rectangle::parse(host_origin, region, host_row_pitch, host_slice_pitch);
    // "CL_INVALID_VALUE if the region being [...] written [...] is out of
    // bounds."
    require(To.fits(M.size()), CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_OPERATION if clEnqueueWriteBufferRect is called on buffer
    // which has been created with CL_MEM_HOST_READ_ONLY or
    // CL_MEM_HOST_NO_ACCESS."
    require(!(M.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)),
            CL_INVALID_OPERATION);
    Move What = {M.data() + To.start,
                 static_cast<const std::byte *>(ptr) + From.start,
                 {region[0], region[1], region[2]},
                 To.rowPitch,
                 To.slicePitch,
                 From.rowPitch,
                 From.slicePitch};
    enqueueTransfer(Q, M, makeMove(Q, CL_COMMAND_WRITE_BUFFER_RECT, What),
                    blocking_write, Waits, event);
  });
}

Command &api::makeCopyBuffer(Queue &Q, cl_mem SrcBuffer, cl_mem DstBuffer,
                             std::size_t SrcOffset, std::size_t DstOffset,
                             std::size_t Size) {
  MemObject &Src = bufferOn(Q, SrcBuffer);
  MemObject &Dst = bufferOn(Q, DstBuffer);
  checkBounds(Src, SrcOffset, Size);
  checkBounds(Dst, DstOffset, Size);
  // "CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or
  // sub-buffer object and the source and destination regions overlap or if
  // src_buffer and dst_buffer are different sub-buffers of the same associated
  // buffer object and they overlap."
  std::byte *From = Src.data() + SrcOffset, *To = Dst.data() + DstOffset;
  require(From + Size <= To || To + Size <= From || !Size, CL_MEM_COPY_OVERLAP);
  Command &New = Size ? makeMove(Q, CL_COMMAND_COPY_BUFFER,
                                 Move::contiguous(To, From, Size))
                      : makeNothing(Q, CL_COMMAND_COPY_BUFFER);
  return New.keep(Src).keep(Dst);
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                           cl_mem dst_buffer, size_t src_offset,
                           size_t dst_offset, size_t size,
                           cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeCopyBuffer(Q, src_buffer, dst_buffer,
                                             src_offset, dst_offset, size);
                     });
}

Command &
api::makeCopyBufferRect(Queue &Q, cl_mem SrcBuffer, cl_mem DstBuffer,
                        const std::size_t *SrcOrigin,
                        const std::size_t *DstOrigin, const std::size_t *Region,
                        std::size_t SrcRowPitch, std::size_t SrcSlicePitch,
                        std::size_t DstRowPitch, std::size_t DstSlicePitch) {
  MemObject &Src = bufferOn(Q, SrcBuffer);
  MemObject &Dst = bufferOn(Q, DstBuffer);
  // "CL_INVALID_VALUE if src_origin, dst_origin, or region is NULL."
  require(SrcOrigin && DstOrigin, CL_INVALID_VALUE);
  checkRegion(Region);
  Rectangle From =
      Rectangle::parse(SrcOrigin, Region, SrcRowPitch, SrcSlicePitch);
  Rectangle To =
      Rectangle::parse(DstOrigin, Region, DstRowPitch, DstSlicePitch);
  // "CL_INVALID_VALUE if the region specified [...] is out of bounds of
  // src_buffer", "of dst_buffer".
  require(From.fits(Src.size()) && To.fits(Dst.size()), CL_INVALID_VALUE);
  // "CL_INVALID_VALUE if src_buffer and dst_buffer are the same buffer object
  // and src_slice_pitch is not equal to dst_slice_pitch", likewise the row
  // pitches.
  require(&Src != &Dst || (From.rowPitch == To.rowPitch &&
                           From.slicePitch == To.slicePitch),
          CL_INVALID_VALUE);
  // "CL_MEM_COPY_OVERLAP if [...] the source and destination regions overlap."
  if (Src.overlaps(Dst)) {
    MemObject &Whole = Src.parent() ? *Src.parent() : Src;
    Rectangle A = From, B = To;
    A.start += std::size_t(Src.data() - Whole.data());
    B.start += std::size_t(Dst.data() - Whole.data());
    require(!overlap(A, B, Region), CL_MEM_COPY_OVERLAP);
  }
  Move What = {Dst.data() + To.start,
               Src.data() + From.start,
               {Region[0], Region[1], Region[2]},
               To.rowPitch,
               To.slicePitch,
               From.rowPitch,
               From.slicePitch};
  Command &New = makeMove(Q, CL_COMMAND_COPY_BUFFER_RECT, What);
  return New.keep(Src).keep(Dst);
}

cl_int clEnqueueCopyBufferRect(
    cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region,
    size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
    size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeCopyBufferRect(
                           Q, src_buffer, dst_buffer, src_origin, dst_origin,
                           region, src_row_pitch, src_slice_pitch,
                           dst_row_pitch, dst_slice_pitch);
                     });
}

Command &api::makeFillBuffer(Queue &Q, cl_mem Buffer, const void *Pattern,
                             std::size_t PatternSize, std::size_t Offset,
                             std::size_t Size) {
  MemObject &M = bufferOn(Q, Buffer);
  checkBounds(M, Offset, Size);
  // "CL_INVALID_VALUE if pattern is NULL or if pattern_size is 0 or if
  // pattern_size is not one of { 1, 2, 4, 8, 16, 32, 64, 128 }."
  require(Pattern && std::has_single_bit(PatternSize) && PatternSize <= 128,
          CL_INVALID_VALUE);
  // "CL_INVALID_VALUE if offset and size are not a multiple of pattern_size."
  require(Offset % PatternSize == 0 && Size % PatternSize == 0,
          CL_INVALID_VALUE);
  Command &New = Size ? makeFill(Q, CL_COMMAND_FILL_BUFFER,
                                 Fill::contiguous(M.data() + Offset, Size),
                                 Pattern, PatternSize)
                      : makeNothing(Q, CL_COMMAND_FILL_BUFFER);
  return New.keep(M);
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                           const void *pattern, size_t pattern_size,
                           size_t offset, size_t size,
                           cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeFillBuffer(Q, buffer, pattern, pattern_size,
                                             offset, size);
                     });
}
