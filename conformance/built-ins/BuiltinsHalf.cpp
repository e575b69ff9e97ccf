//===- BuiltinsHalf.cpp - Half precision, native and half_ functions ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The math functions of cl_khr_fp16 in every width within their limits, and
/// the native_ and half_ functions, which owe less.
///
//===----------------------------------------------------------------------===//

#include "Builtins.h"

#include <cmath>

using namespace conformance;

namespace {

/// A function of one argument, with arguments between low and high.
struct Function {
  const char *name;
  double low, high;
  double limit; ///< ULPs of half precision.
  double (*reference)(double);
};

const Function HalfFunctions[] = {
    {"acos", -1, 1, 2, std::acos},
    {"acosh", 1, 1000, 2, std::acosh},
    {"asin", -1, 1, 2, std::asin},
    {"asinh", -100, 100, 2, std::asinh},
    {"atan", -50, 50, 2, std::atan},
    {"atanh", -0.99, 0.99, 2, std::atanh},
    {"cbrt", -1000, 1000, 2, std::cbrt},
    {"ceil", -100, 100, 0, std::ceil},
    {"cos", -30, 30, 2, std::cos},
    {"cosh", -8, 8, 2, std::cosh},
    {"erf", -3, 3, 4, std::erf},
    {"erfc", -2, 3, 4, std::erfc},
    {"exp", -8, 10, 2, std::exp},
    {"exp2", -10, 14, 2, std::exp2},
    {"expm1", -5, 10, 2, std::expm1},
    {"fabs", -100, 100, 0, std::fabs},
    {"floor", -100, 100, 0, std::floor},
    {"log", 0.01, 60000, 2, std::log},
    {"log10", 0.01, 60000, 2, std::log10},
    {"log1p", -0.9, 1000, 2, std::log1p},
    {"log2", 0.01, 60000, 2, std::log2},
    {"rint", -100, 100, 0, std::nearbyint},
    {"round", -100, 100, 0, std::round},
    {"sin", -30, 30, 2, std::sin},
    {"sinh", -8, 8, 2, std::sinh},
    {"sqrt", 0, 60000, 0, std::sqrt},
    {"tan", -1.5, 1.5, 2, std::tan},
    {"tanh", -5, 5, 2, std::tanh},
    {"tgamma", 0.5, 8, 4, std::tgamma},
    {"trunc", -100, 100, 0, std::trunc},
};

/// Numbers from \p Low to \p High that half precision holds exactly.
std::vector<float> halves(double Low, double High) {
  std::vector<float> Values(TableUnit * 10);
  std::mt19937_64 Random = randomSource();
  for (float &Value : Values) {
    // Ten bits of mantissa, none of them at the ends of the interval.
    double X;
    do {
      X = Low + (High - Low) * std::ldexp(double(Random() >> 11), -53);
      int Exponent = std::ilogb(X);
      X = std::ldexp(std::trunc(std::ldexp(X, 10 - Exponent)), Exponent - 10);
    } while (X < Low || X > High || std::fabs(X) < 0x1p-14);
    Value = float(X);
  }
  return Values;
}

TEST(BuiltinsHalf, MathFunctions) {
  if (!hasExtension("cl_khr_fp16")) {
    EXPECT_FALSE(isFerry()) << "Ferry has cl_khr_fp16";
    GTEST_SKIP() << "the device has no cl_khr_fp16";
  }
  for (const Function &F : HalfFunctions) {
    std::vector<float> Values = halves(F.low, F.high);
    Expressions E(
        {"float"}, "float",
        {std::string("convert_floatW(") + F.name + "(convert_halfW(a)))"});
    for (unsigned Width : VectorWidths) {
      std::vector<float> Seen = E.run<float>(Width, Values);
      for (size_t I = 0; I != Values.size(); ++I) {
        double Exact = F.reference(double(Values[I]));
        int Exponent = Exact == 0 ? -14 : std::max(std::ilogb(Exact), -14);
        double Ulps = std::fabs(Seen[I] - Exact) / std::ldexp(1, Exponent - 10);
        if (Ulps <= std::max(F.limit, 0.5))
          continue;
        ADD_FAILURE() << widened("half", Width) << " " << F.name << "("
                      << Values[I] << ") is " << Seen[I] << ", exactly "
                      << Exact << ": " << Ulps << " ULPs, limit " << F.limit;
        break;
      }
    }
  }
}

/// half_ functions are good to 8192 ULPs of single precision; native_ ones to
/// what the implementation defines, which we want no worse.
TEST(BuiltinsHalf, NativeAndHalfFunctions) {
  const Function Roots[] = {
      {"cos", -30, 30, 0, std::cos},      {"exp", -8, 10, 0, std::exp},
      {"exp2", -10, 14, 0, std::exp2},    {"log", 2, 60000, 0, std::log},
      {"log10", 2, 60000, 0, std::log10}, {"log2", 2, 60000, 0, std::log2},
      {"sin", -30, 30, 0, std::sin},      {"sqrt", 0, 60000, 0, std::sqrt},
      {"tan", -1.5, 1.5, 0, std::tan}};
  for (const Function &F : Roots) {
    std::vector<float> Values = halves(F.low, F.high);
    std::string Name = F.name;
    Expressions E({"float"}, "float",
                  {"native_" + Name + "(a)", "half_" + Name + "(a)"});
    for (unsigned Width : VectorWidths) {
      std::vector<float> Seen = E.run<float>(Width, Values);
      for (size_t I = 0; I != Seen.size(); ++I) {
        double Exact = F.reference(double(Values[I % Values.size()]));
        // Near a zero of sin or cos the error counts against 1.
        double Scale = std::max(std::fabs(Exact), 1.0);
        ASSERT_NEAR(Seen[I], Exact, Scale * 8192 * 0x1p-23)
            << Name << "(" << Values[I % Values.size()] << "), width " << Width;
      }
    }
  }
  std::vector<float> Values = halves(1, 20);
  Expressions E({"float"}, "float",
                {"native_recip(a) * a", "half_recip(a) * a",
                 "native_divide(a, a)", "half_divide(a, a)",
                 "native_rsqrt(a) * native_rsqrt(a) * a",
                 "half_rsqrt(a) * half_rsqrt(a) * a",
                 "native_powr(a, a) / half_powr(a, a)",
                 "native_exp10(log10(a)) / a", "half_exp10(log10(a)) / a"});
  for (unsigned Width : VectorWidths)
    for (float One : E.run<float>(Width, Values))
      ASSERT_NEAR(One, 1.0f, 0.01f) << Width;
}

} // namespace
