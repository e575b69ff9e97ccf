//===- CopyPlanTest.cpp - Plans and their chunks --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/CopyPlan.h"
#include "copy/tests/Pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace ferry::copy {
namespace {

CopyPlan makePlan(std::byte *Dst, const std::byte *Src, std::uint64_t LineBytes,
                  const abi::CopyLines &Lines) {
  CopyPlan Plan;
  bool IsOne = Lines.lines.count == 1 && Lines.planes.count == 1;
  Plan.make(Dst, Src, LineBytes, IsOne ? nullptr : &Lines);
  return Plan;
}

/// A plan between two places in arrays of their own.
struct Case {
  std::uint64_t lineBytes;
  abi::CopyDimension lines, planes;

  std::uint64_t extent(bool Dst) const {
    auto Step = [&](const abi::CopyDimension &D) {
      return (D.count - (D.count != 0)) * (Dst ? D.dstStep : D.srcStep);
    };
    return Step(lines) + Step(planes) + lineBytes;
  }
  CopyPlan plan(std::byte *Dst, const std::byte *Src) const {
    return makePlan(Dst, Src, lineBytes, {lines, planes});
  }
  /// Byte by byte, as the specification says.
  void reference(std::byte *Dst, const std::byte *Src) const {
    for (std::uint64_t Z = 0; Z != planes.count; ++Z)
      for (std::uint64_t Y = 0; Y != lines.count; ++Y)
        for (std::uint64_t B = 0; B != lineBytes; ++B)
          Dst[Z * planes.dstStep + Y * lines.dstStep + B] =
              Src[Z * planes.srcStep + Y * lines.srcStep + B];
  }
};

void check(const Case &C, std::size_t Offset) {
  SCOPED_TRACE(testing::Message()
               << C.lineBytes << " x " << C.lines.count << " ("
               << C.lines.dstStep << ", " << C.lines.srcStep << ") x "
               << C.planes.count << " (" << C.planes.dstStep << ", "
               << C.planes.srcStep << ") at " << Offset);
  std::vector<std::byte> Src = pattern(C.extent(false) + 64, 1);
  std::vector<std::byte> Dst = pattern(C.extent(true) + 192, 2);
  std::vector<std::byte> Expected = Dst, Whole = Dst;
  C.reference(&Expected[Offset], &Src[1]);

  CopyPlan Plan = C.plan(&Whole[Offset], &Src[1]);
  ASSERT_EQ(Plan.bytes, C.lineBytes * C.lines.count * C.planes.count);
  if (Plan.bytes)
    runAll(Plan);
  ASSERT_EQ(Whole, Expected);

  // From and to memory, and past the caches where that may be.
  Whole = Dst;
  Plan = C.plan(&Whole[Offset], &Src[1]);
  const abi::CopyLines Lines{C.lines, C.planes};
  const bool IsLine = C.lines.count == 1 && C.planes.count == 1;
  for (Locality Where :
       {Locality::Cached, Locality::FromMemory, Locality::ToMemory,
        localityToMemory(&Whole[Offset], C.lineBytes, IsLine ? nullptr : &Lines,
                         100)}) {
    Whole = Dst;
    Plan.locality = Where;
    if (Plan.bytes)
      runAll(Plan);
    ASSERT_EQ(Whole, Expected);
    Whole = Dst;
    if (runWithoutPlan(&Whole[Offset], &Src[1], C.lineBytes,
                       IsLine ? nullptr : &Lines, Where)) {
      ASSERT_EQ(Whole, Expected);
    } else {
      ASSERT_EQ(Whole, Dst);
      ASSERT_FALSE(IsLine);
    }
  }

  Plan = C.plan(&Dst[Offset], &Src[1]);
  ASSERT_FALSE(Plan.overlaps);
  std::uint32_t Chunks = numChunks(Plan);
  ASSERT_EQ(Chunks == 0, Plan.bytes == 0);
  // In any order.
  for (std::uint32_t Chunk = Chunks; Chunk-- != 0;)
    runChunk(Plan, Chunk);
  ASSERT_EQ(Dst, Expected);
  if (Plan.bytes)
    makeExclusive(Plan);
  ASSERT_EQ(Dst, Expected);
}

TEST(CopyPlan, ChunksTogetherAreTheCopy) {
  for (std::size_t Offset : {64, 65, 124})
    for (std::uint64_t Bytes : {0, 1, 64, 16383, 16384, 16385, 50000, 100001})
      check({Bytes, {1, 0, 0}, {1, 0, 0}}, Offset);
  for (std::uint64_t Element : {1, 4, 12, 16, 128})
    for (std::uint64_t Count : {0, 1, 100, 1365, 5000})
      for (std::uint64_t Stride : {1, 3}) {
        check({Element, {Count, Element, Stride * Element}, {1, 0, 0}}, 64);
        check({Element, {Count, Stride * Element, Element}, {1, 0, 0}}, 68);
      }
}

TEST(CopyPlan, TilesOfTwoAndThreeDimensions) {
  for (std::uint64_t Line : {1, 13, 256, 20000, 40000})
    for (std::uint64_t Lines : {0, 1, 2, 17, 100})
      for (std::uint64_t Planes : {0, 1, 3})
        for (std::uint64_t DstGap : {0, 5})
          for (std::uint64_t SrcGap : {0, 7}) {
            if (Line * Lines * Planes > 500000)
              continue;
            std::uint64_t Dst = Line + DstGap, Src = Line + SrcGap;
            check({Line, {Lines, Dst, Src}, {Planes, Lines * Dst, Lines * Src}},
                  64);
            check({Line,
                   {Lines, Dst, Src},
                   {Planes, Lines * Dst + DstGap, Lines * Src + SrcGap}},
                  75);
          }
}

TEST(CopyPlan, OnlyWholeCacheLinesAndLongLinesAreStreamed) {
  alignas(64) std::byte Dst[65] = {};
  auto mayStream = [&](std::uint64_t Bytes, std::uint64_t Step,
                       std::uint64_t PlaneStep, std::size_t Offset,
                       std::uint64_t TimesCaches = 3) {
    const abi::CopyLines Lines{{10, Step, Bytes}, {2, PlaneStep, 20 * Bytes}};
    return localityToMemory(Dst + Offset, Bytes, &Lines, TimesCaches) ==
           Locality::PastCaches;
  };
  EXPECT_TRUE(mayStream(128, 256, 4096, 0));
  EXPECT_TRUE(mayStream(512, 513, 10001, 1));
  EXPECT_FALSE(mayStream(128, 256, 4096, 1));
  EXPECT_FALSE(mayStream(128, 200, 4096, 0));
  EXPECT_FALSE(mayStream(128, 256, 4097, 0));
  EXPECT_FALSE(mayStream(100, 256, 4096, 0));
  // A third of what is there fits into the caches.
  EXPECT_FALSE(mayStream(128, 384, 4096, 0));
  EXPECT_TRUE(mayStream(128, 384, 4096, 0, 4));
  EXPECT_FALSE(mayStream(512, 1536, 32768, 0));
}

TEST(CopyPlan, WhatIsContiguousIsOneLine) {
  std::byte Dst[1] = {}, Src[1] = {};
  CopyPlan Plan = makePlan(Dst, Src, 4, {{100, 4, 4}, {10, 400, 400}});
  EXPECT_EQ(Plan.lineBytes, 4000u);
  EXPECT_TRUE(Plan.isOneLine());
  Plan = makePlan(Dst, Src, 4, {{100, 4, 8}, {10, 400, 800}});
  EXPECT_EQ(Plan.lineBytes, 4u);
  EXPECT_EQ(Plan.lines.count, 1000u);
  EXPECT_EQ(Plan.planes.count, 1u);
  Plan = makePlan(Dst, Src, 4, {{1, 0, 0}, {10, 40, 80}});
  EXPECT_EQ(Plan.lines.count, 10u);
  EXPECT_EQ(Plan.lines.srcStep, 80u);
  EXPECT_EQ(Plan.planes.count, 1u);
}

// Undefined in OpenCL C; in Ferry the last line wins.
TEST(CopyPlan, LinesOfTheDestinationThatOverlapAreWrittenInOrder) {
  for (std::uint64_t Step : {0, 1, 99}) {
    Case C{100, {300, Step, 100}, {2, 0, 1000}};
    std::vector<std::byte> Src = pattern(C.extent(false), 3);
    std::vector<std::byte> Dst = pattern(C.extent(true), 4), Expected = Dst;
    C.reference(Expected.data(), Src.data());
    CopyPlan Plan = C.plan(Dst.data(), Src.data());
    EXPECT_TRUE(Plan.overlaps);
    ASSERT_EQ(numChunks(Plan), 1u);
    runChunk(Plan, 0);
    EXPECT_EQ(Dst, Expected);
  }
}

TEST(CopyPlan, ALineOntoItselfIsMovedAsAWhole) {
  for (std::ptrdiff_t Shift : {-5000, -64, -1, 0, 1, 64, 5000}) {
    std::vector<std::byte> Memory = pattern(60000, 5), Expected = Memory;
    std::copy_n(Memory.begin() + 6000, 40000,
                std::vector<std::byte>::iterator(Expected.begin() + 6000) +
                    Shift);
    CopyPlan Plan = makePlan(Memory.data() + 6000 + Shift, Memory.data() + 6000,
                             40000, {{1, 0, 0}, {1, 0, 0}});
    EXPECT_TRUE(Plan.overlaps);
    runAll(Plan);
    EXPECT_EQ(Memory, Expected) << Shift;
  }
}

} // namespace
} // namespace ferry::copy
