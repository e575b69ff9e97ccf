//===- SchedulerTest.cpp - Who runs what ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Scheduler.h"

#include "ferry/machine.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <sched.h>
#include <set>
#include <thread>
#include <vector>

using namespace ferry::exec;

namespace {

bool isOne(std::int32_t Value) { return Value == 1; }

/// Counts how often each unit is run.
class Counting : public Work {
public:
  Counting(std::uint64_t Units, CostEstimate *Cost,
           std::chrono::nanoseconds Each = {})
      : Counts(Units), Each(Each) {
    setUnits(Units, 1, Cost);
  }

  using Work::setRow;

  std::vector<std::atomic<int>> Counts;
  std::atomic<std::int32_t> Ended{0};
  std::atomic<int> Begun{0};
  bool Refuse = false;

private:
  bool begin() override {
    ++Begun;
    return !Refuse;
  }
  void run(ComputeUnit &, std::uint64_t First, std::uint64_t Last) override {
    for (std::uint64_t I = First; I != Last; ++I) {
      ++Counts[I];
      auto Until = std::chrono::steady_clock::now() + Each;
      while (Each.count() && std::chrono::steady_clock::now() < Until) {
      }
    }
  }
  void end() override {
    Ended.store(1);
    Ended.notify_all();
  }

  std::chrono::nanoseconds Each;
};

void expectAllOnce(const Counting &W) {
  EXPECT_EQ(W.Begun, 1);
  for (const std::atomic<int> &Count : W.Counts)
    ASSERT_EQ(Count, 1);
}

std::size_t numThreads() {
  std::size_t Count = 0;
  for ([[maybe_unused]] auto &Entry :
       std::filesystem::directory_iterator("/proc/self/task"))
    ++Count;
  return Count;
}

TEST(Scheduler, SmallWorkRunsOnTheWaitingThreadAlone) {
  std::size_t Before = numThreads();
  Scheduler S(4);
  for (int I = 0; I != 100; ++I) {
    // Its own: one that this thread was stopped in looks long afterwards.
    CostEstimate Cost;
    Cost.learn(/*Elapsed=*/300, /*Cost=*/3);
    Counting W(3, &Cost);
    S.submit(W);
    S.wait(W.Ended, isOne);
    expectAllOnce(W);
  }
  EXPECT_EQ(numThreads(), Before);
}

/// Work that waits in run(), for what another thread does.
class Meeting : public Work {
public:
  explicit Meeting(std::uint64_t Units) { setUnits(Units, 1, &Cost); }
  std::atomic<std::int32_t> Ended{0};
  bool Met = false;

protected:
  /// Gives up in the end, so that a failure is one.
  template <typename Predicate> static bool waitFor(Predicate IsTrue) {
    auto Until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!IsTrue())
      if (std::chrono::steady_clock::now() > Until)
        return false;
    return true;
  }
  CostEstimate Cost;

private:
  bool begin() override { return true; }
  void end() override {
    Ended.store(1);
    Ended.notify_all();
  }
};

class AllUnitsAtOnce : public Meeting {
public:
  explicit AllUnitsAtOnce(unsigned Units) : Meeting(Units), Expected(Units) {}

private:
  void run(ComputeUnit &, std::uint64_t First, std::uint64_t) override {
    Arrived.fetch_add(1);
    bool AllCame = waitFor([&] { return Arrived.load() == Expected; });
    if (First == 0)
      Met = AllCame;
  }
  const unsigned Expected;
  std::atomic<unsigned> Arrived{0};
};

TEST(Scheduler, UnitsOfUnknownSpeedRunOnAllThreads) {
  Scheduler S(4);
  AllUnitsAtOnce W(4);
  S.submit(W);
  S.wait(W.Ended, isOne);
  EXPECT_TRUE(W.Met);
}

class CopyingWork : public Meeting {
public:
  CopyingWork() : Meeting(1), Src(1 << 20), Dst(Src.size()) {
    setStartsCopies();
    std::fill(Src.begin(), Src.end(), std::byte(42));
  }
  std::vector<std::byte> Src, Dst;

private:
  void run(ComputeUnit &CU, std::uint64_t, std::uint64_t) override {
    CU.prepare(0, 0);
    ferry::copy::PendingCopies &Copies = CU.copies();
    Met = waitFor([&] {
      Copies.start(Dst.data(), Src.data(), Src.size(), nullptr, 0,
                   ferry::abi::CopyAsync);
      // The group computes.
      waitFor([&] { return Copies.Helpers.load() != 0; });
      Copies.finish();
      return Copies.takeCounts().helpedBytes != 0;
    });
  }
};

TEST(Scheduler, IdleThreadsHelpWithCopies) {
  Scheduler S(2);
  CopyingWork W;
  S.submit(W);
  S.wait(W.Ended, isOne);
  EXPECT_TRUE(W.Met);
  EXPECT_EQ(W.Dst, W.Src);
}

TEST(Scheduler, EveryUnitRunsOnceHoweverManyThreadsHelp) {
  Scheduler S(4);
  for (std::uint64_t Units : {1, 2, 3, 7, 100, 1000, 5000}) {
    CostEstimate Cost;
    Counting W(Units, &Cost, std::chrono::microseconds(20));
    S.submit(W);
    S.wait(W.Ended, isOne);
    expectAllOnce(W);
  }
}

