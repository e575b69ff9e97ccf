//===- HostThreads.cpp - Where the system gives no more threads -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Processes that may start some threads and then no more, as under a limit of
/// the user or of the control group: everything is done all the same, by the
/// host's threads.
///
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include <atomic>
#include <cerrno>
#include <dlfcn.h>
#include <limits>
#include <pthread.h>
#include <thread>
#include <unistd.h>

using namespace conformance;

/// Threads that the process may still start, but for those of the test itself.
static std::atomic<int> ThreadsLeft{std::numeric_limits<int>::max()};
static thread_local bool StartsOwn = false;

/// Takes the place of the C library's for all libraries of the process.
extern "C" int pthread_create(pthread_t *Thread,
                              const pthread_attr_t *Attributes,
                              void *(*Start)(void *), void *Argument) {
  using Function = decltype(&pthread_create);
  static const auto Real =
      reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_create"));
  return StartsOwn || ThreadsLeft.fetch_sub(1) > 0
             ? Real(Thread, Attributes, Start, Argument)
             : EAGAIN;
}

namespace {

constexpr size_t Items = 1 << 13, Local = 8;

/// A kernel whose launches take a while, and what they leave.
struct Work {
  Kernel kernel = buildKernel(R"(
    __kernel void f(__global uint *out, uint n) {
      uint x = get_global_id(0);
      for (uint i = 0; i < n; ++i)
        x = x * 1664525u + 1013904223u;
      out[get_global_id(0)] += x;
    })",
                              "f");
  Buffer out = upload(std::vector<cl_uint>(Items));
  cl_uint launches = 0;
  static constexpr cl_uint Iterations = 1000;

  void enqueue(cl_command_queue Q, cl_event *Done,
               const std::vector<cl_event> &After = {}) {
    setArgs(kernel, out, Iterations);
    ok(clEnqueueNDRangeKernel(Q, kernel, 1, nullptr, &Items, &Local,
                              cl_uint(After.size()),
                              After.empty() ? nullptr : After.data(), Done));
    ++launches;
  }
  bool isRight() const {
    std::vector<cl_uint> Seen = download<cl_uint>(out, Items);
    for (size_t I = 0; I != Items; ++I) {
      cl_uint X = cl_uint(I);
      for (cl_uint N = 0; N != Iterations; ++N)
        X = X * 1664525u + 1013904223u;
      if (Seen[I] != X * launches)
        return false;
    }
    return true;
  }
};

void CL_CALLBACK count(cl_event, cl_int, void *Counter) {
  ++*static_cast<std::atomic<int> *>(Counter);
}

void poll(cl_event E) {
  for (cl_int Status = CL_QUEUED; Status != CL_COMPLETE;)
    ok(clGetEventInfo(E, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                      &Status, nullptr));
}

/// Waits in every way that there is. \returns 0 if everything is right.
int waitInEveryWay(int Threads) {
  alarm(120); // Ends what waits for ever.
  Work W;
  std::atomic<int> Called{0};
  int Expected = 0;
  ThreadsLeft = Threads;
  for (int Iteration = 0; Iteration != 12; ++Iteration) {
    Queue Q = makeQueue(
        context(), Iteration % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    Event Last, Gate = userEvent();
    for (int I = 0; I != 6; ++I) {
      // One at a time, as all add to the same numbers.
      std::vector<cl_event> After = {Last ? Last : Gate};
      cl_event Done;
      W.enqueue(Q, &Done, After);
      ok(clSetEventCallback(Done, CL_COMPLETE, count, &Called));
      Last = Event(Done);
      ++Expected;
    }
    if (Iteration % 3 != 0)
      ok(clFlush(Q));
    if (Iteration % 4 != 0)
      ok(clSetUserEventStatus(Gate, CL_COMPLETE));
    cl_event Waited = Last;
    switch (Iteration % 4) {
    case 0: { // Asleep, when something becomes ready.
      StartsOwn = true;
      std::thread Waiting([&] { ok(clFinish(Q)); });
      StartsOwn = false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ok(clSetUserEventStatus(Gate, CL_COMPLETE));
      Waiting.join();
      break;
    }
    case 1:
      ok(clWaitForEvents(1, &Waited));
      break;
    case 2:
      poll(Last);
      break;
    case 3: // Nobody waits.
      break;
    }
    while (Called != Expected)
      std::this_thread::yield();
  }
  // One is waited for, and nobody asks for the others.
  Queue Q = makeQueue(context());
  Event First;
  for (int I = 0; I != 3; ++I) {
    cl_event Done;
    ok(clEnqueueNativeKernel(
        Q, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, &Done));
    ok(clSetEventCallback(Done, CL_COMPLETE, count, &Called));
    if (I == 0)
      First = Event(Done);
    else
      ok(clReleaseEvent(Done));
  }
  cl_event Waited = First;
  ok(clWaitForEvents(1, &Waited));
  while (Called != Expected + 3)
    std::this_thread::yield();
  // Moves are shared, too.
  std::vector<cl_uint> Large(4 << 20, 7), Back(Large.size());
  Buffer B = upload(Large);
  ok(clEnqueueReadBuffer(queue(), B, CL_TRUE, 0, Large.size() * sizeof(cl_uint),
                         Back.data(), 0, nullptr, nullptr));
  return W.isRight() && Back == Large ? 0 : 1;
}
const ChildFunction NoThreads("threads-0", [] { return waitInEveryWay(0); });
const ChildFunction OneThread("threads-1", [] { return waitInEveryWay(1); });
const ChildFunction TwoThreads("threads-2", [] { return waitInEveryWay(2); });
const ChildFunction FourThreads("threads-4", [] { return waitInEveryWay(4); });

TEST(HostThreads, WorkIsDoneThoughNoThreadCanBeHad) {
  for (const char *Allowed : {"0", "1", "2", "4"})
    for (const char *Wanted : {"1", "2", "8"}) {
      ChildOutcome Outcome = runChild(std::string("threads-") + Allowed,
                                      {std::string("FERRY_THREADS=") + Wanted});
      EXPECT_EQ(Outcome.status, 0)
          << Allowed << " threads of " << Wanted << ": " << Outcome.output;
    }
}

} // namespace
