//===- Enqueue.h - What all enqueuing calls check ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_ENQUEUE_H
#define FERRY_API_ENQUEUE_H

#include "api/Entry.h"
#include "core/Command.h"
#include "core/Context.h"
#include "core/Event.h"
#include "core/Image.h"
#include "core/MemObject.h"
#include "core/Queue.h"

namespace ferry::api {

/// Checks the wait list of a call on \p Q.
inline core::WaitList waitList(const core::Queue &Q, cl_uint NumEvents,
                               const cl_event *Events) {
  // "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and
  // num_events_in_wait_list > 0, or event_wait_list is not NULL and
  // num_events_in_wait_list is 0, or if event objects in event_wait_list are
  // not valid events."
  require(!Events == !NumEvents, CL_INVALID_EVENT_WAIT_LIST);
  for (cl_uint I = 0; I != NumEvents; ++I) {
    core::Event &E = core::Event::from(Events[I], CL_INVALID_EVENT_WAIT_LIST);
    // "CL_INVALID_CONTEXT if the context associated with command_queue and
    // events in event_wait_list are not the same."
    require(&E.context() == &Q.context(), CL_INVALID_CONTEXT);
  }
  return {Events, NumEvents};
}

/// A buffer or an image that is used on \p Q.
inline core::MemObject &memoryOn(const core::Queue &Q, cl_mem Object) {
  // "CL_INVALID_MEM_OBJECT if memobj is not a valid memory object."
  core::MemObject &M = core::MemObject::from(Object);
  // "CL_INVALID_CONTEXT if the context associated with command_queue and memobj
  // are not the same."
  require(&M.context() == &Q.context(), CL_INVALID_CONTEXT);
  // CL_MISALIGNED_SUB_BUFFER_OFFSET cannot happen: all devices of a context
  // have one alignment, which clCreateSubBuffer has checked.
  return M;
}

/// The body of calls that check no more than what makes their command does.
///
/// \param Make given the queue, the command to enqueue.
template <typename Maker>
cl_int enqueueMade(const char *Function, cl_command_queue Handle,
                   cl_uint NumEvents, const cl_event *Events,
                   cl_event *EventOut, Maker Make, cl_bool IsBlocking = false) {
  return call(Function, [&] {
    core::Queue &Q = core::Queue::from(Handle);
    const core::WaitList Waits = waitList(Q, NumEvents, Events);
    Q.enqueue(Make(Q), Waits, EventOut, IsBlocking);
  });
}

/// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any
/// of the events in event_wait_list is a negative integer value."
inline void requireNoFailures(const core::WaitList &Waits) {
  for (cl_event E : Waits)
    require(core::Event::from(E).status() >= 0,
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

/// Whether \p Flags is 0 or a valid combination of CL_MIGRATE_MEM_OBJECT_*.
inline bool areMigrationFlags(cl_mem_migration_flags Flags) {
  return !(Flags &
           ~cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST |
                                   CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
}

/// Whether \p Flags is a valid combination of CL_MAP_*: "CL_INVALID_VALUE if
/// [...] values specified in map_flags are not valid."
inline bool areMapFlags(cl_map_flags Flags) {
  // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are
  // mutually exclusive."
  return !(Flags & ~cl_map_flags(CL_MAP_READ | CL_MAP_WRITE |
                                 CL_MAP_WRITE_INVALIDATE_REGION)) &&
         (!(Flags & CL_MAP_WRITE_INVALIDATE_REGION) ||
          !(Flags & (CL_MAP_READ | CL_MAP_WRITE)));
}

/// A buffer that is used on \p Q.
inline core::MemObject &bufferOn(const core::Queue &Q, cl_mem Buffer) {
  core::MemObject &M = memoryOn(Q, Buffer);
  // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object."
  require(M.isBuffer(), CL_INVALID_MEM_OBJECT);
  return M;
}

/// An image that is used on \p Q. Each device has all formats and sizes that
/// an image can be made with.
inline core::Image &imageOn(const core::Queue &Q, cl_mem Handle) {
  // "CL_INVALID_MEM_OBJECT if image is not a valid image object."
  core::Image &I = core::Image::from(Handle);
  // "CL_INVALID_CONTEXT if the context associated with command_queue and image
  // are not the same."
  require(&I.context() == &Q.context(), CL_INVALID_CONTEXT);
  return I;
}

} // namespace ferry::api

#endif // FERRY_API_ENQUEUE_H
