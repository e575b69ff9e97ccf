//===- ApiEvents.cpp - Queues and events ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The order of commands: in-order and out-of-order queues, wait lists, user
/// events, markers, barriers, callbacks, errors passed on, profiling.
///
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace conformance;

namespace {

cl_int statusOf(cl_event E) {
  cl_int Status;
  ok(clGetEventInfo(E, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                    &Status, nullptr));
  return Status;
}

TEST(ApiEvents, InOrderQueueKeepsTheOrder) {
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>(4, 1));
  std::vector<cl_uint> Expected(4, 1);
  for (cl_uint I = 0; I != 2000; ++I) {
    enqueueMix(queue(), K, B, I % 4, (I * 3 + 1) % 4, I, {}, nullptr);
    Expected[I % 4] =
        Expected[I % 4] * 31u + Expected[(I * 3 + 1) % 4] * 7u + I;
  }
  EXPECT_EQ(download<cl_uint>(B, 4), Expected);
}

/// A random graph: every command waits for those whose cells it uses, and the
/// result is that of running them one after the other.
TEST(ApiEvents, RandomGraphOutOfOrder) {
  Queue Q = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Queue Other = makeQueue(context());
  Kernel K = buildKernel(MixSource, "mix_in");
  std::mt19937_64 Random = randomSource();
  constexpr cl_uint Cells = 8;
  Buffer B = upload(std::vector<cl_uint>(Cells, 1));
  std::vector<cl_uint> Expected(Cells, 1);
  std::vector<Event> Events;
  // The command that wrote a cell last, and all that have read it since.
  std::vector<cl_event> Writer(Cells);
  std::vector<std::vector<cl_event>> Readers(Cells);
  for (cl_uint I = 0; I != 3000; ++I) {
    cl_uint To = cl_uint(Random() % Cells), From = cl_uint(Random() % Cells);
    std::vector<cl_event> After = Readers[To];
    for (cl_uint Cell : {To, From})
      if (Writer[Cell])
        After.push_back(Writer[Cell]);
    cl_event Done;
    enqueueMix(Random() % 4 ? Q : Other, K, B, To, From, I, After, &Done);
    Events.emplace_back(Done);
    Writer[To] = Done;
    Readers[To].clear();
    Readers[From].push_back(Done);
    Expected[To] = Expected[To] * 31u + Expected[From] * 7u + I;
    if (Random() % 200 == 0) {
      ok(clFlush(Q));
      ok(clFlush(Other));
    }
  }
  ok(clFinish(Q));
  ok(clFinish(Other));
  EXPECT_EQ(download<cl_uint>(B, Cells), Expected);
  for (const Event &E : Events)
    ASSERT_EQ(statusOf(E), CL_COMPLETE);
}

TEST(ApiEvents, BarriersAndMarkersOutOfOrder) {
  Queue Q = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Kernel K = buildKernel(R"(
    __kernel void f(__global uint *p, uint iteration) {
      size_t i = get_global_id(0);
      uint n = get_global_size(0);
      p[(iteration & 1) * n + i] = p[(~iteration & 1) * n + (i * 7 + 1) % n] + iteration;
    })",
                         "f");
  constexpr size_t N = 1000;
  std::vector<cl_uint> State(2 * N, 3);
  Buffer B = upload(State);
  for (cl_uint Iteration = 0; Iteration != 50; ++Iteration) {
    setArgs(K, B, Iteration);
    size_t Size = N;
    ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Size, nullptr, 0, nullptr,
                              nullptr));
    ok(clEnqueueBarrierWithWaitList(Q, 0, nullptr, nullptr));
    for (size_t I = 0; I != N; ++I)
      State[(Iteration & 1) * N + I] =
          State[(~Iteration & 1) * N + (I * 7 + 1) % N] + Iteration;
  }
  cl_event Marker;
  ok(clEnqueueMarkerWithWaitList(Q, 0, nullptr, &Marker));
  Event Owned(Marker);
  ok(clWaitForEvents(1, &Marker));
  EXPECT_EQ(download<cl_uint>(B, 2 * N), State);
  ok(clFinish(Q));
}

