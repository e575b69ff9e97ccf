//===- Event.cpp - Sections 5.11 and 5.14: events and profiling -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Event.h"

#include "api/Entry.h"
#include "api/Info.h"
#include "core/Context.h"
#include "core/Queue.h"

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Event;
using core::UserEvent;

cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return (new UserEvent(Context::from(context)))->handle();
  });
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return call(__func__, [&] {
    // "CL_INVALID_EVENT if event is not a valid user event object."
    Event &E = Event::from(event);
    require(E.isUserEvent(), CL_INVALID_EVENT);
    // "CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a
    // negative integer value."
    require(execution_status <= CL_COMPLETE, CL_INVALID_VALUE);
    // CL_INVALID_OPERATION "if the execution_status for event has already been
    // changed".
    static_cast<UserEvent &>(E).setStatus(execution_status);
  });
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  return call(__func__, [&] {
    // "CL_INVALID_VALUE if num_events is zero or event_list is NULL."
    require(num_events && event_list, CL_INVALID_VALUE);
    for (cl_uint I = 0; I != num_events; ++I)
      // "CL_INVALID_EVENT if event objects specified in event_list are not
      // valid event objects", "CL_INVALID_CONTEXT if events specified in
      // event_list do not belong to the same context".
      require(&Event::from(event_list[I]).context() ==
                  &Event::from(event_list[0]).context(),
              CL_INVALID_CONTEXT);
    core::waitForEvents({event_list, num_events});
  });
}

cl_int clGetEventInfo(cl_event event, cl_event_info param_name,
                      size_t param_value_size, void *param_value,
                      size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Event &E = Event::from(event);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE:
      // "For user event objects, a NULL value is returned."
      return Out.write<cl_command_queue>(E.queue() ? E.queue()->handle()
                                                   : nullptr);
    case CL_EVENT_CONTEXT:
      return Out.write<cl_context>(E.context().handle());
    case CL_EVENT_COMMAND_TYPE:
      return Out.write<cl_command_type>(E.type());
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return Out.write<cl_int>(E.pollStatus());
    case CL_EVENT_REFERENCE_COUNT:
      return Out.write<cl_uint>(E.apiCount());
    default:
      Info::unknown();
    }
  });
}

cl_int clRetainEvent(cl_event event) {
  return call(__func__, [&] { Event::from(event).retainApi(); });
}

cl_int clReleaseEvent(cl_event event) {
  return call(__func__, [&] { Event::from(event).releaseApi(); });
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          void(CL_CALLBACK *pfn_notify)(cl_event, cl_int,
                                                        void *),
                          void *user_data) {
  return call(__func__, [&] {
    Event &E = Event::from(event);
    // "CL_INVALID_VALUE if pfn_event_notify is NULL or if
    // command_exec_callback_type is not CL_SUBMITTED, CL_RUNNING, or
    // CL_COMPLETE."
    require(pfn_notify && (command_exec_callback_type == CL_SUBMITTED ||
                           command_exec_callback_type == CL_RUNNING ||
                           command_exec_callback_type == CL_COMPLETE),
            CL_INVALID_VALUE);
    E.addCallback(command_exec_callback_type, pfn_notify, user_data);
  });
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                               size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Event &E = Event::from(event);
    // CL_PROFILING_INFO_NOT_AVAILABLE, CL_INVALID_VALUE for param_name.
    cl_ulong Time = E.profilingTime(param_name);
    Info(param_value_size, param_value, param_value_size_ret)
        .write<cl_ulong>(Time);
  });
}
