//===- Vectors.cpp - Work-items that diverge ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Control flow in which neighbouring work-items differ: each kernel against
/// the same text as C++.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

using namespace conformance;

namespace {

DUAL(
    NestedLoopsLeftInEveryWay,
    int search(int x, int y) {
      for (int i = 0; i < 9; ++i) {
        if (i == x % 11)
          return i * 100;
        for (int j = i; j < 12; ++j) {
          if (j % 3 == x % 3)
            continue;
          if (i * j > (y & 31))
            break;
          if (i + j == (x & 15))
            return i * 100 + j;
          x += j;
        }
        if (x > 900)
          break;
      }
      return -x;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int sum = n;
      for (int k = 0; k < 3; ++k)
        sum = scramble(sum, search(in[gid()] + k, lid()));
      out[gid()] = sum;
    })
VECTOR_TEST(NestedLoopsLeftInEveryWay)

DUAL(
    ReturnFromWithinLoops,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int x = in[gid()] & 255;
      for (int i = 0; i < 10; ++i) {
        for (int j = 0; j < 10; ++j) {
          if (i * 16 + j == x) {
            out[gid()] = i * 1000 + j;
            return;
          }
          if (j > i + n)
            break;
        }
        if (i * 8 > lid()) {
          out[gid()] = -i;
          return;
        }
      }
      out[gid()] = x;
    })
VECTOR_TEST(ReturnFromWithinLoops)

// Several values are carried by the loop, and each work-item leaves it in
// another iteration.
DUAL(
    ValuesAfterTheLoop,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int a = 0;
      int b = 1;
      int last = -1;
      int k = 0;
      for (; k < (lid() * 7 + 3) % 23; ++k) {
        int c = (a + b) & 0xFFFFF;
        a = b;
        b = c;
        if ((c & 3) == 2)
          last = k;
      }
      out[gid() * 4] = a;
      out[gid() * 4 + 1] = b;
      out[gid() * 4 + 2] = last;
      out[gid() * 4 + 3] = k;
    })
VECTOR_TEST(ValuesAfterTheLoop, .outPerItem = 4)

DUAL(
    OneItemTakesLong,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int iterations = lid() == lsize() / 2 ? 100000 : lid() & 3;
      int x = in[gid()];
      while (iterations-- > 0)
        x = scramble(x, iterations);
      out[gid()] = x;
    })
VECTOR_TEST(OneItemTakesLong)

DUAL(
    AllButOneReturnEarly,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      if (lid() != lsize() * 2 / 3)
        return;
      int sum = 0;
      for (int k = 0; k <= lid(); ++k)
        sum = scramble(sum, in[gid() - lid() + k]);
      out[gid()] = sum;
    })
VECTOR_TEST(AllButOneReturnEarly)

DUAL(
    SingleItemsReturnEarly,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      if (in[gid()] % 5 == 0)
        return;
      if (lid() % 7 == 3) {
        out[gid()] = 1;
        return;
      }
      out[gid()] = in[gid()];
    })
VECTOR_TEST(SingleItemsReturnEarly)

DUAL(
    UniformBranchInDivergentLoop,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int x = in[gid()];
      for (int k = 0; k < lid() % 9; ++k) {
        if (n > 3)
          x = scramble(x, k);
        else
          x ^= k;
        if (group() == 1)
          x += n;
        for (int j = 0; j < n; ++j)
          x = (x * 3 + j) & 0xFFFFF;
        x &= 0xFFFFF;
      }
      out[gid()] = x;
    })
VECTOR_TEST(UniformBranchInDivergentLoop)

DUAL(
    DivergentLoopInUniformLoop,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int x = in[gid()];
      for (int k = 0; k < n; ++k)
        for (int j = k; j < lid() % 5; ++j)
          x = scramble(x, j * k);
      out[gid()] = x;
    })
VECTOR_TEST(DivergentLoopInUniformLoop)

