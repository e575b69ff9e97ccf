//===- Language.cpp - What OpenCL C programs are made of ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Address spaces, types and operators, atomics, half storage, division by
/// zero.
///
//===----------------------------------------------------------------------===//

#include "Checked.h"
#include "Reference.h"

#include <climits>

using namespace conformance;

namespace {

DUAL(
    ConstantTables, __constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    __constant float halves[4] = {0.5f, 1.5f, 2.5f, 3.5f};
    __constant char text[] = "ferry"; __constant struct {
      int a;
      double b;
    } both = {9, 2.25};
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      tmp[lid()] = text[lid() % 6];
      barrier(CLK_LOCAL_MEM_FENCE);
      int i = (in[gid()] & 0xFF) % 8;
      out[gid()] = primes[i] * n + (int)(halves[i & 3] * 2.0f) +
                   tmp[(lid() + 1) % lsize()] + both.a + (int)(both.b * 4.0);
    })
DUAL_TEST(Language, ConstantTables)

DUAL(
    DivergentControlFlow,
    int classify(int x) {
      switch (x % 7) {
      case 0:
        return x / 7;
      case 1:
      case 2:
        x += 3;
        break;
      case 5:
        for (int k = 0; k < 10; ++k) {
          if (k * k > x % 50)
            return k;
          if (k % 2)
            continue;
          x += k;
        }
        break;
      case -3:
        return -1;
      default:
        while (x > 100) {
          x = x / 2 - 7;
          if (x == 33)
            goto out;
        }
      }
      x = -x;
    out:
      return x;
    } __kernel void entry(__global int *out, __global const int *in,
                          __local int *tmp, int n) {
      int x = in[gid()];
      int sum = 0;
      for (int k = 0; k < x % 13; ++k) {
        sum += classify(x + k * n);
        if (sum > 5000)
          break;
        for (int m = k; m < n; ++m) {
          if ((m ^ x) & 4)
            continue;
          sum ^= m << (lid() & 3);
        }
      }
      tmp[lid()] = sum;
      out[gid()] = x < 0 ? classify(x) : tmp[lid()];
    })
DUAL_TEST(Language, DivergentControlFlow, .n = 9)

DUAL(
    SmallIntegers,
    __kernel void entry(__global int *out, __global const int *in,
                        __local int *tmp, int n) {
      int x = in[gid()];
      char c = (char)x;
      uchar uc = (uchar)x;
      short s = (short)(x * 77);
      ushort us = (ushort)(x * 77);
      c = (char)(c * 3);
      uc = (uchar)(uc * 3 + n);
      s = (short)(s >> 3);
      us = (ushort)(us >> 3);
      c ^= (char)(uc << 2);
      int value = scramble(c, uc);
      value = scramble(value, s);
      value = scramble(value, us);
      value = scramble(value, c > 5 ? s / 3 : us % 7);
      tmp[lid()] = value;
      out[gid()] = tmp[lid()];
    })
DUAL_TEST(Language, SmallIntegers)

DUAL(
    LongIntegers, __kernel void entry(__global int *out, __global const int *in,
                                      __local int *tmp, int n) {
      long a = (long)in[gid()] * 0x123456789L + gid();
      ulong b = (ulong)a * 0x9E3779B97F4A7C15UL;
      long c = a / 977 + a % 31;
      ulong d = b / 1000003UL + b % 4099UL;
      b = (b >> 13) | (b << 51);
      c = (c << 5) ^ (a >> 40);
      tmp[lid()] = a < c ? 1 : 0;
      out[gid()] = scramble(scramble((int)(b >> 32), (int)b),
                            scramble((int)(c >> 7), (int)d)) +
                   tmp[lid()] + n;
    })
DUAL_TEST(Language, LongIntegers)

DUAL(
    Doubles, __kernel void entry(__global int *out, __global const int *in,
                                 __local int *tmp, int n) {
      double a = (double)in[gid()] / 8.0;
      float b = (float)in[gid()] / 4.0f;
      double c = a * a - (double)b;
      c = c > 100.0 ? c / 16.0 : -c;
      b = c < 3.0 ? b * 0.25f : b + 0.5f;
      tmp[lid()] = (int)c;
      out[gid()] =
          scramble(tmp[lid()], (int)(b * 16.0f)) + (int)(a == (double)b) + n;
    })
DUAL_TEST(Language, Doubles)

