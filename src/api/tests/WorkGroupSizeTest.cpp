//===- WorkGroupSizeTest.cpp - Local sizes that nobody gave ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/WorkGroupSize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
  for (int Iteration = 0; Iteration != 5000; ++Iteration) {
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

TEST(WorkGroupSize, TheDimensionOfVectorsIsFilledFirst) {
  ferry::abi::KernelInfo Kernel = {};
  Kernel.vectorDimension = 2;
  ferry::abi::LaunchParams P = {3, 0, {512, 512, 512}, {}, {}, {}};
  chooseLocalSize(Kernel, 256, 4, P);
  EXPECT_EQ(P.localSize[0], 1u);
  EXPECT_EQ(P.localSize[1], 1u);
  EXPECT_EQ(P.localSize[2], 256u);
}

TEST(WorkGroupSize, SizesWhoseProductOverflowsAreDivided) {
  ferry::abi::LaunchParams P =
      choose(std::uint64_t(1) << 40, std::uint64_t(1) << 40, 2, 0);
  EXPECT_GE(P.localSize[0], 1u);
  EXPECT_EQ(P.globalSize[0] % P.localSize[0], 0u);
}

TEST(WorkGroupSize, RowsAreToldApartByWhatDividesThem) {
  using ferry::abi::rowClass;
  EXPECT_EQ(rowClass(1), 1u);
  EXPECT_EQ(rowClass(63), 63u);
  EXPECT_EQ(rowClass(64), 64u);
  EXPECT_EQ(rowClass(1024), 64u);
  EXPECT_EQ(rowClass(1024 + 48), 64u + 16);
  EXPECT_EQ(rowClass(65), ferry::abi::AnyRow);
  for (std::uint64_t Items = 1; Items != 1000; ++Items)
    for (std::uint64_t Lanes = 1; Lanes <= 64; Lanes *= 2)
      ASSERT_EQ(rowClass(Items) % Lanes == 0, Items % Lanes == 0) << Items;
}

/// The rows whose code a launch has, if none is there.
std::uint32_t rowOfNew(const ferry::abi::KernelInfo &Kernel,
                       const ferry::abi::LaunchParams &P, ItemsOfFew &Sofar,
                       unsigned NumThreads = 1, std::uint32_t Picoseconds = 0) {
  const std::uint32_t Own = rowOf(Kernel, P, NumThreads);
  const std::uint32_t General = generalRow(Own);
  return General == Own || areWorthCode(Own, P, Picoseconds, Sofar) ? Own
                                                                    : General;
}

/// Of a kernel's first launch.
std::uint32_t rowOfOne(const ferry::abi::KernelInfo &Kernel,
                       const ferry::abi::LaunchParams &P) {
  ItemsOfFew None = {};
  return rowOfNew(Kernel, P, None);
}

TEST(WorkGroupSize, RowsOfManyLaunches) {
  const ferry::abi::KernelInfo Kernel = {};
  ItemsOfFew Sofar = {};
  auto Row = [&](std::uint64_t Groups, std::uint64_t X = 8,
                 std::uint64_t Y = 1) {
    return rowOfNew(Kernel, {2, 0, {X * Groups, Y, 1}, {}, {X, Y, 1}, {}},
                    Sofar, 4);
  };
  // Those of many do not count for others.
  for (unsigned Launch = 0; Launch != 100; ++Launch)
    ASSERT_EQ(Row(1000), 8u);
  std::uint64_t Items = 0;
  for (; Row(28) == ferry::abi::AnyRow; Items += 8 * 28)
    ASSERT_LT(Items, 1U << 20);
  EXPECT_GT(Items, 1U << 12);
  EXPECT_EQ(Row(28), 8u);
  EXPECT_EQ(Row(1), 8u);
  // Nor do those of rows of other lengths, or of other columns.
  for (std::uint64_t X = 2; X != 64; ++X)
    EXPECT_EQ(Row(8, X), X == 8 ? 8 : ferry::abi::AnyRow) << X;
  for (unsigned Launch = 0; Launch != 100; ++Launch)
    Row(50, 2, 5);
  EXPECT_EQ(Row(1, 2, 5), 2u | 5 << 8);
  EXPECT_EQ(Row(1, 2, 6), ferry::abi::AnyRow);
}

// A few that each go through much are worth code soon.
TEST(WorkGroupSize, RowsOfLongWorkItems) {
  constexpr std::uint32_t Millisecond = 1'000'000'000; // In picoseconds.
  const ferry::abi::KernelInfo Kernel = {};
  const ferry::abi::LaunchParams P = {1, 0, {32, 1, 1}, {}, {16, 1, 1}, {}};
  ItemsOfFew Sofar = {};
  unsigned Launches = 0;
  while (rowOfNew(Kernel, P, Sofar, 1, Millisecond) == ferry::abi::AnyRow)
    ASSERT_LT(++Launches, 4u);
  EXPECT_GT(Launches, 0u);
  EXPECT_EQ(rowOfNew(Kernel, P, Sofar, 1, Millisecond), 16u);
}

TEST(WorkGroupSize, RowsOfALaunch) {
  ferry::abi::KernelInfo Kernel = {};
  auto Row = [&](std::uint64_t Size, std::uint64_t Local,
                 std::uint64_t Offset = 0) {
    ferry::abi::LaunchParams P = {
        1, 0, {Size, 1024, 1}, {Offset}, {Local, 4, 1}, {}};
    return rowOfOne(Kernel, P);
  };
  EXPECT_EQ(Row(96, 48), 48u);
  EXPECT_EQ(Row(100, 48), ferry::abi::AnyRow);
  EXPECT_EQ(Row(100, 1), 1u | 4 << 8);
  EXPECT_EQ(Row(100, 3), ferry::abi::AnyRow);
  EXPECT_EQ(Row(100, 4), 4u);
  EXPECT_EQ(Row(std::uint64_t(1) << 31, 64), 64u);
  EXPECT_EQ(Row(std::uint64_t(1) << 31, 64, 1), 1u);
  Kernel.flags = ferry::abi::GroupAgnostic;
  EXPECT_EQ(Row(96, 48), 96u);
  EXPECT_EQ(Row(100, 1), ferry::abi::rowClass(100));
  // Of (100, 1) in the source.
  Kernel.vectorDimension = 1;
  ferry::abi::LaunchParams Exchanged = {2,  0,           {1024, 100, 1},
                                        {}, {1, 100, 1}, {}};
  EXPECT_EQ(rowOfOne(Kernel, Exchanged), 64u);
  const ferry::abi::LaunchParams Ours = {1, 0, {1009, 2, 1}, {}, {1, 1, 1}, {}};
  EXPECT_EQ(rowOfOne(Kernel, Ours), ferry::abi::AnyRow);
  EXPECT_EQ(Row(1, 1), 1u | 64 << 8);
}

TEST(WorkGroupSize, FewWorkItemsHaveNoRowsOfTheirOwn) {
  const ferry::abi::KernelInfo Kernel = {};
  auto Row = [&](std::uint64_t Size, std::uint64_t Local) {
    return rowOfOne(Kernel, {1, 0, {Size, 1, 1}, {}, {Local, 1, 1}, {}});
  };
  EXPECT_EQ(Row(960, 48), ferry::abi::AnyRow);
  EXPECT_EQ(Row(960, 64), 64u);
  EXPECT_EQ(Row(960, 1), ferry::abi::OneItem);
  EXPECT_EQ(Row(1056, 48), 48u);
}

TEST(WorkGroupSize, RequiredSizesSayWhichRowsAreLikely) {
  ferry::abi::KernelInfo Kernel = {};
  EXPECT_EQ(likelyRow(Kernel), 64u);
  for (std::array<std::uint32_t, 3> Size : {std::array{1u, 1u, 1u},
                                            {16u, 1u, 1u},
                                            {2u, 64u, 1u},
                                            {1u, 64u, 1u},
                                            {1u, 1u, 8u},
                                            {100u, 3u, 1u},
                                            {4096u, 1u, 1u}})
    for (unsigned D : {0, 1, 2}) {
      std::ranges::copy(Size, Kernel.reqdWorkGroupSize);
      Kernel.vectorDimension = D;
      ferry::abi::LaunchParams P = {
          3, 0, {4096, 7680, 1024}, {}, {Size[0], Size[1], Size[2]}, {}};
      P.globalSize[0] *= 25; // Of 100, too.
      P.exchange(D);
      EXPECT_EQ(likelyRow(Kernel), rowOfOne(Kernel, P))
          << Size[0] << ' ' << Size[1] << ' ' << Size[2] << ", " << D;
    }
  Kernel.flags = ferry::abi::GroupAgnostic;
  EXPECT_EQ(likelyRow(Kernel), 64u);
}

TEST(WorkGroupSize, OneWorkItemAloneIsTold) {
  ferry::abi::KernelInfo Kernel = {};
  auto Row = [&](std::uint64_t Y, std::uint64_t Z, std::uint64_t Items = 4096) {
    return rowOfOne(Kernel, {3, 0, {Items, 4, 4}, {}, {1, Y, Z}, {}});
  };
  EXPECT_EQ(Row(1, 1), ferry::abi::OneItem);
  EXPECT_EQ(Row(1, 1, 1), ferry::abi::OneItem);
  EXPECT_EQ(Row(1, 2), 1u);
  EXPECT_EQ(Row(2, 1), 1u | 2 << 8);
  // Ids that vectors do not compute with: of groups of any size.
  EXPECT_EQ(Row(1, 1, std::uint64_t(1) << 32), 1u);
  Kernel.flags = ferry::abi::GroupAgnostic;
  EXPECT_NE(Row(1, 1, 1), ferry::abi::OneItem);
}

TEST(WorkGroupSize, SubGroupsGoOnFromRowToRow) {
  using namespace ferry::abi;
  ferry::abi::KernelInfo Kernel = {};
  auto Row = [&](std::uint64_t X, std::uint64_t Y) {
    return rowOfOne(Kernel, {2, 0, {960, 64, 1}, {}, {X, Y, 1}, {}});
  };
  EXPECT_EQ(Row(8, 2), Row(8, 4));
  EXPECT_FALSE(Row(8, 2) & SeveralRows);
  Kernel.flags = ShowsSubGroups;
  EXPECT_EQ(Row(8, 2), classOfSeveral(8));
  EXPECT_EQ(Row(40, 2), classOfSeveral(8));
  EXPECT_EQ(Row(192, 2), classOfSeveral(64));
  // Not all are alike.
  EXPECT_EQ(Row(56, 2), classOfSeveral(1));
  EXPECT_EQ(Row(192, 1), rowClass(192));
  EXPECT_EQ(Row(1, 1), OneItem);

  KernelCode Code = {Version, 0, nullptr, 0, 16, 1, 0, UINT32_MAX};
  EXPECT_TRUE(Code.suits(AnyRow));
  EXPECT_TRUE(Code.suits(classOfSeveral(16)));
  EXPECT_TRUE(Code.suits(classOfSeveral(64)));
  EXPECT_FALSE(Code.suits(classOfSeveral(8)));
  Code.flags = LinearItems;
  EXPECT_FALSE(Code.suits(AnyRow));
  EXPECT_FALSE(Code.suits(classOfSeveral(16)));
  EXPECT_TRUE(Code.suits(classOfSeveral(8)));
  EXPECT_TRUE(Code.suits(classOfSeveral(1)));
}

TEST(WorkGroupSize, GroupsThatNobodySeesBeginWhereVectorsDo) {
  std::mt19937 Generator(1);
  auto Random = [&](std::uint64_t Most) {
    return std::uniform_int_distribution<std::uint64_t>(1, Most)(Generator);
  };
  for (int Iteration = 0; Iteration != 5000; ++Iteration) {
    ferry::abi::LaunchParams P = {};
    ferry::abi::KernelInfo Kernel = {};
    Kernel.flags = ferry::abi::GroupAgnostic;
    if (Iteration % 2)
      Kernel.flags |= ferry::abi::ColumnOrder;
    std::uint64_t Left = 4096;
    for (unsigned D = 0; D != 3; ++D) {
      P.localSize[D] = Random(Left);
      P.globalSize[D] = P.localSize[D] * Random(50);
      Left /= P.localSize[D];
    }
    regroup(Kernel, /*NumThreads=*/1, P);
    ASSERT_EQ(P.localSize[P.globalSize[0] < ferry::abi::ShortRow] %
                  ferry::abi::MaxLanes,
              0u);
    std::uint64_t Items = 1;
    for (unsigned D = 0; D != 3; ++D)
      Items *= std::min(P.localSize[D], P.globalSize[D]);
    ASSERT_LE(Items, 4096u + 64);
    for (unsigned D = 0; D != 3; ++D) {
      ASSERT_GE(P.numGroups[D] * P.localSize[D], P.globalSize[D]);
      ASSERT_LT((P.numGroups[D] - 1) * P.localSize[D], P.globalSize[D]);
    }
  }
}

// As many work-items as there are compute units, or some more, each of which
// does a share of the whole.
TEST(WorkGroupSize, FewWorkItemsAreForAllThreads) {
  constexpr unsigned NumThreads = 16;
  for (std::uint32_t Flags : {std::uint32_t(0), ferry::abi::GroupAgnostic + 0})
    for (std::uint64_t X : {1, 2, 3, 5, 8, 16, 64, 512})
      for (std::uint64_t Y : {1, 2, 7, 16}) {
        if (X * Y >= NumThreads * ferry::abi::ShortRow)
          continue;
        SCOPED_TRACE(testing::Message() << X << " x " << Y << ", " << Flags);
        ferry::abi::KernelInfo Kernel = {};
        Kernel.flags = Flags;
        ferry::abi::LaunchParams P = {2, 0, {X, Y, 1}, {}, {}, {}};
        chooseLocalSize(Kernel, 4096, NumThreads, P);
        EXPECT_TRUE(countGroups(Kernel, P));
        if (Flags) {
          EXPECT_EQ(rowOf(Kernel, P, NumThreads), 1u);
          // Nobody sees whether the application asked for one large group.
          P.localSize[0] = X;
          P.localSize[1] = Y;
          regroup(Kernel, NumThreads, P);
          EXPECT_GE(P.numGroups[0] * P.localSize[0], X);
          EXPECT_GE(P.numGroups[1] * P.localSize[1], Y);
        }
        const std::uint64_t Share = (X * Y + NumThreads - 1) / NumThreads;
        EXPECT_LE(std::min(P.localSize[0], X) * std::min(P.localSize[1], Y),
                  Share);
      }
}

} // namespace