DUAL(
    SwitchOfManyCases,
    int classify(int x) {
      int y = 1;
      switch (x) {
      case 0:
        y = 5;
        break;
      case 1:
      case 2:
        y = x * 9;
      case 3:
        ++y;
      case 4:
        y *= 2;
        break;
      case 5:
        return 77;
      case 6:
        for (int k = 0; k < 5; ++k) {
          if (k == 3)
            break;
          y += k;
        }
        break;
      case 9:
        y = -1;
      default:
        y -= x;
        break;
      case 11:
        break;
      case 100:
        y = 100;
      case 101:
        y = y + 1;
        break;
      case 1000000:
        y = 3;
      case -5:
        y += 8;
      }
      return y;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      out[gid()] = classify(lid() % 14) * 1000 + classify(in[gid()] % 12) +
                   classify(lid() == 3   ? 1000000
                            : lid() == 4 ? -5
                                         : 98 + lid() % 5);
    })
VECTOR_TEST(SwitchOfManyCases)

// All take the same case; what has no cost is in one that others lead to.
DUAL(
    UniformSwitchFallsThrough,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      short v = (short)n;
      int mine = 1;
      switch (in[0] & 7) {
      case 0:
      case 2:
      case 4:
        mine = lid() % 3 != 0 ? lid() == n ? 5 : in[lid()] : in[gid()] * 7;
      case 6:
      case 1:
        v = (short)get_global_size(2);
      default:;
      }
      out[gid()] = mine * 70000 + v;
    })
VECTOR_TEST(UniformSwitchFallsThrough)

DUAL(
    SwitchInLoopContinues,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int state = in[gid()] & 3;
      int x = lid();
      int k = 0;
      for (; k < 30; ++k) {
        switch (state) {
        case 0:
          state = x & 1 ? 2 : 1;
          continue;
        case 1:
          x = x / 2;
          state = 0;
          break;
        case 2:
          x = x * 3 + 1;
          state = 3;
          if (x > 300)
            break;
          continue;
        default:
          state = 0;
        }
        x += 1;
        if (x == 16)
          break;
      }
      out[gid()] = x * 1000 + k;
    })
VECTOR_TEST(SwitchInLoopContinues)

// A loop with two entries.
DUAL(
    JumpIntoLoop, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int x = in[gid()] & 63;
      int k = 0;
      if (x & 1)
        goto inside;
    again:
      x = x * 3 + 1;
      if (k > 20)
        goto done;
    inside:
      x = x / 2 + lid();
      ++k;
      if (k < 4 + lid() % 6)
        goto again;
      if ((x & 7) == 5 && k < 15)
        goto inside;
    done:
      out[gid()] = x * 32 + k;
    })
VECTOR_TEST(JumpIntoLoop)

DUAL(
    JumpOutOfNestedLoops,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int i = 0;
      int j = 0;
      for (i = 0; i < 6; ++i)
        for (j = 0; j < 6; ++j) {
          if (scramble(in[gid()], i * 6 + j) % 17 == 0)
            goto found;
          if (i * j > lid())
            goto missed;
        }
    missed:
      i = -i;
    found:
      out[gid()] = i * 10 + j;
    })
VECTOR_TEST(JumpOutOfNestedLoops)

DUAL(
    ConditionsWithEffects,
    bool count(int *calls, bool answer) {
      *calls += 1;
      return answer;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int calls = 0;
      int x = in[gid()];
      int y = 0;
      if (count(&calls, x & 1) &&
          (count(&calls, x & 2) || count(&calls, lid() & 1)))
        y = 1;
      y += count(&calls, x & 4)   ? count(&calls, x & 8) ? 10 : 20
           : count(&calls, n > 4) ? 30
                                  : 40;
      while (count(&calls, y < 60) && count(&calls, (y & 7) != lid() % 8))
        y += 3;
      out[gid()] = y * 1000 + calls;
    })
VECTOR_TEST(ConditionsWithEffects)

DUAL(
    CallsUnderConditions,
    __attribute__((noinline)) int twice(int x, int *calls) {
      *calls += 1;
      if (x < 0)
        return -x;
      return x * 2;
    } __attribute__((noinline)) int deeper(int x, int *calls) {
      for (int k = 0; k < (x & 3); ++k)
        x = twice(x - 9, calls) & 0xFFFF;
      return x;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int calls = 0;
      int x = in[gid()];
      if (x & 1)
        x = twice(x, &calls);
      for (int k = 0; k < lid() % 4; ++k)
        if ((x + k) % 3)
          x = deeper(x + k, &calls);
      out[gid()] = x * 32 + calls;
    })
VECTOR_TEST(CallsUnderConditions)

} // namespace