TEST(Language, HalfStorage) {
  Kernel K = buildKernel(R"(
    __kernel void f(__global half *h, __global float *out) {
      int i = get_global_id(0);
      float x = vload_half(i, h);
      vstore_half(x * 2.0f, i, h);
      out[i] = x;
      if (i == 0) {
        float4 v = vload_half4(1, h + 64);
        vstore_half4_rtz(v + 0.0001f, 1, h + 64);
        vstore4(v, 0, out + 64);
        float3 w = vloada_half3(0, h + 64);
        vstorea_half3(w * 4.0f, 0, h + 64);
      }
    })",
                         "f");
  // 1.0, 2.0 ... as halves: exponent and mantissa by hand.
  auto Half = [](unsigned Integer) -> cl_ushort {
    unsigned Exponent = 0;
    while (Integer >> (Exponent + 1))
      ++Exponent;
    return cl_ushort((Exponent + 15) << 10 |
                     ((Integer << (10 - Exponent)) & 0x3FF));
  };
  std::vector<cl_ushort> In(72);
  for (unsigned I = 0; I != 72; ++I)
    In[I] = Half(I + 1);
  Buffer H = upload(In), Out = makeBuffer(68 * sizeof(float));
  setArgs(K, H, Out);
  launch(K, {{64}, {16}, {}});
  std::vector<float> Floats = download<float>(Out, 68);
  for (unsigned I = 0; I != 64; ++I)
    EXPECT_EQ(Floats[I], float(I + 1));
  for (unsigned I = 0; I != 4; ++I)
    EXPECT_EQ(Floats[64 + I], float(69 + I));
  std::vector<cl_ushort> Halves = download<cl_ushort>(H, 72);
  for (unsigned I = 0; I != 64; ++I)
    EXPECT_EQ(Halves[I], Half(2 * (I + 1)));
  for (unsigned I = 0; I != 3; ++I)
    EXPECT_EQ(Halves[64 + I], Half(4 * (65 + I)));
  // What stands in the fourth place of an aligned half3 is nobody's.
  for (unsigned I = 68; I != 72; ++I)
    EXPECT_EQ(Halves[I], Half(I + 1)) << "rounding to zero drops the rest";
}

/// Dividing by zero, or INT_MIN by -1, gives any value but ends nothing
/// (OpenCL C, "Arithmetic Operators").
TEST(Language, DivisionSurvives) {
  if (isChecked())
    GTEST_SKIP() << "ferry check says what is wrong";
  for (const char *Type :
       {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"})
    for (const char *Width : {"", "2", "3", "4", "8", "16"}) {
      std::string T = std::string(Type) + Width;
      Kernel K = buildKernel("#define T " + T + R"(
        __kernel void f(__global T *out, __global const T *a,
                        __global const T *b, __global int *alive) {
          int i = get_global_id(0);
          T x = a[i], y = b[i];
          out[4 * i] = x / y;
          out[4 * i + 1] = x % y;
          x /= y;
          out[4 * i + 2] = x;
          out[4 * i + 3] = a[i] / (T)3 + (y != (T)0 ? (T)1 : (T)0);
          alive[i] = 1;
        })",
                             "f", "-w");
      constexpr size_t Items = 64;
      size_t Bytes = *Width ? std::stoul(Width) : 1;
      Bytes = (Bytes == 3 ? 4 : Bytes) * 8;
      // Zeros, minus ones, the least value of every size.
      std::vector<unsigned char> A(Items * Bytes), B(Items * Bytes);
      for (size_t I = 0; I != A.size(); ++I) {
        A[I] = I % 8 == 7 || I / 64 % 3 == 0 ? 0x80 : 0;
        B[I] = I / 128 % 2 ? 0xFF : 0;
      }
      Buffer Out = makeBuffer(4 * Items * Bytes), ABuffer = upload(A),
             BBuffer = upload(B), Alive = makeBuffer(Items * sizeof(int));
      setArgs(K, Out, ABuffer, BBuffer, Alive);
      launch(K, {{Items}, {}, {}});
      EXPECT_EQ(download<int>(Alive, Items), std::vector<int>(Items, 1)) << T;
    }
}

TEST(Language, DivisionOfOthersIsExact) {
  if (isChecked())
    GTEST_SKIP() << "ferry check says what is wrong";
  Kernel K = buildKernel(R"(
    __kernel void f(__global int *out, __global const int *a,
                    __global const int *b) {
      int i = get_global_id(0);
      out[2 * i] = a[i] / b[i];
      out[2 * i + 1] = a[i] % b[i];
    })",
                         "f");
  std::vector<int> A, B;
  for (int X : {0, 1, -1, 7, -7, 1000, INT_MAX, INT_MIN, INT_MIN + 1})
    for (int Y : {1, 2, -2, 3, 7, -7, 1000, INT_MAX, INT_MIN, 0, -1}) {
      A.push_back(X);
      B.push_back(Y);
    }
  Buffer Out = makeBuffer(A.size() * 2 * sizeof(int)), ABuffer = upload(A),
         BBuffer = upload(B);
  setArgs(K, Out, ABuffer, BBuffer);
  launch(K, {{A.size()}, {}, {}});
  std::vector<int> Seen = download<int>(Out, A.size() * 2);
  for (size_t I = 0; I != A.size(); ++I) {
    if (B[I] == 0 || (A[I] == INT_MIN && B[I] == -1))
      continue;
    EXPECT_EQ(Seen[2 * I], A[I] / B[I]) << A[I] << " / " << B[I];
    EXPECT_EQ(Seen[2 * I + 1], A[I] % B[I]) << A[I] << " % " << B[I];
  }
}

