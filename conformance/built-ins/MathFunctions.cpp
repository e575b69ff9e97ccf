//===- MathFunctions.cpp - The math functions and their limits ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"

using namespace conformance;

namespace {

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
  MathFunction {                                                               \
    #Name, #Name "(a)", 1, Limit, Limit,                                       \
        [](Real A, Real, Real) -> Real { return Value; }                       \
  }
#define TWO(Name, Limit, Value)                                                \
  MathFunction {                                                               \
    #Name, #Name "(a, b)", 2, Limit, Limit,                                    \
        [](Real A, Real B, Real) -> Real { return Value; }                     \
  }

const std::vector<MathFunction> Functions = {
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
    // The specification gives no limit.
    ONE(lgamma, 16, std::lgamma(A)),
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

} // namespace

const std::vector<MathFunction> &conformance::mathFunctions() {
  return Functions;
}
