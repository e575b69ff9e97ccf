//===- AsyncCopyFence.cpp - Copies in the order of a fence ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// async_work_group_copy_fence (OpenCL C, "Async Copies From Global to Local
/// Memory, Local to Global Memory, and Prefetch"): copies after a fence that
/// touch what copies before it touch, without a wait between.
///
/// A kernel has `mem`, 8 * n ints of global memory for each group, and `tile`,
/// 4 * n ints of local memory. Both are compared at the end with what the
/// same copies leave when they are carried out one after the other.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>
#include <numeric>

using namespace conformance;

namespace {

constexpr int Groups = 3;

/// Carries the copies out in order.
using Reference = std::function<void(int *Mem, int *Tile, int N)>;

/// Runs \p Body for tiles from a few elements to 64 KiB.
void expectOrdered(const std::string &Body, const Reference &Run,
                   std::vector<int> Sizes = {1, 16, 300, 1024, 1025, 4096,
                                             8192}) {
  Kernel K = buildKernel(R"(
#ifndef cl_khr_async_work_group_copy_fence
#error cl_khr_async_work_group_copy_fence is not defined
#endif
#define LOCAL_FENCE async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE)
#define GLOBAL_FENCE async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE)
#define BOTH_FENCE \
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define copy(to, from, count) \
  async_work_group_copy(to, from, (size_t)(count), (event_t)0)
__kernel void entry(__global int *all, __global int *dump, __local int *tile,
                    int n, uint flags) {
  __global int *mem = all + get_group_id(0) * 8 * n;
  for (int i = get_local_id(0); i < 4 * n; i += get_local_size(0))
    tile[i] = -1 - i;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e, f;
)" + Body + R"(
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 4 * n; i += get_local_size(0))
    dump[get_group_id(0) * 4 * n + i] = tile[i];
})",
                         "entry");
  for (int N : Sizes)
    for (size_t Items : {1, 24, 64}) {
      std::vector<int> Mem(size_t(8 * N * Groups)), Tiles;
      std::iota(Mem.begin(), Mem.end(), 1);
      Buffer All = upload(Mem),
             Dump = makeBuffer(size_t(4 * N * Groups) * sizeof(int));
      setArgs(K, All, Dump, Local{size_t(4 * N) * sizeof(int)}, N, cl_uint(3));
      launch(K, {{Groups * Items}, {Items}, {}});
      for (int Group = 0; Group != Groups; ++Group) {
        std::vector<int> Tile(static_cast<size_t>(4 * N));
        for (int I = 0; I != 4 * N; ++I)
          Tile[size_t(I)] = -1 - I;
        Run(&Mem[size_t(Group * 8 * N)], Tile.data(), N);
        Tiles.insert(Tiles.end(), Tile.begin(), Tile.end());
      }
      ASSERT_EQ(download<int>(All, Mem.size()), Mem) << N << ", " << Items;
      ASSERT_EQ(download<int>(Dump, Tiles.size()), Tiles) << N << ", " << Items;
    }
}

class AsyncCopyFence : public testing::Test {
protected:
  void SetUp() override {
    if (!hasExtension("cl_khr_async_work_group_copy_fence")) {
      EXPECT_FALSE(isFerry()) << "Ferry has the extension";
      GTEST_SKIP() << "the device has no cl_khr_async_work_group_copy_fence";
    }
  }
};

TEST_F(AsyncCopyFence, IsAdvertisedWithItsVersion) {
  EXPECT_EQ(extensionVersion("cl_khr_async_work_group_copy_fence"),
            CL_MAKE_VERSION(1, 0, 0));
}

TEST_F(AsyncCopyFence, ReadsWhatWasWrittenToGlobalMemory) {
  expectOrdered(R"(
  e = copy(mem, tile, n);
  GLOBAL_FENCE;
  f = copy(tile + 2 * n, mem, n);
  wait_group_events(1, &e);
  wait_group_events(1, &f);)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Tile, N, Mem);
                  std::copy_n(Mem, N, Tile + 2 * N);
                });
}

TEST_F(AsyncCopyFence, ReadsWhatWasWrittenToLocalMemory) {
  expectOrdered(R"(
  e = copy(tile, mem, n);
  LOCAL_FENCE;
  f = copy(mem + 3 * n, tile, n);
  wait_group_events(1, &e);
  wait_group_events(1, &f);)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Mem, N, Tile);
                  std::copy_n(Tile, N, Mem + 3 * N);
                });
}