TEST(Language, AtomicsOnGlobalAndLocal) {
  Kernel K = buildKernel(R"(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    __kernel void f(__global int *out, __global long *wide) {
      __local int l[8];
      int i = get_global_id(0), k = get_local_id(0);
      if (k == 0) {
        l[0] = l[1] = l[4] = l[5] = 0;
        l[2] = 1 << 30;
        l[3] = -1;
        l[6] = -1;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(&l[0], k);
      atomic_inc(&l[1]);
      atomic_min(&l[2], k + 5);
      atomic_max(&l[3], k);
      atomic_or(&l[4], 1 << (k & 15));
      atomic_xor(&l[5], k);
      atomic_and(&l[6], ~(1 << (k & 7)));
      barrier(CLK_LOCAL_MEM_FENCE);
      if (k < 7)
        atomic_add(&out[k], l[k]);
      atomic_add(&out[8], i);
      atomic_sub(&out[9], 2);
      atomic_dec(&out[10]);
      int old;
      do
        old = out[11];
      while (atomic_cmpxchg(&out[11], old, old + 3) != old);
      atomic_xchg((volatile __global float *)&out[12], 1.5f);
      atom_add(&wide[0], (long)i << 20);
      atom_inc(&wide[1]);
    })",
                         "f");
  constexpr int Groups = 16, Size = 64, Items = Groups * Size;
  Buffer Out = upload(std::vector<int>(13)),
         Wide = upload(std::vector<cl_long>(2));
  setArgs(K, Out, Wide);
  launch(K, {{Items}, {Size}, {}});
  int Total = Items * (Items - 1) / 2, InGroup = Size * (Size - 1) / 2;
  EXPECT_EQ(
      download<int>(Out, 13),
      (std::vector<int>{Groups * InGroup, Groups * Size, Groups * 5,
                        Groups * (Size - 1), Groups * 0xFFFF, 0, Groups * -256,
                        0, Total, -2 * Items, -Items, 3 * Items, 0x3FC00000}));
  EXPECT_EQ(download<cl_long>(Wide, 2),
            (std::vector<cl_long>{cl_long(Total) << 20, Items}));
}

TEST(Language, LocalVariablesInTheBody) {
  Kernel K = buildKernel(R"(
    typedef struct { int key; double value; } Pair;
    __kernel void f(__global int *out, int n) {
      __local int flat[64];
      __local int grid[4][16];
      __local Pair pairs[64];
      __local int total;
      int l = get_local_id(0);
      flat[l] = l * n;
      grid[l / 16][l % 16] = l + n;
      pairs[l].key = l;
      pairs[l].value = l * 0.5;
      if (l == 0)
        total = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 3) {
        for (int k = 0; k < 64; ++k)
          total += pairs[k].key;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = flat[63 - l] + grid[(63 - l) / 16][l % 16] +
                              (int)(pairs[(l + 1) % 64].value * 2) + total;
    })",
                         "f");
  constexpr int Items = 256, N = 3;
  Buffer Out = makeBuffer(Items * sizeof(int));
  setArgs(K, Out, N);
  launch(K, {{Items}, {64}, {}});
  std::vector<int> Seen = download<int>(Out, Items);
  for (int I = 0; I != Items; ++I) {
    int L = I % 64;
    EXPECT_EQ(Seen[size_t(I)], (63 - L) * N + (63 - L) / 16 * 16 + L % 16 + N +
                                   (L + 1) % 64 + 2016)
        << I;
  }
}

