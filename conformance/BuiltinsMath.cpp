//===- BuiltinsMath.cpp - Math functions against libm ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The math functions, scalar and in every vector width, within the limits of
/// the full profile ("Relative Error as ULPs"). Single precision is held
/// against double, double against the x87's extended precision.
///
//===----------------------------------------------------------------------===//

#include "Builtins.h"

#include <cmath>

using namespace conformance;

namespace {

using Real = long double;

/// One function of up to three arguments. The limit is in ULPs; 0 asks for the
/// correctly rounded result.
struct MathFunction {
  const char *name;
  const char *expression; ///< In a, b, c.
  unsigned arguments;
  double floatLimit, doubleLimit;
  Real (*reference)(Real, Real, Real);
};

constexpr Real Pi = 3.14159265358979323846264338327950288L;

/// sin(pi x) without the error of a rounded pi x near its zeros.
Real sinOfPi(Real X) {
  if (std::isinf(X))
    return NAN;
  Real R = std::remainder(X, 2.0L);
  Real Sign = std::copysign(1.0L, X);
  if (R == 0.0L || std::fabs(R) == 1.0L)
    return std::copysign(0.0L, Sign);
  if (std::fabs(R) > 0.75L)
    return std::sin(Pi * (std::copysign(1.0L, R) - R));
  if (std::fabs(R) > 0.25L)
    return std::copysign(std::cos(Pi * (std::fabs(R) - 0.5L)), R);
  return std::sin(Pi * R);
}
Real cosOfPi(Real X) {
  if (std::isinf(X))
    return NAN;
  Real R = std::fabs(std::remainder(X, 2.0L));
  if (R < 0.25L)
    return std::cos(Pi * R);
  if (R > 0.75L)
    return -std::cos(Pi * (1.0L - R));
  return R == 0.5L ? 0.0L : std::sin(Pi * (0.5L - R));
}
Real tanOfPi(Real X) { return sinOfPi(X) / cosOfPi(X); }

#define ONE(Name, Limit, Value)                                                \
  {#Name, #Name "(a)", 1,                                                      \
   Limit, Limit,       [](Real A, Real, Real) -> Real {       \
     return Value; }}
#define TWO(Name, Limit, Value)                                                \
  {#Name, #Name "(a, b)", 2,                                                   \
   Limit, Limit,          [](Real A, Real B, Real) -> Real {  \
     return Value; }}

const MathFunction Functions[] = {
    ONE(acos, 4, std::acos(A)),
    ONE(acosh, 4, std::acosh(A)),
    ONE(acospi, 5, std::acos(A) / Pi),
    ONE(asin, 4, std::asin(A)),
    ONE(asinh, 4, std::asinh(A)),
    ONE(asinpi, 5, std::asin(A) / Pi),
    ONE(atan, 5, std::atan(A)),
    ONE(atanh, 5, std::atanh(A)),
    ONE(atanpi, 5, std::atan(A) / Pi),
    TWO(atan2, 6, std::atan2(A, B)),
    TWO(atan2pi, 6, std::atan2(A, B) / Pi),
    ONE(cbrt, 2, std::cbrt(A)),
    ONE(ceil, 0, std::ceil(A)),
    TWO(copysign, 0, std::copysign(A, B)),
    ONE(cos, 4, std::cos(A)),
    ONE(cosh, 4, std::cosh(A)),
    ONE(cospi, 4, cosOfPi(A)),
    ONE(erf, 16, std::erf(A)),
    ONE(erfc, 16, std::erfc(A)),
    ONE(exp, 3, std::exp(A)),
    ONE(exp2, 3, std::exp2(A)),
    ONE(exp10, 3, std::pow(10.0L, A)),
    ONE(expm1, 3, std::expm1(A)),
    ONE(fabs, 0, std::fabs(A)),
    TWO(fdim, 0, std::fdim(A, B)),
    ONE(floor, 0, std::floor(A)),
    TWO(fmax, 0, std::fmax(A, B)),
    TWO(fmin, 0, std::fmin(A, B)),
    TWO(fmod, 0, std::fmod(A, B)),
    TWO(hypot, 4, std::hypot(A, B)),
    ONE(log, 3, std::log(A)),
    ONE(log2, 3, std::log2(A)),
    ONE(log10, 3, std::log10(A)),
    ONE(log1p, 2, std::log1p(A)),
    ONE(logb, 0, std::logb(A)),
    TWO(maxmag, 0,
        std::fabs(A) > std::fabs(B)   ? A
        : std::fabs(B) > std::fabs(A) ? B
                                      : std::fmax(A, B)),
    TWO(minmag, 0,
        std::fabs(A) < std::fabs(B)   ? A
        : std::fabs(B) < std::fabs(A) ? B
                                      : std::fmin(A, B)),
    TWO(pow, 16, std::pow(A, B)),
    // powr is NaN for a negative base, and for 0^0, inf^0 and 1^inf.
    TWO(powr, 16,
        A < 0 || (A == 0 && B == 0) || (std::isinf(A) && B == 0) ||
                (A == 1 && std::isinf(B)) || std::isnan(A) || std::isnan(B)
            ? NAN
            : std::pow(std::fabs(A), B)),
    TWO(remainder, 0, std::remainder(A, B)),
    ONE(rint, 0, std::nearbyint(A)),
    ONE(round, 0, std::round(A)),
    ONE(rsqrt, 2, 1.0L / std::sqrt(A)),
    ONE(sin, 4, std::sin(A)),
    ONE(sinh, 4, std::sinh(A)),
    ONE(sinpi, 4, sinOfPi(A)),
    {"sqrt", "sqrt(a)", 1, 3, 0,
     [](Real A, Real, Real) -> Real { return std::sqrt(A); }},
    ONE(tan, 5, std::tan(A)),
    ONE(tanh, 5, std::tanh(A)),
    ONE(tanpi, 6, tanOfPi(A)),
    ONE(tgamma, 16, std::tgamma(A)),
    ONE(trunc, 0, std::trunc(A)),
    ONE(degrees, 2, A * (180.0L / Pi)),
    ONE(radians, 2, A *(Pi / 180.0L)),
    ONE(sign, 0,
        std::isnan(A) ? 0.0L
        : A == 0      ? A
                      : std::copysign(1.0L, A)),
    {"divide", "a / b", 2, 2.5, 0,
     [](Real A, Real B, Real) -> Real { return A / B; }},
    {"add", "a + b", 2, 0, 0,
     [](Real A, Real B, Real) -> Real { return A + B; }},
    {"multiply", "a * b", 2, 0, 0,
     [](Real A, Real B, Real) -> Real { return A * B; }},
};

/// Values of interest, then random bits, then random numbers of ordinary size.
template <class T> std::vector<T> tableOf(size_t Length, unsigned Stream) {
  using Limits = std::numeric_limits<T>;
  using Bits = std::conditional_t<sizeof(T) == 4, cl_uint, cl_ulong>;
  const std::vector<T> Special = {T(0.0),
                                  T(-0.0),
                                  T(1.0),
                                  T(-1.0),
                                  T(0.5),
                                  T(-0.5),
                                  T(1.5),
                                  T(2.0),
                                  T(-2.5),
                                  T(3.0),
                                  T(10.0),
                                  T(100.25),
                                  T(-7.0),
                                  T(0.75),
                                  T(1e-5),
                                  T(88.0),
                                  Limits::max(),
                                  Limits::lowest(),
                                  Limits::min(),
                                  Limits::denorm_min(),
                                  Limits::infinity(),
                                  -Limits::infinity(),
                                  Limits::quiet_NaN(),
                                  Limits::epsilon()};
  std::mt19937_64 Random = randomSource();
  Random.discard(Stream * 100000u);
  std::vector<T> Values(Length);
  for (size_t I = 0; I != Length; ++I) {
    size_t N = Special.size();
    if (I < N * N) {
      // Every pair of two streams.
      Values[I] = Special[Stream == 0 ? I % N : I / N % N];
    } else if (I % 2) {
      Bits Pattern = Bits(Random());
      std::memcpy(&Values[I], &Pattern, sizeof(T));
    } else
      Values[I] = T(std::ldexp(double(Random() >> 11), -53) * 40.0 - 20.0);
  }
  return Values;
}

/// Error of \p Seen in ULPs of T; 0 if both are the same kind of special.
template <class T> double ulps(T Seen, Real Exact) {
  T Rounded = T(Exact);
  if (std::isnan(Exact))
    return std::isnan(Seen) ? 0 : INFINITY;
  if (Seen == Rounded)
    return 0;
  if (std::isnan(Seen) || std::isinf(Exact))
    return INFINITY;
  using Limits = std::numeric_limits<T>;
  int Exponent = Exact == 0
                     ? Limits::min_exponent - 1
                     : std::max(std::ilogb(Exact), Limits::min_exponent - 1);
  Real Ulp = std::ldexp(1.0L, Exponent - (Limits::digits - 1));
  if (std::isinf(Seen)) {
    // As far off as the next number past the largest would be.
    Real Next = std::copysign(std::ldexp(1.0L, Limits::max_exponent), Seen);
    return double(std::fabs((Next - Exact) / Ulp));
  }
  return double(std::fabs((Real(Seen) - Exact) / Ulp));
}

template <class T> void expectWithin(const MathFunction &F, double Limit) {
  constexpr size_t Length = TableUnit * 100;
  std::vector<T> A = tableOf<T>(Length, 0), B = tableOf<T>(Length, 1);
  Expressions E(F.arguments == 1
                    ? std::vector<std::string>{clName<T>()}
                    : std::vector<std::string>{clName<T>(), clName<T>()},
                clName<T>(), {F.expression});
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen =
        F.arguments == 1 ? E.run<T>(Width, A) : E.run<T>(Width, A, B);
    for (size_t I = 0; I != Length; ++I) {
      Real Exact = F.reference(A[I], B[I], 0);
      double Error = ulps<T>(Seen[I], Exact);
      // Correctly rounded means within half a ULP of the exact result.
      if (Error <= std::max(Limit, 0.5))
        continue;
      ADD_FAILURE() << widened(clName<T>(), Width) << " " << F.name << "("
                    << std::hexfloat << A[I]
                    << (F.arguments == 2 ? ", " + std::to_string(B[I]) : "")
                    << ") is " << Seen[I] << ", exactly " << Exact << ": "
                    << std::defaultfloat << Error << " ULPs, limit " << Limit;
      return;
    }
  }
}

