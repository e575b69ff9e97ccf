//===- BarrierControlFlow.cpp - Barriers in every control flow ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Barriers wherever OpenCL C allows them ("Synchronization Functions": all
/// work-items of a group, or none, meet each one): straight lines,
/// conditionals, returns, jumps; see BarrierLoops.cpp for loops. Every kernel
/// passes values between work-items at its barriers, so that a barrier which is
/// left out, moved or run by some work-items only changes the result.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"
#include "Reference.h"

#include <numeric>

namespace {

DUAL(
    Exchange, __kernel void entry(__global int *out, __global const int *in,
                                  __local int *tmp, int n) {
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = scramble(tmp[(lid() + 1) % lsize()], n);
    })
DUAL_TEST(BarrierControlFlow, Exchange)

DUAL(
    FirstAndLast, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      barrier(CLK_LOCAL_MEM_FENCE);
      barrier(CLK_GLOBAL_MEM_FENCE);
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = tmp[lsize() - 1 - lid()] + n;
      barrier(CLK_LOCAL_MEM_FENCE);
    })
DUAL_TEST(BarrierControlFlow, FirstAndLast)

DUAL(
    OnlyABarrier, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      (void)out;
      (void)in;
      (void)tmp;
      (void)n;
      barrier(CLK_LOCAL_MEM_FENCE);
    })
DUAL_TEST(BarrierControlFlow, OnlyABarrier)

DUAL(
    GlobalMemory, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int base = gid() - lid();
      tmp[lid()] = 0;
      out[gid()] = in[gid()];
      barrier(CLK_GLOBAL_MEM_FENCE);
      int seen = out[base + (lid() + n) % lsize()];
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[gid()] = scramble(seen, out[gid()]);
    })
DUAL_TEST(BarrierControlFlow, GlobalMemory)

DUAL(
    Conditionals, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int value = in[gid()];
      tmp[lid()] = value;
      if (n > 3) {
        barrier(CLK_LOCAL_MEM_FENCE);
        value += tmp[(lid() + 1) % lsize()];
        if (n > 100) {
          barrier(CLK_LOCAL_MEM_FENCE);
          value = 0;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (group() & 1) {
        tmp[lid()] = scramble(value, 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        value ^= tmp[(lid() + 2) % lsize()];
      } else {
        tmp[lid()] = scramble(value, 2);
        barrier(CLK_LOCAL_MEM_FENCE);
        value -= tmp[(lid() + 3) % lsize()];
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += tmp[0];
      }
      if (n < 3)
        value = 1;
      else
        barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = value;
    })
DUAL_TEST(BarrierControlFlow, Conditionals)

DUAL(
    ConditionFromLocalMemory,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        int chosen = tmp[k % lsize()];
        if (chosen & 1) {
          value = scramble(value, chosen);
          barrier(CLK_LOCAL_MEM_FENCE);
          tmp[lid()] = value;
          barrier(CLK_LOCAL_MEM_FENCE);
          value += tmp[(lid() + 1) % lsize()];
        } else if (chosen & 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          value ^= chosen;
        } else
          value += k;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierControlFlow, ConditionFromLocalMemory, .n = 12)

DUAL(
    UniformThoughNotProvably,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int same = (int)(get_global_id(0) / get_local_size(0)) * n;
      int value = in[gid()];
      for (int k = 0; k < same + 2; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += tmp[(lid() + 1) % lsize()];
        if (in[gid()] + k - in[gid()] == 1)
          barrier(CLK_LOCAL_MEM_FENCE);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value & 0xFFFF;
    })
DUAL_TEST(BarrierControlFlow, UniformThoughNotProvably, .n = 2)

DUAL(
    EarlyUniformReturn,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      out[gid()] = 1;
      if (group() == 1)
        return;
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = tmp[(lid() + n) % lsize()];
      if (group() == 2)
        return;
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[lid()] = lid();
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] += tmp[(lid() + n) % lsize()];
    })
DUAL_TEST(BarrierControlFlow, EarlyUniformReturn, .groups = 4)

