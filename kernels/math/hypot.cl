//===- hypot.cl - hypot (OpenCL C 6.15.2) -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

__attribute__((const)) double ferry_libm_hypot(double X,
                                               double Y) __asm__("hypot");

// An infinity wins over a NaN.

// In a wider type no square overflows or underflows.
#define HYPOT_HALF(S, W, N, ...)                                               \
  FERRY_BUILTIN half##W hypot(half##W X, half##W Y) {                          \
    float##W A = FERRY_CONVERT(N, float##W, X);                                \
    float##W B = FERRY_CONVERT(N, float##W, Y);                                \
    float##W Result = __builtin_elementwise_sqrt(A * A + B * B);               \
    float##W Infinite = (float##W)INFINITY;                                    \
    Result = __builtin_elementwise_abs(A) == Infinite ? Infinite : Result;     \
    Result = __builtin_elementwise_abs(B) == Infinite ? Infinite : Result;     \
    return FERRY_CONVERT(N, half##W, Result);                                  \
  }
FERRY_WIDTHS(HYPOT_HALF, half, )

// The power of two below the larger number brings both next to 1.
#define HYPOT_FLOAT(S, W, N, ...)                                              \
  FERRY_BUILTIN float##W hypot(float##W X, float##W Y) {                       \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W B = __builtin_elementwise_abs(Y), Larger = A > B ? A : B;         \
    Larger = Larger < 0x1p-126f ? 0x1p-126f : Larger;                          \
    Larger = Larger > 0x1p125f ? 0x1p125f : Larger;                            \
    int##W Power = FERRY_BITS(int##W, Larger) & 0x7f800000;                    \
    int##W Inverse = 0x7f000000 - Power;                                       \
    float##W U = A * FERRY_BITS(float##W, Inverse);                            \
    float##W V = B * FERRY_BITS(float##W, Inverse);                            \
    float##W Result = __builtin_elementwise_sqrt(U * U + V * V);               \
    Result *= FERRY_BITS(float##W, Power);                                     \
    int##W Infinite = (A == INFINITY) | (B == INFINITY);                       \
    return Infinite ? INFINITY : Result;                                       \
  }
FERRY_WIDTHS(HYPOT_FLOAT, float, )

#define HYPOT_DOUBLE(S, W, N, ...)                                             \
  FERRY_BUILTIN double##W hypot(double##W X, double##W Y) {                    \
    return FERRY_LANES2(N, double##W, ferry_libm_hypot, X, Y);                 \
  }
FERRY_WIDTHS(HYPOT_DOUBLE, double, )
