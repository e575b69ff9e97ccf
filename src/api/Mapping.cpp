//===- Mapping.cpp - Sections 5.2.4, 5.5.2 and 5.5.4: map, unmap, migrate -===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Enqueue.h"
#include "api/Entry.h"
#include "api/ImageRegion.h"

using namespace ferry;
using namespace ferry::api;
using core::Command;
using core::Image;
using core::MemObject;
using core::Queue;

namespace {

/// Whether a map is for writing.
bool writes(cl_map_flags Flags) {
  return Flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
}

void checkMapAccess(const MemObject &M, cl_map_flags Flags) {
  // "CL_INVALID_OPERATION if buffer has been created with
  // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_READ is set in
  // map_flags or if buffer has been created with CL_MEM_HOST_READ_ONLY or
  // CL_MEM_HOST_NO_ACCESS and CL_MAP_WRITE or CL_MAP_WRITE_INVALIDATE_REGION
  // is set in map_flags." Likewise images.
  require(!(Flags & CL_MAP_READ) ||
              !(M.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)),
          CL_INVALID_OPERATION);
  require(!writes(Flags) ||
              !(M.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)),
          CL_INVALID_OPERATION);
}

/// A map of the address \p Pointer, which has been added.
void *enqueueMap(Queue &Q, MemObject &M, void *Pointer, cl_command_type Type,
                 bool Blocking, core::WaitList Waits, cl_event *EventOut) {
  try {
    Command &New = makeNothing(Q, Type);
    Q.enqueue(New.keep(M), Waits, EventOut, Blocking);
  } catch (...) {
    M.removeMapping(Pointer);
    throw;
  }
  return Pointer;
}

} // namespace

void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                         cl_bool blocking_map, cl_map_flags map_flags,
                         size_t offset, size_t size,
                         cl_uint num_events_in_wait_list,
                         const cl_event *event_wait_list, cl_event *event,
                         cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> void * {
    Queue &Q = Queue::from(command_queue);
    MemObject &M = bufferOn(Q, buffer);
    // "CL_INVALID_VALUE if region being mapped given by (offset, size) is out
    // of bounds or if size is 0 or if values specified in map_flags are not
    // valid."
    require(size && offset <= M.size() && size <= M.size() - offset,
            CL_INVALID_VALUE);
    require(areMapFlags(map_flags), CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    checkMapAccess(M, map_flags);
    std::byte *Pointer = M.data() + offset;
    M.addMapping({Pointer, size}, writes(map_flags));
    return enqueueMap(Q, M, Pointer, CL_COMMAND_MAP_BUFFER, blocking_map, Waits,
                      event);
  });
}

void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
                        cl_bool blocking_map, cl_map_flags map_flags,
                        const size_t *origin, const size_t *region,
                        size_t *image_row_pitch, size_t *image_slice_pitch,
                        cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event,
                        cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> void * {
    Queue &Q = Queue::from(command_queue);
    Image &I = imageOn(Q, image);
    const ImageRegion Region = ImageRegion::parse(I, origin, region);
    require(areMapFlags(map_flags), CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if image_row_pitch is NULL", "if image is a 1D or 2D
    // image array object and image_slice_pitch is NULL", "if image is a 3D and
    // image_slice_pitch is NULL".
    const core::ImageLayout Layout = I.layout().level(Region.level);
    require(image_row_pitch && (image_slice_pitch || !Layout.slicePitch),
            CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    checkMapAccess(I, map_flags);
    std::byte *Pointer = I.data() + Region.start;
    I.addMapping({Pointer, Region.region[0], Region.region[1], Region.region[2],
                  Region.rowPitch, Region.slicePitch},
                 writes(map_flags));
    enqueueMap(Q, I, Pointer, CL_COMMAND_MAP_IMAGE, blocking_map, Waits, event);
    *image_row_pitch = Layout.rowPitch;
    // "For a 1D and 2D image, zero is returned if this argument is not NULL."
    if (image_slice_pitch)
      *image_slice_pitch = Layout.slicePitch;
    return Pointer;
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
                               void *mapped_ptr,
                               cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list,
                               cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    MemObject &M = memoryOn(Q, memobj);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by
    // clEnqueueMapBuffer or clEnqueueMapImage for memobj."
    const std::optional<MemObject::Mapping> Ended = M.removeMapping(mapped_ptr);
    require(bool(Ended), CL_INVALID_VALUE);
    try {
      Command &New = makeNothing(Q, CL_COMMAND_UNMAP_MEM_OBJECT);
      Q.enqueue(New.keep(M), Waits, event);
    } catch (...) {
      M.addMapping(Ended->region, Ended->writes);
      throw;
    }
  });
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue,
                                  cl_uint num_mem_objects,
                                  const cl_mem *mem_objects,
                                  cl_mem_migration_flags flags,
                                  cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list,
                                  cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if num_mem_objects is zero or if mem_objects is NULL."
    require(num_mem_objects && mem_objects, CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if flags is not 0 or is not any of the values described
    // in the table above."
    require(areMigrationFlags(flags), CL_INVALID_VALUE);
    for (cl_uint I = 0; I != num_mem_objects; ++I)
      memoryOn(Q, mem_objects[I]);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // Host and device have one memory.
    Command &New = makeNothing(Q, CL_COMMAND_MIGRATE_MEM_OBJECTS);
    for (cl_uint I = 0; I != num_mem_objects; ++I)
      New.keep(MemObject::from(mem_objects[I]));
    Q.enqueue(New, Waits, event);
  });
}