TEST_F(AsyncCopyFence, WritesWhatHasBeenRead) {
  expectOrdered(R"(
  e = copy(mem, tile, n);
  LOCAL_FENCE;
  f = copy(tile, mem + n, n);
  GLOBAL_FENCE;
  event_t g = copy(mem + n, tile + n, n);
  wait_group_events(1, &g);
  wait_group_events(1, &e);
  wait_group_events(1, &f);)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Tile, N, Mem);
                  std::copy_n(Mem + N, N, Tile);
                  std::copy_n(Tile + N, N, Mem + N);
                });
}

TEST_F(AsyncCopyFence, WritesTwiceToOnePlace) {
  expectOrdered(R"(
  e = copy(tile, mem, n);
  LOCAL_FENCE;
  e = async_work_group_copy(tile, mem + 5 * n, (size_t)n, e);
  f = copy(mem + n, tile + n, n);
  GLOBAL_FENCE;
  f = async_work_group_copy(mem + n, tile + 2 * n, (size_t)n, f);
  wait_group_events(1, &f);
  wait_group_events(1, &e);)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Mem + 5 * N, N, Tile);
                  std::copy_n(Tile + 2 * N, N, Mem + N);
                });
}

/// The copy before the fence happens before the one that is waited for.
TEST_F(AsyncCopyFence, WaitForTheLaterEventOnly) {
  expectOrdered(R"(
  e = copy(tile, mem, n);
  LOCAL_FENCE;
  f = copy(mem + n, tile, n);
  wait_group_events(1, &f);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    tile[2 * n + i] = tile[i] * 3;
  wait_group_events(1, &e);)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Mem, N, Tile);
                  std::copy_n(Tile, N, Mem + N);
                  for (int I = 0; I != N; ++I)
                    Tile[2 * N + I] = Tile[I] * 3;
                });
}

/// What is small must not overtake what is large.
TEST_F(AsyncCopyFence, SmallCopiesAfterLargeOnes) {
  expectOrdered(R"(
  e = copy(mem, tile, 4 * n);
  BOTH_FENCE;
  f = copy(tile, mem + 4 * n - 1, 1);
  LOCAL_FENCE;
  f = async_work_group_copy(mem + 7 * n, tile, (size_t)1, f);
  wait_group_events(1, &e);
  wait_group_events(1, &f);)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Tile, 4 * N, Mem);
                  Tile[0] = Mem[4 * N - 1];
                  Mem[7 * N] = Tile[0];
                },
                {4, 64, 1024, 8192, 16384});
}

TEST_F(AsyncCopyFence, ChainAndWaitForTheLast) {
  expectOrdered(R"(
  for (int k = 0; k < 7; ++k) {
    e = copy(tile + k % 4 * n, mem + k * n, n);
    BOTH_FENCE;
    f = copy(mem + (k + 1) * n, tile + k % 4 * n, n);
    BOTH_FENCE;
    e = copy(tile + (k + 1) % 4 * n, mem, n);
    BOTH_FENCE;
  }
  f = copy(mem, tile + 2 * n, n);
  wait_group_events(1, &f);)",
                [](int *Mem, int *Tile, int N) {
                  for (int K = 0; K != 7; ++K) {
                    std::copy_n(Mem + K * N, N, Tile + K % 4 * N);
                    std::copy_n(Tile + K % 4 * N, N, Mem + (K + 1) * N);
                    std::copy_n(Mem, N, Tile + (K + 1) % 4 * N);
                  }
                  std::copy_n(Tile + 2 * N, N, Mem);
                });
}

/// A long chain on one event: every copy needs the one before it.
TEST_F(AsyncCopyFence, LongChainOnOneEvent) {
  expectOrdered(R"(
  e = (event_t)0;
  for (int k = 0; k < 300; ++k) {
    e = async_work_group_copy(tile, mem + k % 7 * n, (size_t)n, e);
    async_work_group_copy_fence(flags);
    e = async_work_group_copy(mem + (k + 1) % 7 * n, tile, (size_t)(n + 1) / 2,
                              e);
    async_work_group_copy_fence(flags);
  }
  wait_group_events(1, &e);)",
                [](int *Mem, int *Tile, int N) {
                  for (int K = 0; K != 300; ++K) {
                    std::copy_n(Mem + K % 7 * N, N, Tile);
                    std::copy_n(Tile, (N + 1) / 2, Mem + (K + 1) % 7 * N);
                  }
                });
}

