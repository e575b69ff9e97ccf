//===- ImageTransfer.cpp - Sections 5.3.3 to 5.3.5: moving images ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Enqueue.h"
#include "api/Entry.h"
#include "api/ImageRegion.h"
#include "api/Transfer.h"
#include "image/Format.h"

using namespace ferry;
using namespace ferry::api;
using core::Command;
using core::Image;
using core::MemObject;
using core::Move;
using core::Queue;

namespace {

/// The elements of a region without gaps, in a buffer.
HostRegion packed(const ImageRegion &R) {
  return {R.region[0], R.region[0] * R.region[1]};
}

Move moveFrom(const Image &I, const ImageRegion &From, std::byte *To,
              const HostRegion &Host) {
  return {To,
          I.data() + From.start,
          {From.region[0], From.region[1], From.region[2]},
          Host.rowPitch,
          Host.slicePitch,
          From.rowPitch,
          From.slicePitch};
}

Move moveTo(const Image &I, const ImageRegion &To, const std::byte *From,
            const HostRegion &Host) {
  return {I.data() + To.start,
          From,
          {To.region[0], To.region[1], To.region[2]},
          To.rowPitch,
          To.slicePitch,
          Host.rowPitch,
          Host.slicePitch};
}

/// A read or a write. A blocking call outlives its command, so that nothing
/// need be kept alive for it.
void enqueueTransfer(Queue &Q, Image &I, Command &New, bool Blocking,
                     core::WaitList Waits, cl_event *EventOut) {
  if (!Blocking)
    New.keep(I);
  Q.enqueue(New, Waits, EventOut, Blocking);
}

/// The buffer of a copy between \p I and a buffer.
MemObject &bufferBeside(const Queue &Q, const Image &I, cl_mem Buffer,
                        std::size_t Offset, const ImageRegion &Region) {
  MemObject &B = bufferOn(Q, Buffer);
  // "CL_INVALID_MEM_OBJECT [...] if src_image is a 1D image buffer object
  // created from dst_buffer."
  require(I.type() != CL_MEM_OBJECT_IMAGE1D_BUFFER || I.parent() != &B,
          CL_INVALID_MEM_OBJECT);
  // "CL_INVALID_VALUE if the region specified by dst_offset and the computed
  // dst_cb is out of bounds of dst_buffer."
  require(Offset <= B.size() && Region.bytes() <= B.size() - Offset,
          CL_INVALID_VALUE);
  return B;
}

} // namespace

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image,
                          cl_bool blocking_read, const size_t *origin,
                          const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *ptr,
                          cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    Image &I = imageOn(Q, image);
    const ImageRegion From = ImageRegion::parse(I, origin, region);
    const HostRegion To = HostRegion::parse(I, From, row_pitch, slice_pitch);
    // "CL_INVALID_VALUE if ptr is NULL."
    require(ptr, CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_OPERATION if clEnqueueReadImage is called on image which has
    // been created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS."
    require(!(I.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)),
            CL_INVALID_OPERATION);
    Command &New =
        makeMove(Q, CL_COMMAND_READ_IMAGE,
                 moveFrom(I, From, static_cast<std::byte *>(ptr), To));
    enqueueTransfer(Q, I, New, blocking_read, Waits, event);
  });
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                           cl_bool blocking_write, const size_t *origin,
                           const size_t *region, size_t input_row_pitch,
                           size_t input_slice_pitch, const void *ptr,
                           cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    Image &I = imageOn(Q, image);
    const ImageRegion To = ImageRegion::parse(I, origin, region);
    const HostRegion From =
        HostRegion::parse(I, To, input_row_pitch, input_slice_pitch);
    // "CL_INVALID_VALUE if ptr is NULL."
    require(ptr, CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_OPERATION if clEnqueueWriteImage is called on image which has
    // been created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS."
    require(!(I.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)),
            CL_INVALID_OPERATION);
    Command &New =
        makeMove(Q, CL_COMMAND_WRITE_IMAGE,
                 moveTo(I, To, static_cast<const std::byte *>(ptr), From));
    enqueueTransfer(Q, I, New, blocking_write, Waits, event);
  });
}

