//===- fraction.cl - fract, modf (OpenCL C 6.15.2) ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define float_BELOW_ONE 0x1.fffffep-1f
#define double_BELOW_ONE 0x1.fffffffffffffp-1
#define half_BELOW_ONE 0x1.ffcp-1f

// fract of -0 is -0, of an infinity a zero of its sign (7.5.1); the difference
// from a floor that is an infinity would be a NaN.
#define FRACTION(S, W, N, C)                                                   \
  FERRY_HELPER C##W fraction(S##W X, C##W *Whole) {                            \
    C##W A = FERRY_CONVERT(N, C##W, X);                                        \
    C##W Floor = __builtin_elementwise_floor(A);                               \
    C##W Below = (C##W)S##_BELOW_ONE;                                          \
    C##W Difference = A - Floor;                                               \
    Difference = Difference > Below ? Below : Difference;                      \
    C##W Zero = __builtin_elementwise_copysign((C##W)0, A);                    \
    *Whole = Floor;                                                            \
    return A == Floor ? Zero : Difference;                                     \
  }                                                                            \
  FERRY_HELPER C##W parts(S##W X, C##W *Whole) {                               \
    C##W A = FERRY_CONVERT(N, C##W, X);                                        \
    C##W Truncated = __builtin_elementwise_trunc(A);                           \
    C##W Zero = __builtin_elementwise_copysign((C##W)0, A);                    \
    C##W Rest = __builtin_elementwise_copysign(A - Truncated, A);              \
    *Whole = Truncated;                                                        \
    return A == Truncated ? Zero : Rest;                                       \
  }                                                                            \
  FERRY_SPACES(STORING, S, W, N, C)
#define STORING(SPACE, S, W, N, C)                                             \
  FERRY_BUILTIN S##W fract(S##W X, SPACE S##W *Whole) {                        \
    C##W Floor;                                                                \
    C##W Result = fraction(X, &Floor);                                         \
    *Whole = FERRY_CONVERT(N, S##W, Floor);                                    \
    return FERRY_CONVERT(N, S##W, Result);                                     \
  }                                                                            \
  FERRY_BUILTIN S##W modf(S##W X, SPACE S##W *Whole) {                         \
    C##W Truncated;                                                            \
    C##W Result = parts(X, &Truncated);                                        \
    *Whole = FERRY_CONVERT(N, S##W, Truncated);                                \
    return FERRY_CONVERT(N, S##W, Result);                                     \
  }

FERRY_WIDTHS(FRACTION, half, float)
FERRY_WIDTHS(FRACTION, float, float)
FERRY_WIDTHS(FRACTION, double, double)
