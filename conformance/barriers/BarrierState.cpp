//===- BarrierState.cpp - What lives across a barrier ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private variables keep their values across barriers, each work-item its
/// own: scalars of every size, arrays, structs, vectors, pointers, and
/// variables whose address is taken.
///
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <numeric>

namespace {

DUAL(
    ScalarsOfEverySize,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      char c = (char)(in[gid()] & 63);
      uchar uc = (uchar)(lid() * 7);
      short s = (short)(in[gid()] * 3);
      ushort us = (ushort)(gid() * 5);
      long l = (long)in[gid()] * 1000003L;
      ulong ul = (ulong)gid() << 40;
      float f = (float)in[gid()] * 0.5f;
      double d = (double)lid() / 3.0;
      size_t z = get_global_id(0) * 3;
      bool odd = (lid() & 1) != 0;
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = c;
        barrier(CLK_LOCAL_MEM_FENCE);
        c = (char)((c + tmp[(lid() + 1) % lsize()]) & 63);
        uc = (uchar)(uc + k);
        s = (short)(s ^ c);
        us = (ushort)(us + uc);
        barrier(CLK_LOCAL_MEM_FENCE);
        l += s;
        ul ^= (ulong)us << 8;
        f += (float)c;
        d = d * 0.5 + (double)uc;
        z += odd ? 1 : 2;
        odd = odd != (c > 20);
      }
      int value = scramble(c, uc);
      value = scramble(value, s);
      value = scramble(value, us);
      value = scramble(value, (int)(l >> 7));
      value = scramble(value, (int)(ul >> 33) + (int)ul);
      value = scramble(value, (int)(f * 2.0f));
      value = scramble(value, (int)(d * 1024.0));
      value = scramble(value, (int)z);
      out[gid()] = odd ? value : -value;
    })
DUAL_TEST(BarrierState, ScalarsOfEverySize)

DUAL(
    ManyLiveValues,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int base = in[gid()];
      int a0 = base + 1;
      int a1 = base * 3;
      int a2 = base ^ 5;
      int a3 = base - 7;
      int b0 = a0 * 9;
      int b1 = a1 + 11;
      int b2 = a2 ^ 13;
      int b3 = a3 * 15;
      int c0 = b0 ^ 17;
      int c1 = b1 * 2;
      int c2 = b2 + 21;
      int c3 = b3 ^ 23;
      int d0 = c0 + 25;
      int d1 = c1 ^ 27;
      int d2 = c2 * 3;
      int d3 = c3 + 31;
      int u0 = n * 3;
      int u1 = group() + n;
      int u2 = lsize() * n;
      tmp[lid()] = d0 + d1 + d2 + d3;
      barrier(CLK_LOCAL_MEM_FENCE);
      int seen = tmp[(lid() + u0) % lsize()];
      barrier(CLK_LOCAL_MEM_FENCE);
      tmp[lid()] = scramble(seen, a0 + a1);
      barrier(CLK_LOCAL_MEM_FENCE);
      seen += tmp[(lid() + u1) % lsize()];
      int s0 = scramble(scramble(a0, a1), scramble(a2, a3));
      int s1 = scramble(scramble(b0, b1), scramble(b2, b3));
      int s2 = scramble(scramble(c0, c1), scramble(c2, c3));
      int s3 = scramble(scramble(d0, d1), scramble(d2, d3));
      out[gid()] = scramble(s0, s1) + scramble(s2, s3) + scramble(seen, u2);
    })
DUAL_TEST(BarrierState, ManyLiveValues)

DUAL(
    PrivateArray, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int mine[16];
      for (int k = 0; k < 16; ++k)
        mine[k] = scramble(in[gid()], k);
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = mine[(k + lid()) & 15];
        barrier(CLK_LOCAL_MEM_FENCE);
        mine[(lid() * 3 + k) & 15] += tmp[(lid() + 1) % lsize()];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      int value = 0;
      for (int k = 0; k < 16; ++k)
        value = scramble(value, mine[k]);
      out[gid()] = value;
    })
DUAL_TEST(BarrierState, PrivateArray)

DUAL(
    LargePrivateArray,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int mine[1024];
      for (int k = 0; k < 1024; ++k)
        mine[k] = in[gid()] + k;
      tmp[lid()] = lid();
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = tmp[(lid() + n) % lsize()];
      for (int k = 0; k < 1024; k += 3)
        mine[k] ^= other;
      barrier(CLK_LOCAL_MEM_FENCE);
      int value = 0;
      for (int k = 0; k < 1024; ++k)
        value = scramble(value, mine[k]);
      out[gid()] = value;
    })
