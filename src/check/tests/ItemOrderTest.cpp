//===- ItemOrderTest.cpp - What orders work-items beside barriers ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/ItemOrder.h"

#include <gtest/gtest.h>

namespace ferry::check {
namespace {

/// A group of 12 x 2 work-items.
class ItemOrderTest : public testing::Test {
protected:
  ItemOrderTest() {
    const std::uint64_t Id[3] = {};
    Group.begin(Kernel, Params, nullptr, State, Id, {}, false);
    Order.beginGroup();
  }

  ItemOrder &as(std::uint64_t Item) {
    Group.table().item = Item;
    return Order;
  }
  bool isOrdered(std::uint64_t First, std::uint64_t Second,
                 bool IsLocal = true) const {
    return Order.isOrdered(Stamp(1, First, 1, 1, false, false), Second,
                           IsLocal);
  }
  /// Work-items \p Begin to \p End - 1 come to a barrier of local memory.
  void passBarrier(std::uint64_t Begin, std::uint64_t End) {
    for (std::uint64_t Item = Begin; Item != End; ++Item)
      if (as(Item).isFirstAtSubGroupBarrier(8)) {
        ++Group.localTime.interval;
        Order.passSubGroupBarrier(/*IsLocal=*/true);
      }
  }

  static constexpr abi::CheckSite Sites[1] = {
      {"", 0, 0, abi::CheckPlace::Unknown, 0, "", 0, ""}};
  static constexpr std::uint32_t Acquires = abi::CheckAtomicAcquires,
                                 Releases = abi::CheckAtomicReleases;
  const abi::CheckedKernel Kernel = {"kernel", Sites, nullptr, 1, 0, 0};
  abi::LaunchParams Params = {2,         0,          {12, 2, 1},
                              {0, 0, 0}, {12, 2, 1}, {1, 1, 1}};
  abi::ThreadState State = {};
  RunningGroup Group;
  ItemOrder Order{Group};
};

TEST_F(ItemOrderTest, AcquiringIsBehindReleasing) {
  as(3).atomic(100, Releases);
  as(4).atomic(200, Acquires);
  EXPECT_FALSE(isOrdered(3, 4));
  as(4).atomic(100, 0);
  EXPECT_FALSE(isOrdered(3, 4));
  as(4).atomic(100, Acquires);
  EXPECT_TRUE(isOrdered(3, 4));
  EXPECT_TRUE(isOrdered(3, 4, /*IsLocal=*/false));
  EXPECT_FALSE(isOrdered(4, 3));
  EXPECT_FALSE(isOrdered(5, 4));
}

TEST_F(ItemOrderTest, IsPassedOn) {
  as(1).atomic(100, Releases);
  as(2).atomic(100, Acquires);
  as(2).atomic(200, Releases);
  as(22).atomic(200, Acquires | Releases);
  EXPECT_TRUE(isOrdered(1, 22));
}

TEST_F(ItemOrderTest, FencesMakeAtomicsReleaseAndAcquire) {
  as(1).fence(Releases);
  as(1).atomic(100, 0);
  as(2).fence(Acquires);
  as(2).atomic(100, 0);
  EXPECT_FALSE(isOrdered(1, 2));
  as(2).fence(Acquires);
  EXPECT_TRUE(isOrdered(1, 2));
  as(3).fence(Releases);
  as(3).atomic(100, 0);
  as(3).fence(Releases);
  EXPECT_FALSE(isOrdered(1, 3));
}

TEST_F(ItemOrderTest, BeginsAnewBehindABarrier) {
  as(1).atomic(100, Releases);
  Order.passBarrier(/*IsLocal=*/true);
  as(2).atomic(100, Acquires);
  EXPECT_FALSE(isOrdered(1, 2));
  EXPECT_TRUE(isOrdered(1, 2, /*IsLocal=*/false));
}

// The second begins in the first row, and ends in the second one.
TEST_F(ItemOrderTest, BarriersOrderSubGroups) {
  passBarrier(0, 8);
  EXPECT_EQ(Group.localTime.interval, 2u);
  EXPECT_TRUE(isOrdered(0, 7));
  EXPECT_FALSE(isOrdered(0, 7, /*IsLocal=*/false));
  EXPECT_FALSE(isOrdered(8, 9));
  EXPECT_FALSE(isOrdered(7, 8));
  passBarrier(8, 16);
  EXPECT_TRUE(isOrdered(8, 15));
  EXPECT_FALSE(isOrdered(8, 16));
  EXPECT_EQ(Group.localTime.interval, 3u);
  passBarrier(8, 16);
  EXPECT_EQ(Group.localTime.interval, 4u);
  EXPECT_TRUE(isOrdered(0, 7));
}

} // namespace
} // namespace ferry::check
