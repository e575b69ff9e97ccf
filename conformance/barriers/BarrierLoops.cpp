//===- BarrierLoops.cpp - Barriers in loops -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Barriers in loops: nested, with several exits, between parts that depend on
/// the work-item, and with values carried around in every way.
///
//===----------------------------------------------------------------------===//

#include "Reference.h"

namespace {

DUAL(
    Loop, __kernel void entry(__global int *out, __global const int *in,
                              __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(tmp[(lid() + k + 1) % lsize()], value);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, Loop)

DUAL(
    LoopNeverEntered,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = tmp[0];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, LoopNeverEntered, .n = 0)

DUAL(
    OneBarrierLoopTwoBuffers,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        __local int *side = tmp + (k & 1) * lsize();
        side[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value, side[(lid() + 3) % lsize()]);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, OneBarrierLoopTwoBuffers, .tmpPerItem = 2)

DUAL(
    NestedLoops, __kernel void entry(__global int *out, __global const int *in,
                                     __local int *tmp, int n) {
      int value = in[gid()];
      for (int a = 0; a < 3; ++a) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int b = 0; b <= a; ++b) {
          int other = tmp[(lid() + b) % lsize()];
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int c = 0; c < n - b; ++c) {
            tmp[lid()] = scramble(other, c);
            barrier(CLK_LOCAL_MEM_FENCE);
            other += tmp[(lid() + c + a) % lsize()];
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          tmp[lid()] = scramble(other, value);
          barrier(CLK_LOCAL_MEM_FENCE);
          value ^= tmp[(lid() * 5 + 1) % lsize()];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, NestedLoops, .n = 4)

DUAL(
    SeveralInALoop,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int a = in[gid()];
      int b = lid();
      int k = 0;
      while (k < n) {
        tmp[lid()] = a;
        barrier(CLK_LOCAL_MEM_FENCE);
        b = scramble(b, tmp[(lid() + 1) % lsize()]);
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[lid()] = b;
        barrier(CLK_LOCAL_MEM_FENCE);
        a = scramble(a, tmp[(lid() + 2) % lsize()]);
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[lid()] = a ^ b;
        barrier(CLK_LOCAL_MEM_FENCE);
        a -= tmp[lsize() - 1 - lid()];
        barrier(CLK_LOCAL_MEM_FENCE);
        ++k;
      }
      out[gid()] = a + b;
    })
DUAL_TEST(BarrierLoops, SeveralInALoop)

DUAL(
    ReturnFromLoops,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value, tmp[(lid() + 1) % lsize()]);
        if (k == group()) {
          out[gid()] = value;
          return;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int m = 0; m < k; ++m) {
          tmp[lid()] = m;
          barrier(CLK_LOCAL_MEM_FENCE);
          value += tmp[0];
          if (m + k == group() + 3) {
            barrier(CLK_LOCAL_MEM_FENCE);
            out[gid()] = -value;
            return;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
        }
      }
      out[gid()] = 7;
    })
DUAL_TEST(BarrierLoops, ReturnFromLoops, .n = 6, .groups = 8)

DUAL(
    GuardedBarrierInDivergentLoop,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      tmp[lid()] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = 0; k < n; ++k) {
        if (lid() % 3 == k % 3)
          value += tmp[lid()];
        else if (value & 1)
          value = scramble(value, k);
        for (int m = 0; m < lid() % 4; ++m)
          value ^= m << k % 8;
        if (k % 2 == 0) {
          barrier(CLK_LOCAL_MEM_FENCE);
          if (lid() & 1)
            tmp[lid()] = value;
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lid() < lsize() / 2)
          value -= tmp[(lid() + k + 1) % lsize()];
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, GuardedBarrierInDivergentLoop, .n = 9)

DUAL(
    DivergentLoopsBetween,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < n; ++k) {
        int steps = 0;
        int x = (value & 127) + 1;
        while (x != 1 && steps < 200) {
          x = x & 1 ? 3 * x + 1 : x / 2;
          ++steps;
        }
        tmp[lid()] = steps;
        barrier(CLK_LOCAL_MEM_FENCE);
        int sum = 0;
        for (int m = lid(); m >= 0; m -= 7) {
          if (tmp[m] > 50)
            continue;
          if (tmp[m] == 7)
            break;
          sum += tmp[m];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value, sum);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, DivergentLoopsBetween)

DUAL(
    DoWhile, __kernel void entry(__global int *out, __global const int *in,
                                 __local int *tmp, int n) {
      int value = in[gid()];
      int k = 0;
      do {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value, tmp[(lid() + 1) % lsize()]);
        barrier(CLK_LOCAL_MEM_FENCE);
      } while (++k < n);
      do {
        barrier(CLK_LOCAL_MEM_FENCE);
        value ^= k;
      } while (n < 0);
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, DoWhile)

