//===- BarrierFunctions.cpp - Barriers in helper functions ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Barriers that a kernel meets through the functions it calls, and kernels
/// with so many barriers, or such groups, as nobody writes by hand.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"
#include "Reference.h"

namespace {

DUAL(
    Helper,
    int shift(__local int *tmp, int value, int by) {
      tmp[lid()] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = tmp[(lid() + by) % lsize()];
      barrier(CLK_LOCAL_MEM_FENCE);
      return other;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int value = shift(tmp, in[gid()], 1);
      value += shift(tmp, value, 2) * 3;
      for (int k = 0; k < n; ++k)
        value = scramble(value, shift(tmp, value, k));
      if (group() != 1)
        value ^= shift(tmp, lid(), n);
      out[gid()] = value;
    })
DUAL_TEST(BarrierFunctions, Helper)

DUAL(
    HelpersCallHelpers,
    void meet(void) {
      barrier(CLK_LOCAL_MEM_FENCE);
    } int total(__local int *tmp, int value) {
      tmp[lid()] = value;
      meet();
      int sum = 0;
      for (int k = 0; k < lsize(); ++k)
        sum += tmp[k] & 1023;
      meet();
      return sum;
    } int spread(__local int *tmp, int value, int n) {
      for (int k = 0; k < n; ++k) {
        if (total(tmp, value) & 1)
          value = scramble(value, k);
        else
          value += total(tmp, lid() * k);
      }
      return value;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      out[gid()] = spread(tmp, in[gid()], n) - spread(tmp, lid(), 2);
    })
DUAL_TEST(BarrierFunctions, HelpersCallHelpers,
          .shapes = {{1}, {3}, {64}, {100}, {256}, {7, 3}, {5, 3, 2}})

DUAL(
    EarlyReturnInHelper,
    int walk(__local int *tmp, int value, int limit) {
      for (int k = 0; k < 10; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(tmp[(lid() + 1) % lsize()], value);
        if (k == limit)
          return value;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      return -1;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int value = walk(tmp, in[gid()], group());
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = walk(tmp, value, n);
    })
DUAL_TEST(BarrierFunctions, EarlyReturnInHelper)

DUAL(
    InConditions,
    int vote(__local int *tmp, int mine) {
      tmp[lid()] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      int all = 1;
      for (int k = 0; k < lsize(); ++k)
        all &= tmp[k] != 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      return all;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int value = in[gid()];
      int k = 0;
      while (vote(tmp, k < n + lid() % 3))
        value = scramble(value, k++);
      if (n > 2 && vote(tmp, lid() >= 0) && vote(tmp, lid() != 2))
        value += 5;
      value += n < 2 || vote(tmp, lid() < 50) ? 3 : 4;
      for (int m = 0; vote(tmp, m < 3); ++m)
        value ^= m;
      out[gid()] = value;
    })
DUAL_TEST(BarrierFunctions, InConditions,
          .shapes = {{1}, {3}, {64}, {100}, {256}, {7, 3}, {5, 3, 2}})

DUAL(
    PointersIntoHelpers,
    void turn(__local int *tmp, int *a, int *b) {
      int old = *a;
      tmp[lid()] = *b;
      barrier(CLK_LOCAL_MEM_FENCE);
      *a = tmp[(lid() + 1) % lsize()];
      *b = old;
      barrier(CLK_LOCAL_MEM_FENCE);
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int a = in[gid()];
      int b = lid();
      for (int k = 0; k < n; ++k)
        turn(tmp, &a, &b);
      turn(tmp, &b, &a);
      out[gid()] = scramble(a, b);
    })
DUAL_TEST(BarrierFunctions, PointersIntoHelpers)

/// Iterations of an exchange, each written out in the OpenCL C.
template <int Iterations>
void straightLine(int *Out, const int *In, int *Tmp, int) {
  using namespace conformance::reference;
  int Value = In[gid()];
  for (int K = 0; K != Iterations; ++K) {
    Tmp[lid()] = Value;
    barrier(CLK_LOCAL_MEM_FENCE);
    Value = scramble(Value, Tmp[(lid() + K) % lsize()]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Out[gid()] = Value;
}

std::string straightLineSource(int Iterations) {
  std::string Source =
      "__kernel void entry(__global int *out, __global const int *in,\n"
      "                    __local int *tmp, int n) {\n"
      "  int value = in[gid()];\n";
  for (int K = 0; K != Iterations; ++K)
    Source += "  tmp[lid()] = value;\n"
              "  barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  value = scramble(value, tmp[(lid() + " +
              std::to_string(K) +
              ") % lsize()]);\n"
              "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  return Source + "  out[gid()] = value;\n}\n";
}

TEST(BarrierFunctions, FortyBarriersInALine) {
  conformance::reference::expectSame(straightLineSource(20), straightLine<20>);
}

TEST(BarrierFunctions, FourHundredBarriersInALine) {
  conformance::reference::expectSame(
      straightLineSource(200), straightLine<200>,
      {.shapes = {{1}, {7}, {64}, {100}, {5, 3, 2}}});
}

/// A return that some work-items take before a barrier is undefined by the
/// specification, and in programs nevertheless (`if (id >= n) return;`). What
/// was written before it is there, and the launch ends.
TEST(BarrierFunctions, DivergentReturnEnds) {
  using namespace conformance;
  if (!isFerry())
    GTEST_SKIP() << "only Ferry promises an end";
  if (isChecked())
    GTEST_SKIP() << "ferry check says what is wrong";
  Kernel K = buildKernel(R"(
    __kernel void entry(__global int *out, __local int *tmp, int n) {
      int i = get_global_id(0);
      int l = get_local_id(0);
      out[i] = i;
      if (i >= n)
        return;
      tmp[l] = i;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = tmp[l] + 1000;
    })",
                         "entry");
  constexpr int Items = 512, Limit = 333;
  Buffer Out = makeBuffer(Items * sizeof(int));
  setArgs(K, Out, Local{64 * sizeof(int)}, Limit);
  launch(K, {{Items}, {64}, {}});
  std::vector<int> Seen = download<int>(Out, Items);
  for (int I = 0; I != Items; ++I)
    EXPECT_EQ(Seen[size_t(I)], I < Limit ? I + 1000 : I) << I;
}

} // namespace
