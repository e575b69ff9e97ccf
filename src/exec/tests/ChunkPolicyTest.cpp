//===- ChunkPolicyTest.cpp - How much a thread claims at a time -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/ChunkPolicy.h"
#include "exec/Tuning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace ferry::exec;

namespace {

/// Work of \p Units units, each of which takes \p Each nanoseconds.
Remaining workOf(std::uint64_t Units, double Each) {
  return {0,
          Units,
          /*unitsPerRow=*/1,
          /*isKnown=*/true,
          std::uint64_t(double(Units) * Each),
          /*isShared=*/true};
}

/// The claims of \p Threads, one after the other.
std::vector<std::uint64_t> claims(Remaining Work, double Each,
                                  unsigned Threads) {
  std::vector<std::uint64_t> All;
  while (Work.left() != 0) {
    const std::uint64_t Chunk = chunkOf(Work, Threads);
    EXPECT_GE(Chunk, 1u);
    All.push_back(std::min(Chunk, Work.left()));
    Work.claimed += Chunk;
    Work.nanoseconds = std::uint64_t(double(Work.left()) * Each);
  }
  return All;
}

TEST(ChunkPolicy, UnknownUnitsAreClaimedOneByOne) {
  Remaining Work = workOf(1000, 0);
  Work.isKnown = false;
  EXPECT_EQ(chunkOf(Work, 4), 1u);
}

TEST(ChunkPolicy, WhatTakesNoTimeIsClaimedWhole) {
  EXPECT_EQ(chunkOf(workOf(1000, 0), 4), 1000u);
  Remaining Work = workOf(1000, double(tuning::ShareNanoseconds - 1) / 1000);
  Work.isShared = false;
  EXPECT_EQ(chunkOf(Work, 4), 1000u);
}

TEST(ChunkPolicy, WhatIsAllClaimedGivesOneMore) {
  Remaining Work = workOf(10, 0);
  Work.claimed = 12;
  EXPECT_EQ(Work.left(), 0u);
  EXPECT_GE(chunkOf(Work, 4), 1u);
}

/// No claim is longer than it should be, but for single units, nor shorter.
TEST(ChunkPolicy, ClaimsLastNeitherLongNorShort) {
  for (std::uint64_t Units : {1ull, 7ull, 1000ull, 1000000ull})
    for (double Each : {0.5, 30.0, 1e3, 1e6})
      for (unsigned Threads : {1u, 2u, 8u, 64u}) {
        const auto All = claims(workOf(Units, Each), Each, Threads);
        for (std::size_t I = 0; I != All.size(); ++I) {
          const double Lasts = double(All[I]) * Each;
          EXPECT_TRUE(All[I] == 1 ||
                      Lasts <= double(tuning::ChunkNanoseconds) ||
                      Units * Each <= double(tuning::ChunkNanoseconds))
              << Units << " " << Each << " " << Threads << " " << All[I];
          // What remains may be less; half, for what is rounded.
          EXPECT_TRUE(I + 1 == All.size() ||
                      Lasts >= 0.5 * double(tuning::LeastChunkNanoseconds))
              << Units << " " << Each << " " << Threads << " " << All[I];
        }
      }
}

/// Claims get shorter to the end, so that threads finish together.
TEST(ChunkPolicy, ClaimsAreFair) {
  const auto All = claims(workOf(4096, 10e3), 10e3, 4);
  EXPECT_EQ(All.back(), 1u);
  for (std::size_t I = 1; I != All.size(); ++I)
    EXPECT_LE(All[I], All[I - 1] + 1); // Times are rounded.
}

TEST(ChunkPolicy, ClaimsEndWithRows) {
  Remaining Work = workOf(100000, 100); // A claim lasts for 1000 units.
  Work.unitsPerRow = 300;
  const std::uint64_t Chunk = chunkOf(Work, 2);
  EXPECT_EQ(Chunk % 300, 0u);
  // Rows that are longer than claims are divided.
  Work.unitsPerRow = 50000;
  EXPECT_EQ(chunkOf(Work, 2), 1000u);
}

TEST(ChunkPolicy, HelpersArePaidFor) {
  EXPECT_EQ(helpersFor(tuning::ShareNanoseconds - 1, 8), 0u);
  EXPECT_EQ(helpersFor(3 * tuning::ShareNanoseconds, 8), 3u);
  EXPECT_EQ(helpersFor(UINT64_MAX, 8), 7u);
  EXPECT_EQ(helpersFor(UINT64_MAX, 1), 0u);
}

} // namespace