DUAL(
    UntilConverged,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()] & 255;
      int iterations = 0;
      while (1) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        int least = tmp[0];
        int most = tmp[0];
        for (int k = 1; k < lsize(); ++k) {
          least = tmp[k] < least ? tmp[k] : least;
          most = tmp[k] > most ? tmp[k] : most;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (most - least <= n || iterations > 20)
          break;
        value = value == most ? (least + most) / 2 : value;
        value = value == least ? (least + most) / 2 : value;
        ++iterations;
      }
      out[gid()] = value * 32 + iterations;
    })
DUAL_TEST(BarrierLoops, UntilConverged,
          .shapes = {{1}, {3}, {64}, {100}, {7, 3}, {4, 4, 4}})

DUAL(
    ContinueAndBreak,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      for (int k = 0; k < 100; ++k) {
        if (k == n)
          break;
        tmp[lid()] = value;
        if (k % 3 == 1) {
          value += k;
          continue;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value, tmp[(lid() + 1) % lsize()]);
        if (k % 4 == 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          continue;
        }
        value ^= tmp[(lid() + 2) % lsize()];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (group() == k - 4) {
          barrier(CLK_LOCAL_MEM_FENCE);
          break;
        }
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, ContinueAndBreak, .n = 11)

DUAL(
    TwoExits, __kernel void entry(__global int *out, __global const int *in,
                                  __local int *tmp, int n) {
      int value = in[gid()];
      int how = 0;
      int k = 0;
      for (;;) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        int first = tmp[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first % 5 == 0) {
          how = lid() + 1;
          break;
        }
        value = scramble(value, k);
        if (++k == n) {
          how = -lid();
          break;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[lid()] = how;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = scramble(value, tmp[(lid() + 1) % lsize()]) + k;
    })
DUAL_TEST(BarrierLoops, TwoExits, .groups = 6)

DUAL(
    SwappedAcross,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int a = in[gid()];
      int b = lid();
      int c = group();
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = a;
        barrier(CLK_LOCAL_MEM_FENCE);
        int old = a;
        a = b;
        b = c;
        c = old + tmp[(lid() + 1) % lsize()];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = scramble(scramble(a, b), c);
    })
DUAL_TEST(BarrierLoops, SwappedAcross, .n = 7)

DUAL(
    LoopAfterLoop,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      int k = 0;
      for (; k < n; ++k) {
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += tmp[(lid() + 1) % lsize()];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      for (; k > 1; k -= 2) {
        tmp[lid()] = value ^ k;
        barrier(CLK_LOCAL_MEM_FENCE);
        value -= tmp[(lid() + 2) % lsize()];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value * 4 + k;
    })
DUAL_TEST(BarrierLoops, LoopAfterLoop)

DUAL(
    LoopLeftInDifferentIterations,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      int k = 0;
      int last = 0;
      do {
        last = (int)lid() + k * 5;
        value = scramble(value, last);
        ++k;
      } while (k < ((in[gid()] ^ (int)lid()) & 7));
      tmp[lid()] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = scramble(tmp[(lid() + 1) % lsize()], last + n);
    })
DUAL_TEST(BarrierLoops, LoopLeftInDifferentIterations)

DUAL(
    AddressesOfWhatIsUniform,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int base = in[0] & 3;
      int at = (base + 1) * n * (int)lid() - n * (int)lid() * base -
               (n - 1) * (int)lid();
      tmp[at] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      int value = tmp[at];
      if ((at & 1) == 0)
        value += tmp[(lid() + 1) % lsize()];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = 0; k < n; ++k) {
        int side = at + k * 2 - k - k;
        tmp[side] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(tmp[side], tmp[(lid() + k) % lsize()] + side);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierLoops, AddressesOfWhatIsUniform)

DUAL(
    WhatAllAdvanceTogether,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      __global const int *p = in + gid() / 2;
      int down = lid();
      int back = lid() * 2;
      short narrow = (short)(lid() * 3);
      unsigned up = lid() - 5u;
      int value = 0;
      for (int k = 0; k < 3; ++k) {
        tmp[lid()] = p[0] + narrow + (int)(up ^ 7u);
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value + down, tmp[(lid() + k) % lsize()] + back);
        barrier(CLK_LOCAL_MEM_FENCE);
        p += (k & 1) ? 0 : lsize() / 4;
        down -= 3;
        back -= n;
        narrow = (short)(narrow + 9000 * n);
        up += 3u;
        up += (unsigned)n;
      }
      out[gid()] = value + down + (int)up + narrow;
    })
DUAL_TEST(BarrierLoops, WhatAllAdvanceTogether)

} // namespace
