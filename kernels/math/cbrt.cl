//===- cbrt.cl - cbrt (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/float.h"

__attribute__((const)) double ferry_libm_cbrt(double X) __asm__("cbrt");

// A third of the bits, as a number, is nearly the logarithm of the root: a
// first guess to 2^-5. A step of Halley's method makes it 2^-15, one of
// Newton's completes it. Scaled, so that nothing over- or underflows.
#define CBRT(S, W, N, ...)                                                     \
  FERRY_HELPER float##W ferry_cbrt(float##W X) {                               \
    float##W Magnitude = __builtin_elementwise_abs(X);                         \
    int##W Below = Magnitude < 1.0f;                                           \
    float##W A = Magnitude * (Below ? (float##W)0x1p24f : (float##W)0x1p-24f); \
    float##W Third =                                                           \
        FERRY_CONVERT(N, float##W, FERRY_BITS(int##W, A)) * 0x1.555556p-2f;    \
    int##W Guess = FERRY_CONVERT(N, int##W, Third) + 0x2a510800;               \
    float##W Root = FERRY_BITS(float##W, Guess);                               \
    float##W Cube = Root * Root * Root;                                        \
    Root = Root * ((Cube + 2.0f * A) / (2.0f * Cube + A));                     \
    float##W Square = Root * Root;                                             \
    Root = Root - (Square * Root - A) / (3.0f * Square);                       \
    Root *= Below ? (float##W)0x1p-8f : (float##W)0x1p8f;                      \
    int##W Ordinary = (Magnitude > 0.0f) & (Magnitude < INFINITY);             \
    return Ordinary ? __builtin_elementwise_copysign(Root, X) : X;             \
  }
FERRY_WIDTHS(CBRT, float, )

#define CBRT_FLOAT(S, W, N, ...)                                               \
  FERRY_BUILTIN S##W cbrt(S##W X) {                                            \
    return FERRY_CONVERT(N, S##W, ferry_cbrt(FERRY_CONVERT(N, float##W, X)));  \
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
