//===- PendingCopiesTest.cpp - Tickets, fences, helpers -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/PendingCopies.h"
#include "copy/tests/Pattern.h"
#include "ferry/machine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <random>
#include <thread>

namespace ferry::copy {
namespace {

/// What generated code does.
class Pending : public testing::Test {
protected:
  static constexpr std::size_t Bytes = 50000;
  PendingCopies Copies{/*AreShared=*/true, config::Async::Auto};
  abi::ThreadState State{nullptr, nullptr, Copies.state(), nullptr, nullptr, 0};
  std::vector<std::byte> Src = pattern(Bytes, 7);
  std::vector<std::byte> A = pattern(Bytes, 8), B = pattern(Bytes, 9),
                         C = pattern(Bytes, 10);

  FerryEvent copy(std::byte *To, const std::byte *From, std::size_t Count,
                  FerryEvent Event = 0) {
    return ferry_copy_start(&State, To, From, Count, nullptr, Event,
                            abi::CopyAsync);
  }
  FerryEvent start(std::vector<std::byte> &To, FerryEvent Event = 0) {
    return copy(To.data(), Src.data(), Bytes, Event);
  }
  void endGroup() {
    ferry_copy_finish(&State);
    State.copies->earlierTicket = State.copies->lastTicket;
  }
  /// A thread that helps is there, as far as the owner knows.
  void SetUp() override { PendingCopies::Helpers.fetch_add(1); }
  void TearDown() override {
    endGroup();
    PendingCopies::Helpers.fetch_sub(1);
    EXPECT_EQ(State.copies->pending, 0u);
    EXPECT_FALSE(Copies.anyToHelp());
  }
};

TEST_F(Pending, TicketsIncreaseAndAreShared) {
  FerryEvent First = start(A), Second = start(B);
  EXPECT_NE(First, 0u);
  EXPECT_GT(Second, First);
  EXPECT_EQ(start(C, Second), Second);
  EXPECT_EQ(State.copies->pending, 3u);
}

TEST_F(Pending, WhatTouchesTheSameIsCompletedFirst) {
  start(A);
  start(B);
  start(A);
  EXPECT_EQ(State.copies->pending, 2u);
  copy(C.data(), B.data(), Bytes);
  EXPECT_EQ(State.copies->pending, 2u);
  EXPECT_EQ(B, Src);
}

TEST_F(Pending, LinesBetweenEachOtherAreKept) {
  abi::CopyLines Lines{{Bytes / 64, 64, 64}, {1, 0, 0}};
  for (int Part : {0, 1}) {
    FerryEvent First = ferry_copy_start(&State, A.data(), Src.data(), 32,
                                        &Lines, 0, abi::CopyAsync);
    ferry_copy_start(&State, A.data() + 32 - Part, Src.data(), 32, &Lines,
                     First, abi::CopyAsync);
    EXPECT_EQ(State.copies->pending, Part ? 1u : 2u);
    ferry_copy_wait(&State, First);
  }
}

TEST_F(Pending, EarlyCopiesAreCompleteWhenTheyAreStarted) {
  start(A);
  ferry_copy_fence(&State);
  ferry_copy_start(&State, B.data(), A.data(), Bytes, nullptr, 0,
                   abi::CopyEarly);
  EXPECT_EQ(State.copies->pending, 0u);
  EXPECT_EQ(B, Src);
}

TEST_F(Pending, ArgumentsThatOverlapMakeSomeEarly) {
  Copies.prepare(nullptr, nullptr, 0, /*AreApart=*/false);
  ferry_copy_start(&State, A.data(), Src.data(), Bytes, nullptr, 0,
                   abi::CopyAsyncIfApart);
  EXPECT_EQ(State.copies->pending, 0u);
  EXPECT_EQ(A, Src);
  start(B);
  EXPECT_EQ(State.copies->pending, 1u);
}

TEST_F(Pending, WaitingCompletesTheNamedCopies) {
  FerryEvent First = start(A);
  start(B);
  ferry_copy_wait(&State, First);
  EXPECT_EQ(A, Src);
  EXPECT_NE(B, Src);
  EXPECT_EQ(State.copies->pending, 1u);
  ferry_copy_finish(&State);
  EXPECT_EQ(B, Src);
}

TEST_F(Pending, TheLaterCanBeWaitedForFirst) {
  FerryEvent First = start(A), Second = start(B);
  ferry_copy_wait(&State, Second);
  EXPECT_NE(A, Src);
  EXPECT_EQ(B, Src);
  ferry_copy_wait(&State, Second);
  EXPECT_NE(A, Src);
  ferry_copy_wait(&State, First);
  EXPECT_EQ(A, Src);
}

TEST_F(Pending, ASharedTicketNamesAllItsCopies) {
  FerryEvent Shared = start(A);
  start(B, Shared);
  ferry_copy_wait(&State, Shared);
  EXPECT_EQ(A, Src);
  EXPECT_EQ(B, Src);
}

TEST_F(Pending, WhatIsNoTicketWaitsForEverything) {
  FerryEvent Earlier = copy(A.data(), Src.data(), 1);
  endGroup();
  for (FerryEvent Nonsense :
       {FerryEvent(0), FerryEvent(1), FerryEvent(0xdeadbeef), Earlier,
        State.copies->lastTicket + 1000, ~FerryEvent(0)}) {
    A = B = pattern(Bytes, 8);
    start(A);
    start(B);
    ferry_copy_wait(&State, Nonsense);
    EXPECT_EQ(A, Src) << Nonsense;
    EXPECT_EQ(B, Src) << Nonsense;
  }
}

TEST_F(Pending, ATicketThatNobodyGaveCanBeShared) {
  EXPECT_EQ(start(A, 42), 42u);
  start(B);
  ferry_copy_wait(&State, 42);
  EXPECT_EQ(A, Src);
  EXPECT_NE(B, Src);
}

TEST_F(Pending, NothingToMoveIsNothingPending) {
  EXPECT_NE(copy(A.data(), Src.data(), 0), 0u);
  EXPECT_EQ(State.copies->pending, 0u);
}

TEST_F(Pending, ThousandsOfCopies) {
  constexpr std::size_t Each = abi::ShortCopyBytes + 1;
  std::vector<std::byte> From = pattern(2000 * Each, 10), To(From.size());
  FerryEvent Shared = 0;
  for (std::size_t I = 0; I != 2000; ++I) {
    FerryEvent Got = copy(&To[I * Each], &From[I * Each], Each, I % 2 * Shared);
    Shared = I ? Shared : Got;
  }
  ferry_copy_finish(&State);
  EXPECT_EQ(To, From);
}

TEST_F(Pending, AFencePutsCopiesInOrder) {
  std::vector<std::byte> Tile = Src;
  start(A); // Not waited for.
  copy(B.data(), Tile.data(), Bytes);
  ferry_copy_fence(&State);
  FerryEvent Back = copy(Tile.data(), A.data(), Bytes);
  ferry_copy_fence(&State);
  FerryEvent Small = copy(A.data(), Tile.data(), 10);
  EXPECT_EQ(State.copies->pending, 4u);
  // Nobody may take a chunk of what is behind the fence.
  std::vector<std::byte> Before = Tile;
  while (Copies.help() && B != Before)
    EXPECT_EQ(Tile, Before);
  ferry_copy_wait(&State, Back);
  EXPECT_EQ(B, Before);
  EXPECT_EQ(A, Src);
  EXPECT_EQ(Tile, Src);
  EXPECT_EQ(State.copies->pending, 1u);
  ferry_copy_wait(&State, Small);
}

TEST_F(Pending, HelpersFinishWhatAFenceOrders) {
  std::vector<std::byte> C = pattern(Bytes, 10);
  start(A);
  ferry_copy_fence(&State);
  copy(B.data(), A.data(), Bytes);
  ferry_copy_fence(&State);
  copy(C.data(), B.data(), 100);
  while (Copies.help())
    ;
  EXPECT_EQ(B, Src);
  EXPECT_TRUE(std::equal(C.begin(), C.begin() + 100, Src.begin()));
}

/// Random copies, fences and waits, with threads that help: all of memory is as
/// if each copy had been made when it was started.
TEST_F(Pending, HelpersChangeNothing) {
  std::atomic<bool> Done{false};
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != 3; ++I)
    Threads.emplace_back([&] {
      while (!Done.load())
        if (!Copies.anyToHelp() || !Copies.help())
          std::this_thread::yield();
    });

