//===- VectorsValues.cpp - What diverging work-items keep -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private memory, pointers, local memory and ids under divergent control flow:
/// each kernel against the same text as C++.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include <bitset>
#include <limits>
#include <random>

using namespace conformance;

namespace {

DUAL(
    SortInPrivateMemory,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int a[9];
      int count = 1 + (lid() * 5) % 9;
      for (int k = 0; k < count; ++k) {
        int x = scramble(in[gid()], k) & 1023;
        int at = k;
        while (at > 0 && a[at - 1] > x) {
          a[at] = a[at - 1];
          --at;
        }
        a[at] = x;
      }
      for (int k = 0; k < 9; ++k)
        out[gid() * 9 + k] = k < count ? a[k] : -1;
    })
VECTOR_TEST(SortInPrivateMemory, .outPerItem = 9)

DUAL(
    PrivateArraysOfSmallTypes,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      bool seen[16];
      char letters[5];
      short counts[4];
      for (int k = 0; k < 16; ++k)
        seen[k] = false;
      for (int k = 0; k < 4; ++k)
        counts[k] = 0;
      for (int k = 0; k < 5; ++k)
        letters[k] = (char)(k + lid());
      for (int k = 0; k < (in[gid()] & 15); ++k) {
        int at = scramble(in[gid()], k) & 15;
        if (seen[at])
          counts[at & 3] += 1;
        else
          letters[at % 5] = (char)(letters[k % 5] ^ at);
        seen[at] = !seen[(at * 7 + lid()) & 15];
      }
      int sum = 0;
      for (int k = 0; k < 16; ++k)
        sum = sum * 2 + (seen[k] ? 1 : 0);
      for (int k = 0; k < 5; ++k)
        sum = scramble(sum, letters[k] + counts[k & 3]);
      out[gid()] = sum;
    })
VECTOR_TEST(PrivateArraysOfSmallTypes)

DUAL(
    BarriersAmongDivergentLoops,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int x = in[gid()];
      int a[4] = {1, 2, 3, 4};
      for (int iteration = 0; iteration < n; ++iteration) {
        for (int k = 0; k < (lid() + iteration) % 4; ++k)
          a[k] = scramble(a[(k + lid()) & 3], x);
        tmp[lid()] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid() % 3 != iteration % 3)
          x = scramble(x, tmp[(lid() + iteration + 1) % lsize()]);
        else
          x ^= a[iteration & 3] & 255;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = scramble(x, a[0] + a[1] + a[2] + a[3]);
    })
VECTOR_TEST(BarriersAmongDivergentLoops)

DUAL(
    Reduction, __kernel void entry(__global int *out, __global const int *in,
                                   __local int *tmp, int n) {
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      int count = lsize();
      while (count > 1) {
        int half_ = (count + 1) / 2;
        if (lid() + half_ < count)
          tmp[lid()] += tmp[lid() + half_];
        barrier(CLK_LOCAL_MEM_FENCE);
        count = half_;
      }
      out[gid()] = lid() == 0 ? tmp[0] : tmp[0] - lid();
    })
VECTOR_TEST(Reduction)

DUAL(
    PrefixSum, __kernel void entry(__global int *out, __global const int *in,
                                   __local int *tmp, int n) {
      int at = 0;
      tmp[lid()] = in[gid()];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int d = 1; d < lsize(); d *= 2) {
        int next = tmp[at + lid()];
        if (lid() >= d)
          next += tmp[at + lid() - d];
        at = lsize() - at;
        tmp[at + lid()] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[gid()] = tmp[at + lid()];
    })
VECTOR_TEST(PrefixSum, .tmpPerItem = 2)

// Addresses that depend on what was loaded before.
DUAL(
    ChasedPointers,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int at = gid();
      int steps = 0;
      int first = gid() - lid();
      while (in[at] > -700 && steps < 40) {
        at = first + (in[at] + 1000 + steps) % lsize();
        ++steps;
      }
      out[gid()] = at * 64 + steps;
    })
