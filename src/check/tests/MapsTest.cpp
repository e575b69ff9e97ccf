//===- MapsTest.cpp - What is known of memory -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/CopyShape.h"
#include "check/InitialisedMap.h"
#include "check/Objects.h"
#include "check/Shadow.h"

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

TEST(InitialisedMap, CountsAsWrittenWhatNothingWasSaidOf) {
  InitialisedMap Map;
  EXPECT_TRUE(Map.any(Base, 1));
  EXPECT_TRUE(Map.all(Base, 5000));
  Map.set(Base, 5000, false); // From one page to the next.
  EXPECT_FALSE(Map.any(Base, 5000));
  EXPECT_TRUE(Map.any(Base - 1, 2));
  EXPECT_TRUE(Map.any(Base + 4999, 2));
  EXPECT_FALSE(Map.all(Base + 4999, 2));
  Map.set(Base + 8, 64, true);
  EXPECT_TRUE(Map.all(Base + 8, 64));
  EXPECT_FALSE(Map.all(Base + 8, 65));
  EXPECT_TRUE(Map.any(Base + 71, 4096));
  EXPECT_FALSE(Map.any(Base + 72, 4096));
  Map.set(Base, 5000, true);
  EXPECT_TRUE(Map.all(Base - 4096, 3 * 4096));
}

TEST(Stamp, KeepsItsParts) {
  const Stamp S(1234, 4095, 4095, (1 << 22) - 5, true, false);
  EXPECT_EQ(S.site(), 1234u);
  EXPECT_EQ(S.item(), 4095u);
  EXPECT_EQ(S.interval(), 4095u);
  EXPECT_EQ(S.group(), (1u << 22) - 5);
  EXPECT_TRUE(S.isAtomic());
  EXPECT_FALSE(S.byCopy());
  EXPECT_FALSE(Stamp());
}

TEST(Stamp, HasNoSiteThatDoesNotFit) {
  const Stamp Last(65534, 7, 3, 5, false, false);
  EXPECT_EQ(Last.site(), 65534u);
  for (std::uint32_t Site : {65535u, 65536u, 1u << 20}) {
    const Stamp S(Site, 7, 3, 5, false, false);
    EXPECT_EQ(S.site(), 0u);
    EXPECT_TRUE(S.sameItem(Last));
    EXPECT_EQ(S.interval(), 3u);
  }
}

TEST(Stamp, IsInTheOrderOfTime) {
  auto When = [](Stamp S) { return S.bits << ferry::abi::StampFlagBits; };
  const Stamp First(9, 5, 3, 1, true, true), Later(1, 0, 4, 1, false, false),
      Next(1, 0, 1, 2, false, false);
  EXPECT_LT(When(First), When(Later));
  EXPECT_LT(When(Later), When(Next));
  EXPECT_TRUE(First.sameItem(Stamp(1, 5, 7, 1, false, true)));
  EXPECT_FALSE(First.sameItem(Stamp(9, 5, 3, 1, true, false)));
  EXPECT_FALSE(First.sameItem(Stamp(9, 4, 3, 1, true, true)));
  EXPECT_FALSE(First.sameItem(Stamp(9, 5, 3, 2, true, true)));
}

TEST(ShadowCell, KeepsReadsOfTwoWorkItems) {
  Stamp Write, Read, OtherRead;
  ShadowCell Cell{Write, Read, OtherRead};
  std::uint64_t Begin = 1;
  auto IsPast = [&](Stamp S) { return S.group() < 2 || S.interval() < Begin; };
  const Stamp A(1, 0, 1, 2, false, false), B(1, 1, 1, 2, false, false);
  Cell.noteRead(Stamp(1, 7, 1, 1, false, false), IsPast);
  Cell.noteRead(A, IsPast);
  Cell.noteRead(B, IsPast);
  Cell.noteRead(A, IsPast);
  EXPECT_EQ(Read, A);
  EXPECT_EQ(OtherRead, B);
  // Behind a barrier those before it are of no account.
  Begin = 2;
  const Stamp Later(1, 2, 2, 2, false, false);
  Cell.noteRead(Later, IsPast);
  EXPECT_EQ(Read, Later);
  Cell.noteWrite(A);
  EXPECT_EQ(Write, A);
  EXPECT_FALSE(Read);
}

