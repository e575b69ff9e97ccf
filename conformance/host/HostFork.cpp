//===- HostFork.cpp - The driver in children made by fork() ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A child made by fork() (Python's multiprocessing does so) goes on using what
/// lies in memory: contexts, buffers, programs, kernels. Queues and events are
/// the parent's, whose threads are not there.
///
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include <atomic>
#include <functional>
#include <future>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace conformance;

namespace {

/// Runs \p F in a child made by fork(). \returns its result; 128 + signal if it
///          was killed, by an alarm if it did not end.
int inFork(const std::function<int()> &F) {
  const pid_t Child = fork();
  if (Child == 0) {
    alarm(60);
    int Result;
    try {
      Result = F();
    } catch (const std::exception &Error) {
      std::fprintf(stderr, "%s\n", Error.what());
      Result = 125;
    }
    std::exit(Result); // With everything that is done then.
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

constexpr char Source[] = "__kernel void f(__global uint *out, uint add) {"
                          "  out[get_global_id(0)] += get_global_id(0) + add;"
                          "}";
constexpr size_t Items = 1 << 18, Local = 64;

struct State {
  Program program = build(Source);
  Kernel kernel = makeKernel(program, "f");
  Buffer buffer = upload(std::vector<cl_uint>(Items));
  cl_uint added = 0, times = 0;

  /// Runs the kernel on a queue of its own and polls for its end; after a
  /// command that nobody asks for.
  void use(cl_uint Add) {
    Queue Q = makeQueue(context());
    std::atomic<bool> HasRun{false};
    std::atomic<bool> *Flag = &HasRun;
    ok(clEnqueueNativeKernel(
        Q, [](void *To) { **static_cast<std::atomic<bool> **>(To) = true; },
        &Flag, sizeof(Flag), 0, nullptr, nullptr, 0, nullptr, nullptr));
    while (!HasRun)
      std::this_thread::yield();
    setArgs(kernel, buffer, Add);
    cl_event Raw;
    ok(clEnqueueNDRangeKernel(Q, kernel, 1, nullptr, &Items, &Local, 0, nullptr,
                              &Raw));
    Event Done(Raw);
    ok(clFlush(Q));
    for (cl_int Status = CL_QUEUED; Status != CL_COMPLETE;)
      ok(clGetEventInfo(Done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                        &Status, nullptr));
    added += Add;
    ++times;
  }
  bool isRight() const {
    Queue Q = makeQueue(context());
    std::vector<cl_uint> Seen(Items);
    ok(clEnqueueReadBuffer(Q, buffer, CL_TRUE, 0, Items * sizeof(cl_uint),
                           Seen.data(), 0, nullptr, nullptr));
    for (size_t I = 0; I != Items; ++I)
      if (Seen[I] != cl_uint(I) * times + added)
        return false;
    return true;
  }
};

/// \param IsUsed the parent has run something, on all threads.
int forkChildren(bool IsUsed) {
  State S;
  if (IsUsed)
    for (cl_uint I = 0; I != 20; ++I)
      S.use(I);
  // A queue with a command that is not finished, and one that is.
  Queue Q = makeQueue(context());
  Event Gate = userEvent(), Held;
  cl_event G = Gate;
  ok(clEnqueueMarkerWithWaitList(Q, 1, &G, Held.out()));
  ok(clFlush(Q));
  const int Result = inFork([&] {
    cl_int Status;
    cl_event E = Held;
    if (clFinish(Q) != CL_INVALID_COMMAND_QUEUE ||
        clFlush(Q) != CL_INVALID_COMMAND_QUEUE ||
        clReleaseCommandQueue(Q) != CL_INVALID_COMMAND_QUEUE ||
        clGetEventInfo(E, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                       &Status, nullptr) != CL_INVALID_EVENT ||
        clWaitForEvents(1, &E) != CL_INVALID_EVENT ||
        clSetUserEventStatus(Gate, CL_COMPLETE) != CL_INVALID_EVENT)
      return 1;
    // Everything else is there.
    S.use(100);
    S.use(200);
    if (!S.isRight())
      return 2;
    cl_uint Value;
    ok(clGetContextInfo(context(), CL_CONTEXT_REFERENCE_COUNT, sizeof(Value),
                        &Value, nullptr));
    Buffer Mine = makeBuffer(4096);
    Kernel Again = makeKernel(S.program, "f");
    Event Mine2 = userEvent();
    ok(clSetUserEventStatus(Mine2, CL_COMPLETE));
    // And so in a child of the child.
    return inFork([&] {
      S.use(300);
      return S.isRight() ? 42 : 3;
    });
  });
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  ok(clFinish(Q));
  S.use(1000);
  return Result != 42 ? Result : S.isRight() ? 0 : 4;
}
const ChildFunction ForkUnused("fork-unused",
                               [] { return forkChildren(false); });
const ChildFunction ForkUsed("fork-used", [] { return forkChildren(true); });

/// Forks while a thread builds a program, which does not end in the child.
int forkWhileBuilding() {
  std::string Long;
  for (int I = 0; I != 200; ++I)
    Long += "__kernel void g" + std::to_string(I) +
            "(__global float *x) { x[get_global_id(0)] *= sin(x[0]); }\n";
  Long += Source;
  const char *Text = Long.c_str();
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  std::promise<void> Ended;
  ok(clBuildProgram(
      P, 0, nullptr, "",
      [](cl_program, void *Data) {
        static_cast<std::promise<void> *>(Data)->set_value();
      },
      &Ended));
  const int Result = inFork([&] {
    // The parent's build may have ended.
    {
      Kernel K(clCreateKernel(P, "f", &Code));
    }
    if (Code != CL_SUCCESS && Code != CL_INVALID_PROGRAM_EXECUTABLE)
      return 1;
    ok(clBuildProgram(P, 0, nullptr, "", nullptr, nullptr));
    Kernel K(clCreateKernel(P, "f", &Code));
    return Code == CL_SUCCESS ? 0 : 2;
  });
  Ended.get_future().wait();
  return Result;
}
const ChildFunction ForkBuilding("fork-while-building", forkWhileBuilding);

class HostFork : public testing::Test {
protected:
  void SetUp() override {
    if (!isFerry())
      GTEST_SKIP() << "others hang";
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer knows no threads that a child makes";
#endif
  }
};

TEST_F(HostFork, ChildrenHaveEverythingButQueuesAndEvents) {
  for (const char *Name : {"fork-unused", "fork-used"})
    for (const char *Threads : {"1", "2", "4"}) {
      ChildOutcome Outcome =
          runChild(Name, {std::string("FERRY_THREADS=") + Threads, NoLeaks});
      EXPECT_EQ(Outcome.status, 0)
          << Name << ", " << Threads << ": " << Outcome.output;
    }
}

/// Other threads are in the middle of everything that takes a lock.
int forkAmongThreads() {
  State S;
  std::atomic<bool> End{false};
  std::vector<std::thread> Others;
  for (int T = 0; T != 3; ++T)
    Others.emplace_back([&] {
      Queue Q = makeQueue(context());
      Buffer B = makeBuffer(4096);
      while (!End) {
        Kernel K = makeKernel(S.program, "f");
        setArgs(K, B, 1u);
        size_t Few = 1024;
        ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Few, nullptr, 0, nullptr,
                                  nullptr));
        cl_int Code;
        void *At = clEnqueueMapBuffer(Q, B, CL_TRUE, CL_MAP_READ, 0, 4096, 0,
                                      nullptr, nullptr, &Code);
        ok(Code);
        ok(clEnqueueUnmapMemObject(Q, B, At, 0, nullptr, nullptr));
        ok(clFinish(Q));
      }
    });
  int Result = 0;
  for (int I = 0; I != 40 && Result == 0; ++I)
    Result = inFork([&] {
      Buffer B = makeBuffer(4096);
      Queue Q = makeQueue(context());
      cl_int Code;
      clEnqueueMapBuffer(Q, B, CL_TRUE, CL_MAP_READ, 0, 4096, 0, nullptr,
                         nullptr, &Code);
      ok(Code);
      S.use(7);
      return S.isRight() ? 0 : 1;
    });
  End = true;
  for (std::thread &T : Others)
    T.join();
  return Result;
}
const ChildFunction ForkAmong("fork-among-threads", forkAmongThreads);

TEST_F(HostFork, BuildsUnderWayDoNotEndInChildren) {
  ChildOutcome Outcome = runChild("fork-while-building", {NoLeaks});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

TEST_F(HostFork, OtherThreadsMayBeInTheMiddleOfAnything) {
  if (IsSanitized)
    GTEST_SKIP() << "a child keeps the locks of AddressSanitizer's malloc";
  ChildOutcome Outcome =
      runChild("fork-among-threads", {"FERRY_THREADS=4", NoLeaks});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

} // namespace