VECTOR_TEST(ChasedPointers)

DUAL(
    ChosenPointers,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int a = 1;
      int b = 2;
      int c[3] = {3, 4, 5};
      int *p = in[gid()] & 1 ? &a : &b;
      if (lid() % 3 == 1)
        p = &c[in[gid()] & 1];
      *p += 10;
      for (int k = 0; k < lid() % 4; ++k) {
        *p = scramble(*p, k);
        p = p == &a ? &c[2] : &a;
      }
      out[gid()] = scramble(scramble(a, b), c[0] ^ c[1] ^ c[2]);
    })
VECTOR_TEST(ChosenPointers)

DUAL(
    CopiedStructs,
    struct Inner {
      short s;
      char c[3];
    };
    struct Outer {
      int i;
      struct Inner in[2];
      long l;
    };
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      struct Outer a = {in[gid()], {{1, {2, 3, 4}}, {5, {6, 7, 8}}}, 9};
      struct Outer b = a;
      struct Outer all[3];
      b.in[lid() & 1].c[lid() % 3] = (char)lid();
      all[0] = a;
      all[1] = b;
      all[2] = lid() % 3 ? a : b;
      for (int k = 0; k < (in[gid()] & 7); ++k) {
        all[k % 3].in[k & 1] = all[(k + lid()) % 3].in[(lid() >> 1) & 1];
        all[(k + 1) % 3].l += all[k % 3].in[0].c[k % 3];
        if (k == lid() % 5)
          all[lid() % 3] = all[k % 3];
      }
      int sum = 0;
      for (int k = 0; k < 3; ++k) {
        sum = scramble(sum, all[k].i + (int)all[k].l);
        for (int j = 0; j < 2; ++j)
          sum =
              scramble(sum, all[k].in[j].s + all[k].in[j].c[0] * 3 +
                                all[k].in[j].c[1] * 5 + all[k].in[j].c[2] * 7);
      }
      out[gid()] = sum;
    })
VECTOR_TEST(CopiedStructs)

DUAL(
    IdsOfAllDimensions,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int x = (int)get_global_id(0);
      int y = (int)get_global_id(1);
      int z = (int)get_global_id(2);
      int sum = 0;
      for (int k = 0; k < (x + 2 * y + 3 * z) % 7; ++k)
        sum = scramble(sum, x * 100 + y * 10 + z + k);
      if (get_local_id(1) & 1)
        sum += (int)get_local_id(0);
      if ((x ^ y) & 1)
        sum ^= z * 5 + (int)get_group_id(0);
      out[gid()] = sum;
    })
VECTOR_TEST(IdsOfAllDimensions)

// Indices of 8, 16 and 32 bits that wrap between neighbouring work-items.
DUAL(
    IndicesThatWrap,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      uchar a = (uchar)(lid() + 250);
      ushort b = (ushort)(lid() + 65530);
      uint c = (uint)lid() - 3u;
      ulong d = (ulong)c + 5u;
      tmp[a] = lid();
      tmp[256 + (b & 255)] = lid() * 3;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = tmp[a] + tmp[256 + (b & 255)];
      sum = scramble(sum, (int)(d >> 20) + (int)(c >> 30));
      if (c > 60u)
        sum += 7;
      out[gid()] = scramble(sum, a * 3 + b);
    })
VECTOR_TEST(IndicesThatWrap, .tmpExtra = 512)

// What is known under a condition holds for the work-items that meet it only:
// sums that could be ors, and indices that are not negative.
DUAL(
    FactsOfSomeItems,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int first = gid() - lid();
      int odd = lid() + n;
      int x = 0;
      if (!(odd & 1))
        x = (odd + 1) % 5 + ((odd + 1) >> 1);
      int back = lid() - n;
      if (back >= 0) {
        x += in[first + back];
        x ^= in[first + back / 2] * (int)((uint)back / 3u);
      }
      uint low = (uint)lid() - 7u;
      if (low < 1000u)
        x += in[first + low] + (int)((ulong)low >> 1);
      out[gid()] = x;
    })
