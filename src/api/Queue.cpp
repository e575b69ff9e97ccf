//===- Queue.cpp - Sections 5.1 and 5.15: command-queues, flush, finish ---===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Queue.h"

#include "api/Entry.h"
#include "api/Info.h"
#include "core/Context.h"
#include "core/Device.h"
#include "ferry/cl_ext.h"

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::Queue;

namespace {

constexpr cl_command_queue_properties HostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties DeviceProperties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

Queue &createQueue(cl_context ContextHandle, cl_device_id DeviceHandle,
                   cl_command_queue_properties Properties,
                   std::vector<cl_queue_properties> Given) {
  Context &C = Context::from(ContextHandle);
  Device &D = Device::from(DeviceHandle);
  // "CL_INVALID_DEVICE if device is [...] not associated with context."
  require(C.has(D), CL_INVALID_DEVICE);
  // "CL_INVALID_VALUE if values specified in properties are not valid."
  require(!(Properties & ~(HostProperties | DeviceProperties)),
          CL_INVALID_VALUE);
  // "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid
  // but are not supported by the device."
  require(!(Properties & DeviceProperties), CL_INVALID_QUEUE_PROPERTIES);
  return *new Queue(C, D, D.scheduler(), Properties, std::move(Given));
}

} // namespace

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties,
                                      cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return createQueue(context, device, properties, {}).handle();
  });
}

cl_command_queue
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties *properties,
                                   cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context::from(context);
    Device::from(device);
    cl_command_queue_properties Bits = 0;
    std::vector<cl_queue_properties> Given;
    if (properties) {
      const cl_queue_properties *P = properties;
      for (; *P; P += 2) {
        switch (P[0]) {
        case CL_QUEUE_PROPERTIES:
          Bits = P[1];
          break;
        // Hints of the host, of which no queue takes notice.
        case CL_QUEUE_PRIORITY_KHR:
        case CL_QUEUE_THROTTLE_KHR:
          static_assert(CL_QUEUE_PRIORITY_HIGH_KHR == 1 &&
                        CL_QUEUE_PRIORITY_MED_KHR == 2 &&
                        CL_QUEUE_PRIORITY_LOW_KHR == 4 &&
                        CL_QUEUE_THROTTLE_HIGH_KHR == 1 &&
                        CL_QUEUE_THROTTLE_MED_KHR == 2 &&
                        CL_QUEUE_THROTTLE_LOW_KHR == 4);
          require(P[1] == 1 || P[1] == 2 || P[1] == 4, CL_INVALID_VALUE);
          break;
        // CL_QUEUE_SIZE: "can only be specified if CL_QUEUE_ON_DEVICE is set in
        // CL_QUEUE_PROPERTIES".
        default:
          throw core::Error(CL_INVALID_VALUE);
        }
      }
      Given.assign(properties, P + 1);
    }
    return createQueue(context, device, Bits, std::move(Given)).handle();
  });
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return call(__func__, [&] { Queue::from(command_queue).retainApi(); });
}

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return call(__func__, [&] { Queue::from(command_queue).releaseApi(); });
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue,
                             cl_command_queue_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_QUEUE_CONTEXT:
      return Out.write<cl_context>(Q.context().handle());
    case CL_QUEUE_DEVICE:
      return Out.write<cl_device_id>(Q.device().handle());
    case CL_QUEUE_REFERENCE_COUNT:
      return Out.write<cl_uint>(Q.apiCount());
    case CL_QUEUE_PROPERTIES:
      return Out.write<cl_command_queue_properties>(Q.properties());
    case CL_QUEUE_PROPERTIES_ARRAY:
      return Out.writeArray<cl_queue_properties>(Q.given());
    case CL_QUEUE_DEVICE_DEFAULT:
      return Out.write<cl_command_queue>(nullptr);
    case CL_QUEUE_SIZE:
      // "CL_INVALID_COMMAND_QUEUE if command_queue [...] is not a valid
      // command-queue for param_name": it is no device queue.
      throw core::Error(CL_INVALID_COMMAND_QUEUE);
    default:
      Info::unknown();
    }
  });
}

cl_int clSetCommandQueueProperty(cl_command_queue command_queue,
                                 cl_command_queue_properties, cl_bool,
                                 cl_command_queue_properties *) {
  return call(__func__, [&] {
    Queue::from(command_queue);
    // "CL_INVALID_OPERATION if no devices in the context [...] support
    // modifying the properties of a command-queue."
    throw core::Error(CL_INVALID_OPERATION);
  });
}

cl_int clFlush(cl_command_queue command_queue) {
  return call(__func__, [&] { Queue::from(command_queue).flush(); });
}

cl_int clFinish(cl_command_queue command_queue) {
  return call(__func__, [&] { Queue::from(command_queue).finish(); });
}
