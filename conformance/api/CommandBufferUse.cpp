//===- CommandBufferUse.cpp - Recording and replaying ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// That a command-buffer does what its commands would, in an order that they
/// allow, as often as it is enqueued.
///
//===----------------------------------------------------------------------===//

#include "CommandBuffers.h"
#include "Commands.h"

#include <numeric>

namespace conformance {
namespace {

constexpr cl_command_queue_properties OutOfOrder =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

class CommandBuffers : public testing::Test {
protected:
  CommandBuffers() {
    if (!hasExtension("cl_khr_command_buffer"))
      throw std::runtime_error("cl_khr_command_buffer is missing");
  }
};

/// What mix_in does.
void mix(std::vector<cl_uint> &P, cl_uint To, cl_uint From, cl_uint Salt) {
  P[To] = P[To] * 31u + P[From] * 7u + Salt;
}

TEST_F(CommandBuffers, ReplayInOrderAsOftenAsTheyAreEnqueued) {
  constexpr cl_uint Cells = 8, Count = 300;
  std::vector<cl_uint> Expected(Cells);
  std::iota(Expected.begin(), Expected.end(), 1u);
  Buffer Data = upload(Expected);
  Kernel K = buildKernel(MixSource, "mix_in");
  CommandBuffer B = record(queue());
  for (cl_uint I = 0; I != Count; ++I) {
    setArgs(K, Data, I % Cells, I * 5 % Cells, I);
    recordLaunch(B, K, {{1}, {1}, {}});
  }
  // What is set later is not what was recorded.
  setArgs(K, Data, 0u, 0u, 0u);
  finalize(B);
  for (int Iteration = 0; Iteration != 5; ++Iteration) {
    replay(B);
    for (cl_uint I = 0; I != Count; ++I)
      mix(Expected, I % Cells, I * 5 % Cells, I);
  }
  EXPECT_EQ(download<cl_uint>(Data, Cells), Expected);
}

/// Commands that touch the same cell wait for each other; some are barriers.
TEST_F(CommandBuffers, RunAGraphInAnOrderThatItAllows) {
  constexpr cl_uint Cells = 12, Count = 120;
  auto Random = randomSource();
  Queue Q = makeQueue(context(), OutOfOrder);
  Kernel K = buildKernel(MixSource, "mix_in");
  for (int Graph = 0; Graph != 20; ++Graph) {
    std::vector<cl_uint> Expected(Cells);
    std::iota(Expected.begin(), Expected.end(), 1u);
    Buffer Data = upload(Expected);
    CommandBuffer B = record(Q);
    struct Step {
      cl_uint to, from, salt;
    };
    std::vector<Step> Steps;
    std::vector<std::vector<SyncPoint>> Users(Cells); // Since a barrier.
    for (cl_uint I = 0; I != Count; ++I) {
      if (Random() % 16 == 0) {
        ok(clCommandBarrierWithWaitListKHR(B, nullptr, nullptr, 0, nullptr,
                                           nullptr, nullptr));
        Users.assign(Cells, {});
      }
      Step S = {cl_uint(Random() % Cells), cl_uint(Random() % Cells), I};
      std::vector<SyncPoint> After = Users[S.to];
      After.insert(After.end(), Users[S.from].begin(), Users[S.from].end());
      SyncPoint Number;
      setArgs(K, Data, S.to, S.from, S.salt);
      recordLaunch(B, K, {{1}, {1}, {}}, After, &Number);
      Users[S.to].push_back(Number);
      Users[S.from].push_back(Number);
      Steps.push_back(S);
    }
    finalize(B);
    Event Last;
    for (int Iteration = 0; Iteration != 4; ++Iteration) {
      std::vector<cl_event> After;
      if (Last)
        After.push_back(Last);
      Last = replay(B, After);
      for (const Step &S : Steps)
        mix(Expected, S.to, S.from, S.salt);
    }
    cl_event Done = Last;
    ok(clWaitForEvents(1, &Done));
    ASSERT_EQ(download<cl_uint>(Data, Cells), Expected);
  }
}

TEST_F(CommandBuffers, WaitAtABarrierForWhatItsListNames) {
  Queue Q = makeQueue(context(), OutOfOrder);
  std::vector<cl_uint> Expected = {1, 2, 3, 4};
  Buffer Data = upload(Expected);
  Kernel K = buildKernel(MixSource, "mix_in");
  CommandBuffer B = record(Q);
  SyncPoint First, Barrier;
  setArgs(K, Data, 0u, 1u, 5u);
  recordLaunch(B, K, {{1}, {1}, {}}, {}, &First);
  ok(clCommandBarrierWithWaitListKHR(B, nullptr, nullptr, 1, &First, &Barrier,
                                     nullptr));
  // Behind the barrier without saying so.
  setArgs(K, Data, 2u, 0u, 6u);
  recordLaunch(B, K, {{1}, {1}, {}});
  finalize(B);
  replay(B);
  ok(clFinish(Q));
  mix(Expected, 0, 1, 5);
  mix(Expected, 2, 0, 6);
  EXPECT_EQ(download<cl_uint>(Data, 4), Expected);
}

TEST_F(CommandBuffers, ShareWhatIsLongAmongThreads) {
  constexpr size_t Items = 1 << 16;
  Kernel Long = buildKernel(R"(
    kernel void f(global uint *p, uint iterations) {
      uint v = p[get_global_id(0)];
      for (uint i = 0; i < iterations; i++)
        v = v * 1664525u + 1013904223u;
      p[get_global_id(0)] = v;
    })",
                            "f");
  auto Step = [](std::vector<cl_uint> &P, cl_uint Iterations) {
    for (cl_uint &V : P)
      for (cl_uint I = 0; I != Iterations; ++I)
        V = V * 1664525u + 1013904223u;
  };
  std::vector<cl_uint> Expected(Items);
  std::iota(Expected.begin(), Expected.end(), 0u);
  Buffer Data = upload(Expected);
  CommandBuffer B = record(queue());
  const cl_uint Iterations[] = {1, 1, 300, 1, 200, 1, 1};
  for (cl_uint R : Iterations) {
    setArgs(Long, Data, R);
    recordLaunch(B, Long, {{Items}, {64}, {}});
  }
  finalize(B);
  for (int Iteration = 0; Iteration != 3; ++Iteration) {
    replay(B);
    for (cl_uint R : Iterations)
      Step(Expected, R);
  }
  EXPECT_EQ(download<cl_uint>(Data, Items), Expected);
}

TEST_F(CommandBuffers, MoveAndFillBuffers) {
  std::vector<cl_uchar> Start(64);
  std::iota(Start.begin(), Start.end(), cl_uchar(0));
  Buffer A = upload(Start), B = makeBuffer(64), C = makeBuffer(64);
  CommandBuffer Recorded = record(queue());
  const cl_ushort Pattern = 0xabcd;
  ok(clCommandFillBufferKHR(Recorded, nullptr, nullptr, C, &Pattern, 2, 0, 64,
                            0, nullptr, nullptr, nullptr));
  ok(clCommandCopyBufferKHR(Recorded, nullptr, nullptr, A, B, 8, 16, 24, 0,
                            nullptr, nullptr, nullptr));
  const size_t From[] = {2, 1, 0}, To[] = {0, 2, 0}, Region[] = {4, 3, 1};
  ok(clCommandCopyBufferRectKHR(Recorded, nullptr, nullptr, A, C, From, To,
                                Region, 8, 64, 8, 64, 0, nullptr, nullptr,
                                nullptr));
  // Nothing to copy.
  ok(clCommandCopyBufferKHR(Recorded, nullptr, nullptr, A, B, 0, 0, 0, 0,
                            nullptr, nullptr, nullptr));
  finalize(Recorded);
  replay(Recorded);
  std::vector<cl_uchar> WantB(64), WantC(64);
  std::copy_n(Start.begin() + 8, 24, WantB.begin() + 16);
  for (size_t I = 0; I != 64; ++I)
    WantC[I] = I % 2 ? 0xab : 0xcd;
  for (size_t Y = 0; Y != 3; ++Y)
    std::copy_n(Start.begin() + 2 + 8 * (Y + 1), 4,
                WantC.begin() + 8 * (Y + 2));
  EXPECT_EQ(download<cl_uchar>(B, 64), WantB);
  EXPECT_EQ(download<cl_uchar>(C, 64), WantC);
}

TEST_F(CommandBuffers, MoveAndFillImages) {
  const cl_image_format Format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc Desc = {};
  Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  Desc.image_width = Desc.image_height = 4;
  cl_int Code;
  Buffer First(clCreateImage(context(), CL_MEM_READ_WRITE, &Format, &Desc,
                             nullptr, &Code));
  ok(Code);
  Buffer Second(clCreateImage(context(), CL_MEM_READ_WRITE, &Format, &Desc,
                              nullptr, &Code));
  ok(Code);
  std::vector<cl_uint> Start(16);
  std::iota(Start.begin(), Start.end(), 100u);
  Buffer In = upload(Start), Out = makeBuffer(16 * sizeof(cl_uint));
  const size_t Zero[3] = {}, All[] = {4, 4, 1}, One[] = {1, 1, 1},
               At[] = {3, 2, 0};
  const cl_uint Color[] = {1, 2, 3, 4};
  CommandBuffer B = record(queue());
  ok(clCommandCopyBufferToImageKHR(B, nullptr, nullptr, In, First, 0, Zero, All,
                                   0, nullptr, nullptr, nullptr));
  ok(clCommandCopyImageKHR(B, nullptr, nullptr, First, Second, Zero, Zero, All,
                           0, nullptr, nullptr, nullptr));
  ok(clCommandFillImageKHR(B, nullptr, nullptr, Second, Color, At, One, 0,
                           nullptr, nullptr, nullptr));
  ok(clCommandCopyImageToBufferKHR(B, nullptr, nullptr, Second, Out, Zero, All,
                                   0, 0, nullptr, nullptr, nullptr));
  finalize(B);
  replay(B);
  Start[2 * 4 + 3] = 0x04030201;
  EXPECT_EQ(download<cl_uint>(Out, 16), Start);
}

TEST_F(CommandBuffers, MoveAndFillSharedMemory) {
  auto *P =
      static_cast<cl_uint *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0));
  ASSERT_NE(P, nullptr);
  cl_uint Host[4] = {};
  const cl_uint Pattern = 42;
  CommandBuffer B = record(queue());
  ok(clCommandSVMMemFillKHR(B, nullptr, nullptr, P, &Pattern, 4, 64, 0, nullptr,
                            nullptr, nullptr));
  ok(clCommandSVMMemcpyKHR(B, nullptr, nullptr, Host, P, sizeof Host, 0,
                           nullptr, nullptr, nullptr));
  finalize(B);
  replay(B);
  ok(clFinish(queue()));
  for (cl_uint V : Host)
    EXPECT_EQ(V, Pattern);
  clSVMFree(context(), P);
}

