//===- KernelArguments.cpp - Arguments of every kind ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel receives: scalars of every size, vectors, structs and unions
/// by value, null pointers, local memory, a hundred of them.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>

using namespace conformance;

namespace {

TEST(KernelArguments, ScalarsOfEverySize) {
  Kernel K = buildKernel(R"(
    __kernel void f(__global double *out, char c, uchar uc, short s, ushort us,
                    int i, uint ui, long l, ulong ul, float f, double d) {
      out[0] = c; out[1] = uc; out[2] = s; out[3] = us; out[4] = i;
      out[5] = ui; out[6] = l; out[7] = ul; out[8] = f; out[9] = d;
    })",
                         "f");
  Buffer Out = makeBuffer(10 * sizeof(double));
  setArgs(K, Out, cl_char(-7), cl_uchar(250), cl_short(-30000),
          cl_ushort(65000), cl_int(-2000000000), cl_uint(4000000000u),
          cl_long(-(1ll << 50)), cl_ulong(1ull << 52), 1.5f, -0.1);
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(
      download<double>(Out, 10),
      (std::vector<double>{-7, 250, -30000, 65000, -2000000000.0, 4000000000.0,
                           -double(1ll << 50), double(1ull << 52), 1.5, -0.1}));
}

TEST(KernelArguments, Vectors) {
  Kernel K = buildKernel(R"(
    __kernel void f(__global int *out, char2 a, short3 b, int4 c, int8 d,
                    float16 e, uchar g, long3 h, double2 i) {
      vstore2(convert_int2(a), 0, out);
      vstore3(convert_int3(b), 0, out + 2);
      vstore4(c, 0, out + 5);
      vstore8(d, 0, out + 9);
      vstore16(convert_int16(e), 0, out + 17);
      out[33] = g;
      vstore3(convert_int3(h), 0, out + 34);
      vstore2(convert_int2(i), 0, out + 37);
    })",
                         "f");
  Buffer Out = makeBuffer(39 * sizeof(int));
  cl_char2 A = {{1, -2}};
  cl_short4 B = {{3, -4, 5, 99}};
  cl_int4 C = {{6, 7, 8, 9}};
  cl_int8 D = {{10, 11, 12, 13, 14, 15, 16, 17}};
  cl_float16 E;
  for (int I = 0; I != 16; ++I)
    E.s[I] = float(18 + I);
  cl_long4 H = {{35, 36, 37, 99}};
  cl_double2 I = {{38, 39}};
  setArgs(K, Out, A, B, C, D, E, cl_uchar(34), H, I);
  launch(K, {{1}, {1}, {}});
  std::vector<int> Expected = {1, -2, 3, -4, 5};
  for (int V = 6; V != 40; ++V)
    Expected.push_back(V);
  EXPECT_EQ(download<int>(Out, 39), Expected);
}

struct Inner {
  cl_char tag;
  cl_double weight;
  cl_short list[5];
};
struct Outer {
  cl_uchar first;
  Inner inner[2];
  cl_float4 position;
  cl_long last;
};
struct __attribute__((packed)) Packed {
  cl_char a;
  cl_int b;
  cl_short c;
  cl_double d;
};
union Either {
  cl_float f;
  cl_uint bits;
  cl_uchar bytes[8];
};
struct Tiny {
  cl_char a, b, c;
};