class BuiltinsMath : public testing::TestWithParam<MathFunction> {};

TEST_P(BuiltinsMath, Float) {
  expectWithin<float>(GetParam(), GetParam().floatLimit);
}
TEST_P(BuiltinsMath, Double) {
  expectWithin<double>(GetParam(), GetParam().doubleLimit);
}

INSTANTIATE_TEST_SUITE_P(Functions, BuiltinsMath, testing::ValuesIn(Functions),
                         [](const testing::TestParamInfo<MathFunction> &Info) {
                           return std::string(Info.param.name);
                         });

/// fma is one rounding of the exact sum, which extended precision does not
/// hold for doubles: those are held against libm's.
template <class T> void expectFma() {
  constexpr size_t Length = TableUnit * 100;
  std::vector<T> A = tableOf<T>(Length, 0), B = tableOf<T>(Length, 1),
                 C = tableOf<T>(Length, 2);
  for (size_t I = 0; I < Length; I += 3)
    C[I] = -A[I] * B[I];
  Expressions E({clName<T>(), clName<T>(), clName<T>()}, clName<T>(),
                {"fma(a, b, c)"});
  for (unsigned Width : VectorWidths) {
    std::vector<T> Seen = E.run<T>(Width, A, B, C);
    for (size_t I = 0; I != Length; ++I) {
      T Exact = std::fma(A[I], B[I], C[I]);
      ASSERT_TRUE(Seen[I] == Exact ||
                  (std::isnan(Seen[I]) && std::isnan(Exact)))
          << Width << ": fma(" << A[I] << ", " << B[I] << ", " << C[I]
          << ") is " << Seen[I] << ", not " << Exact;
    }
  }
}
TEST(BuiltinsMathExact, FmaFloat) { expectFma<float>(); }
TEST(BuiltinsMathExact, FmaDouble) { expectFma<double>(); }