VECTOR_TEST(FactsOfSomeItems)

/// A sign under a condition, of numbers whose bits are what counts: AVX-512
/// makes one instruction of all that.
template <class Bits>
void expectSigns(const std::string &Type, const std::string &BitsType) {
  constexpr size_t Items = 1000;
  constexpr Bits Sign = Bits(1) << (sizeof(Bits) * 8 - 1);
  std::vector<Bits> A(Items), B(Items), Expected(Items);
  for (size_t I = 0; I != Items; ++I) {
    A[I] = Bits(I % 37) << 20;
    B[I] = I % 5 ? Bits(I) : Bits(I) | Sign;
    Expected[I] = I % 3 ? A[I] * 3 | (B[I] & Sign) : A[I] * 3;
  }
  Kernel K = buildKernel("typedef " + BitsType + " Bits;\n#define NUMBER as_" +
                             Type + "\n#define BITS as_" + BitsType + R"(
      kernel void k(global Bits *out, global const Bits *a,
                    global const Bits *b) {
        size_t i = get_global_id(0);
        Bits x = a[i] * 3;
        out[i] = i % 3 ? BITS(copysign(NUMBER(x), NUMBER(b[i]))) : x;
      })",
                         "k");
  Guarded<Bits> First(A), Second(B), To{std::vector<Bits>(Items)};
  set(K, 0, To);
  set(K, 1, First);
  set(K, 2, Second);
  launch(K, {{Items}, {Items / 5}, {}});
  EXPECT_EQ(To.values(), Expected);
}
TEST(VectorsValues, SignsOfSomeItems) {
  expectSigns<cl_uint>("float", "uint");
  if (hasExtension("cl_khr_fp64"))
    expectSigns<cl_ulong>("double", "ulong");
}

/// Quotients and remainders of 64-bit integers by constants of \p Divisors.
template <class T>
void expectQuotients(const std::string &Type, const std::vector<T> &Divisors) {
  std::vector<T> In = {
      0, 1, 2, T(-1), T(-2), T(~uint64_t(0) >> 1), T(uint64_t(1) << 63)};
  for (T D : Divisors)
    for (int Near : {-1, 0, 1}) {
      // Around multiples, where a quotient that is off by one shows.
      In.push_back(T(uint64_t(D) + uint64_t(Near)));
      In.push_back(T(uint64_t(D) * 12345 + uint64_t(Near)));
      In.push_back(
          T(~uint64_t(0) / 2 / uint64_t(D) * uint64_t(D) + uint64_t(Near)));
    }
  for (uint64_t I = 1; I != 200; ++I)
    In.push_back(T(I * 0x9e3779b97f4a7c15 >> I % 61));
  const size_t N = In.size();
  std::string Source = "kernel void k(global " + Type + " *out, global const " +
                       Type + R"( *in) {
    size_t i = get_global_id(0), n = get_global_size(0);
)";
  std::vector<T> Expected;
  for (T D : Divisors) {
    for (const char *Operator : {"/", "%"}) {
      Source += "out[" + std::to_string(Expected.size() / N) +
                " * n + i] = in[i] " + Operator + " (" + Type + ")" +
                std::to_string(D) + (std::is_signed_v<T> ? "l;\n" : "ul;\n");
      for (T X : In)
        Expected.push_back(*Operator == '/' ? X / D : X % D);
    }
  }
  Kernel K = buildKernel(Source + "}", "k");
  Guarded<T> From(In), To{std::vector<T>(Expected.size())};
  set(K, 0, To);
  set(K, 1, From);
  launch(K, {{N}, {}, {}});
  EXPECT_EQ(To.values(), Expected);
}
TEST(VectorsValues, QuotientsByConstants) {
  expectQuotients<uint64_t>("ulong", {3, 5, 6, 7, 10, 28, 641, 1000003,
                                      0xfffffffb, 0xffffffff, 0x100000001,
                                      0x7fffffffffffffff, 0x8000000000000001,
                                      0xfffffffffffffff0, 0xffffffffffffffff});
  expectQuotients<int64_t>("long",
                           {3, -3, 5, 7, -7, 10, -10, 641, 1000003, -1000003,
                            0xffffffff, 0x100000001, -0x100000001,
                            0x7fffffffffffffff, -0x7fffffffffffffff});
}

