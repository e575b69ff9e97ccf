//===- VectorsPrivate.cpp - Arrays of each work-item ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private arrays that work-items index in ways of their own, tables of which
/// each takes another element, and results that come from several ways.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <functional>
#include <random>

using namespace conformance;

namespace {

/// What work-item \c i does with \c n elements of `p`, of which each work-item
/// begins at another one, in OpenCL C and in C++.
template <class T> struct Task {
  const char *name;
  const char *text;
  std::function<void(const T *p, T *q, int i, int n)> body;
};

#define TASK(Name, ...)                                                        \
  {#Name, #__VA_ARGS__, [](const T *p, T *q, int i, int n) {                   \
     (void)n;                                                                  \
     __VA_ARGS__                                                               \
   }}

template <class T> std::vector<Task<T>> tasks() {
  return {
      TASK(histogram,
           {
             T h[16] = {0};
             for (int k = 0; k < n; ++k)
               h[p[i + k] & 15]++;
             int s = 0, m = 0;
             for (m = 0; m < 16; ++m) {
               s += h[m];
               if (2 * s > n)
                 break;
             }
             q[i] = (T)(m + h[3] * 2 + h[p[i] & 15] * 3);
           }),
      TASK(changed_copy,
           {
             T h[8] = {9, 8, 7, 6, 5, 4, 3, 2};
             T s = 0;
             for (int k = 0; k < n; ++k) {
               h[p[i + k] & 7] += (T)k;
               if (p[i + k] & 8) {
                 for (int l = 0; l < 8; ++l)
                   h[l] = 0;
               }
               s = s * 3 + h[(p[i + k] >> 3) & 7];
             }
             q[i] = s;
           }),
      TASK(stack,
           {
             T h[24];
             int depth = 0;
             T s = 0;
             for (int k = 0; k < n; ++k) {
               const T v = p[i + k];
               if ((v & 1) && depth < 23)
                 h[depth++] = v;
               else if (depth > 0)
                 s = s * 3 + h[--depth];
             }
             q[i] = s;
           }),
      TASK(insertion,
           {
             T h[6];
             for (int k = 0; k < 6; ++k)
               h[k] = 100;
             for (int k = 0; k < n; ++k) {
               const T v = p[i + k];
               int j = 5;
               if (v < h[5]) {
                 while (j > 0 && h[j - 1] > v) {
                   h[j] = h[j - 1];
                   j--;
                 }
                 h[j] = v;
               }
             }
             T s = 0;
             for (int k = 0; k < 6; ++k)
               s = s * 5 + h[k];
             q[i] = s;
           }),
      TASK(pairs_in_order,
           {
             T h[4], at[4];
             for (int k = 0; k < 4; ++k)
               h[k] = at[k] = 90;
             for (int k = 0; k < n; ++k) {
               const T v = p[i + k];
               int j = 4;
               while (j > 0 && h[j - 1] > v) {
                 if (j < 4) {
                   h[j] = h[j - 1];
                   at[j] = at[j - 1];
                 }
                 j--;
               }
               if (j < 4) {
                 h[j] = v;
                 at[j] = (T)k;
               }
             }
             q[i] = (T)(h[0] + h[1] * 2 + h[2] * 3 + h[3] * 5 + at[0] * 7 +
                        at[1] * 11 + at[2] * 13 + at[3] * 17);
           }),
      TASK(shuffle,
           {
             T h[40];
             for (int k = 0; k < 40; ++k)
               h[k] = (T)k;
             for (int k = 39; k > 0; --k) {
               const int j = (int)(p[i + k % n] & 255) * (k + 1) >> 8;
               const T t = h[k];
               h[k] = h[j];
               h[j] = t;
             }
             T s = 0;
             for (int k = 0; k < 40; ++k)
               s = s * 3 + h[k];
             q[i] = s;
           }),
      TASK(table,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               s = s * 3 + p[p[i + k] & 63];
             q[i] = s;
           }),
      TASK(table_of_some,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               if (p[i + k] & 4)
                 s = s * 3 + p[(p[i + k] & 31) + 1];
             q[i] = s;
           }),
      TASK(chain,
           {
             T s = 0;
             for (int k = 0; k < n; ++k)
               s = p[(s ^ p[i + k]) & 127];
             q[i] = s;
           }),
      TASK(border,
           {
             if (p[i] < 20) {
               q[i] = p[i];
               return;
             }
             T s = 0;
             for (int k = 0; k < n; ++k)
               s += p[i + k] * (T)(k + 1);
             q[i] = s;
           }),
      TASK(counted,
           {
             int k = 0;
             T s = 0;
             do {
               s += p[i + k];
               k += 2;
             } while (k < n && p[i + k] > 30);
             q[i] = (T)(s + k);
           }),
  };
}

