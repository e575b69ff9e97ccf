//===- Semaphore.cpp - Section 5.14: semaphores ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Semaphore.h"

#include "api/Enqueue.h"
#include "api/Entry.h"
#include "api/Info.h"

#include <algorithm>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::Queue;
using core::Semaphore;

namespace {

using Property = cl_semaphore_properties_khr;

/// Reads the list of devices from \p P on, behind which \p P then is.
std::vector<Device *> parseDevices(const Context &C, const Property *&P) {
  // "CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is specified as
  // part of sema_props, but it does not identify exactly one valid device; or
  // if a device [...] is not one of the devices within context."
  std::vector<Device *> Devices;
  for (; *P != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; ++P) {
    Device &D = Device::from(reinterpret_cast<cl_device_id>(*P));
    require(C.has(D), CL_INVALID_DEVICE);
    Devices.push_back(&D);
  }
  ++P;
  require(Devices.size() == 1, CL_INVALID_DEVICE);
  return Devices;
}

Semaphore &createSemaphore(Context &C, const Property *Given) {
  // "CL_INVALID_VALUE if sema_props is NULL".
  require(Given, CL_INVALID_VALUE);
  bool HasType = false, HasDevices = false;
  std::vector<Device *> Devices = C.devices();
  const Property *P = Given;
  while (*P)
    switch (*P++) {
    // "CL_INVALID_PROPERTY if a property name in sema_props is not a supported
    // property name, if the value specified for a supported property name is
    // not valid, or if the same property name is specified more than once."
    case CL_SEMAPHORE_TYPE_KHR:
      require(!std::exchange(HasType, true) &&
                  *P++ == CL_SEMAPHORE_TYPE_BINARY_KHR,
              CL_INVALID_PROPERTY);
      break;
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
      require(!std::exchange(HasDevices, true), CL_INVALID_PROPERTY);
      Devices = parseDevices(C, P);
      break;
    default:
      throw core::Error(CL_INVALID_PROPERTY);
    }
  // "CL_INVALID_VALUE [...] if sema_props do not specify <property, value>
  // pairs for minimum set of properties (i.e. CL_SEMAPHORE_TYPE_KHR)".
  require(HasType, CL_INVALID_VALUE);
  // "Additionally, if context is a multiple device context and sema_props does
  // not specify CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR."
  require(HasDevices || C.devices().size() == 1, CL_INVALID_PROPERTY);
  return *new Semaphore(C, std::move(Devices), {Given, P + 1});
}

/// The body of both commands. \p Make makes the one in question.
template <typename Maker>
void enqueueSemaphores(Queue &Q, cl_uint Count, const cl_semaphore_khr *Handles,
                       cl_uint NumEvents, const cl_event *Events,
                       cl_event *EventOut, Maker Make) {
  // "CL_INVALID_VALUE if num_sema_objects is 0."
  require(Count, CL_INVALID_VALUE);
  // "CL_INVALID_SEMAPHORE_KHR if any of the semaphore objects specified by
  // sema_objects is not valid."
  require(Handles, CL_INVALID_SEMAPHORE_KHR);
  std::vector<Semaphore *> Semaphores;
  for (cl_uint I = 0; I != Count; ++I) {
    Semaphore &S = Semaphore::from(Handles[I]);
    // "CL_INVALID_CONTEXT if the context associated with command_queue and any
    // of the semaphore objects in sema_objects are not the same".
    require(&S.context() == &Q.context(), CL_INVALID_CONTEXT);
    // "CL_INVALID_COMMAND_QUEUE [...] if the device associated with
    // command_queue is not same as one of the devices specified by
    // CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR at the time of creating one or more
    // of sema_objects".
    require(std::count(S.devices().begin(), S.devices().end(), &Q.device()),
            CL_INVALID_COMMAND_QUEUE);
    Semaphores.push_back(&S);
  }
  // No semaphore requires a payload.
  core::WaitList Waits = waitList(Q, NumEvents, Events);
  requireNoFailures(Waits);
  Q.enqueue(Make(Q, Semaphores), Waits, EventOut);
}

} // namespace

cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(
    cl_context context, const cl_semaphore_properties_khr *sema_props,
    cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return createSemaphore(Context::from(context), sema_props).handle();
  });
}

cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue,
                                  cl_uint num_sema_objects,
                                  const cl_semaphore_khr *sema_objects,
                                  const cl_semaphore_payload_khr *,
                                  cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list,
                                  cl_event *event) {
  return call(__func__, [&] {
    enqueueSemaphores(Queue::from(command_queue), num_sema_objects,
                      sema_objects, num_events_in_wait_list, event_wait_list,
                      event, core::makeSemaphoreWait);
  });
}

cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue,
                                    cl_uint num_sema_objects,
                                    const cl_semaphore_khr *sema_objects,
                                    const cl_semaphore_payload_khr *,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list,
                                    cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    enqueueSemaphores(Q, num_sema_objects, sema_objects,
                      num_events_in_wait_list, event_wait_list, event,
                      core::makeSemaphoreSignal);
    // Another queue waits for it, and nobody knows for which.
    Q.flush();
  });
}

cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object,
                             cl_semaphore_info_khr param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Semaphore &S = Semaphore::from(sema_object);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_SEMAPHORE_CONTEXT_KHR:
      return Out.write<cl_context>(S.context().handle());
    case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
      return Out.write<cl_uint>(S.apiCount());
    case CL_SEMAPHORE_PROPERTIES_KHR:
      return Out.writeArray<cl_semaphore_properties_khr>(S.given());
    case CL_SEMAPHORE_TYPE_KHR:
      return Out.write<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
    case CL_SEMAPHORE_PAYLOAD_KHR:
      return Out.write<cl_semaphore_payload_khr>(S.payload());
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
      std::vector<cl_device_id> Handles;
      for (Device *D : S.devices())
        Handles.push_back(D->handle());
      return Out.writeArray<cl_device_id>(Handles);
    }
    default:
      Info::unknown();
    }
  });
}

cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return call(__func__, [&] { Semaphore::from(sema_object).retainApi(); });
}

cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return call(__func__, [&] { Semaphore::from(sema_object).releaseApi(); });
}

// Of cl_khr_external_semaphore, which is not there: no semaphore can be created
// for a handle. Programs that look for its function by name find the answer.
cl_int clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object,
                                      cl_device_id device,
                                      cl_external_semaphore_handle_type_khr,
                                      size_t, void *, size_t *) {
  return call(__func__, [&] {
    Semaphore &S = Semaphore::from(sema_object);
    Device &D = Device::from(device);
    require(std::count(S.devices().begin(), S.devices().end(), &D),
            CL_INVALID_DEVICE);
    // "CL_INVALID_VALUE if the requested external semaphore handle type was not
    // specified when sema_object was created."
    throw core::Error(CL_INVALID_VALUE);
  });
}
