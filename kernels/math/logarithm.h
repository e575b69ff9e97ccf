//===- logarithm.h - log, log1p, log2, log10 ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// x = 2^k m, 2/3 <= m < 4/3, f = m - 1:
///   log x = k log 2 + f - f^2/2 + f^3 P(f)
/// with a minimax polynomial P; to the other bases with the constants in two
/// parts.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_LOGARITHM_H
#define FERRY_KERNELS_MATH_LOGARITHM_H

#include "math/float.h"

__attribute__((const)) double ferry_libm_log1p(double X) __asm__("log1p");

/// The bits of 2/3.
#define FERRY_TWO_THIRDS 0x3f2aaaabu

#define FERRY_LOGARITHM(S, W, N, ...)                                          \
  /* m, from the number with the bits Least to twice that; and k, or what a */ \
  /* logarithm of X that is not finite has in its place: infinity, NaN. */     \
  FERRY_HELPER float##W ferry_log_parts(float##W X, uint Least,                \
                                        float##W *Exponent) {                  \
    int##W Small = X < 0x1p-126f;                                              \
    float##W A = Small ? X * 0x1p24f : X;                                      \
    uint##W Bits = FERRY_BITS(uint##W, A);                                     \
    uint##W Above = Bits - Least;                                              \
    uint##W Mantissa = Bits - (Above & 0xff800000u);                           \
    float##W K = FERRY_CONVERT(N, float##W, FERRY_BITS(int##W, Above) >> 23);  \
    K = Small ? K - 24.0f : K;                                                 \
    K = X < INFINITY ? K : X;                                                  \
    float##W Special = X == 0.0f ? -INFINITY : NAN;                            \
    *Exponent = X <= 0.0f ? Special : K;                                       \
    return FERRY_BITS(float##W, Mantissa);                                     \
  }                                                                            \
  /* (log(1 + F) - F) / F^2, so that the logarithm is right to 2^-27.7. */     \
  FERRY_HELPER float##W ferry_log_tail(float##W F) {                           \
    float##W P = F * -0x1.080caap-3f + 0x1.1e73b8p-3f;                         \
    P = P * F - 0x1.f30e34p-4f;                                                \
    P = P * F + 0x1.1ed422p-3f;                                                \
    P = P * F - 0x1.559de4p-3f;                                                \
    P = P * F + 0x1.99d05ep-3f;                                                \
    P = P * F - 0x1.fffefp-3f;                                                 \
    P = P * F + 0x1.555506p-2f;                                                \
    return P * F - 0.5f;                                                       \
  }                                                                            \
  FERRY_HELPER float##W ferry_log(float##W X) {                                \
    float##W K, M = ferry_log_parts(X, FERRY_TWO_THIRDS, &K);                  \
    float##W F = M - 1.0f;                                                     \
    return K * 0x1.62e43p-1f + (F * F * ferry_log_tail(F) + F);                \
  }                                                                            \
  FERRY_HELPER float##W ferry_log2(float##W X) {                               \
    float##W K, M = ferry_log_parts(X, FERRY_TWO_THIRDS, &K);                  \
    float##W F = M - 1.0f;                                                     \
    float##W Rest = F * F * ferry_log_tail(F);                                 \
    float##W Low = F * 0x1.4ae0cp-26f + Rest * 0x1.715476p0f;                  \
    return K + (F * 0x1.715476p0f + Low);                                      \
  }                                                                            \
  FERRY_HELPER float##W ferry_log10(float##W X) {                              \
    float##W K, M = ferry_log_parts(X, FERRY_TWO_THIRDS, &K);                  \
    float##W F = M - 1.0f;                                                     \
    float##W Rest = F * F * ferry_log_tail(F);                                 \
    float##W Low = F * -0x1.5b235ep-27f + Rest * 0x1.bcb7b2p-2f;               \
    Low += K * 0x1.3509f8p-18f;                                                \
    return K * 0x1.344p-2f + (F * 0x1.bcb7b2p-2f + Low);                       \
  }                                                                            \
  /* u = 1 + x is rounded: what it lost, scaled by 2^-k, belongs to f. */      \
  FERRY_HELPER float##W ferry_log1p(float##W X) {                              \
    float##W U = 1.0f + X;                                                     \
    float##W Lost = X - (U - 1.0f);                                            \
    float##W K, M = ferry_log_parts(U, FERRY_TWO_THIRDS, &K);                  \
    uint##W Scale =                                                            \
        FERRY_BITS(uint##W, M) - FERRY_BITS(uint##W, U) + 0x3f800000u;         \
    int##W ScaleBits =                                                         \
        __builtin_elementwise_max(FERRY_BITS(int##W, Scale), (int##W)0);       \
    float##W F = Lost * FERRY_BITS(float##W, ScaleBits) + (M - 1.0f);          \
    float##W Result = K * 0x1.62e43p-1f + (F * F * ferry_log_tail(F) + F);     \
    Result = X < INFINITY ? Result : X;                                        \
    return __builtin_elementwise_copysign(Result, X);                          \
  }

FERRY_WIDTHS(FERRY_LOGARITHM, float, )
FERRY_WIDTHS(FERRY_LIBM_DOUBLE, double, log1p)
FERRY_WIDTHS(FERRY_DOUBLE1, double, log)
FERRY_WIDTHS(FERRY_DOUBLE1, double, log2)
FERRY_WIDTHS(FERRY_DOUBLE1, double, log10)

#endif // FERRY_KERNELS_MATH_LOGARITHM_H