template <class T> void workOnArrays(const char *Type) {
  constexpr int Items = 203, Most = 40;
  std::mt19937 Generator(7);
  std::vector<T> From(Items + Most + 128);
  for (T &V : From)
    V = T(Generator() % 100);
  const Guarded<T> P(From);
  for (const Task<T> &Each : tasks<T>()) {
    SCOPED_TRACE(std::string(Type) + " " + Each.name);
    Kernel K =
        buildKernel(std::string("kernel void k(global const T *p, global T *q, "
                                "int n) { int i = get_global_id(0);\n") +
                        Each.text + "}\n",
                    "k", std::string("-DT=") + Type);
    for (int N : {1, 24, Most}) {
      std::vector<T> To(Items);
      for (int I = 0; I != Items; ++I)
        Each.body(From.data(), To.data(), I, N);
      Guarded<T> Q{std::vector<T>(Items)};
      set(K, 0, P);
      set(K, 1, Q);
      setArg(K, 2, cl_int(N));
      launch(K, {{size_t(Items)}, {}, {}});
      ASSERT_EQ(Q.values(), To) << N;
    }
  }
}

TEST(VectorsPrivate, OfBytes) { workOnArrays<cl_uchar>("uchar"); }
TEST(VectorsPrivate, OfShorts) { workOnArrays<cl_ushort>("ushort"); }
TEST(VectorsPrivate, OfInts) { workOnArrays<cl_uint>("uint"); }
TEST(VectorsPrivate, OfLongs) { workOnArrays<cl_ulong>("ulong"); }

/// Vectors of small elements, with which something is done as a whole, and in
/// parts.
TEST(VectorsPrivate, VectorsOfSmallElements) {
  std::mt19937 Generator(3);
  for (const char *Type : {"uchar", "ushort"})
    for (int Count : {2, 4, 8, 16}) {
      SCOPED_TRACE(std::string(Type) + std::to_string(Count));
      const bool AreBytes = *Type == 'u' && Type[1] == 'c';
      auto Cut = [&](unsigned V) { return AreBytes ? V & 0xff : V & 0xffff; };
      Kernel K = buildKernel(
          R"(
        #define P_(a, b) a##b
        #define P(a, b) P_(a, b)
        typedef P(T, N) V;
        kernel void k(global const T *a, global const T *b, global T *o,
                      global uint *any, global uint *sum) {
          size_t i = get_global_id(0);
          V x = P(vload, N)(i, a), y = P(vload, N)(i, b);
          V m = max(x, y) - min(x, y);
          P(vstore, N)(m / (V)7 + (x & y), i, o);
          any[i] = (x.s0 > y.s1) + 2 * (uint)m.s1;
          T s[N];
          P(vstore, N)(m, 0, s);
          uint all = 0;
          for (int k = 0; k < N; ++k)
            all = all * 3 + s[k];
          sum[i] = all;
        })",
          "k", std::string("-DT=") + Type + " -DN=" + std::to_string(Count));
      for (size_t Items : {1, 31, 64, 77}) {
        const size_t All = Items * size_t(Count), Bytes = AreBytes ? 1 : 2;
        std::vector<uint8_t> A(All * Bytes), B(All * Bytes), O(All * Bytes);
        for (size_t I = 0; I != A.size(); ++I)
          A[I] = uint8_t(Generator()), B[I] = uint8_t(Generator());
        auto At = [&](const std::vector<uint8_t> &Of, size_t I) {
          return AreBytes ? Of[I] : unsigned(Of[2 * I] | Of[2 * I + 1] << 8);
        };
        std::vector<cl_uint> Any(Items), Sum(Items);
        for (size_t I = 0; I != All; ++I) {
          const unsigned X = At(A, I), Y = At(B, I);
          const unsigned M = X > Y ? X - Y : Y - X, R = Cut(M / 7 + (X & Y));
          for (size_t Byte = 0; Byte != Bytes; ++Byte)
            O[I * Bytes + Byte] = uint8_t(R >> 8 * Byte);
          const size_t Item = I / size_t(Count);
          Sum[Item] = Sum[Item] * 3 + M;
          if (I % size_t(Count) == 1)
            Any[Item] = (At(A, I - 1) > Y) + 2 * M;
        }
        Guarded<uint8_t> InA(A), InB(B), Out{std::vector<uint8_t>(O.size())};
        Guarded<cl_uint> OutAny{std::vector<cl_uint>(Items)},
            OutSum{std::vector<cl_uint>(Items)};
        set(K, 0, InA), set(K, 1, InB), set(K, 2, Out);
        set(K, 3, OutAny), set(K, 4, OutSum);
        launch(K, {{Items}, {}, {}});
        ASSERT_EQ(Out.values(), O) << Items;
        ASSERT_EQ(OutAny.values(), Any) << Items;
        ASSERT_EQ(OutSum.values(), Sum) << Items;
      }
    }
}

} // namespace