DUAL_TEST(BarrierState, LargePrivateArray,
          .shapes = {{1}, {7}, {64}, {100}, {256}, {5, 3, 2}})

DUAL(
    ArrayOfArrays,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      short grid[3][5];
      char tag[7];
      for (int k = 0; k < 15; ++k)
        grid[k / 5][k % 5] = (short)(in[gid()] + k * lid());
      for (int k = 0; k < 7; ++k)
        tag[k] = (char)(k + lid() % 50);
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = grid[k % 3][lid() % 5];
        barrier(CLK_LOCAL_MEM_FENCE);
        grid[lid() % 3][k % 5] = (short)tmp[lsize() - 1 - lid()];
        tag[(lid() + k) % 7] = (char)(k);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      int value = 0;
      for (int k = 0; k < 15; ++k)
        value = scramble(value, grid[k / 5][k % 5]);
      for (int k = 0; k < 7; ++k)
        value = scramble(value, tag[k]);
      out[gid()] = value;
    })
DUAL_TEST(BarrierState, ArrayOfArrays)

DUAL(
    Structs,
    typedef struct {
      char tag;
      int count;
      double weight;
      short history[5];
      struct {
        uchar low;
        long high;
      } parts;
    } State;
    void advance(State *s, int seen) {
      s->tag = (char)((s->tag + 1) & 127);
      s->count += seen;
      s->weight = s->weight * 0.5 + (double)(seen & 255);
      s->history[s->tag % 5] = (short)seen;
      s->parts.low = (uchar)(s->parts.low + 3);
      s->parts.high ^= (long)seen << 20;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      State s;
      State saved;
      s.tag = (char)(lid() & 63);
      s.count = in[gid()];
      s.weight = (double)gid();
      for (int k = 0; k < 5; ++k)
        s.history[k] = (short)k;
      s.parts.low = (uchar)lid();
      s.parts.high = gid();
      saved = s;
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = s.count;
        barrier(CLK_LOCAL_MEM_FENCE);
        advance(&s, tmp[(lid() + 1) % lsize()] & 0xFFFFF);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k == 2)
          saved = s;
      }
      int value = scramble(s.tag, s.count & 0xFFFFF);
      value = scramble(value, (int)s.weight);
      for (int k = 0; k < 5; ++k)
        value = scramble(value, s.history[k] + saved.history[k]);
      value = scramble(value, s.parts.low);
      value = scramble(value, (int)(s.parts.high >> 18));
      out[gid()] = scramble(value, saved.count & 0xFFFFF);
    })
DUAL_TEST(BarrierState, Structs)

DUAL(
    PointersLive, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      int a[4];
      int b[4];
      for (int k = 0; k < 4; ++k) {
        a[k] = in[gid()] + k;
        b[k] = lid() * k;
      }
      int *p = lid() & 1 ? a : b;
      int *q = &a[lid() & 3];
      __local int *t = tmp + (lid() + 1) % lsize();
      __global const int *g = in + gid();
      __global int *o = out + gid();
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = *q + p[k & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
        p[(k + 1) & 3] = *t + *g;
        *q ^= *t;
        barrier(CLK_LOCAL_MEM_FENCE);
        p = p == a ? b : a;
        q = &p[(lid() + k) & 3];
      }
      int value = 0;
      for (int k = 0; k < 4; ++k)
        value = scramble(scramble(value, a[k]), b[k]);
      *o = value;
    })
DUAL_TEST(BarrierState, PointersLive)

DUAL(
    SharedByAddress,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int x = in[gid()];
      int *where = &x;
      int **whereTo = &where;
      int y = lid();
      for (int k = 0; k < n; ++k) {
        tmp[lid()] = **whereTo;
        barrier(CLK_LOCAL_MEM_FENCE);
        **whereTo = scramble(x, tmp[(lid() + 1) % lsize()]);
        barrier(CLK_LOCAL_MEM_FENCE);
        where = where == &x ? &y : &x;
      }
      out[gid()] = scramble(x, y);
    })
DUAL_TEST(BarrierState, SharedByAddress)

DUAL(
    FirstSetBeforeTheBarrierOnly,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int found = -1;
      tmp[lid()] = in[gid()];
      if (in[gid()] > 0)
        found = lid();
      barrier(CLK_LOCAL_MEM_FENCE);
      if (found >= 0)
        found = tmp[(found + n) % lsize()];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = found;
    })
DUAL_TEST(BarrierState, FirstSetBeforeTheBarrierOnly)

