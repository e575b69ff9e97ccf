//===- LanguageExtensions.cpp - Small extensions of OpenCL C --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cl_khr_extended_bit_ops, cl_khr_integer_dot_product, cl_khr_kernel_clock and
/// cl_ext_float_atomics, beside plain C++.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace conformance;

namespace {

bool hasExtension(const std::string &Name) {
  std::string All = " " + stringInfo([](size_t Size, void *Value, size_t *Ret) {
                      return clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS,
                                             Size, Value, Ret);
                    }) +
                    " ";
  return All.find(" " + Name + " ") != std::string::npos;
}

/// Fields of every offset and size, of none and of all bits.
template <class U> void checkFields(const char *Type, const char *Signed) {
  SCOPED_TRACE(Type);
  constexpr cl_uint Bits = sizeof(U) * 8;
  std::vector<cl_uint> Offsets, Counts;
  for (cl_uint Offset = 0; Offset <= Bits; ++Offset)
    for (cl_uint Count = 0; Count + Offset <= Bits; ++Count)
      Offsets.push_back(Offset), Counts.push_back(Count);
  const size_t Items = Offsets.size();
  std::mt19937_64 Random = randomSource();
  std::vector<U> In(2 * Items);
  for (U &X : In)
    X = U(Random());
  Kernel K = buildKernel(std::string("typedef ") + Type + " T; typedef " +
                             Signed + R"( I;
    kernel void k(global const T *in, global const uint *offset,
                  global const uint *count, global T *out) {
      size_t i = get_global_id(0);
      T a = in[2 * i], b = in[2 * i + 1];
      out[4 * i] = bitfield_insert(a, b, offset[i], count[i]);
      out[4 * i + 1] = bitfield_extract_unsigned(a, offset[i], count[i]);
      I s = bitfield_extract_signed(a, offset[i], count[i]);
      out[4 * i + 2] = (T)s;
      out[4 * i + 3] = bit_reverse(a);
    })",
                         "k", "-cl-std=CL3.0");
  Buffer Input = upload(In), Offset = upload(Offsets), Count = upload(Counts),
         Output = makeBuffer(4 * Items * sizeof(U));
  setArgs(K, Input, Offset, Count, Output);
  launch(K, {{Items}, {}, {}});
  std::vector<U> Out = download<U>(Output, 4 * Items);
  for (size_t I = 0; I != Items; ++I) {
    const U A = In[2 * I], B = In[2 * I + 1];
    U Inserted = A, Field = 0, Reversed = 0;
    for (cl_uint Bit = 0; Bit != Bits; ++Bit) {
      const bool IsIn = Bit < Counts[I];
      const cl_uint At = Offsets[I] + Bit;
      if (IsIn) {
        Inserted = U((Inserted & ~(U(1) << At)) | ((B >> Bit & U(1)) << At));
        Field = U(Field | (A >> At & U(1)) << Bit);
      }
      Reversed = U(Reversed | (A >> Bit & U(1)) << (Bits - 1 - Bit));
    }
    U Extended = Field;
    if (Counts[I] && Field >> (Counts[I] - 1) & U(1))
      for (cl_uint Bit = Counts[I]; Bit != Bits; ++Bit)
        Extended = U(Extended | U(1) << Bit);
    const std::vector<U> Found(&Out[4 * I], &Out[4 * I] + 4);
    EXPECT_EQ(Found, (std::vector<U>{Inserted, Field, Extended, Reversed}))
        << "offset " << Offsets[I] << ", " << Counts[I] << " bits";
  }
}

TEST(LanguageExtensions, BitFields) {
  if (!hasExtension("cl_khr_extended_bit_ops"))
    GTEST_SKIP() << "no bit fields";
  checkFields<cl_uchar>("uchar", "char");
  checkFields<cl_ushort>("ushort", "short");
  checkFields<cl_uint>("uint", "int");
  checkFields<cl_ulong>("ulong", "long");
}