DUAL(
    Switch, __kernel void entry(__global int *out, __global const int *in,
                                __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = value;
        switch ((k + group()) % 6) {
        case 0:
          barrier(CLK_LOCAL_MEM_FENCE);
          value += tmp[(lid() + 1) % lsize()];
          break;
        case 1:
          barrier(CLK_LOCAL_MEM_FENCE);
          value -= tmp[(lid() + 2) % lsize()];
          barrier(CLK_LOCAL_MEM_FENCE);
          tmp[lid()] = value;
          barrier(CLK_LOCAL_MEM_FENCE);
          value ^= tmp[lsize() - 1 - lid()];
          break;
        case 2:
          value = scramble(value, k);
          break;
        case 3:
        case 4:
          if (k & 1)
            barrier(CLK_LOCAL_MEM_FENCE);
          value += lid();
          break;
        default:
          barrier(CLK_LOCAL_MEM_FENCE);
          value += tmp[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierControlFlow, Switch, .n = 13)

DUAL(
    Goto, __kernel void entry(__global int *out, __global const int *in,
                              __local int *tmp, int n) {
      int value = in[gid()];
      int k = 0;
    again:
      tmp[lid()] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = scramble(value, tmp[(lid() + 1) % lsize()]);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (k == 2)
        goto skip;
      tmp[lid()] = k;
      barrier(CLK_LOCAL_MEM_FENCE);
      value += tmp[lsize() - 1];
    skip:
      ++k;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (k < n)
        goto again;
      if (group() == 1)
        goto end;
      value = -value;
      barrier(CLK_LOCAL_MEM_FENCE);
    end:
      out[gid()] = value;
    })
DUAL_TEST(BarrierControlFlow, Goto)

/// A kernel of \p Count exchanges; which of them take place, the bits of n say.
std::string conditionalExchanges(int Count, const std::string &First) {
  std::string Text =
      "kernel void entry(global uint *out, local uint *t, int n) {"
      "  int l = get_local_id(0), size = get_local_size(0);"
      "  uint x = get_global_id(0);" +
      First;
  for (int I = 0; I != Count; ++I) {
    const std::string K = std::to_string(I);
    Text += "  x = x * 3 + " + K + ";  if (n & (1 << (" + K +
            " % 13))) { t[l] = x; barrier(CLK_LOCAL_MEM_FENCE);"
            "    x += t[(l + " +
            K + " + 1) % size]; barrier(CLK_LOCAL_MEM_FENCE); }\n";
  }
  return Text + "  out[get_global_id(0)] = x; }";
}

/// What \p Items of its work-items write.
std::vector<unsigned> exchanged(int Count, int Items, int Size, int N) {
  std::vector<unsigned> X(static_cast<size_t>(Items));
  std::iota(X.begin(), X.end(), 0u);
  for (int I = 0; I != Count; ++I) {
    for (unsigned &V : X)
      V = V * 3 + unsigned(I);
    if (!(N & (1 << I % 13)))
      continue;
    const std::vector<unsigned> Before = X;
    for (int At = 0; At != Items; ++At)
      X[size_t(At)] +=
          Before[size_t(At - At % Size + (At % Size + I + 1) % Size)];
  }
  return X;
}

/// Code between conditional barriers stands in as many regions as there are
/// ways to it. It must not grow with the square of their number.
void exchangeOften(const std::string &First) {
  using namespace conformance;
  constexpr int Items = 128;
  Buffer Out = makeBuffer(2 * Items * sizeof(int));
  size_t Bytes[2];
  for (auto [Count, Bytes] :
       {std::pair(16, &Bytes[0]), std::pair(48, &Bytes[1])}) {
    Kernel K = buildKernel(conditionalExchanges(Count, First), "entry");
    // Before launches, which have code made in the background.
    cl_program P;
    ok(clGetKernelInfo(K, CL_KERNEL_PROGRAM, sizeof(P), &P, nullptr));
    *Bytes = binaryOf(P).size();
    for (int N : {0, 1, 0x1fff, 0x0aa5})
      for (int Size : {1, 8, 64}) {
        setArgs(K, Out, Local{size_t(Size) * sizeof(int)}, N);
        launch(K, {{2 * Items}, {size_t(Size)}, {}});
        EXPECT_EQ(download<unsigned>(Out, Items),
                  exchanged(Count, Items, Size, N))
            << Count << " exchanges, groups of " << Size << ", n = " << N;
      }
  }
  // The square would be nine times as much. For debuggers, conditions are in
  // memory of each work-item, and nothing is known of them.
  const bool IsForDebuggers = environmentNumber("FERRY_DEBUG_INFO", 0) == 2;
  if (isFerry() && !isChecked() && !IsForDebuggers) {
    EXPECT_LT(Bytes[1], 4 * Bytes[0]);
  }
}

TEST(BarrierControlFlow, ManyConditionals) { exchangeOften(""); }

TEST(BarrierControlFlow, ManyConditionalsBehindAReturn) {
  exchangeOften("  if (x >= 128) return;");
}

/// What work-items write that have the sums of their group's numbers, up to
/// each, \p Count times.
std::vector<unsigned> scanned(unsigned Count, unsigned Items, unsigned Size) {
  std::vector<unsigned> All(Items);
  for (unsigned First = 0; First != Items; First += Size)
    for (unsigned L = 0; L != Size; ++L) {
      All[First + L] = First + L;
      for (unsigned I = 0; I != Count; ++I)
        for (unsigned From = 0; From != Size - L; ++From)
          All[First + L] += (First + From) * (I + 1);
    }
  return All;
}

/// A loop around barriers stays one, however often it is known to run and
/// although it indexes a private array.
TEST(BarrierControlFlow, LoopsAroundScans) {
  using namespace conformance;
  constexpr unsigned Items = 128;
  Buffer Out = makeBuffer(Items * sizeof(int));
  size_t Bytes[2];
  for (auto [Count, Bytes] :
       {std::pair(4u, &Bytes[0]), std::pair(16u, &Bytes[1])}) {
    Program P = build("#define COUNT " + std::to_string(Count) + R"(
      kernel void entry(global uint *out, local uint *t) {
        uint l = get_local_id(0), size = get_local_size(0);
        uint x = get_global_id(0), of[COUNT];
        for (uint i = 0; i < COUNT; ++i)
          of[i] = x * (i + 1);
        for (uint i = 0; i < COUNT; ++i) {
          t[l] = of[i];
          barrier(CLK_LOCAL_MEM_FENCE);
          for (uint s = 1; s < size; s *= 2) {
            uint v = l >= s ? t[l - s] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            t[l] += v;
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          x += t[size - 1 - l];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        out[get_global_id(0)] = x;
      })");
    Kernel K = makeKernel(P, "entry");
    for (unsigned Size : {1, 8, 64}) {
      setArgs(K, Out, Local{Size * sizeof(int)});
      launch(K, {{Items}, {Size}, {}});
      EXPECT_EQ(download<unsigned>(Out, Items), scanned(Count, Items, Size))
          << Count << " scans, groups of " << Size;
    }
    *Bytes = binaryOf(P).size();
  }
  if (isFerry()) {
    EXPECT_LT(Bytes[1], 2 * Bytes[0]);
  }
}

} // namespace