Command &api::makeCopyImage(Queue &Q, cl_mem SrcImage, cl_mem DstImage,
                            const std::size_t *SrcOrigin,
                            const std::size_t *DstOrigin,
                            const std::size_t *Region) {
  Image &Src = imageOn(Q, SrcImage);
  Image &Dst = imageOn(Q, DstImage);
  // "CL_IMAGE_FORMAT_MISMATCH if src_image and dst_image do not use the same
  // image format."
  const cl_image_format &A = Src.layout().format, &B = Dst.layout().format;
  require(A.image_channel_order == B.image_channel_order &&
              A.image_channel_data_type == B.image_channel_data_type,
          CL_IMAGE_FORMAT_MISMATCH);
  const ImageRegion From = ImageRegion::parse(Src, SrcOrigin, Region);
  const ImageRegion To = ImageRegion::parse(Dst, DstOrigin, Region);
  // "CL_MEM_COPY_OVERLAP if src_image and dst_image are the same image object
  // and the source and destination regions overlap."
  bool Overlap = &Src == &Dst && From.level == To.level;
  for (unsigned D = 0; Overlap && D != 3; ++D)
    Overlap &= SrcOrigin[D] < DstOrigin[D] + Region[D] &&
               DstOrigin[D] < SrcOrigin[D] + Region[D];
  require(!Overlap, CL_MEM_COPY_OVERLAP);
  Command &New = makeMove(
      Q, CL_COMMAND_COPY_IMAGE,
      moveFrom(Src, From, Dst.data() + To.start, {To.rowPitch, To.slicePitch}));
  return New.keep(Src).keep(Dst);
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image,
                          cl_mem dst_image, const size_t *src_origin,
                          const size_t *dst_origin, const size_t *region,
                          cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeCopyImage(Q, src_image, dst_image, src_origin,
                                            dst_origin, region);
                     });
}

Command &api::makeCopyImageToBuffer(Queue &Q, cl_mem SrcImage, cl_mem DstBuffer,
                                    const std::size_t *SrcOrigin,
                                    const std::size_t *Region,
                                    std::size_t DstOffset) {
  Image &Src = imageOn(Q, SrcImage);
  const ImageRegion From = ImageRegion::parse(Src, SrcOrigin, Region);
  MemObject &Dst = bufferBeside(Q, Src, DstBuffer, DstOffset, From);
  Command &New =
      makeMove(Q, CL_COMMAND_COPY_IMAGE_TO_BUFFER,
               moveFrom(Src, From, Dst.data() + DstOffset, packed(From)));
  return New.keep(Src).keep(Dst);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue,
                                  cl_mem src_image, cl_mem dst_buffer,
                                  const size_t *src_origin,
                                  const size_t *region, size_t dst_offset,
                                  cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list,
                                  cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeCopyImageToBuffer(Q, src_image, dst_buffer,
                                                    src_origin, region,
                                                    dst_offset);
                     });
}

Command &api::makeCopyBufferToImage(Queue &Q, cl_mem SrcBuffer, cl_mem DstImage,
                                    std::size_t SrcOffset,
                                    const std::size_t *DstOrigin,
                                    const std::size_t *Region) {
  Image &Dst = imageOn(Q, DstImage);
  const ImageRegion To = ImageRegion::parse(Dst, DstOrigin, Region);
  MemObject &Src = bufferBeside(Q, Dst, SrcBuffer, SrcOffset, To);
  Command &New = makeMove(Q, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                          moveTo(Dst, To, Src.data() + SrcOffset, packed(To)));
  return New.keep(Src).keep(Dst);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue,
                                  cl_mem src_buffer, cl_mem dst_image,
                                  size_t src_offset, const size_t *dst_origin,
                                  const size_t *region,
                                  cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list,
                                  cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeCopyBufferToImage(Q, src_buffer, dst_image,
                                                    src_offset, dst_origin,
                                                    region);
                     });
}

Command &api::makeFillImage(Queue &Q, cl_mem Image, const void *FillColor,
                            const std::size_t *Origin,
                            const std::size_t *Region) {
  core::Image &I = imageOn(Q, Image);
  // "CL_INVALID_VALUE if fill_color is NULL."
  require(FillColor, CL_INVALID_VALUE);
  const ImageRegion To = ImageRegion::parse(I, Origin, Region);
  const auto Element = image::encode(I.layout().format, FillColor);
  Command &New = makeFill(Q, CL_COMMAND_FILL_IMAGE,
                          {I.data() + To.start,
                           {To.region[0], To.region[1], To.region[2]},
                           To.rowPitch,
                           To.slicePitch},
                          Element.data(), I.elementBytes());
  return New.keep(I);
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image,
                          const void *fill_color, const size_t *origin,
                          const size_t *region, cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeFillImage(Q, image, fill_color, origin,
                                            region);
                     });
}
