//===- BarrierAlgorithms.cpp - Group algorithms from practice -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What barriers are used for: reductions, scans, sorts, transposes, tiled
/// products, stencils. Their loops halve and double, their guards depend on
/// the work-item, and their barriers stand between.
///
//===----------------------------------------------------------------------===//

#include "Reference.h"

namespace {

const std::vector<std::vector<size_t>> PowersOfTwo = {
    {1}, {2}, {16}, {64}, {256}, {16, 4}, {4, 4, 4}};

DUAL(
    TreeReduction,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int s = lsize() / 2; s > 0; s >>= 1) {
        if (lid() < s)
          tmp[lid()] += tmp[lid() + s];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (lid() == 0)
        out[group()] = tmp[0] + n;
    })
DUAL_TEST(BarrierAlgorithms, TreeReduction, .shapes = PowersOfTwo)

DUAL(
    ReductionOfAnySize,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      int left = lsize();
      while (left > 1) {
        int upper = (left + 1) / 2;
        if (lid() + upper < left)
          tmp[lid()] += tmp[lid() + upper];
        left = upper;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = tmp[0] + n;
    })
DUAL_TEST(BarrierAlgorithms, ReductionOfAnySize)

DUAL(
    InterleavedReduction,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      tmp[lid()] = in[gid()];
      for (int s = 1; s < lsize(); s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid() % (2 * s) == 0 && lid() + s < lsize())
          tmp[lid()] += tmp[lid() + s];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lid() == lsize() - 1)
        out[group()] = tmp[0] * n;
    })
DUAL_TEST(BarrierAlgorithms, InterleavedReduction)

DUAL(
    InclusiveScan,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int from = 0;
      int size = lsize();
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int s = 1; s < size; s <<= 1) {
        int value = tmp[from * size + lid()];
        if (lid() >= s)
          value += tmp[from * size + lid() - s];
        tmp[(1 - from) * size + lid()] = value;
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = tmp[from * size + lid()] + n;
    })
DUAL_TEST(BarrierAlgorithms, InclusiveScan, .tmpPerItem = 2)

DUAL(
    ScanInPlace, __kernel void entry(__global int *out, __global const int *in,
                                     __local int *tmp, int n) {
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int s = 1; s < lsize(); s <<= 1) {
        int add = 0;
        if (lid() >= s)
          add = tmp[lid() - s];
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[lid()] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = tmp[lid()] - n;
    })
DUAL_TEST(BarrierAlgorithms, ScanInPlace)

DUAL(
    BlellochScan, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int size = lsize();
      int offset = 1;
      tmp[lid()] = in[gid()];
      for (int d = size >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid() < d)
          tmp[offset * (2 * lid() + 2) - 1] +=
              tmp[offset * (2 * lid() + 1) - 1];
        offset *= 2;
      }
      if (lid() == 0)
        tmp[size - 1] = n;
      for (int d = 1; d < size; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid() < d) {
          int a = offset * (2 * lid() + 1) - 1;
          int b = offset * (2 * lid() + 2) - 1;
          int t = tmp[a];
          tmp[a] = tmp[b];
          tmp[b] += t;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = tmp[lid()];
    })
DUAL_TEST(BarrierAlgorithms, BlellochScan, .shapes = PowersOfTwo)

DUAL(
    BitonicSort, __kernel void entry(__global int *out, __global const int *in,
                                     __local int *tmp, int n) {
      tmp[lid()] = in[gid()] + n;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = 2; k <= lsize(); k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
          int other = lid() ^ j;
          if (other > lid()) {
            int up = (lid() & k) == 0;
            int a = tmp[lid()];
            int b = tmp[other];
            if (up ? a > b : a < b) {
              tmp[lid()] = b;
              tmp[other] = a;
            }
          }
          barrier(CLK_LOCAL_MEM_FENCE);
        }
      out[gid()] = tmp[lid()];
    })
DUAL_TEST(BarrierAlgorithms, BitonicSort, .shapes = PowersOfTwo)

DUAL(
    OddEvenSort, __kernel void entry(__global int *out, __global const int *in,
                                     __local int *tmp, int n) {
      tmp[lid()] = in[gid()] * n;
      for (int k = 0; k < lsize(); ++k) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid() % 2 == k % 2 && lid() + 1 < lsize() &&
            tmp[lid()] > tmp[lid() + 1]) {
          int old = tmp[lid()];
          tmp[lid()] = tmp[lid() + 1];
          tmp[lid() + 1] = old;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = tmp[lid()];
    })
