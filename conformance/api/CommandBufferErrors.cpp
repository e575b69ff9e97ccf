//===- CommandBufferErrors.cpp - What command-buffers refuse --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "CommandBuffers.h"
#include "Commands.h"

namespace conformance {
namespace {

class CommandBufferErrors : public testing::Test {
protected:
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer Data = upload(std::vector<cl_uint>{1, 2, 3, 4});
  CommandBuffer B = record(queue());

  cl_int create(std::vector<cl_command_buffer_properties_khr> Properties) {
    cl_command_queue Q = queue();
    cl_int Code;
    CommandBuffer New(
        clCreateCommandBufferKHR(1, &Q, Properties.data(), &Code));
    EXPECT_EQ(Code == CL_SUCCESS, New != nullptr);
    return Code;
  }
  cl_int launch(cl_command_buffer_khr In,
                const cl_command_properties_khr *Properties = nullptr,
                cl_uint NumAfter = 0, const SyncPoint *After = nullptr,
                const size_t *Local = nullptr) {
    const size_t One = 1;
    return clCommandNDRangeKernelKHR(In, nullptr, Properties, K, 1, nullptr,
                                     &One, Local, NumAfter, After, nullptr,
                                     nullptr);
  }
  cl_int copy(cl_command_buffer_khr In,
              const cl_command_properties_khr *Properties = nullptr,
              cl_uint NumAfter = 0, const SyncPoint *After = nullptr,
              cl_mutable_command_khr *Handle = nullptr,
              cl_command_queue On = nullptr) {
    return clCommandCopyBufferKHR(In, On, Properties, Data, Data, 0, 8, 4,
                                  NumAfter, After, nullptr, Handle);
  }
};

TEST_F(CommandBufferErrors, OfCreation) {
  cl_command_queue Q = queue();
  cl_int Code;
  EXPECT_EQ(clCreateCommandBufferKHR(0, &Q, nullptr, &Code), nullptr);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  cl_command_queue Two[] = {Q, Q};
  clCreateCommandBufferKHR(2, Two, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  clCreateCommandBufferKHR(1, nullptr, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_VALUE);
  cl_command_queue None = nullptr;
  clCreateCommandBufferKHR(1, &None, nullptr, &Code);
  EXPECT_EQ(Code, CL_INVALID_COMMAND_QUEUE);

  const Flags Mutable = CL_COMMAND_BUFFER_MUTABLE_KHR;
  EXPECT_EQ(create({0}), CL_SUCCESS);
  EXPECT_EQ(create({CL_COMMAND_BUFFER_FLAGS_KHR, Mutable, 0}), CL_SUCCESS);
  EXPECT_EQ(create({CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 20, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(create({CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 2, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(create({CL_COMMAND_BUFFER_FLAGS_KHR, Mutable,
                    CL_COMMAND_BUFFER_FLAGS_KHR, Mutable, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(create({1234, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(create({CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0}),
            CL_SUCCESS);
  EXPECT_EQ(create({CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0}),
            CL_INVALID_VALUE);
}

TEST_F(CommandBufferErrors, OfHandles) {
  EXPECT_EQ(clRetainCommandBufferKHR(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(clReleaseCommandBufferKHR(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(clFinalizeCommandBufferKHR(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  auto Wrong = reinterpret_cast<cl_command_buffer_khr>(queue());
  EXPECT_EQ(clFinalizeCommandBufferKHR(Wrong), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(clEnqueueCommandBufferKHR(0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(launch(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(copy(nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(clCommandBarrierWithWaitListKHR(nullptr, nullptr, nullptr, 0,
                                            nullptr, nullptr, nullptr),
            CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(clGetCommandBufferInfoKHR(nullptr, CL_COMMAND_BUFFER_STATE_KHR, 0,
                                      nullptr, nullptr),
            CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(clUpdateMutableCommandsKHR(nullptr, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(clGetMutableCommandInfoKHR(nullptr, CL_MUTABLE_DISPATCH_KERNEL_KHR,
                                       0, nullptr, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR);
}

TEST_F(CommandBufferErrors, OfRecording) {
  EXPECT_EQ(launch(B), CL_INVALID_KERNEL_ARGS);
  setArgs(K, Data, 0u, 1u, 2u);
  EXPECT_EQ(copy(B, nullptr, 0, nullptr, nullptr, queue()),
            CL_INVALID_COMMAND_QUEUE);
  const SyncPoint Ahead = 1, Zero = 0;
  EXPECT_EQ(copy(B, nullptr, 1, nullptr), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(copy(B, nullptr, 0, &Ahead), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(copy(B, nullptr, 1, &Ahead), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(copy(B, nullptr, 1, &Zero), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(launch(B, nullptr, 1, &Ahead), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  const cl_command_properties_khr Unknown[] = {1234, 0, 0}, None[] = {0};
  EXPECT_EQ(copy(B, Unknown), CL_INVALID_VALUE);
  EXPECT_EQ(copy(B, None), CL_SUCCESS);
  EXPECT_EQ(launch(B, Unknown), CL_INVALID_VALUE);
  const cl_command_properties_khr NoSuchField[] = {
      CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1 << 20, 0};
  EXPECT_EQ(launch(B, NoSuchField), CL_INVALID_VALUE);
  const cl_command_properties_khr NoMoreGroups[] = {
      CL_MUTABLE_DISPATCH_ASSERTS_KHR,
      CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  EXPECT_EQ(launch(B, NoMoreGroups), CL_INVALID_VALUE);
  const size_t One = 1;
  EXPECT_EQ(launch(B, NoMoreGroups, 0, nullptr, &One), CL_SUCCESS);
  cl_mutable_command_khr Handle;
  EXPECT_EQ(copy(B, nullptr, 0, nullptr, &Handle), CL_INVALID_VALUE);
  EXPECT_EQ(clCommandBarrierWithWaitListKHR(B, nullptr, nullptr, 0, nullptr,
                                            nullptr, &Handle),
            CL_INVALID_VALUE);

  // What the enqueued command refuses.
  EXPECT_EQ(clCommandCopyBufferKHR(B, nullptr, nullptr, nullptr, Data, 0, 0, 4,
                                   0, nullptr, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clCommandCopyBufferKHR(B, nullptr, nullptr, Data, Data, 0, 2, 4, 0,
                                   nullptr, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clCommandNDRangeKernelKHR(B, nullptr, nullptr, K, 4, nullptr, &One,
                                      nullptr, 0, nullptr, nullptr, nullptr),
            CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(clCommandNDRangeKernelKHR(B, nullptr, nullptr, nullptr, 1, nullptr,
                                      &One, nullptr, 0, nullptr, nullptr,
                                      nullptr),
            CL_INVALID_KERNEL);
  EXPECT_EQ(clCommandSVMMemcpyKHR(B, nullptr, nullptr, nullptr, &Handle, 4, 0,
                                  nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);

  Context Foreign = makeContext();
  cl_int Code;
  Buffer There(clCreateBuffer(Foreign, CL_MEM_READ_WRITE, 16, nullptr, &Code));
  ok(Code);
  EXPECT_EQ(clCommandCopyBufferKHR(B, nullptr, nullptr, There, Data, 0, 0, 4, 0,
                                   nullptr, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  Queue Q = makeQueue(Foreign);
  CommandBuffer Elsewhere = record(Q);
  EXPECT_EQ(launch(Elsewhere), CL_INVALID_CONTEXT);
}

TEST_F(CommandBufferErrors, OfTheWrongState) {
  setArgs(K, Data, 0u, 1u, 2u);
  ok(launch(B));
  EXPECT_EQ(stateOf(B),
            cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  EXPECT_EQ(clEnqueueCommandBufferKHR(0, nullptr, B, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  finalize(B);
  EXPECT_EQ(stateOf(B), cl_command_buffer_state_khr(
                            CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  EXPECT_EQ(clFinalizeCommandBufferKHR(B), CL_INVALID_OPERATION);
  EXPECT_EQ(launch(B), CL_INVALID_OPERATION);
  EXPECT_EQ(copy(B), CL_INVALID_OPERATION);
  EXPECT_EQ(clCommandBarrierWithWaitListKHR(B, nullptr, nullptr, 0, nullptr,
                                            nullptr, nullptr),
            CL_INVALID_OPERATION);
}

TEST_F(CommandBufferErrors, OfEnqueuing) {
  finalize(B);
  cl_command_queue Q = queue(), Two[] = {Q, Q}, None = nullptr;
  auto Enqueue = [&](cl_uint Number, cl_command_queue *Queues) {
    return clEnqueueCommandBufferKHR(Number, Queues, B, 0, nullptr, nullptr);
  };
  EXPECT_EQ(Enqueue(1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Enqueue(0, &Q), CL_INVALID_VALUE);
  EXPECT_EQ(Enqueue(2, Two), CL_INVALID_VALUE);
  EXPECT_EQ(Enqueue(1, &None), CL_INVALID_COMMAND_QUEUE);
  Context Foreign = makeContext();
  Queue There = makeQueue(Foreign);
  cl_command_queue Wrong = There;
  EXPECT_EQ(Enqueue(1, &Wrong), CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueCommandBufferKHR(0, nullptr, B, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  cl_event Bad = nullptr;
  EXPECT_EQ(clEnqueueCommandBufferKHR(0, nullptr, B, 1, &Bad, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  cl_int Code;
  Event Far(clCreateUserEvent(Foreign, &Code));
  ok(Code);
  cl_event FarHandle = Far;
  EXPECT_EQ(clEnqueueCommandBufferKHR(0, nullptr, B, 1, &FarHandle, nullptr),
            CL_INVALID_CONTEXT);
  ok(clSetUserEventStatus(Far, CL_COMPLETE));
}

TEST_F(CommandBufferErrors, OfAnotherDevice) {
  SubDevice Part = makeSubDevice();
  if (!Part)
    GTEST_SKIP() << "one device only";
  const cl_device_id Both[] = {device(), Part};
  cl_int Code;
  Context C(clCreateContext(nullptr, 2, Both, nullptr, nullptr, &Code));
  ok(Code);
  Queue Mine(clCreateCommandQueueWithProperties(C, device(), nullptr, &Code)),
      Other(clCreateCommandQueueWithProperties(C, Part, nullptr, &Code));
  ok(Code);
  CommandBuffer OfMine = record(Mine);
  finalize(OfMine);
  cl_command_queue Wrong = Other, Right = Mine;
  EXPECT_EQ(clEnqueueCommandBufferKHR(1, &Wrong, OfMine, 0, nullptr, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clEnqueueCommandBufferKHR(1, &Right, OfMine, 0, nullptr, nullptr),
            CL_SUCCESS);
  // One of a part of the device runs there.
  CommandBuffer OfOther = record(Other);
  finalize(OfOther);
  replay(OfOther);
  ok(clFinish(Other));
}

TEST_F(CommandBufferErrors, DoNotKeepQueriesFromAnswering) {
  const cl_command_buffer_properties_khr Properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  cl_command_queue Q = queue();
  cl_int Code;
  CommandBuffer Mutable(clCreateCommandBufferKHR(1, &Q, Properties, &Code));
  ok(Code);
  EXPECT_EQ(bufferInfo<cl_uint>(Mutable, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1u);
  EXPECT_EQ(bufferInfo<cl_command_queue>(Mutable, CL_COMMAND_BUFFER_QUEUES_KHR),
            Q);
  EXPECT_EQ(bufferInfo<cl_context>(Mutable, CL_COMMAND_BUFFER_CONTEXT_KHR),
            context());
  ok(clRetainCommandBufferKHR(Mutable));
  EXPECT_EQ(bufferInfo<cl_uint>(Mutable, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR),
            2u);
  ok(clReleaseCommandBufferKHR(Mutable));
  using Array = std::array<cl_command_buffer_properties_khr, 3>;
  EXPECT_EQ(bufferInfo<Array>(Mutable, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR),
            std::to_array(Properties));
  size_t Size = 1;
  ok(clGetCommandBufferInfoKHR(B, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 0,
                               nullptr, &Size));
  EXPECT_EQ(Size, 0u);
  EXPECT_EQ(clGetCommandBufferInfoKHR(B, 1234, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  cl_uint Small;
  EXPECT_EQ(clGetCommandBufferInfoKHR(B, CL_COMMAND_BUFFER_CONTEXT_KHR,
                                      sizeof Small, &Small, nullptr),
            CL_INVALID_VALUE);

  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(
                CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR),
            0u);
  EXPECT_NE(deviceInfo<cl_command_queue_properties>(
                CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR) &
                CL_QUEUE_PROFILING_ENABLE,
            0u);
  EXPECT_NE(deviceInfo<cl_bitfield>(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
                CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR,
            0u);
  EXPECT_EQ(
      deviceInfo<cl_bitfield>(CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR),
      31u);
}

} // namespace
} // namespace conformance
