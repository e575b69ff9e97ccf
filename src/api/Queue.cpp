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
#include "core/DeviceQueue.h"
#include "ferry/cl_ext.h"

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::DeviceQueue;
using core::Queue;
using core::Ref;

namespace {

constexpr cl_command_queue_properties HostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties DeviceProperties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// "CL_INVALID_DEVICE if device is not a valid device or is not associated with
/// context."
Device &deviceOf(const Context &C, cl_device_id Handle) {
  Device &D = Device::from(Handle);
  require(C.has(D), CL_INVALID_DEVICE);
  return D;
}

/// \param Size CL_QUEUE_SIZE, 0 if it is not given.
cl_command_queue createDeviceQueue(Context &C, Device &D,
                                   cl_command_queue_properties Properties,
                                   std::vector<cl_queue_properties> Given,
                                   cl_queue_properties Size) {
  // "If CL_QUEUE_ON_DEVICE is set, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE must
  // also be set." CL_QUEUE_ON_DEVICE_DEFAULT: "This can only be used with
  // CL_QUEUE_ON_DEVICE."
  require(Properties & CL_QUEUE_ON_DEVICE &&
              Properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
          CL_INVALID_VALUE);
  // "This must be a value <= CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE."
  require(Size <= DeviceQueue::MaxSize, CL_INVALID_QUEUE_PROPERTIES);
  const bool IsDefault = Properties & CL_QUEUE_ON_DEVICE_DEFAULT;
  // "If a default device queue has already been created, calling
  // clCreateCommandQueueWithProperties with [...] CL_QUEUE_ON_DEVICE_DEFAULT
  // will return the default device queue that has already been created and
  // increment its reference count by 1."
  if (IsDefault)
    if (Ref<DeviceQueue> There = DeviceQueue::defaultOf(C, D)) {
      There->retainApi();
      return There->handle();
    }
  auto &New =
      *new DeviceQueue(C, D, Properties, std::move(Given),
                       Size ? cl_uint(Size) : DeviceQueue::PreferredSize);
  if (IsDefault)
    New.becomeDefault();
  return New.handle();
}

/// \param Size as above.
cl_command_queue createQueue(Context &C, Device &D,
                             cl_command_queue_properties Properties,
                             std::vector<cl_queue_properties> Given,
                             cl_queue_properties Size) {
  // "CL_INVALID_VALUE if values specified in properties are not valid."
  require(!(Properties & ~(HostProperties | DeviceProperties)),
          CL_INVALID_VALUE);
  if (Properties & DeviceProperties)
    return createDeviceQueue(C, D, Properties, std::move(Given), Size);
  // CL_QUEUE_SIZE: "can only be specified if CL_QUEUE_ON_DEVICE is set in
  // CL_QUEUE_PROPERTIES".
  require(!Size, CL_INVALID_VALUE);
  return (new Queue(C, D, D.scheduler(), Properties, std::move(Given)))
      ->handle();
}

/// Calls \p Do with the queue behind \p Handle, of the host or of the device.
template <typename Function>
void withQueue(cl_command_queue Handle, Function Do) {
  if (DeviceQueue *Q = DeviceQueue::tryFrom(Handle))
    Do(*Q);
  else
    Do(Queue::from(Handle));
}

} // namespace

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties,
                                      cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    Device &D = deviceOf(C, device);
    // The others are of OpenCL 2.0.
    require(!(properties & ~HostProperties), CL_INVALID_VALUE);
    return createQueue(C, D, properties, {}, 0);
  });
}

cl_command_queue
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties *properties,
                                   cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    Device &D = deviceOf(C, device);
    cl_command_queue_properties Bits = 0;
    cl_queue_properties Size = 0;
    bool HasHints = false;
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
          HasHints = true;
          break;
        case CL_QUEUE_SIZE:
          require(P[1] != 0, CL_INVALID_VALUE);
          Size = P[1];
          break;
        default:
          throw core::Error(CL_INVALID_VALUE);
        }
      }
      Given.assign(properties, P + 1);
    }
    // "CL_INVALID_QUEUE_PROPERTIES if [...] the CL_QUEUE_PRIORITY_KHR property
    // is specified, and the queue is a CL_QUEUE_ON_DEVICE", likewise
    // CL_QUEUE_THROTTLE_KHR.
    require(!HasHints || !(Bits & CL_QUEUE_ON_DEVICE),
            CL_INVALID_QUEUE_PROPERTIES);
    return createQueue(C, D, Bits, std::move(Given), Size);
  });
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return call(__func__, [&] {
    withQueue(command_queue, [](auto &Q) { Q.retainApi(); });
  });
}

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return call(__func__, [&] {
    withQueue(command_queue, [](auto &Q) { Q.releaseApi(); });
  });
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue,
                             cl_command_queue_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Info Out(param_value_size, param_value, param_value_size_ret);
    if (param_name == CL_QUEUE_SIZE)
      // "CL_INVALID_COMMAND_QUEUE if command_queue [...] is not a valid
      // command-queue for param_name": if it is no device queue.
      return Out.write<cl_uint>(DeviceQueue::from(command_queue).size());
    withQueue(command_queue, [&](auto &Q) {
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
      case CL_QUEUE_DEVICE_DEFAULT: {
        const Ref<DeviceQueue> There =
            DeviceQueue::defaultOf(Q.context(), Q.device());
        return Out.write<cl_command_queue>(There ? There->handle() : nullptr);
      }
      default:
        Info::unknown();
      }
    });
  });
}

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue command_queue) {
  return call(__func__, [&] {
    Context &C = Context::from(context);
    Device &D = deviceOf(C, device);
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue
    // for device."
    DeviceQueue &Q = DeviceQueue::from(command_queue);
    require(&Q.context() == &C && &Q.device() == &D, CL_INVALID_COMMAND_QUEUE);
    Q.becomeDefault();
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