/// Vectors have no C++ twin here: each lane of the kernel's vectors is an
/// element of the reference's arrays.
void vectorReference(int *Out, const int *In, int *Tmp, int N) {
  using namespace conformance::reference;
  int V3[3], V16[16];
  double D4[4];
  for (int I = 0; I != 3; ++I)
    V3[I] = In[gid()] + I;
  for (int I = 0; I != 16; ++I)
    V16[I] = lid() * I;
  for (int I = 0; I != 4; ++I)
    D4[I] = gid() * 0.25 + I;
  for (int K = 0; K != N; ++K) {
    for (int I = 0; I != 3; ++I)
      Tmp[lid() * 3 + I] = V3[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    int Other = (lid() + 1) % lsize();
    for (int I = 0; I != 16; ++I)
      V16[I] ^= Tmp[Other * 3 + I % 3] + I;
    for (int I = 0; I != 4; ++I)
      D4[I] = D4[I] * 0.5 + Tmp[Other * 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int I = 0; I != 3; ++I)
      V3[I] = (V3[I] * 5 + V16[I]) >> 2;
  }
  for (int I = 0; I != 3; ++I)
    Out[gid() * 8 + I] = V3[I];
  Out[gid() * 8 + 3] = V16[0] + V16[15];
  for (int I = 0; I != 4; ++I)
    Out[gid() * 8 + 4 + I] = int(D4[I]);
}

TEST(BarrierState, Vectors) {
  conformance::reference::expectSame(
      R"(
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int3 v3 = in[gid()] + (int3)(0, 1, 2);
      int16 v16 = lid() * (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                                  14, 15);
      double4 d4 = gid() * 0.25 + (double4)(0, 1, 2, 3);
      for (int k = 0; k < n; ++k) {
        vstore3(v3, lid(), tmp);
        barrier(CLK_LOCAL_MEM_FENCE);
        int3 seen = vload3((lid() + 1) % lsize(), tmp);
        int4 four = (int4)(seen, seen.x);
        v16 ^= (int16)(four, seen.yzxy, seen.zxyz, seen.xyzx) +
               (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        d4 = d4 * 0.5 + (double4)(seen.x);
        barrier(CLK_LOCAL_MEM_FENCE);
        v3 = (v3 * 5 + v16.s012) >> 2;
      }
      int8 result = (int8)(v3, v16.s0 + v16.sf, convert_int4(d4));
      vstore8(result, gid(), out);
    })",
      vectorReference, {.outPerItem = 8, .tmpPerItem = 3, .n = 3});
}

/// Values, a large private array and a local one in more regions than are put
/// into one function.
TEST(BarrierState, ManyRegions) {
  using namespace conformance;
  constexpr int Steps = 40, Size = 64, Groups = 2;
  std::string Source = R"(
    kernel void entry(global int *data) {
      local int tile[64];
      int large[600];
      for (int i = 0; i < 600; ++i)
        large[i] = 0;
      int l = get_local_id(0), x = data[get_global_id(0)];
    )";
  for (int Step = 0; Step != Steps; ++Step) {
    const std::string Number = std::to_string(Step);
    Source += "tile[l] = x + " + Number +
              "; barrier(CLK_LOCAL_MEM_FENCE); x = tile[(l + " + Number +
              " + 1) % 64]; large[l * 9] += x; barrier(CLK_LOCAL_MEM_FENCE);\n";
  }
  Source += "data[get_global_id(0)] = x + large[l * 9]; }";

  std::vector<int> Data(Size * Groups), Expected(Data.size());
  std::iota(Data.begin(), Data.end(), 1);
  for (int Group = 0; Group != Groups; ++Group)
    for (int Item = 0; Item != Size; ++Item) {
      // Where x came from, step by step, and what was added on its way.
      auto At = [&](int Place, int Step) {
        int Added = 0;
        for (; Step-- != 0; Added += Step)
          Place = (Place + Step + 1) % Size;
        return Data[Group * Size + Place] + Added;
      };
      int &Result = Expected[Group * Size + Item];
      Result = At(Item, Steps);
      for (int Step = 1; Step <= Steps; ++Step)
        Result += At(Item, Step);
    }
  Program P = build(Source);
  Kernel K = makeKernel(P, "entry");
  Buffer B = upload(Data);
  setArgs(K, B);
  launch(K, {{size_t(Size) * Groups}, {size_t(Size)}, {}});
  EXPECT_EQ(download<int>(B, Data.size()), Expected);
}

} // namespace