/// A sum of elements, of which it counts one twice.
TEST(VectorsValues, SumsOfThreeInts) {
  Kernel K = buildKernel(R"(
    kernel void k(global int *out, global const int *in, int n) {
      int3 all = 0;
      for (int i = 0; i < n; ++i)
        all += vload3(i, in);
      int3 sums = all + all.yzz;
      out[get_global_id(0)] = sums.x + sums.y;
    })",
                         "k");
  constexpr cl_int Count = 64;
  std::vector<cl_int> In(3 * Count);
  std::iota(In.begin(), In.end(), 1);
  cl_int Expected = 0;
  for (size_t I = 0; I != In.size(); ++I)
    Expected += In[I] * (I % 3 == 1 ? 2 : 1);
  Guarded<cl_int> From(In), To{std::vector<cl_int>(1)};
  set(K, 0, To);
  set(K, 1, From);
  setArg(K, 2, Count);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(To.values()[0], Expected);
}

/// What elements of \p Bytes are if each was 3 x + \p Number.
void change(std::vector<unsigned char> &Memory, size_t Bytes, size_t Number) {
  for (size_t At = 0; At != Memory.size(); At += Bytes) {
    uint64_t Element = 0;
    std::memcpy(&Element, &Memory[At], Bytes);
    Element = Element * 3 + Number;
    std::memcpy(&Memory[At], &Element, Bytes);
  }
}

/// The bits of vectors as elements of another size, which are computed with one
/// by one or together.
TEST(VectorsValues, BitsOfOtherElements) {
  constexpr size_t Items = 70;
  for (size_t Bytes : {4, 8, 16, 32})
    for (size_t From : {1, 2, 4, 8})
      for (size_t To : {1, 2, 4, 8}) {
        const size_t Most = std::max(From, To);
        if (From == To || Most > Bytes || Bytes / std::min(From, To) > 16)
          continue;
        const std::string First = unsignedOf(From, Bytes / From),
                          Second = unsignedOf(To, Bytes / To);
        SCOPED_TRACE(First + " as " + Second);
        // The last element with its number, all others alike.
        const size_t Count = Bytes / To;
        const std::string Last =
            Count == 1
                ? "y = y * 3 + i;"
                : "y = y * (" + Second + ")3 + (" + Second + ")5; y.s" +
                      std::string(1, "0123456789abcdef"[Count - 1]) + " += i;";
        Kernel K = buildKernel(
            "kernel void k(global " + Second + " *out, global const " + First +
                " *in) {\n  int i = get_global_id(0);\n  " + First +
                " x = in[i] * (" + First + ")3 + (" + First + ")i;\n  " +
                Second + " y = as_" + Second + "(x);\n  " + Last +
                "\n  out[i] = y;\n}",
            "k");
        std::vector<unsigned char> In(Items * Bytes), Expected;
        for (size_t I = 0; I != In.size(); ++I)
          In[I] = static_cast<unsigned char>(I * 89 + I / 7);
        for (size_t I = 0; I != Items; ++I) {
          std::vector<unsigned char> One(&In[I * Bytes],
                                         &In[I * Bytes] + Bytes);
          change(One, From, I);
          change(One, To, Count == 1 ? 0 : 5);
          uint64_t Element = 0;
          std::memcpy(&Element, &One[Bytes - To], To);
          Element += I;
          std::memcpy(&One[Bytes - To], &Element, To);
          Expected.insert(Expected.end(), One.begin(), One.end());
        }
        Guarded<unsigned char> Source(In),
            Got{std::vector<unsigned char>(Items * Bytes)};
        set(K, 0, Got);
        set(K, 1, Source);
        launch(K, {{Items}, {Items / 2}, {}});
        ASSERT_EQ(Got.values(), Expected);
      }
}

