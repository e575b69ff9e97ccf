//===- GroupsTest.cpp - Groups, one after another -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check/Objects.h"
#include "check/RunningGroup.h"

#include <gtest/gtest.h>

using namespace ferry::check;

namespace {

constexpr ferry::abi::CheckSite NoSite = {
    "", 0, 0, ferry::abi::CheckPlace::Unknown, 0, "", 0, ""};

class Groups : public testing::Test {
protected:
  /// \returns whether arguments were looked up anew.
  bool begin(std::uint64_t Group, bool Changed = false) {
    const std::uint64_t Id[3] = {Group, 0, 0};
    return Running.begin(Kernel, Params, nullptr, State, Id, {}, Changed);
  }

  void setGroups(std::uint64_t Count) {
    Params.globalSize[0] = Params.numGroups[0] = Count;
  }

  const ferry::abi::CheckSite Sites[1] = {NoSite};
  const ferry::abi::CheckedKernel Kernel = {"kernel", Sites, nullptr, 1, 0, 0};
  ferry::abi::LaunchParams Params = {1,         0,         {8, 1, 1},
                                     {0, 0, 0}, {1, 1, 1}, {8, 1, 1}};
  ferry::abi::ThreadState State = {};
  RunningGroup Running;
};

TEST_F(Groups, AreCountedFromLaunchToLaunch) {
  EXPECT_TRUE(begin(0));
  EXPECT_TRUE(Running.hasNewLaunch());
  EXPECT_FALSE(Running.hasNewNumbers());
  const std::uint64_t First = Running.number();
  EXPECT_GT(First, 0u);
  EXPECT_FALSE(begin(7));
  EXPECT_FALSE(Running.hasNewLaunch());
  EXPECT_EQ(Running.number(), First + 7);
  const Stamp Before(1, 0, 1, Running.number(), false, false);
  EXPECT_TRUE(Running.isOfLaunch(Before));
  EXPECT_TRUE(begin(0));
  EXPECT_GT(Running.number(), Before.group());
  EXPECT_FALSE(Running.isOfLaunch(Before));
}

// What the host does meanwhile ends no launch: what atomics have put in order
// stays so.
TEST_F(Groups, AreOfTheSameLaunchWhenObjectsCome) {
  begin(0);
  EXPECT_TRUE(begin(1, /*Changed=*/true));
  EXPECT_FALSE(Running.hasNewLaunch());
  EXPECT_TRUE(Running.isOfLaunch(Stamp(1, 0, 1, 1, false, false)));
}

TEST_F(Groups, BeginAnewWhereNumbersEnd) {
  setGroups(Stamp::Groups - 10);
  begin(0);
  EXPECT_FALSE(Running.hasNewNumbers());
  begin(Stamp::Groups - 11);
  EXPECT_EQ(Running.number(), Stamp::Groups - 10);
  // As many as there are left, and one more.
  setGroups(9);
  begin(0);
  EXPECT_FALSE(Running.hasNewNumbers());
  begin(8);
  EXPECT_EQ(Running.number(), Stamp::Groups - 1);
  begin(0);
  EXPECT_TRUE(Running.hasNewNumbers());
  EXPECT_EQ(Running.number(), 1u);
  begin(1);
  EXPECT_FALSE(Running.hasNewNumbers());
}

TEST_F(Groups, OfALaunchMayBeMoreThanThereAreNumbers) {
  const std::uint64_t Most = Stamp::Groups - 1;
  setGroups(3 * Most);
  begin(0);
  const std::uint64_t First = Running.number();
  begin(Most - 1);
  EXPECT_EQ(Running.number(), First + Most - 1);
  EXPECT_FALSE(Running.hasNewNumbers());
  begin(Most);
  EXPECT_TRUE(Running.hasNewNumbers());
  EXPECT_FALSE(Running.hasNewLaunch());
  EXPECT_EQ(Running.number(), First);
  begin(2 * Most - 1);
  EXPECT_FALSE(Running.hasNewNumbers());
  EXPECT_LT(Running.number(), Stamp::Groups);
  EXPECT_NE(Running.describe(Stamp(1, 0, 1, Running.number(), false, false))
                .find("(" + std::to_string(2 * Most - 1) + ")"),
            std::string::npos);
  // Whatever comes behind that finds none left.
  setGroups(1);
  begin(0);
  EXPECT_TRUE(Running.hasNewNumbers());
  EXPECT_EQ(Running.number(), 1u);
}

// Whatever lies behind the arena, as a buffer may.
TEST_F(Groups, HaveTheLocalMemoryOfTheirThread) {
  std::byte Memory[128];
  State.localMemory = Memory;
  State.localBytes = 64;
  begin(0);
  const auto Start = reinterpret_cast<std::uintptr_t>(Memory);
  EXPECT_EQ(Running.local().begin, Start);
  EXPECT_EQ(Running.local().bytes, 64u);
  EXPECT_FALSE(Running.isLocal(Start - 1));
  EXPECT_TRUE(Running.isLocal(Start));
  EXPECT_TRUE(Running.isLocal(Start + 63));
  EXPECT_FALSE(Running.isLocal(Start + 64));
}

} // namespace