TEST_F(CommandBuffers, AreEventsLikeOtherCommands) {
  Queue Q = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  Buffer Data = upload(std::vector<cl_uint>{1, 2});
  Kernel K = buildKernel(MixSource, "mix_in");
  CommandBuffer B = record(Q);
  setArgs(K, Data, 0u, 1u, 9u);
  recordLaunch(B, K, {{1}, {1}, {}});
  finalize(B);

  Event Gate = userEvent();
  Event Done = replay(B, {Gate});
  cl_command_type Type;
  ok(clGetEventInfo(Done, CL_EVENT_COMMAND_TYPE, sizeof Type, &Type, nullptr));
  EXPECT_EQ(Type, cl_command_type(CL_COMMAND_COMMAND_BUFFER_KHR));
  ok(clFlush(Q));
  cl_int Status;
  ok(clGetEventInfo(Done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof Status,
                    &Status, nullptr));
  EXPECT_GE(Status, CL_SUBMITTED);
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  ok(clFinish(Q));
  cl_ulong Times[4];
  for (int I = 0; I != 4; ++I)
    ok(clGetEventProfilingInfo(
        Done, cl_profiling_info(CL_PROFILING_COMMAND_QUEUED + I),
        sizeof(cl_ulong), &Times[I], nullptr));
  EXPECT_TRUE(std::is_sorted(Times, Times + 4));
  EXPECT_EQ(download<cl_uint>(Data, 1)[0], 1 * 31 + 2 * 7 + 9u);

  // One that may not run does not, and leaves the next one as it should be.
  Event Failing = userEvent();
  Event Failed = replay(B, {Failing});
  ok(clSetUserEventStatus(Failing, -42));
  cl_event Waited = Failed;
  EXPECT_EQ(clWaitForEvents(1, &Waited),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(download<cl_uint>(Data, 1)[0], 54u);
  replay(B);
  ok(clFinish(Q));
  EXPECT_EQ(download<cl_uint>(Data, 1)[0], 54 * 31 + 2 * 7 + 9u);
}

TEST_F(CommandBuffers, RunOnAnotherQueueOfTheDevice) {
  Queue Other = makeQueue(context(), OutOfOrder);
  Buffer Data = upload(std::vector<cl_uint>{1, 2});
  Kernel K = buildKernel(MixSource, "mix_in");
  CommandBuffer B = record(queue());
  setArgs(K, Data, 0u, 1u, 9u);
  recordLaunch(B, K, {{1}, {1}, {}});
  finalize(B);
  cl_command_queue Q = Other;
  Event Done;
  ok(clEnqueueCommandBufferKHR(1, &Q, B, 0, nullptr, Done.out()));
  cl_command_queue Says;
  ok(clGetEventInfo(Done, CL_EVENT_COMMAND_QUEUE, sizeof Says, &Says, nullptr));
  EXPECT_EQ(Says, Q);
  ok(clFinish(Q));
  EXPECT_EQ(download<cl_uint>(Data, 1)[0], 54u);
}

TEST_F(CommandBuffers, RunSeveralTimesAtOnce) {
  constexpr int Times = 50;
  constexpr size_t Items = 500;
  Queue Q = makeQueue(context(), OutOfOrder);
  Kernel K = buildKernel("kernel void f(global uint *p) {\n"
                         "  atomic_inc(&p[get_global_id(0)]); }",
                         "f");
  Buffer Data = upload(std::vector<cl_uint>(Items));
  setArgs(K, Data);
  CommandBuffer B = record(Q, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  for (int I = 0; I != 4; ++I)
    recordLaunch(B, K, {{Items}, {}, {}});
  finalize(B);
  for (int I = 0; I != Times; ++I)
    replay(B);
  ok(clFinish(Q));
  EXPECT_EQ(download<cl_uint>(Data, Items),
            std::vector<cl_uint>(Items, 4 * Times));
}

TEST_F(CommandBuffers, LiveUntilTheyHaveRun) {
  Buffer Data = upload(std::vector<cl_uint>{1, 2});
  Event Gate = userEvent(), Done;
  {
    Queue Q = makeQueue(context());
    Kernel K = buildKernel(MixSource, "mix_in");
    Buffer Copied = makeBuffer(8);
    CommandBuffer B = record(Q);
    setArgs(K, Data, 0u, 1u, 9u);
    recordLaunch(B, K, {{1}, {1}, {}});
    ok(clCommandCopyBufferKHR(B, nullptr, nullptr, Data, Copied, 0, 4, 4, 0,
                              nullptr, nullptr, nullptr));
    ok(clCommandCopyBufferKHR(B, nullptr, nullptr, Copied, Data, 4, 4, 4, 0,
                              nullptr, nullptr, nullptr));
    finalize(B);
    Done = replay(B, {Gate});
  }
  ok(clSetUserEventStatus(Gate, CL_COMPLETE));
  cl_event Waited = Done;
  ok(clWaitForEvents(1, &Waited));
  EXPECT_EQ(download<cl_uint>(Data, 2), (std::vector<cl_uint>{54, 54}));
}

TEST_F(CommandBuffers, MayBeEmpty) {
  CommandBuffer B = record(queue());
  finalize(B);
  Event Done = replay(B);
  cl_event Waited = Done;
  ok(clWaitForEvents(1, &Waited));
}

TEST_F(CommandBuffers, Print) {
  Kernel K =
      buildKernel("kernel void f(void) { printf(\"replayed\\n\"); }", "f");
  CommandBuffer B = record(queue());
  recordLaunch(B, K, {{1}, {1}, {}});
  recordLaunch(B, K, {{1}, {1}, {}});
  finalize(B);
  testing::internal::CaptureStdout();
  replay(B);
  ok(clFinish(queue()));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "replayed\nreplayed\n");
}

} // namespace
} // namespace conformance
