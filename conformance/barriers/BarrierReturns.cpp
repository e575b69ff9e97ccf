//===- BarrierReturns.cpp - Work-items that are not there for a barrier ---===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs round their global size up, and have the work-items that are too
/// many return before the first barrier (`if (id >= n) return;`). Others guard
/// barriers with a condition of which only they know that the group agrees on
/// it. The others go on as if nobody had been missing.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"
#include "Reference.h"

namespace {

using conformance::reference::Comparison;

/// The specification leaves it undefined that some return: other drivers may
/// never come to an end, and ferry check says so.
void expectSame(const std::string &Source, conformance::reference::Entry Run,
                Comparison How = {}) {
  if (!conformance::isFerry())
    GTEST_SKIP() << "only Ferry promises an end";
  if (conformance::isChecked())
    GTEST_SKIP() << "ferry check says what is wrong";
  How.shapes = {{1}, {7}, {64}, {100}, {1024}, {16, 4}, {5, 3, 2}};
  for (int N : {77, 200, 1 << 20}) {
    SCOPED_TRACE(N);
    How.n = N;
    conformance::reference::expectSame(Source, Run, How);
  }
}

/// Counters and values that all have in common live across the barriers.
DUAL(
    InTheFirstRound,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      out[gid()] = 1;
      if (gid() >= n)
        return;
      int left = n - group() * lsize();
      int here = left < lsize() ? left : lsize();
      int seed = n;
      int value = in[gid()];
      for (int k = 0; k < 6; ++k) {
        tmp[lid()] = value + seed;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value, tmp[(lid() + k) % here]);
        seed = scramble(seed, in[k]);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value + seed;
    })
TEST(BarrierReturns, InTheFirstRound) {
  expectSame(InTheFirstRound::Source, InTheFirstRound::entry, {.inPerItem = 7});
}

