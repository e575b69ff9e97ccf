//===- KernelTableTest.cpp - Tables of kernels that say too much ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/KernelTable.h"

#include <gtest/gtest.h>

#include <functional>

namespace exec = ferry::exec;

namespace {

/// A program in memory: a kernel with an argument of each kind.
struct Program {
  static constexpr unsigned NumArgs = 3;
  ferry::abi::ProgramInfo info = {ferry::abi::Version, 1, &kernel, 0, 0, 0};
  ferry::abi::KernelInfo kernel = {};
  ferry::abi::KernelArgInfo args[NumArgs] = {};
  char text[8] = "a, b, c"; ///< The last bytes of all.

  Program() {
    kernel.name = kernel.attributes = text;
    kernel.args = args;
    kernel.numArgs = NumArgs;
    kernel.argBlockSize = 32;
    const ferry::abi::ArgKind Kinds[] = {ferry::abi::ArgKind::Value,
                                         ferry::abi::ArgKind::GlobalPointer,
                                         ferry::abi::ArgKind::LocalPointer};
    const std::uint32_t Sizes[] = {16, 8, 0}, Offsets[] = {0, 16, 24};
    for (unsigned I = 0; I != NumArgs; ++I) {
      args[I].name = args[I].typeName = text;
      args[I].kind = std::uint32_t(Kinds[I]);
      args[I].size = Sizes[I];
      args[I].offset = Offsets[I];
      args[I].alignment = 8;
    }
  }

  bool isSound() const {
    return exec::isSound(
        info, {reinterpret_cast<const std::byte *>(this), sizeof(*this)});
  }
};

TEST(KernelTable, GoodOnesAreTaken) {
  Program P;
  EXPECT_TRUE(P.isSound());
  P.kernel.reqdWorkGroupSize[0] = 8;
  P.kernel.reqdWorkGroupSize[1] = P.kernel.reqdWorkGroupSize[2] = 1;
  EXPECT_TRUE(P.isSound());
}

TEST(KernelTable, EachNumberIsChecked) {
  using Change = std::function<void(Program &)>;
  const Change Changes[] = {
      [](Program &P) { P.info.numKernels = 1000; },
      [](Program &P) { P.info.numInternal = UINT32_MAX; },
      [](Program &P) { P.info.kernels = nullptr; },
      [](Program &P) { P.kernel.name = nullptr; },
      [](Program &P) { P.kernel.attributes = P.text + sizeof(P.text); },
      [](Program &P) { P.text[7] = 33; }, // No end.
      [](Program &P) { P.kernel.numArgs = 0x8000'0000; },
      [](Program &P) { P.kernel.argBlockSize = UINT64_MAX - 100; },
      [](Program &P) { P.kernel.argBlockSize = 31; },
      [](Program &P) { P.kernel.argBlockSize = 16; },
      [](Program &P) { P.kernel.argBlockSize = 0; },
      [](Program &P) { P.kernel.reqdWorkGroupSize[1] = 4; },
      [](Program &P) { P.kernel.vectorDimension = 3; },
      [](Program &P) { P.args[0].kind = 7; },
      [](Program &P) { P.args[0].size = 33; },
      [](Program &P) { P.args[0].size = UINT32_MAX; },
      [](Program &P) { P.args[0].offset = 17; },
      [](Program &P) { P.args[1].offset = 25; },
      [](Program &P) { P.args[2].offset = 32; },
      [](Program &P) { P.args[2].offset = UINT32_MAX; },
      [](Program &P) { P.args[2].alignment = 0; },
      [](Program &P) { P.args[2].alignment = 24; },
      [](Program &P) { P.args[1].name = nullptr; },
      [](Program &P) { P.args[1].typeName = nullptr; },
  };
  for (const Change &Make : Changes) {
    Program P;
    Make(P);
    EXPECT_FALSE(P.isSound()) << "change " << &Make - Changes;
  }
}

TEST(KernelTable, EachNumberOfCodeIsChecked) {
  const std::byte Memory[32] = {};
  const std::span<const std::byte> Code(Memory + 16, 16);
  auto IsSound = [&](const void *Entry, std::uint32_t SubGroup,
                     std::uint32_t Multiple) {
    ferry::abi::KernelCode K = {};
    K.entry = reinterpret_cast<ferry::abi::KernelEntry>(
        reinterpret_cast<std::uintptr_t>(Entry));
    K.subGroupSize = SubGroup;
    K.rowMultiple = Multiple;
    return exec::isSound(K, Code);
  };
  EXPECT_TRUE(IsSound(Memory + 31, 64, 1));
  EXPECT_FALSE(IsSound(Memory + 32, 64, 1));
  EXPECT_FALSE(IsSound(Memory + 15, 64, 1));
  EXPECT_FALSE(IsSound(Memory + 16, 0, 1));
  EXPECT_FALSE(IsSound(Memory + 16, 65, 1));
  EXPECT_FALSE(IsSound(Memory + 16, 1, 0));
}

TEST(KernelTable, PrivateMemoryThatCannotBeCountedIsTooMuch) {
  ferry::abi::KernelInfo K = {};
  ferry::abi::KernelCode Code = {};
  K.privateBytesPerItem = UINT64_MAX / 64 + 1;
  EXPECT_EQ(K.privateBytes(1), UINT64_MAX);
  EXPECT_EQ(Code.privateBytes(K, 1), UINT64_MAX);
  K.privateBytesPerItem = 1;
  Code.privateBytesPerGroup = UINT64_MAX - 63;
  EXPECT_EQ(Code.privateBytes(K, 1), UINT64_MAX);
  K.privateBytesPerItem = 0;
  EXPECT_EQ(Code.privateBytes(K, 1), UINT64_MAX - 63);
}

} // namespace