/// The ends of T's range, small numbers, and some in between.
template <class T> std::vector<T> divisors() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> All = {1,
                        2,
                        3,
                        5,
                        7,
                        10,
                        100,
                        127,
                        Limits::max(),
                        Limits::max() - 1,
                        Limits::max() / 2,
                        Limits::max() / 3,
                        Limits::min(),
                        Limits::min() + 1,
                        0};
  std::mt19937 Random(1);
  for (unsigned Bits = 4; Bits < sizeof(T) * 8; Bits += 3)
    All.push_back(T(Random() >> (32 - Bits)));
  if (std::is_signed_v<T>)
    for (size_t I = 0, E = All.size(); I != E; ++I)
      All.push_back(T(0u - unsigned(All[I])));
  return All;
}

/// Multiples of \p D, what is next to them, and the ends of T's range.
template <class T> std::vector<T> dividends(T D) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> All = {
      0, 1, Limits::max(), Limits::max() - 1, Limits::min(), Limits::min() + 1};
  const int64_t By = D;
  std::mt19937 Random(2);
  for (unsigned I = 0; By && All.size() < 400; ++I) {
    const int64_t Whole = (I < 20 ? I : int64_t(T(Random())) / By) * By;
    for (int64_t Near : {Whole - 1, Whole, Whole + 1})
      All.push_back(T(Near));
  }
  All.resize(404);
  return All;
}

template <class T> void divideByOne(const std::string &Name) {
  SCOPED_TRACE(Name);
  Program P = build("typedef " + Name + " T; typedef " + Name + R"(4 T4;
    kernel void one(global T *q, global T *r, global const T *a, T d) {
      size_t i = get_global_id(0);
      q[i] = a[i] / d;
      r[i] = a[i] % d;
    }
    kernel void four(global T *q, global T *r, global const T *a, T d) {
      size_t i = get_global_id(0);
      vstore4(vload4(i, a) / d, i, q);
      vstore4(vload4(i, a) % (T4)d, i, r);
    }
    kernel void some(global T *q, global T *r, global const T *a, T d) {
      size_t i = get_global_id(0);
      q[i] = r[i] = 0;
      if (a[i] & 1) {
        q[i] = a[i] / d;
        r[i] = a[i] % d;
      }
    })");
  for (const std::string Which : {"one", "four", "some"}) {
    Kernel K = makeKernel(P, Which.c_str());
    for (T D : divisors<T>()) {
      const std::vector<T> A = dividends(D);
      Guarded<T> Dividends(A), Quotients((std::vector<T>(A.size()))),
          Remainders((std::vector<T>(A.size())));
      setArgs(K, static_cast<const Buffer &>(Quotients),
              static_cast<const Buffer &>(Remainders),
              static_cast<const Buffer &>(Dividends), D);
      const size_t Items = Which == "four" ? A.size() / 4 : A.size();
      launch(K, {{Items}, {}, {}});
      const std::vector<T> Q = Quotients.values(), R = Remainders.values();
      for (size_t I = 0; I != A.size(); ++I) {
        if (D == 0)
          continue;
        const bool Divides = Which != "some" || A[I] % 2 != 0;
        const int64_t Expected = Divides ? int64_t(A[I]) / int64_t(D) : 0;
        // What does not fit is not defined.
        if (Expected > int64_t(std::numeric_limits<T>::max()))
          continue;
        ASSERT_EQ(Q[I], T(Expected)) << Which << ' ' << +A[I] << ' ' << +D;
        ASSERT_EQ(R[I], T(Divides ? int64_t(A[I]) % int64_t(D) : 0))
            << Which << ' ' << +A[I] << ' ' << +D;
      }
    }
  }
}

