//===- HostStacks.cpp - Host threads with little stack --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The thread that waits may run the kernel. What that needs of stack does not
/// depend on the thread: private arrays of functions that stay calls, printf,
/// async copies.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <functional>
#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>

using namespace conformance;

namespace {

/// A kernel whose work-items each fill an array of \p Bytes in a function that
/// stays a call, and sum it up.
std::string sourceOf(size_t Bytes) {
  return "#define COUNT " + std::to_string(Bytes / sizeof(cl_uint)) + R"(
    __attribute__((noinline)) uint sum(uint seed) {
      volatile uint array[COUNT];
      for (uint i = 0; i < COUNT; ++i)
        array[i] = seed + i;
      uint s = 0;
      for (uint i = 0; i < COUNT; i += 97)
        s += array[i];
      return s;
    }
    __kernel void f(__global uint *out) {
      out[get_global_id(0)] = sum(get_global_id(0));
    })";
}

void expectSums(size_t Bytes) {
  Kernel K = buildKernel(sourceOf(Bytes), "f");
  constexpr size_t Items = 4;
  Buffer Out = makeBuffer(Items * sizeof(cl_uint));
  setArgs(K, Out);
  launch(K, {{Items}, {}, {}});
  std::vector<cl_uint> Expected(Items);
  for (cl_uint I = 0; I != Items; ++I)
    for (cl_uint At = 0; At < Bytes / sizeof(cl_uint); At += 97)
      Expected[I] += I + At;
  EXPECT_EQ(download<cl_uint>(Out, Items), Expected) << Bytes;
}

/// Runs \p F on a thread that has so many bytes of stack.
void onThread(size_t StackBytes, std::function<void()> F) {
  pthread_attr_t Attributes;
  pthread_t Thread;
  ASSERT_EQ(pthread_attr_init(&Attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&Attributes, StackBytes), 0);
  auto Run = [](void *F) -> void * {
    (*static_cast<std::function<void()> *>(F))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&Thread, &Attributes, Run, &F), 0);
  pthread_join(Thread, nullptr);
  pthread_attr_destroy(&Attributes);
}

TEST(HostStacks, ArraysMayBeLargerThanTheHostsStack) {
  for (size_t Bytes : {200 << 10, 9 << 20, 40 << 20})
    expectSums(Bytes);
}

/// Of which sanitizers take much.
const size_t LeastStack = IsSanitized ? 128 << 10 : PTHREAD_STACK_MIN;

/// The least that a thread can have, and more. Whatever is wrong there ends the
/// process.
int useSmallStacks() {
  Kernel Arrays = buildKernel(sourceOf(200 << 10), "f");
  Kernel Prints = buildKernel(R"(
    __kernel void f(__global uint *out) {
      printf("%d %s %f %v4d %a %.300f\n", 42, "word", 0.1f, (int4)(1, 2, 3, 4),
             1.0f / 3, 1e-30f);
      out[get_global_id(0)] = 0;
    })",
                              "f");
  Kernel Copies = buildKernel(R"(
    __kernel void f(__global uint *out) {
      __local uint tile[512];
      __global uint *mine = out + get_group_id(0) * 512;
      event_t e = async_work_group_copy(tile, mine, 512, 0);
      e = async_work_group_strided_copy(tile, mine, 128, 4, e);
      wait_group_events(1, &e);
      e = async_work_group_copy(mine, tile, 512, 0);
      wait_group_events(1, &e);
    })",
                              "f");
  Buffer B = upload(std::vector<cl_uint>(1 << 20));
  std::vector<cl_uint> Host(1 << 20);
  for (size_t Stack : {LeastStack, 2 * LeastStack, 8 * LeastStack})
    onThread(Stack, [&] {
      Queue Q = makeQueue(context());
      for (const Kernel *K : {&Arrays, &Prints, &Copies})
        for (size_t Items : {1, 256, 2048}) {
          if (K == &Prints && Items > 1)
            break;
          setArgs(*K, B);
          ok(clEnqueueNDRangeKernel(Q, *K, 1, nullptr, &Items, nullptr, 0,
                                    nullptr, nullptr));
          ok(clFinish(Q));
        }
      ok(clEnqueueReadBuffer(Q, B, CL_TRUE, 0, Host.size() * sizeof(cl_uint),
                             Host.data(), 0, nullptr, nullptr));
      ok(clEnqueueCopyBuffer(Q, B, B, 0, 2 << 20, 2 << 20, 0, nullptr,
                             nullptr));
      ok(clFinish(Q));
    });
  return testing::Test::HasFailure();
}
const ChildFunction UseSmallStacks("small-stacks", useSmallStacks);

TEST(HostStacks, ThreadsMayHaveTheLeast) {
  for (const char *Threads : {"1", "2", "4"}) {
    ChildOutcome Outcome =
        runChild("small-stacks", {std::string("FERRY_THREADS=") + Threads});
    EXPECT_EQ(Outcome.status, 0) << Threads << ": " << Outcome.output;
    EXPECT_NE(Outcome.output.find("42 word 0.100000 1,2,3,4 0x1.5"),
              std::string::npos)
        << Outcome.output;
  }
}

/// There is no room for the stack.
int useLittleSpace() {
  Kernel K =
      buildKernel("__kernel void f(__global uint *out) { *out = 1; }", "f");
  Buffer B = upload(std::vector<cl_uint>(1));
  setArgs(K, B);
  // That there is code is a matter of its own.
  cl_program P;
  ok(clGetKernelInfo(K, CL_KERNEL_PROGRAM, sizeof(P), &P, nullptr));
  size_t Bytes;
  ok(clGetProgramInfo(P, CL_PROGRAM_BINARY_SIZES, sizeof(Bytes), &Bytes,
                      nullptr));
  rlimit Limit;
  getrlimit(RLIMIT_AS, &Limit);
  const rlim_t Before = Limit.rlim_cur;
  Limit.rlim_cur = 1 << 20; // Less than there is: nothing can be mapped.
  setrlimit(RLIMIT_AS, &Limit);
  const size_t Items = 64;
  cl_event Raw = nullptr;
  const cl_int Code = clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Items,
                                             &Items, 0, nullptr, &Raw);
  const cl_int Waited = Code ? Code : clWaitForEvents(1, &Raw);
  cl_int Status = 0;
  clGetEventInfo(Raw, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                 &Status, nullptr);
  clReleaseEvent(Raw);
  Limit.rlim_cur = Before;
  setrlimit(RLIMIT_AS, &Limit);
  if (Waited != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST ||
      Status != CL_OUT_OF_RESOURCES)
    return 1;
  // There is now.
  launch(K, {{64}, {64}, {}});
  return download<cl_uint>(B, 1)[0] == 1 ? 0 : 2;
}
const ChildFunction UseLittleSpace("little-space", useLittleSpace);

TEST(HostStacks, WithoutRoomTheLaunchFails) {
  if (!isFerry())
    GTEST_SKIP() << "about Ferry's stacks";
  if (IsSanitized)
    GTEST_SKIP() << "sanitizers want room for themselves";
  ChildOutcome Outcome = runChild("little-space", {"FERRY_THREADS=1"});
  EXPECT_EQ(Outcome.status, 0) << Outcome.output;
}

} // namespace
