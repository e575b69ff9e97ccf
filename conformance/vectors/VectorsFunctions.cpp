//===- VectorsFunctions.cpp - Calls of work-items that go together --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions that stay calls, of work-items that run several at a time: what
/// is passed, what comes back, and what those do that do not call.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

using namespace conformance;

namespace {

DUAL(
    Returns,
    __attribute__((noinline)) int early(int x, int n) {
      for (int k = 0; k < n + (x & 3); ++k) {
        if ((x & 7) == 5)
          return x + k;
        x = scramble(x, k);
        if (x % 11 == 0)
          return -k;
      }
      return x;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int x = in[gid()];
      x = early(x, n);
      if (x & 1)
        x ^= early(lid(), 3);
      for (int k = 0; k < (x & 3); ++k)
        x += early(x, k);
      out[gid()] = early(n, n) + x;
    })
VECTOR_TEST(Returns)

DUAL(
    Pointers,
    __attribute__((noinline)) void exchange(int *a, int *b, int x) {
      int t = *a;
      *a = *b + x;
      if (t & 4)
        *b = t;
    } __attribute__((noinline)) void put(__global int *to,
                                         __global const int *from,
                                         __local int *over, int x) {
      over[0] = from[0] ^ x;
      if (x & 1)
        return;
      to[0] += over[0];
      to[1] = from[0] / 3;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int pair[2] = {in[gid()], lid()};
      int other = n;
      exchange(&pair[0], &pair[1], 3);
      if (pair[1] & 1)
        exchange(&pair[lid() & 1], &other, lid());
      out[2 * gid()] = pair[0];
      out[2 * gid() + 1] = pair[1] + other;
      tmp[lid()] = 7;
      if (scramble(pair[0], other) & 3)
        put(&out[2 * gid()], &in[gid()], &tmp[lid()], pair[1]);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[2 * gid()] ^= tmp[lsize() - 1 - lid()];
    })
VECTOR_TEST(Pointers, .outPerItem = 2)

DUAL(
    Structs,
    typedef struct {
      int a[5];
      short b;
      char c;
    } Large;
    typedef struct { int x, y; } Small;
    __attribute__((noinline)) Small both(Large from, int by) {
      Small s;
      from.a[by & 3] += by;
      s.x = from.a[0] + from.b;
      s.y = from.a[by & 3] - from.c;
      return s;
    } __attribute__((noinline)) Large next(Large from, Small by) {
      if (by.x > by.y)
        from.a[4] = by.x;
      from.b = (short)(from.b + by.y);
      from.c ^= 5;
      return from;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      Large large;
      for (int k = 0; k < 5; ++k)
        large.a[k] = scramble(in[gid()], k) & 1023;
      large.b = (short)lid();
      large.c = 3;
      for (int k = 0; k < (in[gid()] & 3) + 1; ++k)
        large = next(large, both(large, lid() + k));
      int sum = large.b + large.c;
      for (int k = 0; k < 5; ++k)
        sum = sum * 5 + large.a[k];
      out[gid()] = sum;
    })
VECTOR_TEST(Structs)

DUAL(
    CallsOfCalls,
    __attribute__((noinline)) long low(long x, uint by) {
      return x * 3 + (long)(by % 7);
    } __attribute__((noinline)) int middle(int x, int n) {
      long sum = 0;
      for (int k = 0; k < (x & 3) + n; ++k)
        sum += low(sum + x, (uint)k);
      return (int)(sum & 0xffffff);
    } __attribute__((noinline)) int high(int x, int n) {
      return x & 1 ? middle(x, n) ^ middle(x / 2, 2) : (int)low(x, (uint)n);
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int x = in[gid()] & 0xffff;
      tmp[lid()] = high(x, n);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[gid()] = high(tmp[(lid() + 1) % lsize()] & 0xfff, 1);
    })
VECTOR_TEST(CallsOfCalls)

/// Vectors come and go by value.
TEST(VectorsFunctions, Vectors) {
  Kernel K = buildKernel(R"(
    __attribute__((noinline)) float3 turn(float3 v, uchar4 by, float f) {
      if (by.x > 100)
        return (float3)(v.z, v.x, v.y) * f;
      return v + convert_float4(by).yzw;
    }
    kernel void k(global float *out, global const float *in) {
      size_t i = get_global_id(0);
      float3 v = turn(vload3(i, in), (uchar4)((uchar)(i * 37), 1, 2, 3), 2);
      if (v.x > 50)
        v = turn(v, (uchar4)(200), v.y);
      vstore3(v, i, out);
    })",
                         "k");
  for (size_t N : counts()) {
    std::vector<float> In(3 * N), Expected;
    for (size_t I = 0; I != In.size(); ++I)
      In[I] = float(I % 97);
    for (size_t I = 0; I != N; ++I) {
      float X = In[3 * I], Y = In[3 * I + 1], Z = In[3 * I + 2];
      std::vector<float> V = (I * 37) % 256 > 100
                                 ? std::vector<float>{Z * 2, X * 2, Y * 2}
                                 : std::vector<float>{X + 1, Y + 2, Z + 3};
      if (V[0] > 50)
        V = {V[2] * V[1], V[0] * V[1], V[1] * V[1]};
      Expected.insert(Expected.end(), V.begin(), V.end());
    }
    Guarded<float> From(In), To(std::vector<float>(3 * N, -1));
    set(K, 0, To);
    set(K, 1, From);
    launch(K, {{N}, {N}, {}});
    ASSERT_EQ(To.values(), Expected) << N;
  }
}

