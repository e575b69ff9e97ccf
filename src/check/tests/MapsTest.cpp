//===- MapsTest.cpp - What is known of memory -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/CopyShape.h"
#include "check/InitialisedMap.h"
#include "check/Objects.h"
#include "check/RaceMap.h"

#include <gtest/gtest.h>

using namespace ferry::check;

namespace {

constexpr std::uintptr_t Base = 0x7000'0000'0ff0;

TEST(Range, MeetsWhatSharesAByte) {
  const Range R{Base, 16};
  EXPECT_TRUE(R.meets(Base, 1));
  EXPECT_TRUE(R.meets(Base + 15, 100));
  EXPECT_TRUE(R.meets(Base - 3, 4));
  EXPECT_TRUE(R.meets(Base - 3, 1000));
  EXPECT_FALSE(R.meets(Base - 3, 3));
  EXPECT_FALSE(R.meets(Base + 16, 1));
  // A copy that reaches beyond all memory.
  EXPECT_TRUE((Range{Base, UINT64_MAX}.meets(Base + 4096, 1)));
}

TEST(Range, GrowsToHaveAnother) {
  const Range R = Range{Base, 16}.with({Base + 100, 4});
  EXPECT_EQ(R.begin, Base);
  EXPECT_EQ(R.bytes, 104u);
  EXPECT_EQ((Range{Base, 16}.with({Base - 8, 4}).bytes), 24u);
  EXPECT_EQ((Range{}.with({Base, 4}).begin), Base);
  EXPECT_EQ((Range{Base, UINT64_MAX}.with({Base - 8, 4}).bytes), UINT64_MAX);
}

TEST(InitialisedMap, HasWhatWasSetAcrossPages) {
  InitialisedMap Map(false);
  EXPECT_FALSE(Map.any(Base, 64));
  Map.set(Base, 64, true); // From one page to the next.
  EXPECT_TRUE(Map.any(Base, 1));
  EXPECT_TRUE(Map.any(Base + 63, 1));
  EXPECT_FALSE(Map.any(Base - 1, 1));
  EXPECT_FALSE(Map.any(Base + 64, 4096));
  EXPECT_TRUE(Map.any(Base + 63, 4096));
  Map.set(Base + 8, 8, false);
  EXPECT_FALSE(Map.any(Base + 8, 8));
  EXPECT_TRUE(Map.any(Base + 8, 9));
}

TEST(InitialisedMap, CountsAsWrittenWhatNothingWasSaidOf) {
  InitialisedMap Map(true);
  EXPECT_TRUE(Map.any(Base, 1));
  Map.set(Base, 5000, false);
  EXPECT_FALSE(Map.any(Base, 5000));
  EXPECT_TRUE(Map.any(Base - 1, 2));
  EXPECT_TRUE(Map.any(Base + 4999, 2));
  Map.clear();
  EXPECT_TRUE(Map.any(Base, 1));
}

TEST(Stamp, KeepsItsParts) {
  const Stamp S(1234, 4095, 4097, (1 << 22) + 5, true, false);
  EXPECT_EQ(S.site(), 1234u);
  EXPECT_EQ(S.item(), 4095u);
  EXPECT_EQ(S.interval(), 1u);
  EXPECT_EQ(S.group(), 5u);
  EXPECT_TRUE(S.isAtomic());
  EXPECT_FALSE(S.byCopy());
  EXPECT_FALSE(Stamp());
}

TEST(RaceCell, KeepsReadsOfTwoWorkItems) {
  RaceCell Cell;
  const Stamp A(1, 0, 0, 0, false, false), B(1, 1, 0, 0, false, false);
  Cell.noteRead(A);
  Cell.noteRead(B);
  Cell.noteRead(A);
  EXPECT_EQ(Cell.reads[0], A);
  EXPECT_EQ(Cell.reads[1], B);
  // Behind a barrier those before it are of no account.
  const Stamp Later(1, 2, 1, 0, false, false);
  Cell.noteRead(Later);
  EXPECT_EQ(Cell.reads[0], Later);
  Cell.noteWrite(A);
  EXPECT_EQ(Cell.write, A);
  EXPECT_FALSE(Cell.reads[0]);
}

/// The cells of a range that have a write.
unsigned written(RaceMap &Map, std::uintptr_t Start, std::uint64_t Bytes) {
  unsigned Count = 0;
  Map.forEach(Start, Bytes, [&](RaceCell &C, std::uintptr_t, std::uint64_t) {
    Count += bool(C.write);
  });
  return Count;
}

TEST(RaceMap, HasCellsOfFourBytesUntilSmallerOnesAreAskedFor) {
  RaceMap Map;
  const Stamp S(1, 0, 0, 0, false, false);
  auto Write = [&](std::uintptr_t At, std::uint64_t Bytes) {
    Map.forEach(At, Bytes, [&](RaceCell &C, std::uintptr_t, std::uint64_t) {
      C.noteWrite(S);
    });
  };
  Write(Base, 32); // Across pages.
  EXPECT_EQ(written(Map, Base, 32), 8u);
  Write(Base + 9, 1);
  EXPECT_EQ(written(Map, Base, 16), 16u);
  EXPECT_EQ(written(Map, Base + 16, 16), 4u);
  EXPECT_EQ(written(Map, Base - 4, 4), 0u);
  Map.forget();
  EXPECT_EQ(written(Map, Base, 32), 0u);
}

TEST(Objects, FindsTheLargestThatStartsThere) {
  Objects All;
  All.add({1000, 64});
  All.add({1000, 16});
  All.add({1032, 8});
  EXPECT_EQ(All.at(1000)->bytes, 64u);
  EXPECT_FALSE(All.at(1001));
  EXPECT_EQ(All.around(1063)->begin, 1000u);
  EXPECT_FALSE(All.around(1064));
  All.remove({1000, 64});
  EXPECT_EQ(All.at(1000)->bytes, 16u);
  EXPECT_FALSE(All.around(1063));
}

TEST(CopyShape, TouchesLinesAndNotWhatIsBetween) {
  const CopyShape Lines{100, 4, 3, 10};
  EXPECT_EQ(Lines.extent(), 24u);
  EXPECT_TRUE(Lines.touches(100, 1));
  EXPECT_TRUE(Lines.touches(113, 1));
  EXPECT_TRUE(Lines.touches(104, 7));
  EXPECT_FALSE(Lines.touches(104, 6));
  EXPECT_FALSE(Lines.touches(96, 4));
  EXPECT_FALSE(Lines.touches(124, 100));
  EXPECT_TRUE(Lines.touches(CopyShape{108, 4}));
  EXPECT_FALSE(Lines.touches(CopyShape{105, 2, 3, 10}));
  const CopyShape Planes{100, 4, 2, 10, 2, 100};
  EXPECT_TRUE(Planes.touches(213, 1));
  EXPECT_FALSE(Planes.touches(120, 80));
}

TEST(CopyShape, KnowsWhereLinesLieOnEachOther) {
  EXPECT_FALSE((CopyShape{0, 4, 3, 4}).overlapsItself());
  EXPECT_TRUE((CopyShape{0, 4, 3, 3}).overlapsItself());
  EXPECT_FALSE((CopyShape{0, 4, 1, 0}).overlapsItself());
  // Planes between the lines of each other.
  EXPECT_FALSE((CopyShape{0, 4, 2, 8, 2, 4}).overlapsItself());
  EXPECT_TRUE((CopyShape{0, 4, 2, 8, 2, 5}).overlapsItself());
}

} // namespace