/// Functions with an integer argument or result, exactly.
template <class T> void expectIntegerArguments() {
  constexpr size_t Length = TableUnit * 40;
  std::vector<T> A = tableOf<T>(Length, 0);
  std::vector<int> N(Length);
  std::mt19937_64 Random = randomSource();
  for (int &Value : N)
    Value = int(Random() % 301) - 150;
  std::string Name = clName<T>();
  Expressions Ldexp({Name, "int"}, Name, {"ldexp(a, b)"});
  Expressions Ilogb({Name}, "int", {"ilogb(a)"});
  Expressions Pown({Name, "int"}, Name, {"pown(a, b)", "rootn(a, b)"});
  for (unsigned Width : VectorWidths) {
    std::vector<T> Scaled = Ldexp.run<T>(Width, A, N);
    std::vector<int> Exponents = Ilogb.run<int>(Width, A);
    std::vector<T> Powers = Pown.run<T>(Width, A, N);
    for (size_t I = 0; I != Length; ++I) {
      T Exact = std::ldexp(A[I], N[I]);
      ASSERT_TRUE(Scaled[I] == Exact || std::isnan(A[I]))
          << "ldexp(" << A[I] << ", " << N[I] << ") is " << Scaled[I];
      if (std::isfinite(A[I]) && A[I] != 0) {
        ASSERT_EQ(Exponents[I], std::ilogb(A[I])) << A[I];
      }
      Real Power = std::pow(Real(A[I]), Real(N[I]));
      ASSERT_LE(ulps<T>(Powers[I], Power), 16)
          << "pown(" << A[I] << ", " << N[I] << ") is " << Powers[I];
      Real Magnitude = std::pow(std::fabs(Real(A[I])), 1.0L / N[I]);
      if (N[I] == 0 || std::isnan(A[I]) || (A[I] < 0 && N[I] % 2 == 0))
        Magnitude = NAN;
      T Root = Powers[Length + I];
      ASSERT_LE(ulps<T>(std::fabs(Root), Magnitude), 16)
          << "rootn(" << A[I] << ", " << N[I] << ") is " << Root;
    }
  }
}
TEST(BuiltinsMathExact, IntegerArgumentsFloat) {
  expectIntegerArguments<float>();
}
TEST(BuiltinsMathExact, IntegerArgumentsDouble) {
  expectIntegerArguments<double>();
}