TEST(KernelArguments, StructsAndUnions) {
  Kernel K = buildKernel(R"(
    typedef struct { char tag; double weight; short list[5]; } Inner;
    typedef struct { uchar first; Inner inner[2]; float4 position; long last; }
        Outer;
    typedef struct __attribute__((packed)) { char a; int b; short c; double d; }
        Packed;
    typedef union { float f; uint bits; uchar bytes[8]; } Either;
    typedef struct { char a, b, c; } Tiny;
    int sum(Inner i, int n) {
      int s = i.tag + (int)i.weight;
      for (int k = 0; k < n; ++k)
        s += i.list[k];
      return s;
    }
    __kernel void f(__global int *out, Outer o, Packed p, int between, Either e,
                    Tiny t, __global const Outer *far) {
      int i = get_global_id(0);
      out[i * 10] = o.first;
      out[i * 10 + 1] = sum(o.inner[i & 1], 5);
      out[i * 10 + 2] = (int)(o.position.x + o.position.w);
      out[i * 10 + 3] = (int)o.last;
      out[i * 10 + 4] = p.a + p.b + p.c + (int)p.d;
      out[i * 10 + 5] = between;
      out[i * 10 + 6] = (int)e.bits;
      out[i * 10 + 7] = e.bytes[6];
      out[i * 10 + 8] = t.a * 100 + t.b * 10 + t.c;
      Outer copy = far[1];
      copy.inner[1].list[i & 3] = 1000;
      out[i * 10 + 9] = sum(copy.inner[1], 5) + (int)copy.last;
    })",
                         "f");
  Outer O{};
  O.first = 200;
  for (int I = 0; I != 2; ++I) {
    O.inner[I].tag = cl_char(I + 1);
    O.inner[I].weight = 10.0 * (I + 1);
    for (int J = 0; J != 5; ++J)
      O.inner[I].list[J] = cl_short(100 * (I + 1) + J);
  }
  O.position = {{1, 2, 3, 4}};
  O.last = -77;
  Packed P{1, 20, 300, 4000.0};
  Either E{};
  E.f = 1.0f;
  E.bytes[6] = 66;
  Tiny T{1, 2, 3};
  Buffer Far = upload(std::vector<Outer>{Outer{}, O});
  constexpr int Items = 8;
  Buffer Out = makeBuffer(Items * 10 * sizeof(int));
  setArgs(K, Out, O, P, 55, E, T, Far);
  launch(K, {{Items}, {4}, {}});
  std::vector<int> Seen = download<int>(Out, Items * 10);
  for (int I = 0; I != Items; ++I) {
    int Sums[2] = {1 + 10 + 510, 2 + 20 + 1010};
    int FarSum = Sums[1] - (200 + (I & 3)) + 1000 - 77;
    std::vector<int> Expected = {200, Sums[I & 1], 5,  -77, 4321,
                                 55,  0x3F800000,  66, 123, FarSum};
    EXPECT_EQ(
        std::vector<int>(Seen.begin() + I * 10, Seen.begin() + I * 10 + 10),
        Expected)
        << I;
  }
}

TEST(KernelArguments, NullPointers) {
  Kernel K = buildKernel(R"(
    __kernel void f(__global int *out, __global int *g, __constant int *c) {
      out[0] = g == 0;
      out[1] = c == 0;
    })",
                         "f");
  Buffer Out = makeBuffer(2 * sizeof(int));
  setArg(K, 0, Out);
  // "If the argument is a buffer object, arg_value can be NULL or point to a
  // NULL value" (clSetKernelArg).
  cl_mem Null = nullptr;
  ok(clSetKernelArg(K, 1, sizeof(cl_mem), nullptr));
  ok(clSetKernelArg(K, 2, sizeof(cl_mem), &Null));
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(Out, 2), (std::vector<int>{1, 1}));
}

TEST(KernelArguments, AHundred) {
  std::string Source = "__kernel void f(__global int *out";
  std::string Body;
  for (int I = 0; I != 100; ++I) {
    std::string Name = "a" + std::to_string(I);
    Source += std::string(", ") +
              (I % 3 == 0   ? "char "
               : I % 3 == 1 ? "int "
                            : "long ") +
              Name;
    Body += "  out[" + std::to_string(I) + "] = (int)" + Name + ";\n";
  }
  Kernel K = buildKernel(Source + ") {\n" + Body + "}\n", "f");
  Buffer Out = makeBuffer(100 * sizeof(int));
  setArg(K, 0, Out);
  std::vector<int> Expected;
  for (int I = 0; I != 100; ++I) {
    cl_uint Index = cl_uint(I + 1);
    if (I % 3 == 0)
      setArg(K, Index, cl_char(I - 50));
    else if (I % 3 == 1)
      setArg(K, Index, cl_int(I - 50));
    else
      setArg(K, Index, cl_long(I - 50));
    Expected.push_back(I - 50);
  }
  launch(K, {{1}, {1}, {}});
  EXPECT_EQ(download<int>(Out, 100), Expected);
}

