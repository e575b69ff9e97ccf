//===- ExternalMemory.cpp - Acquiring and releasing imported memory -------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Enqueue.h"
#include "api/Entry.h"

#include <algorithm>

using namespace ferry;
using namespace ferry::api;
using core::Command;
using core::ExternalMemory;
using core::MemObject;
using core::Queue;

namespace {

/// An object that can be acquired on \p Q.
MemObject &importedOn(const Queue &Q, cl_mem Handle) {
  // "CL_INVALID_MEM_OBJECT if any of the memory objects in mem_objects is not a
  // valid OpenCL memory object created using an external memory handle."
  MemObject &M = MemObject::from(Handle);
  require(M.imported(), CL_INVALID_MEM_OBJECT);
  // "CL_INVALID_COMMAND_QUEUE if device associated with command_queue is not
  // one of the devices specified by CL_MEM_DEVICE_HANDLE_LIST_KHR at the time
  // of creating one or more of mem_objects, or if one or more of mem_objects
  // belong to a context that does not contain a device associated with
  // command_queue."
  const std::vector<core::Device *> &Devices = M.imported()->devices();
  require(&M.context() == &Q.context() &&
              (Devices.empty() ||
               std::count(Devices.begin(), Devices.end(), &Q.device())),
          CL_INVALID_COMMAND_QUEUE);
  return M;
}

/// The body of both commands. \p Does what is to be done with each object.
void enqueueForAll(cl_command_queue QueueHandle, cl_command_type Type,
                   cl_uint Count, const cl_mem *Objects, cl_uint NumEvents,
                   const cl_event *Events, cl_event *EventOut,
                   void (ExternalMemory::*Does)() const) {
  Queue &Q = Queue::from(QueueHandle);
  // "CL_INVALID_VALUE if num_mem_objects is zero and mem_objects is not a NULL
  // value, or if num_mem_objects is greater than 0 and mem_objects is NULL."
  require(!Count == !Objects, CL_INVALID_VALUE);
  std::vector<const ExternalMemory *> All;
  for (cl_uint I = 0; I != Count; ++I)
    All.push_back(importedOn(Q, Objects[I]).imported());
  core::WaitList Waits = waitList(Q, NumEvents, Events);
  requireNoFailures(Waits);
  Command &New = makeCall(Q, Type, [All = std::move(All), Does] {
    for (const ExternalMemory *M : All)
      (M->*Does)();
  });
  for (cl_uint I = 0; I != Count; ++I)
    New.keep(MemObject::from(Objects[I]));
  Q.enqueue(New, Waits, EventOut);
}

} // namespace

cl_int clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue,
                                             cl_uint num_mem_objects,
                                             const cl_mem *mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list,
                                             cl_event *event) {
  return call(__func__, [&] {
    enqueueForAll(command_queue, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR,
                  num_mem_objects, mem_objects, num_events_in_wait_list,
                  event_wait_list, event, &ExternalMemory::acquire);
  });
}

cl_int clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue,
                                             cl_uint num_mem_objects,
                                             const cl_mem *mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list,
                                             cl_event *event) {
  return call(__func__, [&] {
    enqueueForAll(command_queue, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR,
                  num_mem_objects, mem_objects, num_events_in_wait_list,
                  event_wait_list, event, &ExternalMemory::release);
  });
}