/// Functions that store through a pointer, into private, local and global
/// memory.
TEST(BuiltinsMathExact, PointerResults) {
  const std::string Source = R"(
    __kernel void f(__global float *out, __global int *ints, float x, float y,
                    __local float *l, __local int *k) {
      float p, *q = &p;
      int e;
      out[0] = fract(x, q); out[1] = p;
      out[2] = modf(x, l); out[3] = *l;
      out[4] = frexp(x, &e); ints[0] = e;
      out[5] = frexp(x, k); ints[1] = *k;
      out[6] = remquo(x, y, ints + 2);
      out[7] = sincos(x, out + 8);
      out[9] = lgamma_r(x, ints + 3);
      float4 v = (float4)(x, -x, x + 0.25f, 0.5f), w;
      int4 i;
      vstore4(modf(v, &w), 0, out + 10); vstore4(w, 0, out + 14);
      vstore4(frexp(v, &i), 0, out + 18); vstore4(i, 0, ints + 4);
    })";
  Kernel K = buildKernel(Source, "f");
  Buffer Out = makeBuffer(22 * sizeof(float)),
         Ints = makeBuffer(8 * sizeof(int));
  for (float X : {2.75f, -7.5f, 0.125f, 100.0f}) {
    constexpr float Y = 1.5f;
    setArgs(K, Out, Ints, X, Y, Local{4}, Local{4});
    launch(K, {{1}, {1}, {}});
    std::vector<float> Seen = download<float>(Out, 22);
    std::vector<int> I = download<int>(Ints, 8);
    float Whole;
    int Exponent;
    float Part = std::modf(X, &Whole);
    EXPECT_EQ(Seen[0], std::min(X - std::floor(X), 0x1.fffffep-1f));
    EXPECT_EQ(Seen[1], std::floor(X));
    EXPECT_EQ(Seen[2], Part);
    EXPECT_EQ(Seen[3], Whole);
    float Mantissa = std::frexp(X, &Exponent);
    EXPECT_EQ(Seen[4], Mantissa);
    EXPECT_EQ(Seen[5], Mantissa);
    EXPECT_EQ(I[0], Exponent);
    EXPECT_EQ(I[1], Exponent);
    EXPECT_EQ(Seen[6], std::remainder(X, Y));
    // At least the lower seven bits of the quotient.
    EXPECT_EQ(I[2] % 128, int(std::nearbyint(X / Y)) % 128);
    EXPECT_NEAR(Seen[7], std::sin(X), 1e-6);
    EXPECT_NEAR(Seen[8], std::cos(X), 1e-6);
    int Sign;
    EXPECT_NEAR(Seen[9], lgammaf_r(X, &Sign), 1e-3);
    EXPECT_EQ(I[3], Sign);
    const float Lanes[4] = {X, -X, X + 0.25f, 0.5f};
    for (size_t L = 0; L != 4; ++L) {
      EXPECT_EQ(Seen[10 + L], std::modf(Lanes[L], &Whole));
      EXPECT_EQ(Seen[14 + L], Whole);
      EXPECT_EQ(Seen[18 + L], std::frexp(Lanes[L], &Exponent));
      EXPECT_EQ(I[4 + L], Exponent);
    }
  }
}

} // namespace