template <class A, class B, class R>
void checkDot(const std::string &TypeA, const std::string &TypeB,
              const std::string &TypeR, const std::string &Letters) {
  SCOPED_TRACE(Letters);
  constexpr size_t Items = 500;
  std::mt19937_64 Random = randomSource();
  std::vector<cl_uint> X(Items), Y(Items);
  std::vector<R> Sums(Items);
  for (size_t I = 0; I != Items; ++I) {
    X[I] = I ? cl_uint(Random()) : 0x80808080,
    Y[I] = I ? cl_uint(Random()) : X[I];
    // Near the ends of the type.
    Sums[I] = R(std::numeric_limits<R>::max() - R(Random() % 70000));
    if (I % 2)
      Sums[I] = R(std::numeric_limits<R>::min() + R(Random() % 70000));
  }
  Kernel K = buildKernel("typedef " + TypeR + R"( R;
    kernel void k(global const uint *x, global const uint *y,
                  global const R *sum, global R *out) {
      size_t i = get_global_id(0);
      )" + TypeA + "4 a = as_" +
                             TypeA + "4(x[i]);\n" + TypeB + "4 b = as_" +
                             TypeB + R"(4(y[i]);
      out[4 * i] = dot(a, b);
      out[4 * i + 1] = dot_acc_sat(a, b, sum[i]);
      out[4 * i + 2] = dot_4x8packed_)" +
                             Letters + "_" + TypeR + R"((x[i], y[i]);
      out[4 * i + 3] = dot_acc_sat_4x8packed_)" +
                             Letters + "_" + TypeR + R"((x[i], y[i], sum[i]);
    })",
                         "k", "-cl-std=CL3.0");
  Buffer InX = upload(X), InY = upload(Y), InSums = upload(Sums),
         Output = makeBuffer(4 * Items * sizeof(R));
  setArgs(K, InX, InY, InSums, Output);
  launch(K, {{Items}, {}, {}});
  std::vector<R> Out = download<R>(Output, 4 * Items);
  for (size_t I = 0; I != Items; ++I) {
    cl_long Dot = 0;
    for (int C = 0; C != 4; ++C)
      Dot += cl_long(A(X[I] >> 8 * C)) * B(Y[I] >> 8 * C);
    const cl_long Total =
        std::clamp<cl_long>(Dot + Sums[I], std::numeric_limits<R>::min(),
                            std::numeric_limits<R>::max());
    const std::vector<R> Found(&Out[4 * I], &Out[4 * I] + 4);
    EXPECT_EQ(Found, (std::vector<R>{R(Dot), R(Total), R(Dot), R(Total)}));
  }
}

/// Sums of dot products, of which one operand is the same for all work-items.
template <class A, class B>
void checkSums(const std::string &Letters, const std::string &TypeR) {
  SCOPED_TRACE(Letters);
  constexpr size_t Items = 100;
  constexpr cl_uint Steps = 7;
  std::mt19937_64 Random = randomSource();
  std::vector<cl_uint> X(Steps), Y(Items + Steps);
  for (cl_uint &Value : X)
    Value = cl_uint(Random());
  for (cl_uint &Value : Y)
    Value = cl_uint(Random());
  X[0] = Y[0] = 0x80808080;
  Kernel K = buildKernel(R"(
    kernel void k(global const uint *x, global const uint *y, uint steps,
                  global uint *out) {
      size_t i = get_global_id(0);
      uint sum = i;
      for (uint n = 0; n != steps; ++n)
        sum += dot_4x8packed_)" +
                             Letters + "_" + TypeR + R"((x[n], y[i + n]);
      out[i] = sum;
    })",
                         "k", "-cl-std=CL3.0");
  Buffer InX = upload(X), InY = upload(Y),
         Output = makeBuffer(Items * sizeof(cl_uint));
  setArgs(K, InX, InY, Steps, Output);
  launch(K, {{Items}, {}, {}});
  std::vector<cl_uint> Expected(Items);
  for (size_t I = 0; I != Items; ++I) {
    Expected[I] = cl_uint(I);
    for (cl_uint N = 0; N != Steps; ++N)
      for (int C = 0; C != 4; ++C)
        Expected[I] += cl_uint(A(X[N] >> 8 * C) * B(Y[I + N] >> 8 * C));
  }
  EXPECT_EQ(download<cl_uint>(Output, Items), Expected);
}