/// Fewer come to each round than to the one before.
DUAL(
    InEachRound, __kernel void entry(__global int *out, __global const int *in,
                                     __local int *tmp, int n) {
      int value = in[gid()];
      int rounds = n % 13;
      int shared = n;
      tmp[lid()] = 3;
      for (int k = 0; k < rounds; ++k) {
        if (lid() % 17 + k >= n % 19) {
          out[gid()] = value ^ k;
          return;
        }
        tmp[lid()] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = scramble(value, shared);
        shared = scramble(shared, k);
        if (k % 3 == 1)
          barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value + tmp[lid()];
    })
TEST(BarrierReturns, InEachRound) {
  expectSame(InEachRound::Source, InEachRound::entry);
}

/// Either all of a group or none, but the condition is of work-items. There is
/// much code on both ways: before the first barrier, in a round, behind a loop.
DUAL(
    OnOneOfTwoWays,
    static int mix(int v, int k) {
      v = scramble(v, k + 1);
      v = scramble(v, k + 22);
      v = scramble(v, k ^ 333);
      v = scramble(v, k - 4444);
      v = scramble(v, k * 5);
      v = scramble(v, k + 66666);
      v = scramble(v, k + 7);
      v = scramble(v, k ^ 88);
      v = scramble(v, k - 999);
      v = scramble(v, k + 1010);
      v = scramble(v, k + 11);
      return scramble(v, k ^ 1212);
    }

    static int much(int v, int k) {
      return mix(mix(mix(mix(v, k), k + 1), k + 2), k + 3);
    }

    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      int last = lsize() - 1;
      if (gid() / lsize() % 2) {
        for (int k = 0; k < n % 6; ++k) {
          tmp[lid()] = much(value, k);
          barrier(CLK_LOCAL_MEM_FENCE);
          value += tmp[last - lid()];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        value = much(value, n);
        if (n % 3 == 1) {
          tmp[lid()] = value;
          barrier(CLK_LOCAL_MEM_FENCE);
          value ^= tmp[(lid() + 1) % lsize()];
        }
        value = much(value, n + 1);
      } else {
        for (int k = n % 4; k > 0; --k) {
          if (k % 2 == 0) {
            tmp[last - lid()] = value;
            barrier(CLK_LOCAL_MEM_FENCE);
            value += tmp[lid() / 2];
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          value = much(value, k);
        }
        value = much(value, n * 3);
      }
      out[gid()] = value;
    })
TEST(BarrierReturns, OnOneOfTwoWays) {
  expectSame(OnOneOfTwoWays::Source, OnOneOfTwoWays::entry, {.groups = 5});
}

/// Nobody comes to the barriers, so that work-items may go where they like.
/// What is behind the barriers would be in many regions.
DUAL(
    AroundThem,
    static int mix(int v, int k) {
      v = scramble(v, k + 1);
      v = scramble(v, k + 22);
      v = scramble(v, k ^ 333);
      v = scramble(v, k - 4444);
      v = scramble(v, k * 5);
      v = scramble(v, k + 66666);
      v = scramble(v, k + 7);
      v = scramble(v, k ^ 88);
      v = scramble(v, k - 999);
      return scramble(v, k ^ 1212);
    }

    static int much(int v, int k) {
      return mix(mix(mix(mix(mix(v, k), k + 1), k + 2), k + 3), k + 4);
    }

    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      int shared = n;
      for (int k = 0; k < 6; ++k) {
        if ((lid() + k) % 3 == 0) {
          if (n == 6) {
            tmp[lid()] = value;
            barrier(CLK_LOCAL_MEM_FENCE);
            value = tmp[lsize() - 1 - lid()];
          }
          value = much(value, shared + k);
        } else {
          value += k;
        }
        for (int m = 0; m < (value & 3); ++m) {
          if (n == 7)
            barrier(CLK_LOCAL_MEM_FENCE);
          value = much(value, shared + m);
        }
        shared = scramble(shared, k);
      }
      out[gid()] = value;
    })
DUAL_TEST(BarrierReturns, AroundThem)

/// Vectors, bits and doubles are kept, too, and arrays that all agree on.
DUAL(
    WithMuchToKeep,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int kept[9];
      for (int k = 0; k < 9; ++k)
        kept[k] = in[gid()] * k;
      int common[5];
      for (int k = 0; k < 5; ++k)
        common[k] = n * k;
      bool odd = in[gid()] & 1;
      short small = (short)in[gid()];
      long large = (long)in[gid()] * 1000003;
      if (gid() % 23 == n % 23) {
        out[gid()] = kept[n % 9];
        return;
      }
      for (int k = 0; k < 5; ++k) {
        tmp[lid()] = kept[k] + (int)small;
        common[k] += k;
        barrier(CLK_LOCAL_MEM_FENCE);
        kept[(k + 3) % 9] += tmp[lid()] + common[(k + 1) % 5];
        large = large * 3 + kept[k];
        odd = odd != (large % 5 == 0);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = kept[3] ^ kept[7] ^ (int)(large >> 3) ^ (odd ? 100 : 0);
    })
TEST(BarrierReturns, WithMuchToKeep) {
  expectSame(WithMuchToKeep::Source, WithMuchToKeep::entry);
}

/// A region may go on at any of more barriers than a byte counts.
constexpr int Places = 260;

std::string manyPlacesSource() {
  std::string Source = R"(
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int value = in[gid()];
      out[gid()] = value;
      if (gid() >= n)
        return;
      int left = n - group() * lsize();
      int here = left < lsize() ? left : lsize();
      for (int k = n + 176; k < n + 182; ++k) {
        tmp[lid()] = value + k;
        switch (k %)" + std::to_string(Places) +
                       ") {\n";
  for (int Place = 0; Place != Places; ++Place) {
    const std::string Number = std::to_string(Place);
    Source += "case " + Number +
              ": barrier(CLK_LOCAL_MEM_FENCE); value ^= " + Number +
              " + tmp[(lid() + 1) % here]; break;\n";
  }
  return Source + R"(
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = value;
    })";
}

void goToManyPlaces(int *Out, const int *In, int *Tmp, int N) {
  using namespace conformance::reference;
  int Value = In[gid()];
  Out[gid()] = Value;
  if (gid() >= N)
    return;
  const int Here = std::min(N - group() * lsize(), lsize());
  for (int K = N + 176; K < N + 182; ++K) {
    Tmp[lid()] = Value + K;
    barrier(CLK_LOCAL_MEM_FENCE);
    Value ^= K % Places + Tmp[(lid() + 1) % Here];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Out[gid()] = Value;
}

TEST(BarrierReturns, ToManyPlaces) {
  expectSame(manyPlacesSource(), goToManyPlaces);
}

} // namespace
