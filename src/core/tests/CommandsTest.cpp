//===- CommandsTest.cpp - Launches, moves and fills -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "GraphFixture.h"

#include <csignal>
#include <cstring>
#include <random>

using namespace ferry::core;
namespace exec = ferry::exec;

namespace {

using Commands = Graph;

/// Adds one to the element of each group that it is given.
void markGroups(const ferry::abi::LaunchParams *P, const std::byte *Args,
                ferry::abi::ThreadState *, std::uint64_t Begin,
                std::uint64_t End, std::uint64_t Y, std::uint64_t Z) {
  std::atomic<int> *Marks;
  std::memcpy(&Marks, Args, sizeof(Marks));
  for (std::uint64_t X = Begin; X != End; ++X)
    ++Marks[(Z * P->numGroups[1] + Y) * P->numGroups[0] + X];
}

TEST_F(Commands, ALaunchRunsEachGroupOnce) {
  Queue &Q = queue();
  ferry::abi::KernelInfo K{};
  ferry::abi::KernelCode Code{};
  Code.entry = markGroups;
  K.argBlockSize = 8;
  exec::CostEstimate Cost;
  for (auto [X, Y, Z] :
       {std::tuple{1, 1, 1}, std::tuple{1000, 1, 1}, std::tuple{1, 70, 3},
        std::tuple{7, 5, 3}, std::tuple{300'000, 2, 1}}) {
    std::vector<std::atomic<int>> Marks(std::size_t(X * Y * Z));
    std::atomic<int> *Argument = Marks.data();
    ferry::abi::LaunchParams P{};
    P.workDim = 3;
    for (int I = 0; I != 3; ++I) {
      P.localSize[I] = 1;
      P.globalSize[I] = P.numGroups[I] = std::uint64_t(I == 0   ? X
                                                       : I == 1 ? Y
                                                                : Z);
    }
    Q.enqueue(makeLaunch(Q, CL_COMMAND_NDRANGE_KERNEL,
                         {K, Code, Cost, P,
                          reinterpret_cast<const std::byte *>(&Argument)}),
              {}, nullptr);
    Q.finish();
    for (std::atomic<int> &M : Marks)
      ASSERT_EQ(M, 1);
  }
  Q.releaseApi();
}

/// Of the second row: 0 fills the stack, 1 leaves the code, 2 writes before
/// local memory, and 3 where no memory can be.
void fault(const ferry::abi::LaunchParams *, const std::byte *Args,
           ferry::abi::ThreadState *State, std::uint64_t, std::uint64_t,
           std::uint64_t Y, std::uint64_t) {
  int How;
  std::memcpy(&How, Args, sizeof(How));
  volatile std::byte *At = State->localMemory;
  if (Y != 1)
    return;
  switch (How) {
  case 0:
    for (At = static_cast<std::byte *>(__builtin_frame_address(0));; At -= 64)
      *At = std::byte(1);
  case 1:
    __builtin_trap();
  case 2:
    At[-4096] = std::byte(1);
    break;
  case 3:
    reinterpret_cast<volatile char *>(std::uintptr_t(1) << 60)[0] = 1;
  }
}

using CommandsDeathTest = Commands;

TEST_F(CommandsDeathTest, FaultsAreReported) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer reports them";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  ferry::abi::KernelInfo K{};
  ferry::abi::KernelCode Code{};
  K.name = "some_kernel";
  Code.entry = fault;
  K.argBlockSize = sizeof(int);
  exec::CostEstimate Cost;
  ferry::abi::LaunchParams P{2, 0, {4, 3, 1}, {}, {1, 1, 1}, {4, 3, 1}};
  auto Run = [&](int How) {
    Queue &Q = queue();
    Q.enqueue(
        makeLaunch(Q, CL_COMMAND_NDRANGE_KERNEL,
                   {K, Code, Cost, P, reinterpret_cast<std::byte *>(&How)}),
        {}, nullptr, true);
  };
  using testing::KilledBySignal;
  EXPECT_EXIT(Run(0), KilledBySignal(SIGSEGV),
              "ferry: SIGSEGV in kernel some_kernel at address 0x[0-9a-f]*, as "
              "its stack is full; it ran work-groups? .*[0-3], 1, 0\\)");
  EXPECT_EXIT(Run(1), KilledBySignal(SIGILL),
              "ferry: SIGILL in kernel some_kernel at address 0x[0-9a-f]*; it "
              "ran");
  EXPECT_EXIT(Run(2), KilledBySignal(SIGSEGV),
              "address 0x[0-9a-f]*, before the start of local memory; it ran");
  EXPECT_EXIT(Run(3), KilledBySignal(SIGSEGV), "at an impossible address; it");
}

TEST_F(Commands, TooMuchPrivateMemoryIsRefused) {
  Queue &Q = queue();
  ferry::abi::KernelInfo K{};
  ferry::abi::KernelCode Code{};
  Code.entry = markGroups;
  K.privateBytesPerItem = std::uint64_t(1) << 40;
  exec::CostEstimate Cost;
  ferry::abi::LaunchParams P{1, 0, {1, 1, 1}, {}, {1, 1, 1}, {1, 1, 1}};
  EXPECT_THROW(
      makeLaunch(Q, CL_COMMAND_NDRANGE_KERNEL, {K, Code, Cost, P, nullptr}),
      Error);
  Q.releaseApi();
}

TEST_F(Commands, RectanglesAndFillsHitTheirBytesOnly) {
  Queue &Q = queue();
  std::mt19937 Random(1);
  std::vector<std::byte> Src(6 << 20), Dst(6 << 20), Expected;
  for (std::byte &B : Src)
    B = std::byte(Random());
  Expected = Dst;
  for (auto [W, H, D] : {std::tuple{1, 1, 1}, std::tuple{100, 90, 3},
                         std::tuple{1000, 1000, 2}, std::tuple{64, 16, 16}}) {
    std::size_t Width = std::size_t(W), Height = std::size_t(H),
                Depth = std::size_t(D);
    Move M{Dst.data() + 3,
           Src.data() + 5,
           {Width, Height, Depth},
           Width + 7,
           (Width + 7) * Height + 11,
           Width,
           Width * Height};
    for (std::size_t Z = 0; Z != Depth; ++Z)
      for (std::size_t Y = 0; Y != Height; ++Y)
        for (std::size_t X = 0; X != Width; ++X)
          Expected[3 + Z * M.dstSlicePitch + Y * M.dstRowPitch + X] =
              Src[5 + Z * M.srcSlicePitch + Y * M.srcRowPitch + X];
    Q.enqueue(makeMove(Q, CL_COMMAND_COPY_BUFFER_RECT, M), {}, nullptr, true);
    ASSERT_EQ(Dst, Expected);
  }
  for (std::size_t Size : {1, 2, 4, 8, 16, 32, 64, 128})
    for (std::size_t Bytes : {Size, Size * 3, std::size_t(3) << 20}) {
      for (std::size_t I = 0; I != Bytes; ++I)
        Expected[128 + I] = Src[I % Size];
      Q.enqueue(makeFill(Q, CL_COMMAND_FILL_BUFFER,
                         Fill::contiguous(Dst.data() + 128, Bytes), Src.data(),
                         Size),
                {}, nullptr, true);
      ASSERT_EQ(Dst, Expected);
    }
  Q.releaseApi();
}

TEST_F(Commands, FillsRowsAndSlices) {
  Queue &Q = queue();
  const std::byte Pattern[4] = {std::byte(1), std::byte(2), std::byte(3),
                                std::byte(4)};
  // Rows with and without gaps, slices likewise.
  for (std::size_t RowPitch : {24, 40})
    for (std::size_t Gap : {0, 48}) {
      const std::size_t SlicePitch = 5 * RowPitch + Gap;
      std::vector<std::byte> Dst(SlicePitch * 3), Expected(SlicePitch * 3);
      for (std::size_t Z = 0; Z != 3; ++Z)
        for (std::size_t Y = 0; Y != 5; ++Y)
          for (std::size_t X = 0; X != 24; ++X)
            Expected[Z * SlicePitch + Y * RowPitch + X] = Pattern[X % 4];
      Q.enqueue(makeFill(Q, CL_COMMAND_FILL_IMAGE,
                         {Dst.data(), {24, 5, 3}, RowPitch, SlicePitch},
                         Pattern, sizeof(Pattern)),
                {}, nullptr, true);
      ASSERT_EQ(Dst, Expected);
    }
  Q.releaseApi();
}

TEST_F(Commands, LargeMovesArriveWhole) {
  Queue &Q = queue();
  std::vector<std::byte> Src(40 << 20), Dst(40 << 20);
  std::mt19937_64 Random(2);
  for (std::size_t I = 0; I + 8 <= Src.size(); I += 8) {
    std::uint64_t Value = Random();
    std::memcpy(&Src[I], &Value, 8);
  }
  Q.enqueue(makeMove(Q, CL_COMMAND_COPY_BUFFER,
                     Move::contiguous(Dst.data() + 1, Src.data() + 3,
                                      Src.size() - 10)),
            {}, nullptr, true);
  EXPECT_EQ(std::memcmp(Dst.data() + 1, Src.data() + 3, Src.size() - 10), 0);
  EXPECT_EQ(Dst[0], std::byte(0));
  EXPECT_EQ(Dst[Src.size() - 9], std::byte(0));
  Q.releaseApi();
}

} // namespace
