//===- ApiThreads.cpp - Many commands, many threads -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host threads with queues of their own or one shared, very many commands, and
/// objects that their owner released while commands still use them.
///
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include <atomic>
#include <thread>

using namespace conformance;

namespace {

TEST(ApiThreads, HundredThousandCommands) {
  for (cl_command_queue_properties Properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)}) {
    Queue Q = makeQueue(context(), Properties);
    Kernel K = buildKernel(
        "__kernel void f(__global uint *p) { atomic_inc(p); }", "f");
    Buffer B = upload(std::vector<cl_uint>{0});
    setArgs(K, B);
    size_t One = 1;
    for (int I = 0; I != 100000; ++I)
      ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &One, &One, 0, nullptr,
                                nullptr));
    ok(clFinish(Q));
    EXPECT_EQ(download<cl_uint>(B, 1)[0], 100000u);
  }
}

TEST(ApiThreads, LongChainBehindOneGate) {
  Queue Q = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  Event Last = userEvent();
  cl_event Gate = Last;
  ok(clRetainEvent(Gate));
  Event Kept(Gate);
  cl_uint Expected = 1;
  for (cl_uint I = 0; I != 30000; ++I) {
    cl_event Done;
    enqueueMix(Q, K, B, 0, 1, I, {Last}, &Done);
    Last = Event(Done);
    Expected = Expected * 31 + 7 + I;
  }
  ok(clFlush(Q));
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  cl_event Waited = Last;
  ok(clWaitForEvents(1, &Waited));
  EXPECT_EQ(download<cl_uint>(B, 2)[0], Expected);
}

TEST(ApiThreads, ThreadsWithTheirOwnQueues) {
  Program P = build(MixSource);
  std::vector<std::thread> Threads;
  std::atomic<int> Right = 0;
  for (cl_uint T = 0; T != 6; ++T)
    Threads.emplace_back([&, T] {
      Queue Q = makeQueue(context());
      Kernel K = makeKernel(P, "mix_in");
      Buffer B = upload(std::vector<cl_uint>{T, 2});
      cl_uint Expected = T;
      for (cl_uint I = 0; I != 500; ++I) {
        enqueueMix(Q, K, B, 0, 1, I, {}, nullptr);
        Expected = Expected * 31 + 14 + I;
        if (I % 50 == T)
          ok(clFinish(Q));
      }
      cl_uint Seen;
      ok(clEnqueueReadBuffer(Q, B, CL_TRUE, 0, 4, &Seen, 0, nullptr, nullptr));
      Right += Seen == Expected;
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Right, 6);
}

TEST(ApiThreads, ThreadsOnOneQueue) {
  Program P = build("__kernel void f(__global uint *p, uint n) {"
                    " atomic_add(&p[get_global_id(0)], n); }");
  Queue Q = makeQueue(context());
  Buffer B = upload(std::vector<cl_uint>(100));
  std::vector<std::thread> Threads;
  std::atomic<bool> Failed = false;
  for (cl_uint T = 0; T != 6; ++T)
    Threads.emplace_back([&, T] {
      try {
        Kernel K = makeKernel(P, "f");
        setArgs(K, B, T + 1);
        size_t Size = 100;
        for (int I = 0; I != 300; ++I) {
          cl_event Raw;
          ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Size, nullptr, 0,
                                    nullptr, &Raw));
          Event Done(Raw);
          if (I % 30 == 0)
            ok(clWaitForEvents(1, &Raw));
        }
        ok(clFinish(Q));
      } catch (const ClError &) {
        Failed = true;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_FALSE(Failed);
  EXPECT_EQ(download<cl_uint>(B, 100), std::vector<cl_uint>(100, 300 * 21));
}

TEST(ApiThreads, ReleasedObjectsStayAliveWhileUsed) {
  Buffer Out = upload(std::vector<cl_uint>{1, 1});
  {
    Queue Q = makeQueue(context());
    Kernel K = buildKernel(MixSource, "mix_in");
    Buffer Scratch = upload(std::vector<cl_uint>{3, 4});
    enqueueMix(Q, K, Scratch, 0, 1, 2, {}, nullptr);
    enqueueMix(Q, K, Out, 0, 1, 2, {}, nullptr);
    ok(clEnqueueCopyBuffer(Q, Scratch, Out, 0, 4, 4, 0, nullptr, nullptr));
    // Queue, kernel, program and buffer go here; releasing a queue flushes it.
    cl_event Raw;
    ok(clEnqueueMarkerWithWaitList(Q, 0, nullptr, &Raw));
    Event Done(Raw);
    K.reset();
    Scratch.reset();
    Q.reset();
    ok(clWaitForEvents(1, &Raw));
  }
  EXPECT_EQ(download<cl_uint>(Out, 2),
            (std::vector<cl_uint>{31 + 7 + 2, 3 * 31 + 28 + 2}));
}

} // namespace
