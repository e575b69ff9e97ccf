//===- cbrt.cl - cbrt (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

__attribute__((const)) float ferry_libm_cbrtf(float X) __asm__("cbrtf");
__attribute__((const)) double ferry_libm_cbrt(double X) __asm__("cbrt");

#define CBRT_FLOAT(S, W, N, ...)                                               \
  FERRY_BUILTIN S##W cbrt(S##W X) {                                            \
    float##W Argument = FERRY_CONVERT(N, float##W, X);                         \
    return FERRY_CONVERT(                                                      \
        N, S##W, FERRY_LANES1(N, float##W, ferry_libm_cbrtf, Argument));       \
  }
FERRY_WIDTHS(CBRT_FLOAT, half, )
FERRY_WIDTHS(CBRT_FLOAT, float, )

// libm's is up to 4 ULP off where 2 are allowed: one step of Newton's method,
// its cube computed with the rounding errors. Small numbers are scaled, so that
// the errors do not underflow.
#define CBRT_DOUBLE(S, W, N, ...)                                              \
  FERRY_BUILTIN double##W cbrt(double##W X) {                                  \
    double##W Magnitude = __builtin_elementwise_abs(X);                        \
    long##W Small = Magnitude < (double##W)0x1p-600;                           \
    double##W A = Small ? X * (double##W)0x1p300 : X;                          \
    double##W Root = FERRY_LANES1(N, double##W, ferry_libm_cbrt, A);           \
    double##W Square = Root * Root;                                            \
    double##W SquareError = __builtin_elementwise_fma(Root, Root, -Square);    \
    double##W Excess =                                                         \
        __builtin_elementwise_fma(Square, Root, -A) + SquareError * Root;      \
    double##W Better = Root - Excess / ((double##W)3 * Square);                \
    Better = Small ? Better * (double##W)0x1p-100 : Better;                    \
    Better = Magnitude < (double##W)INFINITY ? Better : Root;                  \
    return Magnitude > (double##W)0 ? Better : Root;                           \
  }
FERRY_WIDTHS(CBRT_DOUBLE, double, )
