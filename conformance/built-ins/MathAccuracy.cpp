//===- MathAccuracy.cpp - How far the float functions are off -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of one float over all floats, or one in FERRY_TEST_STRIDE of them;
/// those of two over as many pairs. Prints the largest error of each; it must
/// be within the limit.
///
///   FERRY_TEST_STRIDE=1 conformance-math-accuracy --gtest_filter='*sin'
///
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include "Support.h"

#include <cstdio>
#include <thread>

using namespace conformance;

namespace {

constexpr unsigned long Floats = 1ul << 32;
constexpr size_t ChunkLength = size_t(1) << 20;

float floatOf(cl_uint Bits) {
  float Value;
  std::memcpy(&Value, &Bits, sizeof(Value));
  return Value;
}

/// The largest error seen, and where.
struct Worst {
  double error = 0;
  float a = 0, b = 0, seen = 0;
};

Worst worstOf(const MathFunction &F, const float *A, const float *B,
              const float *Seen, size_t Length) {
  Worst Result;
  for (size_t I = 0; I != Length; ++I) {
    double Error = ulps<float>(Seen[I], F.reference(A[I], B[I], 0));
    if (Error > Result.error)
      Result = {Error, A[I], B[I], Seen[I]};
  }
  return Result;
}

/// Arguments of chunk \p Index: every stride-th float; for two arguments random
/// ones, half of them any floats, half such that |b log2 |a|| is ordinary.
void fill(const MathFunction &F, unsigned long Index, unsigned long Stride,
          std::vector<float> &A, std::vector<float> &B) {
  std::mt19937_64 Random = randomSource();
  Random.seed(Random() + Index);
  for (size_t I = 0; I != A.size(); ++I) {
    unsigned long Position = (Index * ChunkLength + I) * Stride;
    if (F.arguments == 1) {
      A[I] = floatOf(cl_uint(std::min(Position, Floats - 1)));
      continue;
    }
    unsigned long Bits = Random();
    A[I] = floatOf(cl_uint(Bits));
    B[I] = floatOf(cl_uint(Bits >> 32));
    if (I % 2) {
      float Fraction = float(std::ldexp(double(Bits >> 40), -24));
      B[I] = 300.0f * (Fraction - 0.5f) / std::log2(std::fabs(A[I]));
    }
  }
}

class MathAccuracy : public testing::TestWithParam<MathFunction> {};

TEST_P(MathAccuracy, Float) {
  const MathFunction &F = GetParam();
  unsigned long Stride =
      std::max(1ul, environmentNumber("FERRY_TEST_STRIDE", 4099));
  Kernel K = buildKernel("kernel void f(global float *out, global float *in, "
                         "global float *in2) {\n"
                         "  size_t i = get_global_id(0);\n"
                         "  float a = in[i], b = in2[i];\n"
                         "  out[i] = " +
                             std::string(F.expression) + ";\n}\n",
                         "f");
  std::vector<float> A(ChunkLength), B(ChunkLength);
  Worst Result;
  for (unsigned long Index = 0; Index * ChunkLength * Stride < Floats;
       ++Index) {
    fill(F, Index, Stride, A, B);
    Buffer Out = makeBuffer(ChunkLength * sizeof(float)), InA = upload(A),
           InB = upload(B);
    setArgs(K, Out, InA, InB);
    launch(K, {{ChunkLength}, {}, {}});
    std::vector<float> Seen = download<float>(Out, ChunkLength);
    constexpr size_t Half = ChunkLength / 2;
    Worst Second;
    std::thread Helper(
        [&] { Second = worstOf(F, &A[Half], &B[Half], &Seen[Half], Half); });
    Worst First = worstOf(F, A.data(), B.data(), Seen.data(), Half);
    Helper.join();
    for (const Worst &W : {First, Second})
      if (W.error > Result.error)
        Result = W;
  }
  std::printf("%-10s %8.3f ulp of %4.1f at %a", F.name, Result.error,
              F.floatLimit, double(Result.a));
  if (F.arguments == 2)
    std::printf(", %a", double(Result.b));
  std::printf("\n");
  EXPECT_LE(Result.error, std::max(F.floatLimit, 0.5))
      << std::hexfloat << F.name << "(" << Result.a << ", " << Result.b
      << ") is " << Result.seen << ", exactly "
      << F.reference(Result.a, Result.b, 0);
}

INSTANTIATE_TEST_SUITE_P(Functions, MathAccuracy,
                         testing::ValuesIn(mathFunctions()),
                         [](const testing::TestParamInfo<MathFunction> &Info) {
                           return std::string(Info.param.name);
                         });

} // namespace