DUAL_TEST(BarrierAlgorithms, OddEvenSort,
          .shapes = {{1}, {3}, {64}, {100}, {7, 3}, {4, 4, 4}})

DUAL(
    Transpose, __kernel void entry(__global int *out, __global const int *in,
                                   __local int *tmp, int n) {
      int w = (int)get_local_size(0);
      int h = (int)get_local_size(1);
      int x = (int)get_local_id(0);
      int y = (int)get_local_id(1);
      int stride = (int)get_global_size(0);
      int gx = (int)get_group_id(0);
      int gy = (int)get_group_id(1);
      tmp[y * (w + 1) + x] = in[(gy * h + y) * stride + gx * w + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      int flat = y * w + x;
      int tx = flat / h;
      int ty = flat % h;
      int column = (int)get_global_size(1);
      out[(gx * w + tx) * column + gy * h + ty] = tmp[ty * (w + 1) + tx] + n;
    })
DUAL_TEST(BarrierAlgorithms, Transpose, .tmpExtra = 64,
          .shapes = {{1, 1}, {16, 16}, {8, 4}, {3, 5}, {32, 8}, {7, 9}})

DUAL(
    TiledProduct, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int t = (int)get_local_size(0);
      int x = (int)get_local_id(0);
      int y = (int)get_local_id(1);
      int wide = (int)get_global_size(0);
      int row = (int)get_global_id(1);
      int column = (int)get_global_id(0);
      __local int *a = tmp;
      __local int *b = tmp + t * t;
      int sum = 0;
      for (int tile = 0; tile < wide / t; ++tile) {
        a[y * t + x] = in[row * wide + tile * t + x] & 63;
        b[y * t + x] = in[(y + tile * t) % t * wide + column] & 31;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < t; ++k)
          sum += a[y * t + k] * b[k * t + x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[row * wide + column] = sum + n;
    })
DUAL_TEST(BarrierAlgorithms, TiledProduct, .tmpPerItem = 2,
          .shapes = {{1, 1}, {4, 4}, {8, 8}, {16, 16}, {5, 5}})

DUAL(
    Jacobi, __kernel void entry(__global int *out, __global const int *in,
                                __local int *tmp, int n) {
      int size = lsize();
      tmp[lid()] = in[gid()] << 8;
      for (int k = 0; k < n; ++k) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int left = lid() > 0 ? tmp[lid() - 1] : 0;
        int right = lid() + 1 < size ? tmp[lid() + 1] : 0;
        int value = (left + 2 * tmp[lid()] + right) / 4;
        barrier(CLK_LOCAL_MEM_FENCE);
        tmp[lid()] = value;
      }
      out[gid()] = tmp[lid()];
    })
DUAL_TEST(BarrierAlgorithms, Jacobi, .n = 20)

DUAL(
    Life, __kernel void entry(__global int *out, __global const int *in,
                              __local int *tmp, int n) {
      int w = (int)get_local_size(0);
      int h = (int)get_local_size(1);
      int x = (int)get_local_id(0);
      int y = (int)get_local_id(1);
      int alive = in[gid()] > 0;
      for (int k = 0; k < n; ++k) {
        tmp[y * w + x] = alive;
        barrier(CLK_LOCAL_MEM_FENCE);
        int neighbours = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0)
              continue;
            neighbours += tmp[(y + dy + h) % h * w + (x + dx + w) % w];
          }
        barrier(CLK_LOCAL_MEM_FENCE);
        alive = neighbours == 3 || (alive && neighbours == 2);
      }
      out[gid()] = alive;
    })
DUAL_TEST(BarrierAlgorithms, Life, .n = 10,
          .shapes = {{8, 8}, {16, 16}, {7, 5}, {1, 1}, {32, 4}})

DUAL(
    Histogram, __kernel void entry(__global int *out, __global const int *in,
                                   __local int *tmp, int n) {
      int bins = 16;
      for (int k = 0; k < bins; ++k)
        tmp[lid() * bins + k] = 0;
      for (int k = 0; k < n; ++k)
        ++tmp[lid() * bins + (scramble(in[gid()], k) & 15)];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int bin = lid(); bin < bins; bin += lsize()) {
        int sum = 0;
        for (int k = 0; k < lsize(); ++k)
          sum += tmp[k * bins + bin];
        tmp[bin] = sum;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = tmp[lid() % bins];
    })
DUAL_TEST(BarrierAlgorithms, Histogram, .tmpPerItem = 16, .n = 37,
          .shapes = {{1}, {3}, {16}, {64}, {100}, {256}, {7, 3}, {4, 4, 4}})

} // namespace