TEST(LanguageExtensions, IntegerDotProducts) {
  if (!hasExtension("cl_khr_integer_dot_product"))
    GTEST_SKIP() << "no integer dot products";
  checkDot<cl_uchar, cl_uchar, cl_uint>("uchar", "uchar", "uint", "uu");
  checkDot<cl_char, cl_char, cl_int>("char", "char", "int", "ss");
  checkDot<cl_uchar, cl_char, cl_int>("uchar", "char", "int", "us");
  checkDot<cl_char, cl_uchar, cl_int>("char", "uchar", "int", "su");
  checkSums<cl_uchar, cl_uchar>("uu", "uint");
  checkSums<cl_char, cl_char>("ss", "int");
  checkSums<cl_uchar, cl_char>("us", "int");
  checkSums<cl_char, cl_uchar>("su", "int");
}

TEST(LanguageExtensions, IntegerDotProductsInQueries) {
  if (!hasExtension("cl_khr_integer_dot_product"))
    GTEST_SKIP() << "no integer dot products";
  EXPECT_EQ(deviceInfo<cl_device_integer_dot_product_capabilities_khr>(
                CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR),
            cl_device_integer_dot_product_capabilities_khr(
                CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR));
  for (
      cl_device_info Name :
      {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
       CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR}) {
    const auto Is =
        deviceInfo<cl_device_integer_dot_product_acceleration_properties_khr>(
            Name);
    // What signs the operands have makes no difference.
    EXPECT_EQ(Is.signed_accelerated, Is.unsigned_accelerated);
    EXPECT_EQ(Is.signed_accelerated, Is.mixed_signedness_accelerated);
    EXPECT_EQ(Is.accumulating_saturating_signed_accelerated,
              Is.signed_accelerated);
  }
}

TEST(LanguageExtensions, ClocksDoNotGoBack) {
  if (!hasExtension("cl_khr_kernel_clock"))
    GTEST_SKIP() << "no clock";
  Kernel K = buildKernel(R"(kernel void k(global ulong *out) {
    out[0] = clock_read_device();
    uint2 parts = clock_read_hilo_device();
    out[1] = (ulong)parts.y << 32 | parts.x;
    out[2] = clock_read_work_group();
    out[3] = clock_read_sub_group();
  })",
                         "k", "-cl-std=CL3.0");
  Buffer Output = makeBuffer(4 * sizeof(cl_ulong));
  setArgs(K, Output);
  launch(K, {{1}, {1}, {}});
  std::vector<cl_ulong> Out = download<cl_ulong>(Output, 4);
  EXPECT_GT(Out[0], 0u);
  EXPECT_TRUE(std::is_sorted(Out.begin(), Out.end()));
}

/// They are extensions of every version.
TEST(LanguageExtensions, DotProductsAndClocksOfEveryVersion) {
  if (!hasExtension("cl_khr_integer_dot_product") ||
      !hasExtension("cl_khr_kernel_clock"))
    GTEST_SKIP() << "no integer dot products, or no clock";
  for (const char *Standard : {"", "-cl-std=CL1.0", "-cl-std=CL1.1",
                               "-cl-std=CL1.2", "-cl-std=CL2.0"}) {
    SCOPED_TRACE(Standard);
    Kernel K = buildKernel(R"(
      #pragma OPENCL EXTENSION cl_khr_integer_dot_product : enable
      #if !defined(cl_khr_integer_dot_product) || \
          !defined(cl_khr_kernel_clock)
      #error "no macro"
      #endif
      kernel void k(global ulong *out, uint x) {
        uchar4 a = as_uchar4(x);
        out[0] = dot_acc_sat(a, a, 7u) + dot_4x8packed_uu_uint(x, x);
        out[1] = clock_read_device() != 0;
      })",
                           "k", Standard);
    Buffer Output = makeBuffer(2 * sizeof(cl_ulong));
    setArgs(K, Output, cl_uint(0x01020304));
    launch(K, {{1}, {1}, {}});
    EXPECT_EQ(download<cl_ulong>(Output, 2),
              (std::vector<cl_ulong>{2 * 30 + 7, 1}));
  }
}

