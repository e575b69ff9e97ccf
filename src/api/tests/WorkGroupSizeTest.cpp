//===- WorkGroupSizeTest.cpp - Local sizes that nobody gave ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/WorkGroupSize.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

using namespace ferry::core;

namespace {

ferry::abi::LaunchParams choose(std::uint64_t X, std::uint64_t Y,
                                std::uint64_t Z, std::uint32_t Flags,
                                std::size_t MaxItems = 4096) {
  ferry::abi::KernelInfo Kernel = {};
  Kernel.flags = Flags;
  Kernel.privateBytesPerItem = 16;
  ferry::abi::LaunchParams P = {};
  P.workDim = 3;
  P.globalSize[0] = X;
  P.globalSize[1] = Y;
  P.globalSize[2] = Z;
  chooseLocalSize(Kernel, MaxItems, 4, P);
  return P;
}

TEST(WorkGroupSize, DividesTheGlobalSizeAndKeepsTheLimit) {
  std::mt19937 Generator(1);
  auto Random = [&](std::uint64_t Most) {
    return std::uniform_int_distribution<std::uint64_t>(1, Most)(Generator);
  };
  for (int Round = 0; Round != 5000; ++Round) {
    std::size_t MaxItems = Random(4096);
    ferry::abi::LaunchParams P =
        choose(Random(100000), Random(500), Random(20), 0, MaxItems);
    for (unsigned D = 0; D != 3; ++D) {
      ASSERT_GE(P.localSize[D], 1u);
      ASSERT_EQ(P.globalSize[D] % P.localSize[D], 0u);
    }
    ASSERT_LE(P.localSize[0] * P.localSize[1] * P.localSize[2], MaxItems);
  }
}

TEST(WorkGroupSize, GroupsNeedNotDivideWhereTheKernelAllows) {
  EXPECT_EQ(choose(1000003, 1, 1, 0).localSize[0], 1u);
  EXPECT_GE(choose(1000003, 1, 1, ferry::abi::NonUniformGroups).localSize[0],
            64u);
}

TEST(WorkGroupSize, ShortRowsAreJoined) {
  ferry::abi::LaunchParams P = choose(4, 4096, 1, 0);
  EXPECT_EQ(P.localSize[0], 4u);
  EXPECT_GE(P.localSize[1], 16u);
}

TEST(WorkGroupSize, SizesWhoseProductOverflowsAreDivided) {
  ferry::abi::LaunchParams P =
      choose(std::uint64_t(1) << 40, std::uint64_t(1) << 40, 2, 0);
  EXPECT_GE(P.localSize[0], 1u);
  EXPECT_EQ(P.globalSize[0] % P.localSize[0], 0u);
}

} // namespace
