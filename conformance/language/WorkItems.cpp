//===- WorkItems.cpp - ND-ranges of every shape ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The work-item functions, checked for every work-item of ND-ranges with
/// offsets, prime sizes and one to three dimensions; every work-item runs once.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace conformance;

namespace {

/// Every work-item counts itself and records what it is told, at its place.
/// Neighbours in dimension FIRST lie side by side, as rows in THEN do.
constexpr char Recorder[] = R"(
#ifndef FIRST
#define FIRST 0
#define THEN 1
#define LAST 2
#endif
#define PLACE(d) (get_global_id(d) - get_global_offset(d))
__kernel void record(__global uint *seen, __global ulong *told) {
  size_t w = get_global_size(FIRST), h = get_global_size(THEN);
  size_t at = (PLACE(LAST) * h + PLACE(THEN)) * w + PLACE(FIRST);
  size_t items = w * h * get_global_size(LAST);
  atomic_inc(&seen[at]);
  __global ulong *t = told + at;
  for (uint d = 0; d < 3; ++d) {
    t[d * items] = get_global_id(d);
    t[(3 + d) * items] = get_local_id(d);
    t[(6 + d) * items] = get_group_id(d);
    t[(9 + d) * items] = get_local_size(d);
    t[(12 + d) * items] = get_global_size(d);
    t[(15 + d) * items] = get_num_groups(d);
    t[(18 + d) * items] = get_global_offset(d);
  }
}
)";

/// The dimensions of places, that of neighbours first.
using Order = std::array<size_t, 3>;

void expectEveryItem(cl_kernel K, const Range &R, const Order &By = {0, 1, 2}) {
  size_t Items = R.globalItems();
  Buffer Seen = upload(std::vector<cl_uint>(Items)),
         What = makeBuffer(Items * 21 * sizeof(cl_ulong));
  setArgs(K, Seen, What);
  launch(K, R);
  ASSERT_EQ(download<cl_uint>(Seen, Items), std::vector<cl_uint>(Items, 1))
      << R.text();
  std::vector<cl_ulong> T = download<cl_ulong>(What, Items * 21);
  size_t Dimensions = R.global.size();
  for (size_t Item = 0; Item != Items; ++Item) {
    size_t Rest = Item;
    for (size_t D : By) {
      auto Told = [&](size_t Entry) { return T[(Entry + D) * Items + Item]; };
      cl_ulong Size = D < Dimensions ? R.global[D] : 1;
      cl_ulong Offset = D < R.offset.size() ? R.offset[D] : 0;
      cl_ulong Place = Rest % Size;
      Rest /= Size;
      cl_ulong Id = Told(0), LocalId = Told(3), Group = Told(6),
               LocalSize = Told(9);
      ASSERT_EQ(Id, Place + Offset) << R.text() << " dimension " << D;
      ASSERT_EQ(Told(12), Size) << R.text() << " dimension " << D;
      ASSERT_EQ(Told(18), Offset) << R.text() << " dimension " << D;
      ASSERT_LT(LocalId, LocalSize) << R.text() << " dimension " << D;
      ASSERT_LT(Group, Told(15)) << R.text() << " dimension " << D;
      if (R.local.empty()) {
        // The driver's choice may leave a smaller last group.
        ASSERT_GE(Told(15) * LocalSize, Size) << R.text() << " dimension " << D;
        continue;
      }
      cl_ulong Asked = D < Dimensions ? R.local[D] : 1;
      ASSERT_EQ(Told(15), (Size + Asked - 1) / Asked) << R.text();
      ASSERT_EQ(Group, Place / Asked) << R.text() << " dimension " << D;
      ASSERT_EQ(LocalId, Place % Asked) << R.text() << " dimension " << D;
      ASSERT_EQ(LocalSize, std::min(Asked, Size - Group * Asked)) << R.text();
    }
  }
}

TEST(WorkItems, EveryShape) {
  Kernel K = buildKernel(Recorder, "record");
  expectEveryItem(K, {{1}, {1}, {}});
  expectEveryItem(K, {{1024}, {1}, {}});
  expectEveryItem(K, {{1024}, {64}, {}});
  expectEveryItem(K, {{999}, {3}, {}});
  expectEveryItem(K, {{12, 10}, {4, 5}, {}});
  expectEveryItem(K, {{1, 100}, {1, 10}, {}});
  expectEveryItem(K, {{8, 6, 10}, {2, 3, 5}, {}});
  expectEveryItem(K, {{7, 5, 3}, {7, 5, 3}, {}});
  expectEveryItem(K, {{1, 1, 64}, {1, 1, 16}, {}});
}

TEST(WorkItems, Offsets) {
  Kernel K = buildKernel(Recorder, "record");
  expectEveryItem(K, {{100}, {10}, {7}});
  expectEveryItem(K, {{20, 6}, {5, 2}, {1000, 3}});
  expectEveryItem(K, {{4, 6, 8}, {2, 3, 4}, {1, 0, 1u << 20}});
  expectEveryItem(K, {{50}, {}, {5000000000}});
}

