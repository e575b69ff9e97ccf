//===- powr.cl - powr (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// exp2(y log2(x)): where pow knows better than that, a NaN (7.5.1).
#define POWR(S, W, N, C, I)                                                    \
  FERRY_BUILTIN S##W powr(S##W X, S##W Y) {                                    \
    C##W A = FERRY_CONVERT(N, C##W, X), B = FERRY_CONVERT(N, C##W, Y);         \
    C##W Infinite = (C##W)INFINITY;                                            \
    C##W Result = __builtin_elementwise_pow(__builtin_elementwise_abs(A), B);  \
    I##W Ends = (A == (C##W)0) | (A == Infinite);                              \
    I##W Undefined =                                                           \
        (A < (C##W)0) | (A != A) | (B != B) | ((B == (C##W)0) & Ends) |        \
        ((A == (C##W)1) & (__builtin_elementwise_abs(B) == Infinite));         \
    return FERRY_CONVERT(N, S##W, Undefined ? (C##W)NAN : Result);             \
  }
FERRY_WIDTHS(POWR, half, float, int)
FERRY_WIDTHS(POWR, float, float, int)
FERRY_WIDTHS(POWR, double, double, long)

// It has the same domain.
#define HALF_POWR(S, W, N, ...)                                                \
  FERRY_BUILTIN S##W half_powr(S##W X, S##W Y) { return powr(X, Y); }
FERRY_WIDTHS(HALF_POWR, float, )
