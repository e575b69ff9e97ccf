//===- HostMemory.cpp - Tells checks of the host's memory objects ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostMemory.h"

#include "check/Objects.h"
#include "core/MemObject.h"

namespace ferry::check {

static cl_icd_dispatch Next;

static Range rangeOf(cl_mem Buffer) {
  const core::MemObject *M = core::MemObject::tryFrom(Buffer);
  return M ? Range{reinterpret_cast<std::uintptr_t>(M->data()), M->size()}
           : Range();
}

static void tell(HostEvent::Kind What, Range Where) {
  if (Where.bytes)
    HostEvents::get().add({What, Where});
}

/// The whole of \p Buffer, or of it what a command has written: what is written
/// more than is said is no false alarm.
static void written(cl_int Error, cl_mem Buffer) {
  if (Error == CL_SUCCESS)
    tell(HostEvent::Written, rangeOf(Buffer));
}

static void written(cl_int Error, cl_mem Buffer, std::size_t Offset,
                    std::size_t Bytes) {
  Range R = rangeOf(Buffer);
  if (Error == CL_SUCCESS && R.bytes)
    tell(HostEvent::Written, {R.begin + Offset, Bytes});
}

/// Says that \p New is there, \p What, and \p Gone when it is no more.
static cl_mem created(cl_mem New, HostEvent::Kind What, HostEvent::Kind Gone) {
  if (!New)
    return New;
  const Range R = rangeOf(New);
  tell(What, R);
  Next.clSetMemObjectDestructorCallback(
      New,
      [](cl_mem, void *Data) {
        auto *Last = static_cast<HostEvent *>(Data);
        tell(Last->kind, Last->where);
        delete Last;
      },
      new HostEvent{Gone, R});
  return New;
}

static cl_mem created(cl_mem New, bool HasContents) {
  return created(New,
                 HasContents ? HostEvent::Created : HostEvent::CreatedUnset,
                 HostEvent::Released);
}

static bool hasContents(cl_mem_flags Flags) {
  return Flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
}

static cl_mem createBuffer(cl_context Context, cl_mem_flags Flags,
                           std::size_t Size, void *Host, cl_int *Error) {
  return created(Next.clCreateBuffer(Context, Flags, Size, Host, Error),
                 hasContents(Flags));
}

static cl_mem createBufferWithProperties(cl_context Context,
                                         const cl_mem_properties *Properties,
                                         cl_mem_flags Flags, std::size_t Size,
                                         void *Host, cl_int *Error) {
  // Properties may say that its contents come from elsewhere.
  return created(Next.clCreateBufferWithProperties(Context, Properties, Flags,
                                                   Size, Host, Error),
                 hasContents(Flags) || (Properties && *Properties));
}

static cl_mem createSubBuffer(cl_mem Buffer, cl_mem_flags Flags,
                              cl_buffer_create_type Type, const void *Region,
                              cl_int *Error) {
  // Its contents are those of the buffer.
  return created(Next.clCreateSubBuffer(Buffer, Flags, Type, Region, Error),
                 HostEvent::PartCreated, HostEvent::PartReleased);
}

static cl_int writeBuffer(cl_command_queue Queue, cl_mem Buffer,
                          cl_bool Blocking, std::size_t Offset,
                          std::size_t Bytes, const void *From,
                          cl_uint NumEvents, const cl_event *Events,
                          cl_event *Event) {
  const cl_int Error = Next.clEnqueueWriteBuffer(
      Queue, Buffer, Blocking, Offset, Bytes, From, NumEvents, Events, Event);
  written(Error, Buffer, Offset, Bytes);
  return Error;
}

static cl_int writeBufferRect(cl_command_queue Queue, cl_mem Buffer,
                              cl_bool Blocking, const std::size_t *BufferOrigin,
                              const std::size_t *HostOrigin,
                              const std::size_t *Region, std::size_t BufferRow,
                              std::size_t BufferSlice, std::size_t HostRow,
                              std::size_t HostSlice, const void *From,
                              cl_uint NumEvents, const cl_event *Events,
                              cl_event *Event) {
  const cl_int Error = Next.clEnqueueWriteBufferRect(
      Queue, Buffer, Blocking, BufferOrigin, HostOrigin, Region, BufferRow,
      BufferSlice, HostRow, HostSlice, From, NumEvents, Events, Event);
  written(Error, Buffer);
  return Error;
}

static cl_int fillBuffer(cl_command_queue Queue, cl_mem Buffer,
                         const void *Pattern, std::size_t PatternBytes,
                         std::size_t Offset, std::size_t Bytes,
                         cl_uint NumEvents, const cl_event *Events,
                         cl_event *Event) {
  const cl_int Error =
      Next.clEnqueueFillBuffer(Queue, Buffer, Pattern, PatternBytes, Offset,
                               Bytes, NumEvents, Events, Event);
  written(Error, Buffer, Offset, Bytes);
  return Error;
}

static cl_int copyBuffer(cl_command_queue Queue, cl_mem From, cl_mem To,
                         std::size_t FromOffset, std::size_t ToOffset,
                         std::size_t Bytes, cl_uint NumEvents,
                         const cl_event *Events, cl_event *Event) {
  const cl_int Error = Next.clEnqueueCopyBuffer(
      Queue, From, To, FromOffset, ToOffset, Bytes, NumEvents, Events, Event);
  written(Error, To, ToOffset, Bytes);
  return Error;
}

static cl_int copyBufferRect(cl_command_queue Queue, cl_mem From, cl_mem To,
                             const std::size_t *FromOrigin,
                             const std::size_t *ToOrigin,
                             const std::size_t *Region, std::size_t FromRow,
                             std::size_t FromSlice, std::size_t ToRow,
                             std::size_t ToSlice, cl_uint NumEvents,
                             const cl_event *Events, cl_event *Event) {
  const cl_int Error = Next.clEnqueueCopyBufferRect(
      Queue, From, To, FromOrigin, ToOrigin, Region, FromRow, FromSlice, ToRow,
      ToSlice, NumEvents, Events, Event);
  written(Error, To);
  return Error;
}

static cl_int copyImageToBuffer(cl_command_queue Queue, cl_mem From, cl_mem To,
                                const std::size_t *Origin,
                                const std::size_t *Region, std::size_t Offset,
                                cl_uint NumEvents, const cl_event *Events,
                                cl_event *Event) {
  const cl_int Error = Next.clEnqueueCopyImageToBuffer(
      Queue, From, To, Origin, Region, Offset, NumEvents, Events, Event);
  written(Error, To);
  return Error;
}

static void *mapBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
                       cl_map_flags Flags, std::size_t Offset,
                       std::size_t Bytes, cl_uint NumEvents,
                       const cl_event *Events, cl_event *Event, cl_int *Code) {
  cl_int Error;
  void *Mapped =
      Next.clEnqueueMapBuffer(Queue, Buffer, Blocking, Flags, Offset, Bytes,
                              NumEvents, Events, Event, &Error);
  if (Flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
    written(Error, Buffer, Offset, Bytes);
  if (Code)
    *Code = Error;
  return Mapped;
}

void watchMemory(cl_icd_dispatch &Table) {
  Next = Table;
  Table.clCreateBuffer = createBuffer;
  Table.clCreateBufferWithProperties = createBufferWithProperties;
  Table.clCreateSubBuffer = createSubBuffer;
  Table.clEnqueueWriteBuffer = writeBuffer;
  Table.clEnqueueWriteBufferRect = writeBufferRect;
  Table.clEnqueueFillBuffer = fillBuffer;
  Table.clEnqueueCopyBuffer = copyBuffer;
  Table.clEnqueueCopyBufferRect = copyBufferRect;
  Table.clEnqueueCopyImageToBuffer = copyImageToBuffer;
  Table.clEnqueueMapBuffer = mapBuffer;
}

} // namespace ferry::check