TEST(ApiEvents, UserEventHoldsBack) {
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  Event Gate = userEvent();
  EXPECT_EQ(statusOf(Gate), CL_SUBMITTED);
  Queue Q = makeQueue(context()), Free = makeQueue(context());
  cl_event Raw;
  enqueueMix(Q, K, B, 0, 1, 5, {Gate}, &Raw);
  Event Done(Raw);
  ok(clFlush(Q));
  // Another queue goes on meanwhile.
  enqueueMix(Free, K, B, 1, 1, 0, {}, nullptr);
  ok(clFinish(Free));
  EXPECT_GT(statusOf(Done), CL_COMPLETE);
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  EXPECT_EQ(clSetUserEventStatus(Gate, CL_COMPLETE), CL_INVALID_OPERATION);
  ok(clFinish(Q));
  EXPECT_EQ(statusOf(Done), CL_COMPLETE);
  EXPECT_EQ(download<cl_uint>(B, 2), (std::vector<cl_uint>{302, 38}));
}

TEST(ApiEvents, ErrorsArePassedOn) {
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  Event Gate = userEvent();
  Queue Q = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event FirstRaw, SecondRaw;
  enqueueMix(Q, K, B, 0, 1, 5, {Gate}, &FirstRaw);
  Event First(FirstRaw);
  enqueueMix(Q, K, B, 0, 1, 5, {First}, &SecondRaw);
  Event Second(SecondRaw);
  ok(clFlush(Q));
  ok(clSetUserEventStatus(Gate, -77));
  cl_event Waited = Second;
  EXPECT_EQ(clWaitForEvents(1, &Waited),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(First), 0);
  EXPECT_LT(statusOf(Second), 0);
  EXPECT_EQ(statusOf(Gate), -77);
  // The queue itself is as good as before.
  enqueueMix(Q, K, B, 1, 1, 0, {}, nullptr);
  ok(clFinish(Q));
  EXPECT_EQ(download<cl_uint>(B, 2), (std::vector<cl_uint>{1, 38}));
  EXPECT_EQ(clSetUserEventStatus(Gate, 1), CL_INVALID_VALUE);
}

/// Collects callbacks, which may come from any thread.
struct Callbacks {
  std::mutex lock;
  std::condition_variable changed;
  std::vector<cl_int> seen;

  static void CL_CALLBACK note(cl_event, cl_int Status, void *Data) {
    auto *Self = static_cast<Callbacks *>(Data);
    std::lock_guard Hold(Self->lock);
    Self->seen.push_back(Status);
    Self->changed.notify_all();
  }
  std::vector<cl_int> wait(size_t Count) {
    std::unique_lock Hold(lock);
    changed.wait(Hold, [&] { return seen.size() >= Count; });
    return seen;
  }
};

