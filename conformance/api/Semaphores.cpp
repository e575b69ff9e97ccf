//===- Semaphores.cpp - cl_khr_semaphore ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "ExtensionFunctions.h"

#include "ferry/cl_ext.h"

#include <thread>

namespace conformance {

EXTENSION_FUNCTION(clCreateSemaphoreWithPropertiesKHR,
                   ::clCreateSemaphoreWithPropertiesKHR)
EXTENSION_FUNCTION(clEnqueueWaitSemaphoresKHR, ::clEnqueueWaitSemaphoresKHR)
EXTENSION_FUNCTION(clEnqueueSignalSemaphoresKHR, ::clEnqueueSignalSemaphoresKHR)
EXTENSION_FUNCTION(clGetSemaphoreInfoKHR, ::clGetSemaphoreInfoKHR)
EXTENSION_FUNCTION(clRetainSemaphoreKHR, ::clRetainSemaphoreKHR)
EXTENSION_FUNCTION(clReleaseSemaphoreKHR, ::clReleaseSemaphoreKHR)

namespace {

using Property = cl_semaphore_properties_khr;

cl_int release(cl_semaphore_khr S) { return clReleaseSemaphoreKHR(S); }
using Semaphore = Handle<cl_semaphore_khr, release>;

constexpr Property Binary[] = {CL_SEMAPHORE_TYPE_KHR,
                               CL_SEMAPHORE_TYPE_BINARY_KHR, 0};

class Semaphores : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(hasExtension("cl_khr_semaphore")); }

  static Semaphore make() {
    cl_int Code;
    Semaphore S(clCreateSemaphoreWithPropertiesKHR(context(), Binary, &Code));
    ok(Code);
    return S;
  }
  static Event wait(cl_command_queue Q, std::vector<cl_semaphore_khr> For,
                    std::vector<cl_event> After = {}) {
    Event E;
    ok(clEnqueueWaitSemaphoresKHR(
        Q, cl_uint(For.size()), For.data(), nullptr, cl_uint(After.size()),
        After.empty() ? nullptr : After.data(), E.out()));
    return E;
  }
  static Event signal(cl_command_queue Q, std::vector<cl_semaphore_khr> Which,
                      std::vector<cl_event> After = {}) {
    Event E;
    ok(clEnqueueSignalSemaphoresKHR(
        Q, cl_uint(Which.size()), Which.data(), nullptr, cl_uint(After.size()),
        After.empty() ? nullptr : After.data(), E.out()));
    return E;
  }
  template <class T>
  static T info(cl_semaphore_khr S, cl_semaphore_info_khr Name) {
    T Value{};
    size_t Size = 0;
    ok(clGetSemaphoreInfoKHR(S, Name, sizeof(T), &Value, &Size));
    EXPECT_EQ(Size, sizeof(T));
    return Value;
  }
  static cl_semaphore_payload_khr payload(cl_semaphore_khr S) {
    return info<cl_semaphore_payload_khr>(S, CL_SEMAPHORE_PAYLOAD_KHR);
  }
  static cl_int status(cl_event E) {
    cl_int Status;
    ok(clGetEventInfo(E, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof Status,
                      &Status, nullptr));
    return Status;
  }
};

TEST_F(Semaphores, AreTakenByAWait) {
  Semaphore S = make();
  EXPECT_EQ(payload(S), 0u);
  for (int Iteration = 0; Iteration != 3; ++Iteration) {
    signal(queue(), {S});
    ok(clFinish(queue()));
    EXPECT_EQ(payload(S), 1u);
    wait(queue(), {S});
    ok(clFinish(queue()));
    EXPECT_EQ(payload(S), 0u);
  }
}

TEST_F(Semaphores, OrderQueuesWhoeverComesFirst) {
  Queue A = makeQueue(context()), B = makeQueue(context());
  Kernel K = buildKernel(MixSource, "mix_in");
  for (bool WaitFirst : {false, true}) {
    Semaphore S = make();
    Buffer Data = upload(std::vector<cl_uint>{1, 1});
    auto Wait = [&] {
      wait(B, {S});
      enqueueMix(B, K, Data, 1, 0, 3, {}, nullptr);
      ok(clFlush(B));
    };
    auto Signal = [&] {
      enqueueMix(A, K, Data, 0, 1, 2, {}, nullptr);
      signal(A, {S});
    };
    if (WaitFirst) {
      Wait();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      EXPECT_EQ(download<cl_uint>(Data, 2), (std::vector<cl_uint>{1, 1}));
      Signal();
    } else {
      Signal();
      Wait();
    }
    ok(clFinish(B));
    const cl_uint First = 31 + 7 + 2;
    EXPECT_EQ(download<cl_uint>(Data, 2),
              (std::vector<cl_uint>{First, 31 + First * 7 + 3}));
  }
}