/// Who does not call has no effect, and who does has one.
TEST(VectorsFunctions, Effects) {
  Kernel K = buildKernel(R"(
    __attribute__((noinline)) int count(global int *all, local int *group,
                                        int by) {
      atomic_inc(group);
      if (by == 2)
        return -1;
      return atomic_add(all, by);
    }
    kernel void k(global int *out, global int *all, local int *group) {
      int l = get_local_id(0);
      if (l == 0)
        *group = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = 0; k < l % 4; ++k)
        out[get_global_id(0)] = count(all, group, k);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0)
        atomic_add(all + 1, *group);
    })",
                         "k");
  for (size_t N : counts()) {
    Guarded<int> To(std::vector<int>(2 * N, -7)), All(std::vector<int>(2, 0));
    set(K, 0, To);
    set(K, 1, All);
    setArg(K, 2, Local{4});
    launch(K, {{2 * N}, {N}, {}});
    int Sum = 0, Calls = 0;
    for (size_t I = 0; I != 2 * N; ++I) {
      Sum += I % N % 4 >= 2;
      Calls += int(I % N % 4);
    }
    ASSERT_EQ(All.values(), (std::vector<int>{Sum, Calls})) << N;
    const std::vector<int> Out = To.values();
    for (size_t I = 0; I != 2 * N; ++I)
      switch (I % N % 4) {
      case 0:
        ASSERT_EQ(Out[I], -7);
        break;
      case 3:
        ASSERT_EQ(Out[I], -1);
        break;
      default:
        ASSERT_TRUE(Out[I] >= 0 && Out[I] <= Sum);
      }
  }
}

/// Structures of floats are returned as vectors, of a part of them each.
TEST(VectorsFunctions, ReturnStructures) {
  for (const char *Type : {"float", "double", "int", "char"})
    for (const char *First : {"1", "i"})
      for (int Members : {1, 2, 3, 4, 5}) {
        std::string Names, Values, Sum;
        for (int M = 0; M != Members; ++M) {
          const std::string Number = std::to_string(M + 1);
          Names += std::string(Type) + " m" + Number + "; ";
          Values += (M ? ", " + Number : std::string(First));
          Sum += " + " + Number + " * s.m" + Number;
        }
        SCOPED_TRACE(Names + First);
        Kernel K = buildKernel("typedef struct { " + Names + R"(} S;
          __attribute__((noinline)) S make(global int *all, int i) {
            all[i] = i;
            S s = {)" + Values + R"(};
            return s;
          }
          kernel void k(global int *out, global int *all) {
            int i = get_global_id(0);
            S s = make(all, i);
            out[i] = (int)(0)" + Sum +
                                   R"();
          })",
                               "k");
        constexpr size_t Items = 100;
        Guarded<int> To(std::vector<int>(Items, -7)), All(numbers(Items, 0));
        set(K, 0, To);
        set(K, 1, All);
        launch(K, {{Items}, {Items / 2}, {}});
        std::vector<int> Expected(Items), Each(Items);
        std::iota(Each.begin(), Each.end(), 0);
        for (int I = 0; I != Items; ++I) {
          Expected[I] = *First == 'i' ? I : 1;
          for (int M = 2; M <= Members; ++M)
            Expected[I] += M * M;
        }
        ASSERT_EQ(To.values(), Expected);
        ASSERT_EQ(All.values(), Each);
      }
}

} // namespace