TEST(KernelArguments, LocalMemoryDoesNotOverlap) {
  Kernel K = buildKernel(R"(
    __kernel void f(__global ulong *out, __local char *a, __local double4 *b,
                    __local short *c, __local int *d, int n) {
      __local char own[13];
      __local float8 aligned[2];
      __local long last;
      int l = get_local_id(0), size = get_local_size(0);
      for (int k = l; k < 5; k += size) a[k] = 1;
      for (int k = l; k < n; k += size) b[k] = 2.0;
      for (int k = l; k < 3; k += size) c[k] = 3;
      for (int k = l; k < 7; k += size) d[k] = 4;
      for (int k = l; k < 13; k += size) own[k] = 5;
      for (int k = l; k < 2; k += size) aligned[k] = 6.0f;
      if (l == 0) last = 7;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0) {
        int sum = 0;
        for (int k = 0; k < 5; ++k) sum += a[k];
        for (int k = 0; k < n; ++k) sum += (int)(b[k].x + b[k].w);
        for (int k = 0; k < 3; ++k) sum += c[k];
        for (int k = 0; k < 7; ++k) sum += d[k];
        for (int k = 0; k < 13; ++k) sum += own[k];
        for (int k = 0; k < 2; ++k) sum += (int)aligned[k].s7;
        __global ulong *o = out + get_group_id(0) * 5;
        o[0] = sum + last;
        o[1] = (ulong)b % sizeof(double4);
        o[2] = (ulong)c % sizeof(short);
        o[3] = (ulong)d % sizeof(int);
        o[4] = (ulong)aligned % sizeof(float8);
      }
    })",
                         "f");
  constexpr size_t Groups = 5;
  for (int N : {1, 9, 60}) {
    Buffer Out = makeBuffer(Groups * 5 * sizeof(cl_ulong));
    setArgs(K, Out, Local{5}, Local{size_t(N) * 32}, Local{6}, Local{28}, N);
    launch(K, {{Groups * 10}, {10}, {}});
    std::vector<cl_ulong> Seen = download<cl_ulong>(Out, Groups * 5);
    for (size_t G = 0; G != Groups; ++G) {
      cl_ulong Sum = cl_ulong(5 + 4 * N + 9 + 28 + 65 + 12 + 7);
      EXPECT_EQ(std::vector<cl_ulong>(Seen.begin() + long(G) * 5,
                                      Seen.begin() + long(G) * 5 + 5),
                (std::vector<cl_ulong>{Sum, 0, 0, 0, 0}))
          << "group " << G << ", n " << N;
    }
  }
}

// In each order of variables of these sizes, which are first used in another.
TEST(KernelArguments, LocalVariablesDoNotReachArguments) {
  std::vector<int> Sizes = {1, 120, 127};
  do {
    Kernel K = buildKernel(R"(
      kernel void f(global int *out, local uchar *d) {
        local uchar a[A], b[B], c[C];
        for (int k = 0; k < 50; ++k) d[k] = 4;
        for (int k = 0; k < C; ++k) c[k] = 3;
        for (int k = 0; k < B; ++k) b[k] = 2;
        for (int k = 0; k < A; ++k) a[k] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        int4 n = 0;
        for (int k = 0; k < A; ++k) n.x += a[k] == 1;
        for (int k = 0; k < B; ++k) n.y += b[k] == 2;
        for (int k = 0; k < C; ++k) n.z += c[k] == 3;
        for (int k = 0; k < 50; ++k) n.w += d[k] == 4;
        vstore4(n, 0, out);
      })",
                           "f",
                           "-DA=" + std::to_string(Sizes[0]) +
                               " -DB=" + std::to_string(Sizes[1]) +
                               " -DC=" + std::to_string(Sizes[2]));
    Buffer Out = makeBuffer(4 * sizeof(int));
    setArgs(K, Out, Local{50});
    launch(K, {{1}, {1}, {}});
    EXPECT_EQ(download<int>(Out, 4),
              (std::vector<int>{Sizes[0], Sizes[1], Sizes[2], 50}));
  } while (std::next_permutation(Sizes.begin(), Sizes.end()));
}

TEST(KernelArguments, ValuesAreTakenAtEnqueue) {
  Kernel K = buildKernel(
      "__kernel void f(__global int *out, int v) { out[v] = v * 3; }", "f");
  constexpr int Count = 64;
  Buffer Out = makeBuffer(Count * sizeof(int));
  setArg(K, 0, Out);
  size_t One = 1;
  for (int I = 0; I != Count; ++I) {
    setArg(K, 1, I);
    ok(clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &One, &One, 0, nullptr,
                              nullptr));
  }
  std::vector<int> Seen = download<int>(Out, Count);
  for (int I = 0; I != Count; ++I)
    EXPECT_EQ(Seen[size_t(I)], I * 3);
}

} // namespace
