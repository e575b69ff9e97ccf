//===- hypot.cl - hypot (OpenCL C 6.15.2) -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

__attribute__((const)) double ferry_libm_hypot(double X,
                                               double Y) __asm__("hypot");

// In a wider type no square overflows or underflows. An infinity wins over a
// NaN.
#define HYPOT(S, W, N, WIDE)                                                   \
  FERRY_BUILTIN S##W hypot(S##W X, S##W Y) {                                   \
    WIDE##W A = FERRY_CONVERT(N, WIDE##W, X);                                  \
    WIDE##W B = FERRY_CONVERT(N, WIDE##W, Y);                                  \
    WIDE##W Result = __builtin_elementwise_sqrt(A * A + B * B);                \
    WIDE##W Infinite = (WIDE##W)INFINITY;                                      \
    Result = __builtin_elementwise_abs(A) == Infinite ? Infinite : Result;     \
    Result = __builtin_elementwise_abs(B) == Infinite ? Infinite : Result;     \
    return FERRY_CONVERT(N, S##W, Result);                                     \
  }
FERRY_WIDTHS(HYPOT, half, float)
FERRY_WIDTHS(HYPOT, float, double)

#define HYPOT_DOUBLE(S, W, N, ...)                                             \
  FERRY_BUILTIN double##W hypot(double##W X, double##W Y) {                    \
    return FERRY_LANES2(N, double##W, ferry_libm_hypot, X, Y);                 \
  }
FERRY_WIDTHS(HYPOT_DOUBLE, double, )
