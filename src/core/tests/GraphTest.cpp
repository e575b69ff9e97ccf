//===- GraphTest.cpp - The command graph ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "GraphFixture.h"

#include <condition_variable>
#include <malloc.h>
#include <mutex>
#include <random>
#include <thread>

using namespace ferry::core;

// What icd/ defines in the driver.
const void *ferry::core::DispatchTable = "";

namespace {

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
  for (int Iteration = 0; Iteration != 50; ++Iteration) {
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

/// Everything is behind a gate, so that nothing is finished early.
TEST_F(Graph, SyncsHaveNoMoreArcsThanThereAreCommands) {
  constexpr std::size_t Pairs = 3000;
  for (bool IsBarrier : {true, false}) {
    Queue &Q = queue(OutOfOrder);
    UserEvent &Open = userEvent();
    cl_event Gate = Open.handle();
    std::atomic<int> Ran{0}, Wrong{0};
    const std::size_t Before = mallinfo2().uordblks;
    for (int I = 0; I != int(Pairs); ++I) {
      call(Q, [&, I] { Wrong += IsBarrier ? Ran++ != I : (Ran++, 0); },
           {&Gate, 1})
          .releaseApi();
      if (IsBarrier)
        Q.enqueueBarrier({}, nullptr);
      else
        Q.enqueueMarker({}, nullptr);
    }
    // 0 where the allocator does not count. An arc for each pair of commands
    // would be hundreds of megabytes.
    EXPECT_LT(mallinfo2().uordblks - Before, Pairs * 4096);
    Open.setStatus(CL_COMPLETE);
    Q.finish();
    EXPECT_EQ(Ran, int(Pairs));
    EXPECT_EQ(Wrong, 0);
    Open.releaseApi();
    Q.releaseApi();
  }
}

/// Of these, only barriers hold back what comes later, and only those without a
/// wait list wait for what came before.
TEST_F(Graph, SyncsOfAllKindsAtRandom) {
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    std::mt19937 Random(Seed);
    Queue &Q = queue(OutOfOrder);
    constexpr std::size_t Count = 400;
    std::vector<std::atomic<bool>> Done(Count);
    std::atomic<int> Wrong{0};
    std::vector<cl_event> Events;
    // What everything that is enqueued now has to find done.
    std::size_t AllBefore = 0;
    std::vector<std::size_t> Also;
    for (std::size_t I = 0; I != Count; ++I) {
      const std::size_t Some = I ? Random() % I : 0;
      cl_event Sync = nullptr;
      switch (Random() % 8) {
      case 0:
        Q.enqueueBarrier({}, nullptr);
        AllBefore = I;
        Also.clear();
        break;
      case 1:
        Q.enqueueMarker({}, &Sync);
        break;
      case 2:
        if (I) {
          Q.enqueueBarrier({&Events[Some], 1}, nullptr);
          Also.push_back(Some);
        }
        break;
      case 3:
        if (I)
          Q.enqueueMarker({&Events[Some], 1}, nullptr);
        break;
      }
      std::vector<std::size_t> Needs = Also;
      for (std::size_t Need = 0; Need != (Sync ? I : AllBefore); ++Need)
        Needs.push_back(Need);
      Events.push_back(call(Q,
                            [&, I, Needs] {
                              for (std::size_t Need : Needs)
                                Wrong += !Done[Need];
                              Done[I] = true;
                            },
                            {&Sync, Sync ? 1u : 0u})
                           .handle());
      if (Sync)
        Event::from(Sync).releaseApi();
      if (Random() % 50 == 0)
        Q.flush();
    }
    Q.finish();
    EXPECT_EQ(Wrong, 0) << Seed;
    for (cl_event E : Events)
      Event::from(E).releaseApi();
    Q.releaseApi();
  }
}

/// Collects what callbacks are given, which come from any thread.
struct Noted {
  std::mutex Mutex;
  std::condition_variable Changed;
  std::vector<cl_int> Seen;

  static void CL_CALLBACK note(cl_event, cl_int Status, void *Into) {
    auto *To = static_cast<Noted *>(Into);
    std::lock_guard Lock(To->Mutex);
    To->Seen.push_back(Status);
    To->Changed.notify_all();
  }
  std::vector<cl_int> wait(std::size_t Count) {
    std::unique_lock Lock(Mutex);
    Changed.wait(Lock, [&] { return Seen.size() >= Count; });
    return Seen;
  }
};

TEST_F(Graph, CallbacksComeOnceAndInOrder) {
  Queue &Q = queue();
  Noted Seen, Late;
  UserEvent &Gate = userEvent();
  cl_event Handle = Gate.handle();
  Event &E = call(Q, [] {}, {&Handle, 1});
  E.addCallback(CL_COMPLETE, Noted::note, &Seen);
  E.addCallback(CL_RUNNING, Noted::note, &Seen);
  E.addCallback(CL_SUBMITTED, Noted::note, &Seen);
  E.addCallback(CL_COMPLETE, Noted::note, &Seen);
  EXPECT_TRUE(Seen.wait(0).empty());
  Gate.setStatus(CL_COMPLETE);
  E.wait();
  EXPECT_EQ(Seen.wait(4), (std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING,
                                               CL_COMPLETE, CL_COMPLETE}));
  E.addCallback(CL_SUBMITTED, Noted::note, &Late);
  EXPECT_EQ(Late.wait(0), std::vector<cl_int>{CL_SUBMITTED});
  E.releaseApi();
  Gate.releaseApi();
  Q.releaseApi();
}

TEST_F(Graph, CallbacksOfAFailedCommandGetTheError) {
  Noted Seen;
  UserEvent &E = userEvent();
  E.addCallback(CL_COMPLETE, Noted::note, &Seen);
  E.setStatus(-7);
  EXPECT_EQ(Seen.wait(1), std::vector<cl_int>{-7});
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
  static std::atomic<int> Ran; // The last call may still be on its way out.
  Ran = 0;
  Queue &Q = queue();
  for (int I = 0; I != 100; ++I)
    call(Q, [] {
      ++Ran;
      Ran.notify_all();
    }).releaseApi();
  Q.releaseApi();
  for (int Now = 0; Now != 100; Now = Ran)
    Ran.wait(Now);
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

} // namespace
