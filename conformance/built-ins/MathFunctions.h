//===- MathFunctions.h - The math functions and their limits ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The math functions with the error that the full profile allows ("Relative
/// Error as ULPs"). Single precision is held against extended precision, which
/// has 40 bits more; double against the same, which has 11 more.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_MATHFUNCTIONS_H
#define FERRY_CONFORMANCE_MATHFUNCTIONS_H

#include <cmath>
#include <limits>
#include <vector>

namespace conformance {

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

const std::vector<MathFunction> &mathFunctions();

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

} // namespace conformance

#endif // FERRY_CONFORMANCE_MATHFUNCTIONS_H