TEST_F(Semaphores, AreWaitedForTogether) {
  Queue A = makeQueue(context()), B = makeQueue(context());
  Semaphore S = make(), T = make();
  Event Both = wait(A, {S, T});
  ok(clFlush(A));
  signal(B, {T});
  ok(clFinish(B));
  EXPECT_NE(status(Both), CL_COMPLETE);
  signal(B, {S});
  cl_event Done = Both;
  ok(clWaitForEvents(1, &Done));
  EXPECT_EQ(payload(S), 0u);
  EXPECT_EQ(payload(T), 0u);
}

TEST_F(Semaphores, WaitForTheirEventsFirst) {
  Queue A = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Semaphore S = make();
  Event Gate = userEvent();
  Event Signaled = signal(A, {S}, {Gate});
  ok(clFlush(A));
  EXPECT_EQ(payload(S), 0u);
  Event Waited = wait(A, {S});
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  ok(clFinish(A));
  EXPECT_EQ(status(Signaled), CL_COMPLETE);
  EXPECT_EQ(status(Waited), CL_COMPLETE);
  cl_command_type Type;
  ok(clGetEventInfo(Signaled, CL_EVENT_COMMAND_TYPE, sizeof Type, &Type,
                    nullptr));
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_SEMAPHORE_SIGNAL_KHR));
  ok(clGetEventInfo(Waited, CL_EVENT_COMMAND_TYPE, sizeof Type, &Type,
                    nullptr));
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_SEMAPHORE_WAIT_KHR));
}

/// Two queues and two threads that hand a number to and fro.
TEST_F(Semaphores, PassABallBetweenThreads) {
  constexpr int Iterations = 500;
  Queue A = makeQueue(context()), B = makeQueue(context());
  Semaphore There = make(), Back = make();
  Kernel Mine = buildKernel("kernel void f(global uint *p) { *p += 1; }", "f");
  Kernel Theirs =
      buildKernel("kernel void f(global uint *p) { *p *= 3; }", "f");
  Buffer Data = upload(std::vector<cl_uint>{0});
  setArgs(Mine, Data);
  setArgs(Theirs, Data);
  auto Player = [](cl_command_queue Q, cl_kernel K, cl_semaphore_khr In,
                   cl_semaphore_khr Out) {
    for (int I = 0; I != Iterations; ++I) {
      wait(Q, {In});
      const size_t One = 1;
      ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &One, &One, 0, nullptr,
                                nullptr));
      signal(Q, {Out});
    }
    ok(clFinish(Q));
  };
  signal(A, {Back});
  std::thread Other([&] { Player(B, Theirs, There, Back); });
  Player(A, Mine, Back, There);
  Other.join();
  cl_uint Expected = 0;
  for (int I = 0; I != Iterations; ++I)
    Expected = (Expected + 1) * 3;
  EXPECT_EQ(download<cl_uint>(Data, 1)[0], Expected);
}