TEST(ApiEvents, CallbacksForEveryStatus) {
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  Event Gate = userEvent();
  Queue Q = makeQueue(context());
  cl_event Raw;
  enqueueMix(Q, K, B, 0, 1, 5, {Gate}, &Raw);
  Event Done(Raw);
  Callbacks Seen;
  for (cl_int Status : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
    ok(clSetEventCallback(Done, Status, Callbacks::note, &Seen));
  EXPECT_EQ(clSetEventCallback(Done, 77, Callbacks::note, &Seen),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(Done, CL_COMPLETE, nullptr, &Seen),
            CL_INVALID_VALUE);
  ok(clFlush(Q));
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  ok(clFinish(Q));
  std::vector<cl_int> All = Seen.wait(3);
  std::sort(All.begin(), All.end());
  EXPECT_EQ(All, (std::vector<cl_int>{CL_COMPLETE, CL_RUNNING, CL_SUBMITTED}));
  // One that comes late is called all the same.
  Callbacks Late;
  ok(clSetEventCallback(Done, CL_COMPLETE, Callbacks::note, &Late));
  EXPECT_EQ(Late.wait(1), std::vector<cl_int>{CL_COMPLETE});
}

TEST(ApiEvents, CallbackOfAnErrorSeesIt) {
  Event Gate = userEvent();
  Callbacks Seen;
  ok(clSetEventCallback(Gate, CL_COMPLETE, Callbacks::note, &Seen));
  ok(clSetUserEventStatus(Gate, -5));
  EXPECT_EQ(Seen.wait(1), std::vector<cl_int>{-5});
}

TEST(ApiEvents, CallbackMayEnqueue) {
  struct State {
    Queue q = makeQueue(context());
    Kernel k = buildKernel(MixSource, "mix_in");
    Buffer b = upload(std::vector<cl_uint>{1, 1});
    Event finished = userEvent();
  } S;
  cl_event Raw;
  enqueueMix(S.q, S.k, S.b, 0, 1, 1, {}, &Raw);
  Event First(Raw);
  ok(clSetEventCallback(
      First, CL_COMPLETE,
      [](cl_event, cl_int, void *Data) {
        auto *S = static_cast<State *>(Data);
        enqueueMix(S->q, S->k, S->b, 0, 1, 2, {}, nullptr);
        clFlush(S->q);
        clSetUserEventStatus(S->finished, CL_COMPLETE);
      },
      &S));
  ok(clFlush(S.q));
  cl_event Finished = S.finished;
  ok(clWaitForEvents(1, &Finished));
  ok(clFinish(S.q));
  EXPECT_EQ(download<cl_uint>(S.b, 2)[0], (31u + 7 + 1) * 31 + 7 + 2);
}

/// Something that one thread says and others wait for; not for ever.
class Signal {
public:
  void give() {
    std::lock_guard Hold(Lock);
    IsGiven = true;
    Changed.notify_all();
  }
  bool wait() {
    std::unique_lock Hold(Lock);
    return Changed.wait_for(Hold, std::chrono::seconds(30),
                            [&] { return IsGiven; });
  }

private:
  std::mutex Lock;
  std::condition_variable Changed;
  bool IsGiven = false;
};

/// A callback that waits for what its own thread, were it the host's or one
/// that runs commands, would do next.
TEST(ApiEvents, CallbackMayWaitForTheHost) {
  struct State {
    Signal hostHasWaited, done;
    bool inTime = false;
  } S;
  Queue Q = makeQueue(context());
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  Event First;
  enqueueMix(Q, K, B, 0, 1, 1, {}, First.out());
  ok(clSetEventCallback(
      First, CL_COMPLETE,
      [](cl_event, cl_int, void *Data) {
        auto *S = static_cast<State *>(Data);
        S->inTime = S->hostHasWaited.wait();
        S->done.give();
      },
      &S));
  for (int I = 0; I != 10; ++I)
    enqueueMix(Q, K, B, 0, 1, 1, {}, nullptr);
  ok(clFinish(Q));
  S.hostHasWaited.give();
  ASSERT_TRUE(S.done.wait());
  EXPECT_TRUE(S.inTime);
}

TEST(ApiEvents, CallbackMayWaitForOneOfALaterCommand) {
  struct State {
    Signal laterWasCalled, done;
    bool inTime = false;
  } S;
  Queue Q = makeQueue(context());
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  Event First, Second;
  enqueueMix(Q, K, B, 0, 1, 1, {}, First.out());
  enqueueMix(Q, K, B, 0, 1, 1, {}, Second.out());
  ok(clSetEventCallback(
      First, CL_COMPLETE,
      [](cl_event, cl_int, void *Data) {
        auto *S = static_cast<State *>(Data);
        S->inTime = S->laterWasCalled.wait();
        S->done.give();
      },
      &S));
  ok(clSetEventCallback(
      Second, CL_COMPLETE,
      [](cl_event, cl_int, void *Data) {
        static_cast<State *>(Data)->laterWasCalled.give();
      },
      &S));
  ok(clFlush(Q));
  ASSERT_TRUE(S.done.wait());
  EXPECT_TRUE(S.inTime);
  ok(clFinish(Q));
}

/// The first event is one that no thread helps with; what sets it runs all the
/// same.
TEST(ApiEvents, WaitForWhatACallbackSets) {
  Queue Q = makeQueue(context());
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  Event Gate = userEvent(), Done;
  enqueueMix(Q, K, B, 0, 1, 1, {}, Done.out());
  ok(clSetEventCallback(
      Done, CL_COMPLETE,
      [](cl_event, cl_int, void *Data) {
        ok(clSetUserEventStatus(static_cast<cl_event>(Data), CL_COMPLETE));
      },
      Gate));
  const cl_event Both[] = {Gate, Done};
  ok(clWaitForEvents(2, Both));
  EXPECT_EQ(statusOf(Done), CL_COMPLETE);
}

TEST(ApiEvents, ProfilingTimesAreInOrder) {
  Queue Q = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  cl_ulong Last = 0;
  for (int I = 0; I != 20; ++I) {
    cl_event Raw;
    enqueueMix(Q, K, B, 0, 1, 1, {}, &Raw);
    Event Done(Raw);
    ok(clWaitForEvents(1, &Raw));
    for (cl_profiling_info Name :
         {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
          CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
          CL_PROFILING_COMMAND_COMPLETE}) {
      cl_ulong Time;
      ok(clGetEventProfilingInfo(Done, Name, sizeof(Time), &Time, nullptr));
      EXPECT_GE(Time, Last) << Name;
      Last = Time;
    }
  }
  cl_event Raw;
  enqueueMix(queue(), K, B, 0, 1, 1, {}, &Raw);
  Event Unprofiled(Raw);
  ok(clWaitForEvents(1, &Raw));
  cl_ulong Time;
  EXPECT_EQ(clGetEventProfilingInfo(Unprofiled, CL_PROFILING_COMMAND_END,
                                    sizeof(Time), &Time, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
}

/// Programs in the wild poll an event without a flush.
TEST(ApiEvents, PollingMakesProgress) {
  Queue Q = makeQueue(context());
  Kernel K = buildKernel(MixSource, "mix_in");
  Buffer B = upload(std::vector<cl_uint>{1, 1});
  cl_event Raw;
  enqueueMix(Q, K, B, 0, 1, 1, {}, &Raw);
  Event Done(Raw);
  while (statusOf(Done) != CL_COMPLETE)
    std::this_thread::yield();
  EXPECT_EQ(download<cl_uint>(B, 2)[0], 39u);
}

TEST(ApiEvents, NativeKernels) {
  auto Able =
      deviceInfo<cl_device_exec_capabilities>(CL_DEVICE_EXECUTION_CAPABILITIES);
  Buffer B = upload(std::vector<cl_uint>{5, 6});
  struct Arguments {
    cl_uint *memory;
    cl_uint add;
  } A{nullptr, 10};
  cl_mem Mem = B;
  const void *Where = &A.memory;
  cl_int Code = clEnqueueNativeKernel(
      queue(),
      [](void *Data) {
        auto *A = static_cast<Arguments *>(Data);
        A->memory[0] += A->add;
        A->memory[1] += A->add;
      },
      &A, sizeof(A), 1, &Mem, &Where, 0, nullptr, nullptr);
  if (!(Able & CL_EXEC_NATIVE_KERNEL)) {
    EXPECT_EQ(Code, CL_INVALID_OPERATION);
    return;
  }
  ok(Code);
  EXPECT_EQ(download<cl_uint>(B, 2), (std::vector<cl_uint>{15, 16}));
}

} // namespace