/// The cells of a range that have a write.
unsigned written(ShadowRegion &Region, std::uintptr_t Start,
                 std::uint64_t Bytes) {
  unsigned Count = 0;
  Region.forEach(Start, Bytes,
                 [&](ShadowCell C, std::uintptr_t) { Count += bool(C.write); });
  return Count;
}

TEST(ShadowRegion, NotesAllAtOnceIfAllIsPast) {
  ShadowRegion Region({Base, 4096});
  const Stamp Old(1, 5, 1, 1, false, false), Now(2, 0, 0, 2, false, true);
  const std::uint64_t Limit = Stamp(0, 0, 1, 2, false, false).bits
                              << ferry::abi::StampFlagBits;
  Region.forEach(Base, 32,
                 [&](ShadowCell C, std::uintptr_t) { C.noteWrite(Old); });
  EXPECT_TRUE(Region.noteAll(Base, 64, Now, /*Writes=*/true, Limit));
  EXPECT_TRUE(Region.noteAll(Base, 64, Now, /*Writes=*/false, Limit));
  Region.forEach(Base, 64, [&](ShadowCell C, std::uintptr_t) {
    EXPECT_EQ(C.write, Now);
    EXPECT_EQ(C.read, Now);
  });
  EXPECT_TRUE(Region.noteAll(Base, 64, Now, /*Writes=*/true, Limit));
  Region.forEach(Base, 64,
                 [&](ShadowCell C, std::uintptr_t) { EXPECT_FALSE(C.read); });
  // What is in between is not past, nor are parts of cells what is asked for,
  // nor is what is not here.
  const Stamp Later(1, 5, 1, 2, false, false);
  Region.forEach(Base + 32, 4, [&](ShadowCell C, std::uintptr_t) {
    C.noteRead(Later, [](Stamp) { return false; });
  });
  EXPECT_FALSE(Region.noteAll(Base, 64, Now, /*Writes=*/true, Limit));
  EXPECT_FALSE(Region.noteAll(Base, 64, Now, /*Writes=*/false, Limit));
  EXPECT_FALSE(Region.noteAll(Base + 2, 4, Now, /*Writes=*/true, Limit));
  EXPECT_FALSE(Region.noteAll(Base + 4092, 8, Now, /*Writes=*/true, Limit));
}

TEST(ShadowRegion, HasCellsOfFourBytesUntilSmallerOnesAreAskedFor) {
  ShadowRegion Region({Base, 4096});
  const Stamp S(1, 0, 1, 1, false, false);
  auto Write = [&](std::uintptr_t At, std::uint64_t Bytes) {
    Region.forEach(At, Bytes,
                   [&](ShadowCell C, std::uintptr_t) { C.noteWrite(S); });
  };
  Write(Base, 32);
  EXPECT_EQ(written(Region, Base, 32), 8u);
  Write(Base + 41, 1);
  EXPECT_EQ(written(Region, Base, 64), 33u);
  auto IsWritten = [](Stamp S) { return bool(S); };
  EXPECT_TRUE(Region.anyWrite(Base + 41, 1, IsWritten));
  EXPECT_FALSE(Region.anyWrite(Base + 42, 100, IsWritten));
  // What is not here.
  EXPECT_EQ(written(Region, Base - 4, 4), 0u);
  Write(Base + 4092, 100);
  EXPECT_EQ(written(Region, Base + 4092, 100), 4u);
  Region.forgetWho(Stamp(7));
  EXPECT_EQ(written(Region, Base, 64), 33u);
  Region.clear();
  EXPECT_EQ(written(Region, Base, 32), 0u);
}

TEST(Shadow, HasObjectsAndWhatIsBetween) {
  Shadow All;
  All.add({Base, 64});
  All.add({Base + 128, 64});
  EXPECT_EQ(All.find(Base + 63)->where().begin, Base);
  EXPECT_FALSE(All.find(Base + 64));
  ShadowRegion &Between = All.get(Base + 100, {Base - 4096, 8192});
  EXPECT_EQ(Between.where().begin, Base + 64);
  EXPECT_EQ(Between.where().bytes, 64u);
  EXPECT_EQ(All.find(Base + 127), &Between);
  All.add({Base + 96, 8});
  EXPECT_FALSE(All.find(Base + 127));
  All.remove({Base, 0});
  EXPECT_FALSE(All.find(Base));
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