TEST(VectorsValues, QuotientsByOneDivisor) {
  divideByOne<int8_t>("char");
  divideByOne<uint8_t>("uchar");
  divideByOne<int16_t>("short");
  divideByOne<uint16_t>("ushort");
  divideByOne<int32_t>("int");
  divideByOne<uint32_t>("uint");
}

/// Loops whose numbers of iterations are those of bits, which are no loops.
template <typename T> void countBits(const char *Type) {
  SCOPED_TRACE(Type);
  Program P = build("typedef " + std::string(Type) + R"( T;
    kernel void ones(global uint *out, global const T *in) {
      T x = in[get_global_id(0)];
      uint n = 0;
      while (x) { x &= x - 1; ++n; }
      out[get_global_id(0)] = n;
    }
    kernel void onesAndMore(global uint *out, global const T *in) {
      T x = in[get_global_id(0)];
      uint n = get_local_id(0);
      if (n % 3)
        for (; x; x &= x - 1) ++n;
      out[get_global_id(0)] = n + (x == 0);
    }
    kernel void length(global uint *out, global const T *in) {
      T x = in[get_global_id(0)];
      uint n = 0;
      while (x) { x >>= 1; ++n; }
      out[get_global_id(0)] = n;
    }
    kernel void logarithm(global uint *out, global const T *in) {
      T x = in[get_global_id(0)];
      uint n = 0;
      while (x >>= 1) ++n;
      out[get_global_id(0)] = n;
    }
    kernel void zeros(global uint *out, global const T *in) {
      T x = in[get_global_id(0)];
      uint n = 0;
      if (x) while (!(x & 1)) { x >>= 1; ++n; }
      out[get_global_id(0)] = n;
    })");
  constexpr unsigned Bits = 8 * sizeof(T);
  std::vector<T> In = {0, 0, 1, T(-1)};
  for (unsigned I = 0; I != Bits; ++I) {
    In.push_back(T(T(1) << I));
    In.push_back(T(T(-1) << I));
    In.push_back(T((0x9e3779b97f4a7c15u * (I + 1)) >> I));
  }
  for (const std::string Name :
       {"ones", "onesAndMore", "length", "logarithm", "zeros"}) {
    Guarded<T> From(In);
    Guarded<cl_uint> To((std::vector<cl_uint>(In.size(), 77)));
    Kernel K = makeKernel(P, Name.c_str());
    setArgs(K, static_cast<const Buffer &>(To),
            static_cast<const Buffer &>(From));
    launch(K, {{In.size()}, {In.size()}, {}});
    const std::vector<cl_uint> Out = To.values();
    for (size_t I = 0; I != In.size(); ++I) {
      const std::bitset<Bits> X(In[I]);
      cl_uint Length = Bits, Zeros = 0;
      while (Length && !X[Length - 1])
        --Length;
      while (X.any() && !X[Zeros])
        ++Zeros;
      const bool Counts = I % 3 != 0;
      const cl_uint Expected =
          Name == "ones" ? X.count()
          : Name == "onesAndMore"
              ? I + (Counts ? X.count() + 1 : cl_uint(X.none()))
          : Name == "length"    ? Length
          : Name == "logarithm" ? std::max(Length, 1u) - 1
                                : Zeros;
      ASSERT_EQ(Out[I], Expected) << Name << ' ' << X;
    }
  }
}

TEST(VectorsValues, BitsThatAreCounted) {
  countBits<uint8_t>("uchar");
  countBits<uint16_t>("ushort");
  countBits<uint32_t>("uint");
  countBits<uint64_t>("ulong");
}

} // namespace