/// "Returns a pointer that points to a region in the address space [...] or
/// NULL": whatever a generic pointer points to.
TEST(Language, GenericPointersTellWhereTheyPoint) {
  Kernel K = buildKernel(R"(
    global int g;
    uint spaces(void *p) {
      return (to_global(p) == p) | (to_local(p) == p) << 1 |
             (to_private(p) == p) << 2 | (to_global(p) == 0) << 3 |
             (to_local(p) == 0) << 4 | (to_private(p) == 0) << 5 |
             get_fence(p) << 8;
    }
    kernel void f(global uint *out, local uint *argument, int n) {
      local int l;
      int small = n, large[5000];
      int i = get_global_id(0);
      l = n;
      large[n * i % 5000] = n;
      barrier(CLK_LOCAL_MEM_FENCE);
      void *all[] = {out, &g, argument, &l, &small, large};
      for (int k = 0; k < 6; ++k)
        out[i * 7 + k] = spaces(all[k]);
      barrier(CLK_LOCAL_MEM_FENCE);
      void *p = i & 1 ? (void *)out : i & 2 ? (void *)&l : (void *)&small;
      out[i * 7 + 6] = spaces(p);
    })",
                         "f", "-cl-std=CL3.0");
  constexpr size_t Items = 64;
  Buffer Out = makeBuffer(Items * 7 * sizeof(cl_uint));
  setArgs(K, Out, Local{64}, 3);
  launch(K, {{Items}, {16}, {}});
  // CLK_LOCAL_MEM_FENCE is 1, CLK_GLOBAL_MEM_FENCE is 2.
  const cl_uint Global = 1 | 16 | 32 | 2 << 8, Local = 2 | 8 | 32 | 1 << 8,
                Private = 4 | 8 | 16 | 2 << 8;
  const std::vector<cl_uint> Seen = download<cl_uint>(Out, Items * 7);
  for (size_t I = 0; I != Items; ++I) {
    const cl_uint Expected[] = {Global,
                                Global,
                                Local,
                                Local,
                                Private,
                                Private,
                                I & 1   ? Global
                                : I & 2 ? Local
                                        : Private};
    for (size_t J = 0; J != 7; ++J)
      EXPECT_EQ(Seen[I * 7 + J], Expected[J]) << I << " " << J;
  }
}

TEST(Language, NullIsInNoAddressSpace) {
  Kernel K = buildKernel(R"(
    kernel void f(global int *out) {
      void *p = 0;
      out[0] = to_global(p) == 0 && to_local(p) == 0 && to_private(p) == 0;
    })",
                         "f", "-cl-std=CL3.0");
  Buffer Out = makeBuffer(sizeof(int));
  setArgs(K, Out);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(Out, 1)[0], 1);
}

/// Only -cl-strict-aliasing "allows the compiler to assume the strictest
/// aliasing rules" (section 5.8.6.3).
TEST(Language, MemoryIsOfAnyType) {
  Kernel K = buildKernel(R"(
    kernel void f(global uint *out, global float *other, int at) {
      uint block[4] = {1, 2, 3, 4};
      ((ushort *)block)[at] = 9;
      out[4] = 1;
      other[at - 1] = 1.0f;
      block[0] += out[4];
      for (int k = 0; k < 4; ++k)
        out[k] = block[k];
    })",
                         "f");
  Buffer Out = makeBuffer(5 * sizeof(cl_uint));
  setArgs(K, Out, Out, 5);
  launch(K, {{1}, {1}, {}});
  const cl_uint One = 0x3f800000;
  EXPECT_EQ(download<cl_uint>(Out, 5),
            (std::vector<cl_uint>{1 + One, 2, 3 | 9 << 16, 4, One}));
}

TEST(Language, KernelsCallKernels) {
  Kernel K = buildKernel(R"(
    __kernel void inner(__global int *out, int v) {
      out[get_global_id(0)] += v;
    }
    __kernel void f(__global int *out) {
      inner(out, 5);
      inner(out, 7);
    })",
                         "f");
  Buffer Out = upload(std::vector<int>(100, 1));
  setArgs(K, Out);
  launch(K, {{100}, {}, {}});
  EXPECT_EQ(download<int>(Out, 100), std::vector<int>(100, 13));
}

TEST(Language, ProgramScopeVariablesKeepTheirValues) {
  BuildOutcome Outcome = tryBuild(R"(
    __global int counter = 5;
    __global int table[4] = {1, 2, 3, 4};
    __global int *__constant there = &table[2];
    __kernel void f(__global int *out) {
      counter += table[1];
      *there += 1;
      out[0] = counter;
      out[1] = table[2];
    })",
                                  "-cl-std=CL3.0");
  if (!isFerry() && Outcome.status != CL_SUCCESS)
    GTEST_SKIP() << "optional in OpenCL 3.0";
  ASSERT_EQ(Outcome.status, CL_SUCCESS) << Outcome.log;
  Kernel K = makeKernel(Outcome.program, "f");
  Buffer Out = makeBuffer(2 * sizeof(int));
  setArgs(K, Out);
  for (int Run = 1; Run != 4; ++Run) {
    launch(K, {{1}, {1}, {}});
    EXPECT_EQ(download<int>(Out, 2), (std::vector<int>{5 + 2 * Run, 3 + Run}));
  }
}

} // namespace
