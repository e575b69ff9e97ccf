//===- KernelStackTest.cpp - Where generated code has its stack -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/KernelStack.h"

#include "ferry/abi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <execinfo.h>

using namespace ferry::exec;

namespace {

/// The callers of a function, the nearest first.
struct Callers {
  std::array<void *, 100> addresses = {};
  int count = 0;
  [[gnu::noinline]] void find() {
    count = backtrace(addresses.data(), int(addresses.size()));
  }
};

/// Where a variable of the caller of a function would lie.
[[gnu::noinline]] std::uintptr_t stackPointer() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

TEST(KernelStack, FunctionsAreCalledOnIt) {
  KernelStack Stack;
  ASSERT_TRUE(Stack.reserve());
  const auto Bottom = reinterpret_cast<std::uintptr_t>(Stack.memory().data());
  const std::uintptr_t Before = stackPointer();
  std::uintptr_t Inside = 0;
  for (int I = 0; I != 3; ++I) {
    int Calls = 0;
    Stack.call([&] {
      ++Calls;
      Inside = stackPointer();
      alignas(64) volatile char Aligned[64] = {};
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&Aligned) % 64, 0u);
    });
    EXPECT_EQ(Calls, 1);
    EXPECT_GT(Inside, Bottom + ferry::abi::KernelStackBytes);
    EXPECT_LT(Inside, Bottom + Stack.memory().size());
  }
  EXPECT_EQ(stackPointer(), Before);
}

TEST(KernelStack, CallersAreFoundBehindIt) {
  KernelStack Stack;
  ASSERT_TRUE(Stack.reserve());
  Callers Outside, Inside;
  Outside.find();
  Stack.call([&] { Inside.find(); });
  // The innermost are in different places.
  constexpr int Own = 3;
  ASSERT_GT(Outside.count, Own + 1);
  ASSERT_GT(Inside.count, Outside.count);
  EXPECT_TRUE(std::equal(Outside.addresses.begin() + Own,
                         Outside.addresses.begin() + Outside.count,
                         Inside.addresses.begin() + Own + Inside.count -
                             Outside.count));
}

[[gnu::noinline]] std::size_t recurse(std::size_t Bytes) {
  volatile char Page[4096];
  Page[0] = 1;
  asm volatile("" ::"r"(&Page[0])); // Or Clang makes a loop of it.
  return Bytes < sizeof(Page)
             ? std::size_t(Page[0])
             : recurse(Bytes - sizeof(Page)) + std::size_t(Page[0]);
}

TEST(KernelStack, AllOfItMayBeUsedAndNoMore) {
  KernelStack Stack;
  ASSERT_TRUE(Stack.reserve());
  std::size_t Frames = 0;
  // A frame is a little more than its page.
  Stack.call([&] { Frames = recurse(ferry::abi::KernelStackBytes / 4 * 3); });
  EXPECT_GE(Frames, ferry::abi::KernelStackBytes / 4 * 3 / 4096);
  EXPECT_DEATH(
      Stack.call([&] { Frames = recurse(ferry::abi::KernelStackBytes * 2); }),
      "");
}

} // namespace
