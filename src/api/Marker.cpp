//===- Marker.cpp - Section 5.12: markers, barriers, waiting for events ---===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Enqueue.h"
#include "api/Entry.h"

using namespace ferry;
using namespace ferry::api;
using core::Event;
using core::Queue;

cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                   cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list,
                                   cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    Q.enqueueMarker(waitList(Q, num_events_in_wait_list, event_wait_list),
                    event);
  });
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list,
                                    cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    Q.enqueueBarrier(waitList(Q, num_events_in_wait_list, event_wait_list),
                     event);
  });
}

cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if event is NULL."
    require(event, CL_INVALID_VALUE);
    Q.enqueueMarker({}, event);
  });
}

cl_int clEnqueueWaitForEvents(cl_command_queue command_queue,
                              cl_uint num_events, const cl_event *event_list) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if num_events is 0 or event_list is NULL."
    require(num_events && event_list, CL_INVALID_VALUE);
    for (cl_uint I = 0; I != num_events; ++I)
      // "CL_INVALID_EVENT if event objects specified in event_list are not
      // valid events."
      Event::from(event_list[I]);
    Q.enqueueBarrier(waitList(Q, num_events, event_list), nullptr);
  });
}

cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  return call(__func__,
              [&] { Queue::from(command_queue).enqueueBarrier({}, nullptr); });
}