/// Not in the specification; GPUs' drivers have them, and KataGo calls them.
TEST(LanguageExtensions, AlignedHalfScalars) {
  if (!isFerry())
    GTEST_SKIP() << "others may not have them";
  const std::vector<cl_ushort> Halves = {0x3c00, 0x3555, 0xc000, 0x0001};
  for (const char *Standard : {"", "-cl-std=CL1.1", "-cl-std=CL2.0",
                               "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    SCOPED_TRACE(Standard);
    Kernel K = buildKernel(R"(
      #define STORE(MODE, AT) vstorea_half##MODE(x, AT, out);                  \
                              vstore_half##MODE(x, AT, same);
      kernel void k(global half *in, constant half *c, local half *l,
                    global half *out, global half *same) {
        half p[2];
        size_t i = get_local_id(0);
        float x = vloada_half(i, in) + vloada_half(i, c);
        vstorea_half(x, i, l);
        vstorea_half(vloada_half(i, l), 1, p);
        x = vloada_half(1, p) / 3.0f;
        STORE(, i) STORE(_rte, 4 + i) STORE(_rtz, 8 + i)
        STORE(_rtp, 12 + i) STORE(_rtn, 16 + i)
        vstorea_half((double)x, 20 + i, out);
        vstore_half((double)x, 20 + i, same);
      })",
                           "k", Standard);
    Buffer In = upload(Halves), Out = makeBuffer(24 * sizeof(cl_ushort)),
           Same = makeBuffer(24 * sizeof(cl_ushort));
    setArgs(K, In, In, Local{4 * sizeof(cl_ushort)}, Out, Same);
    launch(K, {{4}, {4}, {}});
    const auto Stored = download<cl_ushort>(Out, 24);
    EXPECT_EQ(Stored, download<cl_ushort>(Same, 24));
    // 2 / 3, to the nearest half and toward zero.
    EXPECT_EQ(Stored[0], 0x3955);
    EXPECT_EQ(Stored[8], 0x3955);
    EXPECT_EQ(Stored[12], 0x3956);
  }
}

/// Sums, minima and maxima of all work-items; halves are exact up to 2048.
TEST(LanguageExtensions, FloatAtomics) {
  if (!hasExtension("cl_ext_float_atomics"))
    GTEST_SKIP() << "no atomics of floating point";
  constexpr size_t Items = 1000;
  for (const char *Type : {"half", "float", "double"}) {
    SCOPED_TRACE(Type);
    Program P = build(std::string("#define T ") + Type + "\n#define A atomic_" +
                          Type + R"(
      #pragma OPENCL EXTENSION cl_khr_fp16 : enable
      kernel void begin(global A *all) {
        for (int i = 0; i < 4; ++i) atomic_store(all + i, (T)(i < 2 ? 0 : 5));
      }
      kernel void k(global A *all) {
        local A some;
        if (get_local_id(0) == 0) atomic_store(&some, (T)0);
        barrier(CLK_LOCAL_MEM_FENCE);
        T x = (T)(get_global_id(0) % 100);
        atomic_fetch_add(all, (T)2);
        atomic_fetch_sub(all, (T)1);
        atomic_fetch_add_explicit(&some, (T)1, memory_order_relaxed);
        atomic_fetch_min(all + 2, x - 7);
        atomic_fetch_max_explicit(all + 3, x + 7, memory_order_relaxed,
                                  memory_scope_device);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) atomic_fetch_add(all + 1, atomic_load(&some));
      }
      kernel void end(global A *all, global float *out) {
        for (int i = 0; i < 4; ++i) out[i] = (float)atomic_load(all + i);
      })",
                      "-cl-std=CL3.0");
    Kernel K = makeKernel(P, "begin"), Work = makeKernel(P, "k"),
           End = makeKernel(P, "end");
    Buffer All = makeBuffer(4 * sizeof(cl_double)),
           Output = makeBuffer(4 * sizeof(cl_float));
    setArgs(K, All);
    setArgs(Work, All);
    setArgs(End, All, Output);
    launch(K, {{1}, {1}, {}});
    launch(Work, {{Items}, {50}, {}});
    launch(End, {{1}, {1}, {}});
    EXPECT_EQ(download<cl_float>(Output, 4),
              (std::vector<cl_float>{Items, Items, -7, 106}));
  }
}

} // namespace
