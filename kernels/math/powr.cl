//===- powr.cl - powr (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/power.h"

// exp2(y log2(x)): where pow knows better than that, a NaN (7.5.1).
#define POWR_DOUBLE(S, W, N, ...)                                              \
  FERRY_BUILTIN double##W powr(double##W X, double##W Y) {                     \
    double##W Infinite = (double##W)INFINITY;                                  \
    double##W Result = ferry_pow(__builtin_elementwise_abs(X), Y);             \
    long##W Ends = (X == (double##W)0) | (X == Infinite);                      \
    long##W Undefined =                                                        \
        (X < (double##W)0) | (X != X) | (Y != Y) |                             \
        ((Y == (double##W)0) & Ends) |                                         \
        ((X == (double##W)1) & (__builtin_elementwise_abs(Y) == Infinite));    \
    return Undefined ? (double##W)NAN : Result;                                \
  }
FERRY_WIDTHS(POWR_DOUBLE, double, )

#define POWR(S, W, N, NAME)                                                    \
  FERRY_BUILTIN S##W NAME(S##W X, S##W Y) {                                    \
    return FERRY_CONVERT(N, S##W,                                              \
                         ferry_powr(FERRY_CONVERT(N, float##W, X),             \
                                    FERRY_CONVERT(N, float##W, Y)));           \
  }
FERRY_WIDTHS(POWR, half, powr)
FERRY_WIDTHS(POWR, float, powr)
FERRY_WIDTHS(POWR, float, half_powr)

// Less work, and an error that grows with the exponent.
#define NATIVE_POWR(S, W, N, ...)                                              \
  FERRY_BUILTIN float##W native_powr(float##W X, float##W Y) {                 \
    return ferry_exp2(Y * ferry_log2(X));                                      \
  }
FERRY_WIDTHS(NATIVE_POWR, float, )
