//===- ApiStarts.cpp - Commands that nobody flushes -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Commands start by themselves: the host neither flushes its queue, nor waits,
/// nor asks for a status. What the tests wait for, callbacks and native kernels
/// write.
///
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

using namespace conformance;

namespace {

std::atomic<int> Called;

void CL_CALLBACK countEvent(cl_event, cl_int, void *) { ++Called; }
void CL_CALLBACK countCall(void *) { ++Called; }

/// Whether \p Expected calls come within a minute.
bool comes(int Expected) {
  for (int I = 0; I != 60000 && Called != Expected; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return Called == Expected;
}

class ApiStarts : public testing::Test {
protected:
  void SetUp() override { Called = 0; }

  void enqueueCall(cl_command_queue Q, const std::vector<cl_event> &After = {},
                   cl_event *Done = nullptr) {
    ok(clEnqueueNativeKernel(Q, countCall, nullptr, 0, 0, nullptr, nullptr,
                             cl_uint(After.size()),
                             After.empty() ? nullptr : After.data(), Done));
  }
};

TEST_F(ApiStarts, ByThemselvesInQueuesOfEveryKind) {
  for (cl_command_queue_properties Properties :
       {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE}) {
    Queue Q = makeQueue(context(), Properties);
    Called = 0;
    enqueueCall(Q);
    EXPECT_TRUE(comes(1)) << Properties;
  }
}

TEST_F(ApiStarts, AfterPauses) {
  Queue Q = makeQueue(context());
  for (int I = 1; I <= 3; ++I) {
    enqueueCall(Q);
    ASSERT_TRUE(comes(I));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
}

TEST_F(ApiStarts, CallbacksOfEveryCommand) {
  Queue Q = makeQueue(context());
  Kernel K = buildKernel("__kernel void f(__global int *p) { p[0] = 1; }", "f");
  Buffer B = makeBuffer(4096), Other = makeBuffer(4096);
  setArgs(K, B);
  std::vector<char> Host(4096);
  const cl_uint Zero = 0;
  const size_t One = 1;
  const std::vector<std::function<cl_int(cl_event *)>> Commands = {
      [&](cl_event *E) {
        return clEnqueueNDRangeKernel(Q, K, 1, nullptr, &One, nullptr, 0,
                                      nullptr, E);
      },
      [&](cl_event *E) {
        return clEnqueueReadBuffer(Q, B, CL_FALSE, 0, 4096, Host.data(), 0,
                                   nullptr, E);
      },
      [&](cl_event *E) {
        return clEnqueueWriteBuffer(Q, B, CL_FALSE, 0, 4096, Host.data(), 0,
                                    nullptr, E);
      },
      [&](cl_event *E) {
        return clEnqueueCopyBuffer(Q, B, Other, 0, 0, 4096, 0, nullptr, E);
      },
      [&](cl_event *E) {
        return clEnqueueFillBuffer(Q, B, &Zero, 4, 0, 4096, 0, nullptr, E);
      },
      [&](cl_event *E) {
        return clEnqueueMarkerWithWaitList(Q, 0, nullptr, E);
      },
      [&](cl_event *E) {
        return clEnqueueBarrierWithWaitList(Q, 0, nullptr, E);
      },
      [&](cl_event *E) {
        cl_int Code;
        clEnqueueMapBuffer(Q, B, CL_FALSE, CL_MAP_READ, 0, 4, 0, nullptr, E,
                           &Code);
        return Code;
      }};
  for (const auto &Enqueue : Commands) {
    Called = 0;
    Event Done;
    ok(Enqueue(Done.out()));
    ok(clSetEventCallback(Done, CL_COMPLETE, countEvent, nullptr));
    EXPECT_TRUE(comes(1)) << "command " << &Enqueue - Commands.data();
  }
}

TEST_F(ApiStarts, WhatWaitsForOtherQueues) {
  Queue Q = makeQueue(context()), Other = makeQueue(context());
  Event Gate = userEvent(), First;
  enqueueCall(Q, {Gate}, First.out());
  enqueueCall(Other, {First});
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(Called, 0);
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  EXPECT_TRUE(comes(2));
}

/// The host goes on enqueuing all the time, slowly or fast.
TEST_F(ApiStarts, WhileTheHostEnqueues) {
  for (int Pause : {0, 100}) {
    Queue Q = makeQueue(context());
    Called = 0;
    for (int I = 0; I != 1000000 && Called == 0; ++I) {
      enqueueCall(Q);
      if (Pause)
        std::this_thread::sleep_for(std::chrono::microseconds(Pause));
    }
    EXPECT_NE(Called, 0) << Pause;
    ok(clFinish(Q));
  }
}

TEST_F(ApiStarts, InManyQueues) {
  std::vector<Queue> Queues;
  for (int I = 0; I != 200; ++I) {
    Queues.push_back(makeQueue(context()));
    enqueueCall(Queues.back());
  }
  EXPECT_TRUE(comes(200));
}

} // namespace
