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
/// be within the limit. Those that may be less exact with
/// -cl-unsafe-math-optimizations are held to the limits of that, too.
///
///   FERRY_TEST_STRIDE=1 conformance-math-accuracy --gtest_filter='*sin'
///
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include "Support.h"

#include <cstdio>
#include <sstream>
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

/// The error of \p Seen as the function of \p A and \p B.
using ErrorOf = double(const MathFunction &F, float A, float B, float Seen);

Worst worstOf(const MathFunction &F, ErrorOf &Of, const float *A,
              const float *B, const float *Seen, size_t Length) {
  Worst Result;
  for (size_t I = 0; I != Length; ++I) {
    double Error = Of(F, A[I], B[I], Seen[I]);
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

/// The largest error of \p F in a program that is built with \p Options.
Worst worstOfAll(const MathFunction &F, ErrorOf &Of, const char *Options) {
  unsigned long Stride =
      std::max(1ul, environmentNumber("FERRY_TEST_STRIDE", 4099));
  Kernel K = buildKernel("kernel void f(global float *out, global float *in, "
                         "global float *in2) {\n"
                         "  size_t i = get_global_id(0);\n"
                         "  float a = in[i], b = in2[i];\n"
                         "  out[i] = " +
                             std::string(F.expression) + ";\n}\n",
                         "f", Options);
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
    std::thread Helper([&] {
      Second = worstOf(F, Of, &A[Half], &B[Half], &Seen[Half], Half);
    });
    Worst First = worstOf(F, Of, A.data(), B.data(), Seen.data(), Half);
    Helper.join();
    for (const Worst &W : {First, Second})
      if (W.error > Result.error)
        Result = W;
  }
  return Result;
}

void report(const MathFunction &F, const Worst &W, const char *Unit) {
  std::printf("%-10s %8.3f %s at %a", F.name, W.error, Unit, double(W.a));
  if (F.arguments == 2)
    std::printf(", %a", double(W.b));
  std::printf("\n");
}

std::string describe(const MathFunction &F, const Worst &W) {
  std::ostringstream Text;
  Text << std::hexfloat << F.name << "(" << W.a << ", " << W.b << ") is "
       << W.seen << ", exactly " << F.reference(W.a, W.b, 0);
  return Text.str();
}

double ulpsOff(const MathFunction &F, float A, float B, float Seen) {
  return ulps<float>(Seen, F.reference(A, B, 0));
}

class MathAccuracy : public testing::TestWithParam<MathFunction> {};

TEST_P(MathAccuracy, Float) {
  const MathFunction &F = GetParam();
  const Worst Result = worstOfAll(F, ulpsOff, "");
  report(F, Result, "ulp");
  EXPECT_LE(Result.error, std::max(F.floatLimit, 0.5)) << describe(F, Result);
}

/// The ULPs that may be off with -cl-unsafe-math-optimizations; near 1, what a
/// logarithm may be off.
double allowed(const std::string &Name, float A) {
  if (Name.starts_with("log"))
    return A >= 0.5f && A <= 2 ? std::ldexp(1, -21) : 3;
  if (Name.starts_with("pow"))
    return 8192;
  if (Name == "divide")
    return 2.5;
  // exp10 may be exp2 of a product.
  return 3 + std::floor(2 * std::fabs(Name == "exp10" ? 3.33 * A : A));
}

/// Whether the specification limits the error of \p A / \p B.
bool isOrdinary(float A, float B) {
  auto Within = [](float X) {
    return std::fabs(X) >= 0x1p-62f && std::fabs(X) <= 0x1p62f;
  };
  return Within(A) && Within(B);
}

/// As a share of what is allowed.
double shareOff(const MathFunction &F, float A, float B, float Seen) {
  const std::string Name = F.name;
  const Real Exact = F.reference(A, B, 0);
  const bool IsPower = Name.starts_with("pow");
  if (Name == "divide" && !isOrdinary(A, B))
    return 0;
  // What has no defined result, and what may be taken for 0.
  if (std::isnan(Exact) || std::fpclassify(A) == FP_SUBNORMAL ||
      (IsPower && (!std::isfinite(A) || !std::isfinite(B) ||
                   (A < 0 && std::fabs(B) > 0x1p24f))) ||
      (std::fabs(Exact) < std::numeric_limits<float>::min() && Seen == 0))
    return 0;
  if (std::isnan(Seen))
    return INFINITY;
  const double Limit = allowed(Name, A);
  const double Error = Limit < 1 ? double(std::fabs(Real(Seen) - Exact))
                                 : ulps<float>(Seen, Exact);
  return Error / Limit;
}

class RelaxedMathAccuracy : public MathAccuracy {};

TEST_P(RelaxedMathAccuracy, Float) {
  const MathFunction &F = GetParam();
  const Worst Result = worstOfAll(F, shareOff, "-cl-unsafe-math-optimizations");
  report(F, Result, "of what is allowed");
  EXPECT_LE(Result.error, 1) << describe(F, Result);
}

std::vector<MathFunction> relaxedFunctions() {
  std::vector<MathFunction> Result;
  for (const MathFunction &F : mathFunctions())
    for (const char *Name : {"exp", "exp2", "exp10", "log", "log2", "log10",
                             "pow", "powr", "divide"})
      if (F.name == std::string(Name))
        Result.push_back(F);
  return Result;
}

std::string nameOf(const testing::TestParamInfo<MathFunction> &Info) {
  return Info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Functions, MathAccuracy,
                         testing::ValuesIn(mathFunctions()), nameOf);
INSTANTIATE_TEST_SUITE_P(Functions, RelaxedMathAccuracy,
                         testing::ValuesIn(relaxedFunctions()), nameOf);

} // namespace