/// Whatever work-items are neighbours in memory.
TEST(WorkItems, EveryOrder) {
  for (const Order &By : {Order{1, 0, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}}) {
    const std::string Options = "-DFIRST=" + std::to_string(By[0]) +
                                " -DTHEN=" + std::to_string(By[1]) +
                                " -DLAST=" + std::to_string(By[2]);
    Kernel K = buildKernel(Recorder, "record", Options);
    expectEveryItem(K, {{1024}, {64}, {}}, By);
    expectEveryItem(K, {{999}, {}, {7}}, By);
    expectEveryItem(K, {{96, 80}, {16, 8}, {}}, By);
    expectEveryItem(K, {{64, 64}, {64, 1}, {1000, 3}}, By);
    expectEveryItem(K, {{3, 700}, {}, {}}, By);
    expectEveryItem(K, {{12, 14, 20}, {2, 7, 5}, {5, 0, 9}}, By);
    expectEveryItem(K, {{20, 30, 40}, {}, {}}, By);
  }
}

TEST(WorkItems, DriverChoosesTheLocalSize) {
  Kernel K = buildKernel(Recorder, "record");
  for (size_t Size : {1u, 2u, 7u, 97u, 127u, 1009u, 4096u, 4099u, 10007u})
    expectEveryItem(K, {{Size}, {}, {}});
  expectEveryItem(K, {{31, 37}, {}, {}});
  expectEveryItem(K, {{64, 64}, {}, {}});
  expectEveryItem(K, {{11, 13, 17}, {}, {}});
  expectEveryItem(K, {{1, 1, 997}, {}, {}});
}

TEST(WorkItems, NonUniformGroups) {
  cl_bool Supported = CL_FALSE;
  if (clGetDeviceInfo(device(), CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                      sizeof(Supported), &Supported, nullptr) != CL_SUCCESS ||
      !Supported) {
    // Then a size that does not divide is refused.
    Kernel K = buildKernel(Recorder, "record");
    Buffer Seen = makeBuffer(40000), Told = makeBuffer(40000);
    setArgs(K, Seen, Told);
    size_t Global = 100, Size = 7;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Global, &Size, 0,
                                     nullptr, nullptr),
              CL_INVALID_WORK_GROUP_SIZE);
    return;
  }
  Kernel K = buildKernel(Recorder, "record", "-cl-std=CL3.0");
  expectEveryItem(K, {{100}, {7}, {}});
  expectEveryItem(K, {{100}, {64}, {3}});
  expectEveryItem(K, {{13, 17}, {4, 5}, {}});
  expectEveryItem(K, {{5, 7, 11}, {2, 3, 4}, {}});
}

/// Kernels in use (scans in one pass) wait for groups with smaller ids, and
/// drivers that begin groups in their order let them, though none has to
/// (OpenCL 3.0 section 3.2.1).
TEST(WorkItems, GroupsMayWaitForThoseBefore) {
  constexpr size_t NumGroups = 500;
  for (const char *Wait :
       {"while (*(global volatile uint *)turn != id) ;",
        "while (atomic_add((global volatile uint *)turn, 0) != id) ;",
        "while (atomic_load_explicit((global atomic_uint *)turn, "
        "memory_order_acquire, memory_scope_device) != id) ;"}) {
    Kernel K =
        buildKernel("kernel void chain(global uint *turn, uint iterations) {"
                    "  uint id = get_group_id(0), x = id;"
                    "  for (uint i = 0; i < iterations; ++i)"
                    "    x = x * 1664525u + 1013904223u;" +
                        std::string(Wait) +
                        "  turn[1] += x;"
                        "  mem_fence(CLK_GLOBAL_MEM_FENCE);"
                        "  atomic_inc((global volatile uint *)turn);"
                        "}",
                    "chain", "-cl-std=CL3.0");
    // Later launches are shared by what the first ones took.
    for (cl_uint Iterations : {1u, 1000u, 1000u}) {
      Buffer Turn = upload(std::vector<cl_uint>(2));
      setArgs(K, Turn, Iterations);
      launch(K, {{NumGroups}, {1}, {}});
      EXPECT_EQ(download<cl_uint>(Turn, 1)[0], NumGroups);
    }
  }
}

TEST(WorkItems, DimensionsOutOfRange) {
  Kernel K = buildKernel(R"(
    __kernel void f(__global ulong *out, uint d) {
      out[0] = get_global_id(d);
      out[1] = get_local_id(d);
      out[2] = get_group_id(d);
      out[3] = get_global_offset(d);
      out[4] = get_global_size(d);
      out[5] = get_local_size(d);
      out[6] = get_num_groups(d);
      out[7] = get_work_dim();
    })",
                         "f");
  Buffer Out = makeBuffer(8 * sizeof(cl_ulong));
  for (cl_uint D : {1u, 2u, 3u, 77u, 0xFFFFFFFFu}) {
    setArgs(K, Out, D);
    launch(K, {{1}, {1}, {9}});
    EXPECT_EQ(download<cl_ulong>(Out, 8),
              (std::vector<cl_ulong>{0, 0, 0, 0, 1, 1, 1, 1}))
        << D;
  }
}