  constexpr std::size_t Places = 8, PlaceBytes = 100000;
  std::mt19937 Random(12345);
  std::vector<std::byte> Memory = pattern(Places * PlaceBytes, 11);
  // Half of it is local.
  auto Prepare = [&](std::uint64_t TimesCaches) {
    Copies.prepare(Memory.data(), &Memory[Places / 2 * PlaceBytes],
                   TimesCaches);
  };
  Prepare(0);
  std::vector<std::byte> Expected = Memory;
  std::vector<FerryEvent> Events;
  std::uint32_t Busy = 0; // Places that a copy since the last fence uses.
  for (unsigned Step = 0; Step != 3000; ++Step) {
    std::size_t To = Random() % Places, From = Random() % Places;
    std::uint32_t Uses = 1u << To | 1u << From;
    if (To == From)
      continue;
    if (Busy & Uses) {
      ferry_copy_fence(&State);
      Busy = 0;
    }
    Busy |= Uses;
    // Lines of any length, some of them far apart.
    std::uint64_t Line = 1 + Random() % (Random() % 2 ? 100 : 20000);
    std::uint64_t Step1 = Line + Random() % 300;
    std::uint64_t Lines = 1 + Random() % ((PlaceBytes - Line) / Step1 + 1);
    std::byte *Dst = &Memory[To * PlaceBytes];
    const std::byte *From1 = &Memory[From * PlaceBytes];
    abi::CopyLines Shape{{Lines, Step1, Step1}, {1, 0, 0}};
    for (std::uint64_t Y = 0; Y != Lines; ++Y)
      std::memcpy(&Expected[To * PlaceBytes + Y * Step1],
                  &Expected[From * PlaceBytes + Y * Step1], Line);
    if (Random() % 50 == 0) // They come and go.
      PendingCopies::Helpers.store(Random() % 2);
    bool Shares = !Events.empty() && Random() % 4 == 0;
    Events.push_back(ferry_copy_start(&State, Dst, From1, Line, &Shape,
                                      Shares ? Events.back() : 0,
                                      abi::CopyAsync));
    if (Random() % 6 == 0) {
      ferry_copy_wait(&State, Events[Random() % Events.size()]);
    } else if (Random() % 40 == 0) {
      ferry_copy_finish(&State);
      ASSERT_EQ(Memory, Expected) << Step;
      Busy = 0;
      machine::orderStreams(); // As between two launches.
      Prepare(Random() % 2 * 100);
    }
  }
  ferry_copy_finish(&State);
  EXPECT_EQ(Memory, Expected);
  PendingCopies::Helpers.store(1);
  Done.store(true);
  for (std::thread &T : Threads)
    T.join();
}

/// What generated code calls moves everything, in launches whose memory may be
/// in the caches and in others.
TEST_F(Pending, GeneratedCodeHasMovers) {
  for (std::uint64_t TimesCaches : {0, 100}) {
    Copies.prepare(A.data(), A.data() + Bytes, TimesCaches);
    const abi::CopyState &Given = *State.copies;
    for (abi::Move *Move : {Given.moveIn, Given.moveOut}) {
      std::fill(A.begin(), A.end(), std::byte(0));
      Move(A.data(), Src.data(), Bytes);
      EXPECT_EQ(A, Src);
    }
    EXPECT_EQ(Given.moveLinesOut == nullptr, TimesCaches != 0);
    for (abi::MoveLines *Move : {Given.moveLinesIn, Given.moveLinesOut}) {
      if (!Move)
        continue;
      std::fill(A.begin(), A.end(), std::byte(0));
      Move(A.data(), Src.data(), 10, 100, 10, 30);
      for (std::size_t Line = 0; Line != 100; ++Line)
        EXPECT_EQ(std::memcmp(&A[Line * 10], &Src[Line * 30], 10), 0);
      EXPECT_EQ(A[1000], std::byte(0));
    }
  }
}

/// The owner writes to what a helper has brought, but not while the next copy
/// may already be on its way there.
TEST_F(Pending, TheLastOfTwoCopiesToOnePlaceStays) {
  std::atomic<bool> Done{false};
  std::thread Helper([&] {
    while (!Done.load())
      Copies.help();
  });
  Copies.prepare(A.data(), A.data() + Bytes, 0);
  for (unsigned I = 0; I != 3000; ++I) {
    start(A);
    ferry_copy_fence(&State);
    copy(A.data(), B.data(), Bytes);
    for (unsigned Pause = 0; Pause != I % 1000; ++Pause)
      machine::pause();
    ferry_copy_finish(&State);
    ASSERT_EQ(A, B) << I;
  }
  Done.store(true);
  Helper.join();
}

TEST_F(Pending, WithoutHelpersNothingIsKept) {
  PendingCopies::Helpers.fetch_sub(1);
  start(A);
  EXPECT_EQ(State.copies->pending, 0u);
  EXPECT_EQ(A, Src);
  PendingCopies::Helpers.fetch_add(1);
}

TEST_F(Pending, WhatIsBehindAFenceIsNotKeptOnceTheHelpersLeft) {
  start(A);
  ferry_copy_fence(&State);
  PendingCopies::Helpers.fetch_sub(1);
  copy(B.data(), A.data(), Bytes);
  EXPECT_EQ(State.copies->pending, 0u);
  EXPECT_EQ(B, Src);
  PendingCopies::Helpers.fetch_add(1);
}

/// What FERRY_ASYNC asks for.
struct Mode {
  explicit Mode(config::Async Asked) : Copies(/*AreShared=*/true, Asked) {
    PendingCopies::Helpers.fetch_add(1);
    State.copies = Copies.state();
  }
  ~Mode() { PendingCopies::Helpers.fetch_sub(1); }
  FerryEvent copy(std::byte *To, const std::byte *From, std::uint64_t Count) {
    return ferry_copy_start(&State, To, From, Count, nullptr, 0,
                            abi::CopyAsync);
  }
  PendingCopies Copies;
  abi::ThreadState State{};
};

TEST(PendingModes, EarlyKeepsNothing) {
  Mode M(config::Async::Early);
  std::vector<std::byte> From(100000, std::byte(1)), To(From.size());
  M.copy(To.data(), From.data(), To.size());
  EXPECT_EQ(M.State.copies->pending, 0u);
  EXPECT_EQ(To, From);
}

TEST(PendingModes, LatePoisonsUntilTheWait) {
  Mode M(config::Async::Late);
  for (std::size_t Size : {1, 100, 100000}) {
    std::vector<std::byte> From(Size, std::byte(1)), To(Size),
        Poison(Size, std::byte(0xff));
    FerryEvent Event = M.copy(To.data(), From.data(), Size);
    EXPECT_EQ(To, Poison);
    ferry_copy_wait(&M.State, Event);
    EXPECT_EQ(To, From);
    // Never waited for.
    M.copy(To.data(), From.data(), Size);
    ferry_copy_wait(&M.State, 42);
    ferry_copy_finish(&M.State);
    EXPECT_EQ(To, Poison);
    EXPECT_EQ(M.State.copies->pending, 0u);
  }
}

/// What is poisoned may be what a copy before the fence reads.
TEST(PendingModes, LateKeepsTheOrderOfFences) {
  Mode M(config::Async::Late);
  std::vector<std::byte> First(64, std::byte(1)), A(64), B(64);
  M.copy(A.data(), First.data(), 64);
  ferry_copy_fence(&M.State);
  M.copy(B.data(), A.data(), 64);
  ferry_copy_fence(&M.State);
  FerryEvent Last = M.copy(A.data(), A.data() + 32, 16);
  ferry_copy_wait(&M.State, Last);
  EXPECT_EQ(A, First);
  EXPECT_EQ(B, First);
}

TEST_F(Pending, CountsWhatItDid) {
  start(A);
  copy(B.data(), Src.data(), 10);
  while (Copies.help())
    ;
  ferry_copy_finish(&State);
  CopyCounts Counts = Copies.takeCounts();
  EXPECT_EQ(Counts.copies, 2u);
  EXPECT_EQ(Counts.bytes, Bytes + 10);
  EXPECT_GE(Counts.chunks, 3u);
  EXPECT_NEAR(double(Counts.helpedBytes), double(Bytes), 8);
  EXPECT_EQ(Copies.takeCounts().copies, 0u);
}

} // namespace
} // namespace ferry::copy
