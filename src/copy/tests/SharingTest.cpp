//===- SharingTest.cpp - Whether to share copies --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/Sharing.h"

#include <gtest/gtest.h>

namespace ferry::copy {
namespace {

std::uint64_t Cycles;
std::uint64_t cycles() { return Cycles; }

/// A group that starts copies of 16 KiB.
class Group {
public:
  explicit Group(Sharing::Policy Policy = Sharing::Policy::Measured)
      : Share(Policy, cycles) {
    Cycles = 1;
  }

  /// \param Alone cycles from one copy to the next, \p Shared if shared.
  /// \returns which part of \p Count copies was shared.
  double run(unsigned Count, std::uint64_t Alone, std::uint64_t Shared,
             bool AnyHelp = true) {
    unsigned NumShared = 0;
    for (unsigned I = 0; I != Count; ++I) {
      const bool Shall = Share.shall(16384, Helped);
      NumShared += Shall;
      Helped += Shall && AnyHelp;
      Cycles += Shall ? Shared : Alone;
    }
    return double(NumShared) / Count;
  }

  Sharing Share;
  std::uint64_t Helped = 0;
};

TEST(Sharing, CopiesAreSharedWhereThatIsFaster) {
  Group G;
  G.run(1000, 4000, 2500);
  EXPECT_GT(G.run(10000, 4000, 2500), 0.9);
}

TEST(Sharing, WhatIsSlowIsHardlyTried) {
  Group G;
  G.run(10000, 4000, 100000);
  EXPECT_LT(double(Cycles), 1.1 * 4000 * 10000);
  EXPECT_LT(G.run(100000, 4000, 4000), 0.02);
}

/// A helper whose processor is taken away makes the group wait for it.
TEST(Sharing, NoTrialCostsMuch) {
  Group G;
  G.run(1'000'000, 4000, 10'000'000);
  EXPECT_LT(double(Cycles), 1.15 * 4000 * 1'000'000);
}

TEST(Sharing, LongComputationsCountToo) {
  Group G;
  G.run(100, 1'500'000, 1'000'000);
  EXPECT_GT(G.run(1000, 1'500'000, 1'000'000), 0.8);
}

TEST(Sharing, NothingIsKeptForHelpThatDoesNotCome) {
  Group G;
  G.run(10000, 4000, 4000, /*AnyHelp=*/false);
  EXPECT_LT(G.run(100000, 4000, 4000, /*AnyHelp=*/false), 0.05);
}

TEST(Sharing, TimesChange) {
  Group G;
  G.run(20000, 4000, 2500);
  G.run(20000, 4000, 9000);
  EXPECT_LT(G.run(10000, 4000, 9000), 0.1);
  G.run(20000, 4000, 2500);
  EXPECT_GT(G.run(10000, 4000, 2500), 0.9);
}

TEST(Sharing, TimeBetweenLaunchesDoesNotCount) {
  Group G;
  for (int Launch = 0; Launch != 200; ++Launch) {
    Cycles += 100'000'000;
    G.Share.pause();
    G.run(10, 40000, 25000);
  }
  EXPECT_GT(G.run(1000, 40000, 25000), 0.9);
}

TEST(Sharing, KernelsDiffer) {
  SharingOfKernels Kernels(Sharing::Policy::Measured, cycles);
  int Ids[9];
  Kernels.of(&Ids[0]) = Sharing(Sharing::Policy::Always);
  EXPECT_FALSE(Kernels.of(&Ids[1]).shall(1 << 20, 0));
  EXPECT_TRUE(Kernels.of(&Ids[0]).shall(1 << 20, 0));
  // Only the latest are known.
  for (int &Id : Ids)
    Kernels.of(&Id);
  EXPECT_FALSE(Kernels.of(&Ids[0]).shall(1 << 20, 0));
}

TEST(Sharing, IsAsAskedFor) {
  EXPECT_EQ(Group(Sharing::Policy::Always).run(10000, 1, 1000), 1);
  EXPECT_EQ(Group(Sharing::Policy::Never).run(10000, 1000, 1), 0);
}

} // namespace
} // namespace ferry::copy