TEST(WorkItems, RequiredSizeIsUsedAndAskedFor) {
  Kernel K = buildKernel(R"(
    __attribute__((reqd_work_group_size(8, 4, 1)))
    __kernel void f(__global uint *out) {
      out[get_global_id(1) * get_global_size(0) + get_global_id(0)] =
          get_local_size(0) * 100 + get_local_size(1);
    })",
                         "f");
  Buffer Out = makeBuffer(16 * 8 * sizeof(cl_uint));
  setArgs(K, Out);
  launch(K, {{16, 8}, {8, 4}, {}});
  EXPECT_EQ(download<cl_uint>(Out, 128), std::vector<cl_uint>(128, 804));
  size_t Required[3] = {};
  ok(clGetKernelWorkGroupInfo(K, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                              sizeof(Required), Required, nullptr));
  EXPECT_EQ(Required[0], 8u);
  EXPECT_EQ(Required[1], 4u);
  EXPECT_EQ(Required[2], 1u);
  size_t Global[2] = {16, 8}, Wrong[2] = {4, 8};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), K, 2, nullptr, Global, Wrong, 0,
                                   nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
}

TEST(WorkItems, RequiredSizeOfColumns) {
  Kernel K = buildKernel(R"(
    __attribute__((reqd_work_group_size(8, 4, 1)))
    __kernel void f(__global uint *out) {
      out[get_global_id(0) * get_global_size(1) + get_global_id(1)] =
          get_local_size(0) * 100 + get_local_size(1) + get_group_id(0) * 1000;
    })",
                         "f");
  constexpr size_t Columns = 32, Rows = 64;
  Buffer Out = makeBuffer(Columns * Rows * sizeof(cl_uint));
  setArgs(K, Out);
  launch(K, {{Columns, Rows}, {8, 4}, {}});
  std::vector<cl_uint> Expected(Columns * Rows);
  for (size_t I = 0; I != Expected.size(); ++I)
    Expected[I] = cl_uint(I / Rows / 8 * 1000 + 804);
  EXPECT_EQ(download<cl_uint>(Out, Expected.size()), Expected);
  size_t Required[3] = {};
  ok(clGetKernelWorkGroupInfo(K, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                              sizeof(Required), Required, nullptr));
  EXPECT_EQ(Required[0], 8u);
  EXPECT_EQ(Required[1], 4u);
}

TEST(WorkItems, EmptyKernels) {
  Program P = build("__kernel void nothing(void) {}\n"
                    "__kernel void unused(__global int *p, float4 v) {}\n");
  launch(makeKernel(P, "nothing"), {{1}, {1}, {}});
  launch(makeKernel(P, "nothing"), {{65536}, {1}, {}});
  launch(makeKernel(P, "nothing"), {{65536, 3}, {}, {}});
  Kernel K = makeKernel(P, "unused");
  Buffer B = makeBuffer(4);
  cl_float4 V{};
  setArgs(K, B, V);
  launch(K, {{100}, {}, {}});
}

/// Their number is not what is left of it in 64 bits.
TEST(WorkItems, RangesThatCannotBeCountedAreRefused) {
  if (!isFerry())
    GTEST_SKIP() << "others run nothing, or for ever";
  Kernel K = buildKernel("__kernel void f(__global uint *p) { *p = 1; }", "f");
  Buffer Out = upload(std::vector<cl_uint>(1));
  setArgs(K, Out);
  constexpr size_t K32 = size_t(1) << 32, Most = SIZE_MAX;
  using Sizes = std::vector<size_t>;
  for (const auto &[Global, Local] : {std::pair{Sizes{K32, K32}, Sizes{1, 1}},
                                      {{K32, K32}, {}},
                                      {{K32, K32}, {4096, 1}},
                                      {{1, K32, K32}, {}},
                                      {{K32 / 2, K32 / 2, 4}, {64, 1, 1}},
                                      {{Most}, {1}},
                                      {{Most - 63}, {64}},
                                      {{Most, Most, Most}, {}}})
    EXPECT_EQ(clEnqueueNDRangeKernel(
                  queue(), K, cl_uint(Global.size()), nullptr, Global.data(),
                  Local.empty() ? nullptr : Local.data(), 0, nullptr, nullptr),
              CL_INVALID_GLOBAL_WORK_SIZE)
        << Range{Global, Local, {}}.text();
  ok(clFinish(queue()));
  EXPECT_EQ(download<cl_uint>(Out, 1)[0], 0u);
}

TEST(WorkItems, LargeRanges) {
  Kernel K = buildKernel(R"(
    __kernel void f(__global uint *out) {
      if (get_global_id(0) % 1000003 == 0)
        atomic_inc(out);
    })",
                         "f");
  Buffer Out = upload(std::vector<cl_uint>(1));
  setArgs(K, Out);
  launch(K, {{50000000}, {}, {}});
  EXPECT_EQ(download<cl_uint>(Out, 1)[0], 50u);
}

} // namespace