TEST_F(AsyncCopyFence, ManyCopiesBeforeOneFence) {
  expectOrdered(R"(
  e = (event_t)0;
  for (int k = 0; k < 4 * n; k += n / 64)
    e = async_work_group_copy(mem + k, tile + k, (size_t)(n / 64), e);
  BOTH_FENCE;
  f = copy(tile, mem, 4 * n);
  LOCAL_FENCE;
  for (int k = 0; k < 4 * n; k += n / 64)
    f = async_work_group_copy(mem + 4 * n + k, tile + k, (size_t)(n / 64), f);
  wait_group_events(1, &f);
  wait_group_events(1, &e);)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Tile, 4 * N, Mem);
                  std::copy_n(Tile, 4 * N, Mem + 4 * N);
                },
                {64, 1024, 16384});
}

TEST_F(AsyncCopyFence, WithNothingInFlight) {
  expectOrdered(R"(
  BOTH_FENCE;
  LOCAL_FENCE;
  e = copy(tile, mem, n);
  wait_group_events(1, &e);
  GLOBAL_FENCE;
  GLOBAL_FENCE;
  f = copy(mem + n, tile, n);
  wait_group_events(1, &f);
  BOTH_FENCE;)",
                [](int *Mem, int *Tile, int N) {
                  std::copy_n(Mem, N, Tile);
                  std::copy_n(Tile, N, Mem + N);
                });
}

/// The only function of its kind in the kernel.
TEST_F(AsyncCopyFence, WithoutCopies) {
  expectOrdered(R"(
  async_work_group_copy_fence(flags);
  if (n & 1)
    LOCAL_FENCE;)",
                [](int *, int *, int) {});
}

/// Groups go different ways.
TEST_F(AsyncCopyFence, InConditionals) {
  expectOrdered(R"(
  e = copy(tile, mem, n);
  if (get_group_id(0) != 1) {
    LOCAL_FENCE;
  } else {
    wait_group_events(1, &e);
    e = copy(tile + n, mem + 7 * n, n);
  }
  f = copy(mem + n, tile, n);
  wait_group_events(1, &f);
  wait_group_events(1, &e);)",
                [Group = 0](int *Mem, int *Tile, int N) mutable {
                  std::copy_n(Mem, N, Tile);
                  if (Group++ % Groups == 1)
                    std::copy_n(Mem + 7 * N, N, Tile + N);
                  std::copy_n(Tile, N, Mem + N);
                });
}

TEST_F(AsyncCopyFence, StridedCopies) {
  expectOrdered(R"(
  e = async_work_group_strided_copy(tile, mem, (size_t)n, (size_t)8,
                                    (event_t)0);
  BOTH_FENCE;
  f = async_work_group_strided_copy(mem + 1, tile, (size_t)n, (size_t)7,
                                    (event_t)0);
  BOTH_FENCE;
  f = async_work_group_strided_copy(tile + n, mem, (size_t)n, (size_t)3, f);
  wait_group_events(1, &f);
  wait_group_events(1, &e);)",
                [](int *Mem, int *Tile, int N) {
                  for (int I = 0; I != N; ++I)
                    Tile[I] = Mem[8 * I];
                  for (int I = 0; I != N; ++I)
                    Mem[1 + 7 * I] = Tile[I];
                  for (int I = 0; I != N; ++I)
                    Tile[N + I] = Mem[3 * I];
                });
}

TEST_F(AsyncCopyFence, Tiles) {
  if (!isFerry() && !hasExtension("cl_khr_extended_async_copies"))
    GTEST_SKIP() << "the device has no cl_khr_extended_async_copies";
  expectOrdered(R"(
  size_t w = n / 16;
  e = async_work_group_copy_2D2D(tile, 0, mem, 0, 4, w, 16, 2 * w, w,
                                 (event_t)0);
  BOTH_FENCE;
  f = async_work_group_copy_3D3D(mem, 1, tile, 0, 4, w, 4, 4, w, 4 * w, 2 * w,
                                 8 * w, (event_t)0);
  GLOBAL_FENCE;
  f = copy(tile + 2 * n, mem, 2 * n);
  wait_group_events(1, &f);
  wait_group_events(1, &e);)",
                [](int *Mem, int *Tile, int N) {
                  int W = N / 16;
                  for (int Y = 0; Y != 16; ++Y)
                    std::copy_n(Mem + Y * 2 * W, W, Tile + Y * W);
                  for (int Y = 0; Y != 16; ++Y)
                    std::copy_n(Tile + Y * W, W, Mem + 1 + Y * 2 * W);
                  std::copy_n(Mem, 2 * N, Tile + 2 * N);
                },
                {16, 1024, 8192});
}

} // namespace
