//===- lgamma-r.cl - lgamma_r (OpenCL C 6.15.2) -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/gamma.h"

#define FLOAT(S, W, N, ...)                                                    \
  /* The sign of gamma(X): it alternates from pole to pole. */                 \
  FERRY_HELPER int##W gammaSign(float##W X) {                                  \
    float##W Floor = __builtin_elementwise_floor(X), Half = Floor * 0.5f;      \
    int##W Odd = __builtin_elementwise_trunc(Half) != Half;                    \
    int##W Negative = (X < 0) & Odd & (Floor != X);                            \
    Negative |= FERRY_BITS(int##W, X) == (int)0x80000000;                      \
    return Negative ? (int##W) - 1 : (int##W)1;                                \
  }
FERRY_WIDTHS(FLOAT, float, )

#define SMALL(S, W, N, ...) FERRY_SPACES(STORING, S, W, N)
#define STORING(SPACE, S, W, N)                                                \
  FERRY_BUILTIN S##W lgamma_r(S##W X, SPACE int##W *Sign) {                    \
    float##W A = FERRY_CONVERT(N, float##W, X);                                \
    *Sign = gammaSign(A);                                                      \
    return FERRY_CONVERT(N, S##W, ferry_lgamma(A));                            \
  }
FERRY_WIDTHS(SMALL, half, )
FERRY_WIDTHS(SMALL, float, )

double ferry_libm_lgamma_r(double X, __private int *Sign) __asm__("lgamma_r");

#define DOUBLE(S, W, N, ...) FERRY_SPACES(STORING_DOUBLE, W, N)
#define STORING_DOUBLE(SPACE, W, N)                                            \
  FERRY_BUILTIN double##W lgamma_r(double##W X, SPACE int##W *Sign) {          \
    double##W Result;                                                          \
    __private int##W Signs;                                                    \
    for (int Lane = 0; Lane != N; ++Lane)                                      \
      ((double *)&Result)[Lane] = ferry_libm_lgamma_r(                         \
          ((double *)&X)[Lane], (__private int *)&Signs + Lane);               \
    *Sign = Signs;                                                             \
    return Result;                                                             \
  }
FERRY_WIDTHS(DOUBLE, double, )