TEST_F(Semaphores, SayWhatTheyAre) {
  const Property OnOne[] = {CL_SEMAPHORE_TYPE_KHR,
                            CL_SEMAPHORE_TYPE_BINARY_KHR,
                            CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                            reinterpret_cast<Property>(device()),
                            CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                            0};
  cl_int Code;
  Semaphore S(clCreateSemaphoreWithPropertiesKHR(context(), OnOne, &Code));
  ok(Code);
  EXPECT_EQ(info<cl_context>(S, CL_SEMAPHORE_CONTEXT_KHR), context());
  EXPECT_EQ(info<cl_semaphore_type_khr>(S, CL_SEMAPHORE_TYPE_KHR),
            cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
  EXPECT_EQ(info<cl_device_id>(S, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR),
            device());
  using Six = std::array<Property, 6>;
  EXPECT_EQ(info<Six>(S, CL_SEMAPHORE_PROPERTIES_KHR), std::to_array(OnOne));
  ok(clRetainSemaphoreKHR(S));
  EXPECT_EQ(info<cl_uint>(S, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 2u);
  ok(clReleaseSemaphoreKHR(S));
  EXPECT_EQ(clGetSemaphoreInfoKHR(S, 1234, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  cl_uchar Small;
  EXPECT_EQ(
      clGetSemaphoreInfoKHR(S, CL_SEMAPHORE_CONTEXT_KHR, 1, &Small, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(deviceInfo<cl_semaphore_type_khr>(CL_DEVICE_SEMAPHORE_TYPES_KHR),
            cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
  cl_semaphore_type_khr Type;
  ok(clGetPlatformInfo(platform(), CL_PLATFORM_SEMAPHORE_TYPES_KHR, sizeof Type,
                       &Type, nullptr));
  EXPECT_EQ(Type, cl_semaphore_type_khr(CL_SEMAPHORE_TYPE_BINARY_KHR));
}

TEST_F(Semaphores, RefuseWhatIsWrong) {
  auto Create = [](cl_context C, const std::vector<Property> &Properties) {
    cl_int Code = CL_SUCCESS;
    Semaphore S(clCreateSemaphoreWithPropertiesKHR(
        C, Properties.empty() ? nullptr : Properties.data(), &Code));
    EXPECT_EQ(Code == CL_SUCCESS, S != nullptr);
    return Code;
  };
  const Property Type = CL_SEMAPHORE_TYPE_KHR,
                 Kind = CL_SEMAPHORE_TYPE_BINARY_KHR,
                 List = CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                 Dev = reinterpret_cast<Property>(device());
  EXPECT_EQ(Create(nullptr, {Type, Kind, 0}), CL_INVALID_CONTEXT);
  EXPECT_EQ(Create(context(), {}), CL_INVALID_VALUE);
  EXPECT_EQ(Create(context(), {0}), CL_INVALID_VALUE);
  EXPECT_EQ(Create(context(), {List, Dev, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(Create(context(), {Type, 77, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(Create(context(), {1234, 0, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(Create(context(), {Type, Kind, Type, Kind, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(Create(context(), {Type, Kind, List, Dev, 0, List, Dev, 0, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(Create(context(), {Type, Kind, List, 0, 0}), CL_INVALID_DEVICE);
  EXPECT_EQ(Create(context(), {Type, Kind, List, Dev, Dev, 0, 0}),
            CL_INVALID_DEVICE);
  const auto NoDevice = reinterpret_cast<Property>(context());
  EXPECT_EQ(Create(context(), {Type, Kind, List, NoDevice, 0, 0}),
            CL_INVALID_DEVICE);

  EXPECT_EQ(clRetainSemaphoreKHR(nullptr), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(clReleaseSemaphoreKHR(nullptr), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(clGetSemaphoreInfoKHR(nullptr, CL_SEMAPHORE_TYPE_KHR, 0, nullptr,
                                  nullptr),
            CL_INVALID_SEMAPHORE_KHR);
  Semaphore S = make();
  Context Foreign = makeContext();
  Queue There = makeQueue(Foreign);
  Event Bad = userEvent();
  ok(clSetUserEventStatus(Bad, -7));
  cl_event Failed = Bad;
  auto Check = [&](auto &Function) {
    auto Call = [&](cl_command_queue Q, cl_uint Count, cl_semaphore_khr H,
                    cl_uint NumEvents = 0, const cl_event *Events = nullptr) {
      return Function(Q, Count, &H, nullptr, NumEvents, Events, nullptr);
    };
    EXPECT_EQ(Call(nullptr, 1, S), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Call(queue(), 0, S), CL_INVALID_VALUE);
    EXPECT_EQ(Call(queue(), 1, nullptr), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(Call(There, 1, S), CL_INVALID_CONTEXT);
    EXPECT_EQ(Call(queue(), 1, S, 1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(Call(queue(), 1, S, 0, &Failed), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(Call(queue(), 1, S, 1, &Failed),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  };
  Check(clEnqueueWaitSemaphoresKHR);
  Check(clEnqueueSignalSemaphoresKHR);
}

TEST_F(Semaphores, AreForTheirDevices) {
  SubDevice Part = makeSubDevice();
  if (!Part)
    GTEST_SKIP() << "one device only";
  const cl_device_id Both[] = {device(), Part};
  cl_int Code;
  Context C(clCreateContext(nullptr, 2, Both, nullptr, nullptr, &Code));
  ok(Code);
  Semaphore None(clCreateSemaphoreWithPropertiesKHR(C, Binary, &Code));
  EXPECT_EQ(Code, CL_INVALID_PROPERTY);
  const Property OnPart[] = {CL_SEMAPHORE_TYPE_KHR,
                             CL_SEMAPHORE_TYPE_BINARY_KHR,
                             CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                             reinterpret_cast<Property>(Both[1]),
                             CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                             0};
  Semaphore S(clCreateSemaphoreWithPropertiesKHR(C, OnPart, &Code));
  ok(Code);
  EXPECT_EQ(info<cl_device_id>(S, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR),
            Both[1]);
  Queue Whole(clCreateCommandQueueWithProperties(C, device(), nullptr, &Code)),
      OfPart(clCreateCommandQueueWithProperties(C, Part, nullptr, &Code));
  ok(Code);
  cl_semaphore_khr Handle = S;
  EXPECT_EQ(clEnqueueSignalSemaphoresKHR(Whole, 1, &Handle, nullptr, 0, nullptr,
                                         nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueWaitSemaphoresKHR(Whole, 1, &Handle, nullptr, 0, nullptr,
                                       nullptr),
            CL_INVALID_COMMAND_QUEUE);
  signal(OfPart, {S});
  wait(OfPart, {S});
  ok(clFinish(OfPart));
}

TEST_F(Semaphores, DoNotLoseASignalToAWaitThatFailed) {
  Queue A = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Semaphore S = make();
  Event Gate = userEvent();
  Event Failed = wait(A, {S}, {Gate});
  ok(clSetUserEventStatus(Gate, -1));
  ok(clFinish(A));
  EXPECT_LT(status(Failed), 0);
  signal(A, {S});
  wait(A, {S});
  ok(clFinish(A));
  EXPECT_EQ(payload(S), 0u);
}

} // namespace
} // namespace conformance