TEST(Scheduler, EveryUnitOfEveryRowRunsOnce) {
  Scheduler S(3);
  for (std::uint64_t Units : {0, 1, 60, 5000})
    for (std::uint64_t Row : {0, 1, 2, 7, 60, 4999, 5000, 100000}) {
      CostEstimate Cost;
      Counting W(Units, &Cost, std::chrono::microseconds(1));
      W.setRow(Row);
      S.submit(W);
      S.wait(W.Ended, isOne);
      expectAllOnce(W);
    }
}

TEST(Scheduler, WorkRunsThoughNobodyWaits) {
  Scheduler S(2);
  CostEstimate Cost;
  Counting W(100, &Cost);
  S.submit(W);
  S.wake();
  W.Ended.wait(0);
  expectAllOnce(W);
}

TEST(Scheduler, RefusedWorkOnlyEnds) {
  Scheduler S(2);
  CostEstimate Cost;
  Counting W(10, &Cost);
  W.Refuse = true;
  S.submit(W);
  S.wait(W.Ended, isOne);
  EXPECT_EQ(W.Counts[0], 0);
}

TEST(Scheduler, ManyWorksFromManyThreads) {
  Scheduler S(3);
  CostEstimate Fast, Slow;
  std::vector<std::thread> Hosts;
  for (int T = 0; T != 6; ++T)
    Hosts.emplace_back([&, T] {
      for (int I = 0; I != 200; ++I) {
        Counting A(1 + unsigned(I), &Fast);
        Counting B(T % 2 ? 40 : 1, T % 2 ? &Slow : nullptr,
                   std::chrono::microseconds(I % 8));
        S.submit(A);
        S.submit(B);
        if (I % 3 == 0)
          S.wake();
        S.wait(B.Ended, isOne);
        S.wait(A.Ended, isOne);
        expectAllOnce(A);
        expectAllOnce(B);
        // end() of both may still be on its way out of the notification.
      }
    });
  for (std::thread &T : Hosts)
    T.join();
}

TEST(ComputeUnits, MemoryIsAlignedAndGuarded) {
  ComputeUnits Table(1);
  ComputeUnit *CU = Table.take();
  ASSERT_TRUE(CU);
  EXPECT_FALSE(Table.take());
  ferry::abi::ThreadState *State = CU->prepare(5000, 0);
  ASSERT_TRUE(State);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(State->localMemory) % 128, 0u);
  State->localMemory[localMemoryBytes() - 1] = std::byte(1);
  State->privateMemory[4999] = std::byte(1);
  // The guard begins with the next page.
  EXPECT_DEATH(State->localMemory[localMemoryBytes() + 4096] = std::byte(1),
               "");
  EXPECT_DEATH(State->privateMemory[8192] = std::byte(1), "");
  EXPECT_FALSE(CU->prepare(std::uint64_t(1) << 60, 0));
  Table.giveBack(*CU);
  EXPECT_EQ(Table.take(), CU);
}

int processorOf(ComputeUnit &CU) {
  return CU.where().processor(ferry::machine::cycles());
}

TEST(ComputeUnits, ThreadsLeaveTheProcessorOfAnother) {
  cpu_set_t Before, One, After;
  ASSERT_EQ(sched_getaffinity(0, sizeof(Before), &Before), 0);
  ComputeUnits Table(3);
  ComputeUnit *First = Table.take(), *Second = Table.take(),
              *Third = Table.take();
  Table.spread(*First, /*MayMove=*/false);
  const int Here = processorOf(*First);
  ASSERT_GE(Here, 0);
  CPU_ZERO(&One);
  CPU_SET(Here, &One);
  // To where the first is, and free to go on.
  ASSERT_EQ(sched_setaffinity(0, sizeof(One), &One), 0);
  ASSERT_EQ(sched_setaffinity(0, sizeof(Before), &Before), 0);
  Table.spread(*Second, /*MayMove=*/true);
  EXPECT_GE(processorOf(*Second), 0);
  if (const int Allowed = CPU_COUNT(&Before); Allowed > 1 && Allowed <= 16) {
    EXPECT_NE(processorOf(*Second), Here);
  }
  // It may go anywhere again.
  ASSERT_EQ(sched_getaffinity(0, sizeof(After), &After), 0);
  EXPECT_TRUE(CPU_EQUAL(&Before, &After));
  // There is nowhere to go.
  ASSERT_EQ(sched_setaffinity(0, sizeof(One), &One), 0);
  Table.spread(*Third, /*MayMove=*/true);
  EXPECT_EQ(processorOf(*Third), Here);
  ASSERT_EQ(sched_getaffinity(0, sizeof(After), &After), 0);
  EXPECT_TRUE(CPU_EQUAL(&One, &After));
  ASSERT_EQ(sched_setaffinity(0, sizeof(Before), &Before), 0);
  // Nobody is there any more.
  Table.giveBack(*First);
  EXPECT_EQ(processorOf(*First), -1);
}

TEST(ComputeUnits, NotesOfProcessorsGrowOld) {
  ferry::ProcessorNote Note;
  EXPECT_EQ(Note.processor(ferry::machine::cycles()), -1);
  Note.renew();
  const std::uint64_t Now = ferry::machine::cycles();
  EXPECT_GE(Note.processor(Now), 0);
  EXPECT_EQ(Note.processor(Now + 100'000'000), -1);
  Note.forget();
  EXPECT_EQ(Note.processor(Now), -1);
}

} // namespace
