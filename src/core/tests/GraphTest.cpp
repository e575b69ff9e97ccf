//===- GraphTest.cpp - The command graph ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Command.h"
#include "core/Context.h"
#include "core/Device.h"
#include "core/Queue.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>

using namespace ferry::core;
namespace exec = ferry::exec;

// What icd/ defines in the driver.
const void *ferry::core::DispatchTable = "";

namespace {

/// A context, and queues in it, on a device with three threads.
class Graph : public testing::Test {
protected:
  Device &D = *new Device;
  exec::Scheduler Threads{3};
  Context &C = *new Context({&D}, {});

  ~Graph() override {
    C.releaseApi();
    D.releaseApi();
  }

  Queue &queue(cl_command_queue_properties Properties = 0) {
    return *new Queue(C, D, Threads, Properties);
  }
  UserEvent &userEvent() { return *new UserEvent(C); }

  /// Enqueues a call; \returns its event.
  Event &call(Queue &Q, std::function<void()> F, WaitList Waits = {}) {
    cl_event E;
    Q.enqueue(makeCall(Q, CL_COMMAND_NATIVE_KERNEL, std::move(F)), Waits, &E);
    return Event::from(E);
  }
};

constexpr cl_command_queue_properties OutOfOrder =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

TEST_F(Graph, AnInOrderQueueRunsInOrder) {
  Queue &Q = queue();
  std::vector<int> Order;
  for (int I = 0; I != 1000; ++I)
    call(Q, [&, I] { Order.push_back(I); }).releaseApi();
  Q.finish();
  ASSERT_EQ(Order.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(Order.begin(), Order.end()));
  Q.releaseApi();
}

TEST_F(Graph, NothingRunsBeforeItIsSubmitted) {
  Queue &Q = queue();
  std::atomic<bool> Ran{false};
  Event &E = call(Q, [&] { Ran = true; });
  EXPECT_EQ(E.status(), CL_QUEUED);
  EXPECT_EQ(E.wait(), CL_COMPLETE);
  EXPECT_TRUE(Ran);
  E.releaseApi();
  Q.releaseApi();
}

TEST_F(Graph, PollingIsEnoughToFinish) {
  Queue &Q = queue();
  Event &E = call(Q, [] {});
  while (E.pollStatus() != CL_COMPLETE)
    std::this_thread::yield();
  E.releaseApi();
  Q.releaseApi();
}

TEST_F(Graph, AFullBatchStartsByItself) {
  Queue &Q = queue();
  std::atomic<int> Ran{0};
  for (int I = 0; I != 20'000; ++I)
    call(Q, [&] {
      ++Ran;
      Ran.notify_all();
    }).releaseApi();
  Ran.wait(0);
  Q.finish();
  EXPECT_EQ(Ran, 20'000);
  Q.releaseApi();
}

TEST_F(Graph, ALongChainBehindAUserEventDoesNotRecurse) {
  Queue &A = queue(), &B = queue(OutOfOrder);
  UserEvent &Start = userEvent();
  cl_event Last = Start.handle();
  std::atomic<int> Ran{0};
  constexpr int Length = 100'000;
  for (int I = 0; I != Length; ++I) {
    Event &Next = call(I % 2 ? A : B, [&] { ++Ran; }, {&Last, 1});
    Event::from(Last).releaseApi();
    Last = Next.handle();
  }
  A.flush();
  EXPECT_EQ(Ran, 0);
  Ref<Event> End(&Event::from(Last));
  End->releaseApi();
  // The chain holds on to the user event.
  Start.setStatus(CL_COMPLETE);
  EXPECT_EQ(End->wait(), CL_COMPLETE);
  EXPECT_EQ(Ran, Length);
  A.releaseApi();
  B.releaseApi();
}

TEST_F(Graph, AnErrorEndsALongChain) {
  Queue &Q = queue(OutOfOrder);
  UserEvent &Start = userEvent();
  cl_event Last = Start.handle();
  std::atomic<int> Ran{0};
  for (int I = 0; I != 50'000; ++I) {
    Event &Next = call(Q, [&] { ++Ran; }, {&Last, 1});
    if (I)
      Event::from(Last).releaseApi();
    Last = Next.handle();
  }
  Start.setStatus(-42);
  EXPECT_EQ(Event::from(Last).wait(),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(Ran, 0);
  EXPECT_EQ(Start.status(), -42);
  EXPECT_THROW(Start.setStatus(CL_COMPLETE), Error);
  cl_event Both[] = {Start.handle(), Last};
  EXPECT_THROW(waitForEvents(Both), Error);
  // A failed event in a wait list ends a command that is enqueued later, too.
  cl_event Failed = Start.handle();
  EXPECT_THROW(Q.enqueue(makeNothing(Q, CL_COMMAND_READ_BUFFER), {&Failed, 1},
                         nullptr, true),
               Error);
  Event::from(Last).releaseApi();
  Start.releaseApi();
  Q.releaseApi();
}

TEST_F(Graph, AnErrorDoesNotEndWhatOnlyComesAfterIt) {
  Queue &Q = queue();
  UserEvent &Start = userEvent();
  cl_event Handle = Start.handle();
  std::atomic<bool> First{false}, Second{false};
  call(Q, [&] { First = true; }, {&Handle, 1}).releaseApi();
  call(Q, [&] { Second = true; }).releaseApi();
  Q.flush();
  Start.setStatus(-1);
  Q.finish();
  EXPECT_FALSE(First);
  EXPECT_TRUE(Second);
  Start.releaseApi();
  Q.releaseApi();
}

TEST_F(Graph, WaitingFlushesTheOtherQueuesToo) {
  Queue &A = queue(), &B = queue(), &D = queue(OutOfOrder);
  Event &First = call(A, [] {});
  cl_event H1 = First.handle();
  Event &Second = call(B, [] {}, {&H1, 1});
  cl_event H2 = Second.handle();
  Event &Third = call(D, [] {}, {&H2, 1});
  EXPECT_EQ(Third.wait(), CL_COMPLETE);
  for (Event *E : {&First, &Second, &Third})
    E->releaseApi();
  for (Queue *Q : {&A, &B, &D})
    Q->releaseApi();
}

TEST_F(Graph, ABarrierDividesAnOutOfOrderQueue) {
  Queue &Q = queue(OutOfOrder);
  std::atomic<int> Before{0}, Wrong{0};
  for (int Round = 0; Round != 50; ++Round) {
    Before = 0;
    for (int I = 0; I != 20; ++I)
      call(Q, [&] { ++Before; }).releaseApi();
    Q.enqueueBarrier({}, nullptr);
    for (int I = 0; I != 20; ++I)
      call(Q, [&] { Wrong += Before != 20; }).releaseApi();
    Q.finish();
  }
  EXPECT_EQ(Wrong, 0);
  Q.releaseApi();
}

TEST_F(Graph, AMarkerWaitsForAllOrForItsList) {
  Queue &Q = queue(OutOfOrder);
  UserEvent &Open = userEvent();
  cl_event Gate = Open.handle();
  call(Q, [] {}, {&Gate, 1}).releaseApi();
  Event &Free = call(Q, [] {});
  cl_event FreeHandle = Free.handle(), All, Listed;
  Q.enqueueMarker({}, &All);
  Q.enqueueMarker({&FreeHandle, 1}, &Listed);
  EXPECT_EQ(Event::from(Listed).wait(), CL_COMPLETE);
  EXPECT_FALSE(Event::from(All).isFinished());
  Open.setStatus(CL_COMPLETE);
  EXPECT_EQ(Event::from(All).wait(), CL_COMPLETE);
  for (cl_event E : {FreeHandle, All, Listed})
    Event::from(E).releaseApi();
  Open.releaseApi();
  Q.releaseApi();
}

void CL_CALLBACK note(cl_event, cl_int Status, void *Into) {
  static_cast<std::vector<cl_int> *>(Into)->push_back(Status);
}

TEST_F(Graph, CallbacksComeOnceAndInOrder) {
  Queue &Q = queue();
  std::vector<cl_int> Seen, Late;
  UserEvent &Gate = userEvent();
  cl_event Handle = Gate.handle();
  Event &E = call(Q, [] {}, {&Handle, 1});
  E.addCallback(CL_COMPLETE, note, &Seen);
  E.addCallback(CL_RUNNING, note, &Seen);
  E.addCallback(CL_SUBMITTED, note, &Seen);
  E.addCallback(CL_COMPLETE, note, &Seen);
  EXPECT_TRUE(Seen.empty());
  Gate.setStatus(CL_COMPLETE);
  E.wait();
  // The commands after it see its callbacks done.
  Q.enqueue(makeNothing(Q, CL_COMMAND_MARKER), {}, nullptr, true);
  EXPECT_EQ(Seen, (std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE,
                                       CL_COMPLETE}));
  E.addCallback(CL_SUBMITTED, note, &Late);
  EXPECT_EQ(Late, std::vector<cl_int>{CL_SUBMITTED});
  E.releaseApi();
  Gate.releaseApi();
  Q.releaseApi();
}

TEST_F(Graph, CallbacksOfAFailedCommandGetTheError) {
  std::vector<cl_int> Seen;
  UserEvent &E = userEvent();
  E.addCallback(CL_COMPLETE, note, &Seen);
  E.setStatus(-7);
  EXPECT_EQ(Seen, std::vector<cl_int>{-7});
  E.releaseApi();
}

TEST_F(Graph, ProfilingTimesIncrease) {
  Queue &Q = queue(CL_QUEUE_PROFILING_ENABLE), &Plain = queue();
  Event &E = call(Q, [] {}), &Without = call(Plain, [] {});
  EXPECT_THROW(E.profilingTime(CL_PROFILING_COMMAND_QUEUED), Error);
  E.wait();
  Without.wait();
  cl_ulong Last = 1;
  for (cl_profiling_info What :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
        CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
        CL_PROFILING_COMMAND_COMPLETE}) {
    EXPECT_GE(E.profilingTime(What), Last);
    Last = E.profilingTime(What);
  }
  EXPECT_THROW(Without.profilingTime(CL_PROFILING_COMMAND_END), Error);
  E.releaseApi();
  Without.releaseApi();
  Q.releaseApi();
  Plain.releaseApi();
}

TEST_F(Graph, AReleasedQueueFinishesItsCommands) {
  std::atomic<int> Ran{0};
  Queue &Q = queue();
  for (int I = 0; I != 100; ++I)
    call(Q, [&] {
      ++Ran;
      Ran.notify_all();
    }).releaseApi();
  Q.releaseApi();
  while (int Now = Ran < 100 ? Ran.load() : 0)
    Ran.wait(Now);
  Ran.wait(0);
}

/// Commands that add up what the commands before them have, with random
/// dependencies, on queues of both kinds, from several host threads.
TEST_F(Graph, RandomGraphsKeepEveryOrder) {
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    std::mt19937 Random(Seed);
    Queue *Queues[] = {&queue(), &queue(OutOfOrder), &queue(OutOfOrder)};
    constexpr int Count = 300;
    std::vector<std::atomic<bool>> Done(Count);
    std::atomic<int> Wrong{0};
    std::vector<cl_event> Events;
    std::vector<int> InOrder;
    for (int I = 0; I != Count; ++I) {
      std::vector<int> Needs;
      std::vector<cl_event> Waits;
      for (unsigned N = I ? Random() % 4 : 0; N; --N) {
        Needs.push_back(int(Random() % unsigned(I)));
        Waits.push_back(Events[std::size_t(Needs.back())]);
      }
      Queue &Q = *Queues[Random() % 3];
      if (Q.isInOrder()) {
        Needs.insert(Needs.end(), InOrder.begin(), InOrder.end());
        InOrder.push_back(I);
      }
      Events.push_back(call(
                           Q,
                           [&, I, Needs] {
                             for (int Need : Needs)
                               Wrong += !Done[std::size_t(Need)];
                             Done[std::size_t(I)] = true;
                           },
                           Waits)
                           .handle());
    }
    std::vector<std::thread> Hosts;
    for (Queue *Q : Queues)
      Hosts.emplace_back([Q] { Q->finish(); });
    for (std::thread &T : Hosts)
      T.join();
    EXPECT_EQ(Wrong, 0) << Seed;
    for (std::atomic<bool> &D : Done)
      EXPECT_TRUE(D) << Seed;
    for (cl_event E : Events)
      Event::from(E).releaseApi();
    for (Queue *Q : Queues)
      Q->releaseApi();
  }
}

TEST_F(Graph, SeveralThreadsShareAQueue) {
  Queue &Q = queue();
  std::atomic<int> Ran{0};
  std::vector<std::thread> Hosts;
  for (int T = 0; T != 4; ++T)
    Hosts.emplace_back([&] {
      for (int I = 0; I != 2000; ++I) {
        Event &E = call(Q, [&] { ++Ran; });
        if (I % 10 == 0) {
          EXPECT_EQ(E.wait(), CL_COMPLETE);
        }
        E.releaseApi();
      }
      Q.finish();
    });
  for (std::thread &T : Hosts)
    T.join();
  EXPECT_EQ(Ran, 8000);
  Q.releaseApi();
}

//===----------------------------------------------------------------------===//
// Launches and moves
//===----------------------------------------------------------------------===//

/// Adds one to the element of each group that it is given.
void markGroups(const ferry::abi::LaunchParams *P, const std::byte *Args,
                ferry::abi::ThreadState *, std::uint64_t Begin,
                std::uint64_t End, std::uint64_t Y, std::uint64_t Z) {
  std::atomic<int> *Marks;
  std::memcpy(&Marks, Args, sizeof(Marks));
  for (std::uint64_t X = Begin; X != End; ++X)
    ++Marks[(Z * P->numGroups[1] + Y) * P->numGroups[0] + X];
}

TEST_F(Graph, ALaunchRunsEachGroupOnce) {
  Queue &Q = queue();
  ferry::abi::KernelInfo K{};
  K.entry = markGroups;
  K.argBlockSize = 8;
  exec::CostEstimate Cost;
  for (auto [X, Y, Z] :
       {std::tuple{1, 1, 1}, std::tuple{1000, 1, 1}, std::tuple{1, 70, 3},
        std::tuple{7, 5, 3}, std::tuple{300'000, 2, 1}}) {
    std::vector<std::atomic<int>> Marks(std::size_t(X * Y * Z));
    std::atomic<int> *Argument = Marks.data();
    ferry::abi::LaunchParams P{};
    P.workDim = 3;
    for (int I = 0; I != 3; ++I) {
      P.localSize[I] = 1;
      P.numGroups[I] = std::uint64_t(I == 0 ? X : I == 1 ? Y : Z);
    }
    Q.enqueue(makeLaunch(
                  Q, CL_COMMAND_NDRANGE_KERNEL,
                  {K, Cost, P, reinterpret_cast<const std::byte *>(&Argument)}),
              {}, nullptr);
    Q.finish();
    for (std::atomic<int> &M : Marks)
      ASSERT_EQ(M, 1);
  }
  Q.releaseApi();
}

TEST_F(Graph, TooMuchPrivateMemoryIsRefused) {
  Queue &Q = queue();
  ferry::abi::KernelInfo K{};
  K.entry = markGroups;
  K.privateBytesPerItem = std::uint64_t(1) << 40;
  exec::CostEstimate Cost;
  ferry::abi::LaunchParams P{1, 0, {1, 1, 1}, {}, {1, 1, 1}, {1, 1, 1}};
  EXPECT_THROW(makeLaunch(Q, CL_COMMAND_NDRANGE_KERNEL, {K, Cost, P, nullptr}),
               Error);
  Q.releaseApi();
}

TEST_F(Graph, RectanglesAndFillsHitTheirBytesOnly) {
  Queue &Q = queue();
  std::mt19937 Random(1);
  std::vector<std::byte> Src(6 << 20), Dst(6 << 20), Expected;
  for (std::byte &B : Src)
    B = std::byte(Random());
  Expected = Dst;
  for (auto [W, H, D] : {std::tuple{1, 1, 1}, std::tuple{100, 90, 3},
                         std::tuple{1000, 1000, 2}, std::tuple{64, 16, 16}}) {
    std::size_t Width = std::size_t(W), Height = std::size_t(H),
                Depth = std::size_t(D);
    Move M{Dst.data() + 3,
           Src.data() + 5,
           {Width, Height, Depth},
           Width + 7,
           (Width + 7) * Height + 11,
           Width,
           Width * Height};
    for (std::size_t Z = 0; Z != Depth; ++Z)
      for (std::size_t Y = 0; Y != Height; ++Y)
        for (std::size_t X = 0; X != Width; ++X)
          Expected[3 + Z * M.dstSlicePitch + Y * M.dstRowPitch + X] =
              Src[5 + Z * M.srcSlicePitch + Y * M.srcRowPitch + X];
    Q.enqueue(makeMove(Q, CL_COMMAND_COPY_BUFFER_RECT, M), {}, nullptr, true);
    ASSERT_EQ(Dst, Expected);
  }
  for (std::size_t Size : {1, 2, 4, 8, 16, 32, 64, 128})
    for (std::size_t Bytes : {Size, Size * 3, std::size_t(3) << 20}) {
      for (std::size_t I = 0; I != Bytes; ++I)
        Expected[128 + I] = Src[I % Size];
      Q.enqueue(makeFill(Q, CL_COMMAND_FILL_BUFFER, Dst.data() + 128, Bytes,
                         Src.data(), Size),
                {}, nullptr, true);
      ASSERT_EQ(Dst, Expected);
    }
  Q.releaseApi();
}

TEST_F(Graph, LargeMovesArriveWhole) {
  Queue &Q = queue();
  std::vector<std::byte> Src(40 << 20), Dst(40 << 20);
  std::mt19937_64 Random(2);
  for (std::size_t I = 0; I + 8 <= Src.size(); I += 8) {
    std::uint64_t Value = Random();
    std::memcpy(&Src[I], &Value, 8);
  }
  Q.enqueue(makeMove(Q, CL_COMMAND_COPY_BUFFER,
                     Move::contiguous(Dst.data() + 1, Src.data() + 3,
                                      Src.size() - 10)),
            {}, nullptr, true);
  EXPECT_EQ(std::memcmp(Dst.data() + 1, Src.data() + 3, Src.size() - 10), 0);
  EXPECT_EQ(Dst[0], std::byte(0));
  EXPECT_EQ(Dst[Src.size() - 9], std::byte(0));
  Q.releaseApi();
}

} // namespace
