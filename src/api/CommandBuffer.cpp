//===- CommandBuffer.cpp - Section 5.18: command-buffers ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/CommandBuffer.h"

#include "api/Enqueue.h"
#include "api/Entry.h"
#include "api/Info.h"

using namespace ferry::api;
using ferry::core::CommandBuffer;
using ferry::core::Queue;

namespace {

CommandBuffer::Properties
parseProperties(const cl_command_buffer_properties_khr *Given) {
  CommandBuffer::Properties P;
  if (!Given)
    return P;
  bool HasFlags = false, HasAsserts = false;
  const cl_command_buffer_properties_khr *Next = Given;
  for (; *Next; Next += 2)
    switch (Next[0]) {
    // "CL_INVALID_VALUE if values specified in properties are not valid, or if
    // the same property name is specified more than once."
    case CL_COMMAND_BUFFER_FLAGS_KHR: {
      require(!std::exchange(HasFlags, true), CL_INVALID_VALUE);
      constexpr cl_command_buffer_flags_khr Supported =
          CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
          CL_COMMAND_BUFFER_MUTABLE_KHR;
      // CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, of
      // cl_khr_command_buffer_multi_device.
      constexpr cl_command_buffer_flags_khr Unsupported = 1 << 2;
      P.flags = Next[1];
      require(!(P.flags & ~(Supported | Unsupported)), CL_INVALID_VALUE);
      // "CL_INVALID_PROPERTY if values specified in properties are valid but
      // are not supported by all the devices".
      require(!(P.flags & Unsupported), CL_INVALID_PROPERTY);
      break;
    }
    case CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR:
      require(!std::exchange(HasAsserts, true), CL_INVALID_VALUE);
      P.asserts = Next[1];
      require(!(P.asserts &
                ~cl_mutable_dispatch_asserts_khr(
                    CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR)),
              CL_INVALID_VALUE);
      break;
    default:
      throw ferry::core::Error(CL_INVALID_VALUE);
    }
  P.given.assign(Given, Next + 1);
  return P;
}

} // namespace

cl_command_buffer_khr ferry::clCreateCommandBufferKHR(
    cl_uint num_queues, const cl_command_queue *queues,
    const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    // "CL_INVALID_VALUE if [...] the cl_khr_command_buffer_multi_device
    // extension is not supported and num_queues is not one", "if queues is
    // NULL."
    require(num_queues == 1 && queues, CL_INVALID_VALUE);
    // "CL_INVALID_COMMAND_QUEUE if any command-queue in queues is not a valid
    // command-queue."
    Queue &Q = Queue::from(queues[0]);
    return (new CommandBuffer(Q, parseProperties(properties)))->handle();
  });
}

cl_int ferry::clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return call(__func__,
              [&] { CommandBuffer::from(command_buffer).retainApi(); });
}

cl_int ferry::clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return call(__func__,
              [&] { CommandBuffer::from(command_buffer).releaseApi(); });
}

cl_int ferry::clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return call(__func__, [&] {
    // "CL_INVALID_OPERATION if command_buffer is not in the Recording state."
    CommandBuffer::from(command_buffer).finalize();
  });
}

cl_int ferry::clEnqueueCommandBufferKHR(cl_uint num_queues,
                                        cl_command_queue *queues,
                                        cl_command_buffer_khr command_buffer,
                                        cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list,
                                        cl_event *event) {
  return call(__func__, [&] {
    CommandBuffer &B = CommandBuffer::from(command_buffer);
    // "CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is
    // not NULL and num_queues is 0", "if num_queues is > 0 and not the same
    // value as num_queues set on command_buffer creation."
    require(!queues == !num_queues && num_queues <= 1, CL_INVALID_VALUE);
    // "CL_INVALID_COMMAND_QUEUE if any element of queues is not a valid
    // command-queue."
    Queue &Q = queues ? Queue::from(queues[0]) : B.queue();
    // CL_INCOMPATIBLE_COMMAND_QUEUE_KHR cannot happen: all properties of queues
    // are supported, and none is required.
    //
    // "CL_INVALID_CONTEXT if any element of queues does not have the same
    // context as the command-queue set on command_buffer creation".
    require(&Q.context() == &B.queue().context(), CL_INVALID_CONTEXT);
    // "CL_INVALID_DEVICE if any element of queues does not have the same device
    // as the command-queue set on command_buffer creation".
    require(&Q.device() == &B.queue().device(), CL_INVALID_DEVICE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "CL_INVALID_OPERATION if command_buffer is not in the Executable state."
    Q.enqueue(B.makeReplay(Q), Waits, event);
  });
}

cl_int ferry::clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                        cl_command_buffer_info_khr param_name,
                                        size_t param_value_size,
                                        void *param_value,
                                        size_t *param_value_size_ret) {
  return call(__func__, [&] {
    CommandBuffer &B = CommandBuffer::from(command_buffer);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return Out.write<cl_uint>(1);
    case CL_COMMAND_BUFFER_QUEUES_KHR:
      return Out.write<cl_command_queue>(B.queue().handle());
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
      return Out.write<cl_uint>(B.apiCount());
    case CL_COMMAND_BUFFER_STATE_KHR:
      return Out.write<cl_command_buffer_state_khr>(B.state());
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
      return Out.writeArray<cl_command_buffer_properties_khr>(
          B.properties().given);
    case CL_COMMAND_BUFFER_CONTEXT_KHR:
      return Out.write<cl_context>(B.queue().context().handle());
    default:
      Info::unknown();
    }
  });
}
