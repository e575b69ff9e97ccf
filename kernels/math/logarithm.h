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

/// The bits of 2/3.
#define FERRY_TWO_THIRDS 0x3f2aaaabu
/// Those of the root of 1/2, a double.
#define FERRY_ROOT_HALF 0x3fe6a09e667f3bcdul

#define FERRY_LOGARITHM(S, W, N, ...)                                          \
  /* m, from the number with the bits Least to twice that; and k. */           \
  FERRY_HELPER float##W ferry_log_split(float##W X, uint Least,                \
                                        float##W *Exponent) {                  \
    uint##W Bits = FERRY_BITS(uint##W, X);                                     \
    uint##W Above = Bits - Least;                                              \
    *Exponent = FERRY_CONVERT(N, float##W, FERRY_BITS(int##W, Above) >> 23);   \
    return FERRY_BITS(float##W, Bits - (Above & 0xff800000u));                 \
  }                                                                            \
  /* As ferry_log_split, of any X; k is what a logarithm of X that is not */   \
  /* finite has in its place: infinity, NaN. */                                \
  FERRY_HELPER float##W ferry_log_parts(float##W X, uint Least,                \
                                        float##W *Exponent) {                  \
    int##W Small = X < 0x1p-126f;                                              \
    float##W A = Small ? X * 0x1p24f : X;                                      \
    float##W K, M = ferry_log_split(A, Least, &K);                             \
    K = Small ? K - 24.0f : K;                                                 \
    K = X < INFINITY ? K : X;                                                  \
    float##W Special = X == 0.0f ? -INFINITY : NAN;                            \
    *Exponent = X <= 0.0f ? Special : K;                                       \
    return M;                                                                  \
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
  /* log X - k log 2, to 2^-24.5, and k. That of subnormal numbers is that */  \
  /* of 0. */                                                                  \
  FERRY_HELPER float##W ferry_fast_log_parts(float##W X, float##W *Exponent) { \
    float##W K, M = ferry_log_split(X, FERRY_TWO_THIRDS, &K);                  \
    K = X < INFINITY ? K : X;                                                  \
    float##W Special = X < 0.0f ? NAN : -INFINITY;                             \
    *Exponent = X < 0x1p-126f ? Special : K;                                   \
    float##W F = M - 1.0f;                                                     \
    float##W P = F * -0x1.45ef14p-3f + 0x1.6023f6p-3f;                         \
    P = P * F - 0x1.4dfe78p-3f;                                                \
    P = P * F + 0x1.952ee8p-3f;                                                \
    P = P * F - 0x1.002572p-2f;                                                \
    P = P * F + 0x1.5561aep-2f;                                                \
    P = P * F - 0x1.ffff9p-2f;                                                 \
    return F * F * P + F;                                                      \
  }                                                                            \
  FERRY_HELPER float##W ferry_fast_log(float##W X) {                           \
    float##W K, Rest = ferry_fast_log_parts(X, &K);                            \
    return K * 0x1.62e43p-1f + Rest;                                           \
  }                                                                            \
  FERRY_HELPER float##W ferry_fast_log2(float##W X) {                          \
    float##W K, Rest = ferry_fast_log_parts(X, &K);                            \
    return Rest * 0x1.715476p0f + K;                                           \
  }                                                                            \
  FERRY_HELPER float##W ferry_fast_log10(float##W X) {                         \
    float##W K, Rest = ferry_fast_log_parts(X, &K);                            \
    return K * 0x1.344136p-2f + Rest * 0x1.bcb7b2p-2f;                         \
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

// Not left to libmvec, whose log1p is up to 2.2 ulp off:
//   log(1 + f) = 2 atanh s = 2s + s z P(z),  s = f / (2 + f), z = s^2
// with 2s = f - s f: f is exact where the result is near 0.
#define FERRY_LOGARITHM_DOUBLE(S, W, N, ...)                                   \
  /* As that of float. */                                                      \
  FERRY_HELPER double##W ferry_log_parts(double##W X, ulong Least,             \
                                         double##W *Exponent) {                \
    long##W Small = X < 0x1p-1022;                                             \
    double##W A = Small ? X * 0x1p54 : X;                                      \
    ulong##W Bits = FERRY_BITS(ulong##W, A);                                   \
    ulong##W Above = Bits - Least;                                             \
    ulong##W Mantissa = Bits - (Above & 0xfff0000000000000ul);                 \
    int##W Whole = FERRY_CONVERT(N, int##W, Above >> 32) >> 20;                \
    double##W K = FERRY_CONVERT(N, double##W, Whole);                          \
    K = Small ? K - 54.0 : K;                                                  \
    K = X < INFINITY ? K : X;                                                  \
    double##W Special = X == 0.0 ? -INFINITY : (double##W)NAN;                 \
    *Exponent = X <= 0.0 ? Special : K;                                        \
    return FERRY_BITS(double##W, Mantissa);                                    \
  }                                                                            \
  FERRY_HELPER double##W ferry_log1p(double##W X) {                            \
    double##W U = 1.0 + X;                                                     \
    double##W Lost = X - (U - 1.0);                                            \
    double##W K, M = ferry_log_parts(U, FERRY_ROOT_HALF, &K);                  \
    ulong##W Scale =                                                           \
        FERRY_BITS(ulong##W, M) - FERRY_BITS(ulong##W, U) + (1023ul << 52);    \
    long##W ScaleBits =                                                        \
        __builtin_elementwise_max(FERRY_BITS(long##W, Scale), (long##W)0);     \
    double##W F = Lost * FERRY_BITS(double##W, ScaleBits) + (M - 1.0);         \
    double##W R = F / (F + 2.0), Z = R * R, Half = 0.5 * F * F;                \
    double##W P = Z * 0x1.0beab9ef9bf1fp-3 + 0x1.0fc1faacaa91ap-3;             \
    P = P * Z + 0x1.3b1c07aafa336p-3;                                          \
    P = P * Z + 0x1.745cfa3581bb7p-3;                                          \
    P = P * Z + 0x1.c71c71fd2dd63p-3;                                          \
    P = P * Z + 0x1.249249247a78fp-2;                                          \
    P = P * Z + 0x1.9999999999a0bp-2;                                          \
    P = P * Z + 0x1.5555555555555p-1;                                          \
    double##W Low = R * (P * Z + Half) + K * 0x1.ef35793c7673p-45;             \
    double##W Result = K * 0x1.62e42fefa38p-1 + (F - (Half - Low));            \
    Result = X < INFINITY ? Result : X;                                        \
    return __builtin_elementwise_copysign(Result, X);                          \
  }

FERRY_WIDTHS(FERRY_LOGARITHM, float, )
FERRY_WIDTHS(FERRY_LOGARITHM_DOUBLE, double, )
FERRY_WIDTHS(FERRY_DOUBLE1, double, log)
FERRY_WIDTHS(FERRY_DOUBLE1, double, log2)
FERRY_WIDTHS(FERRY_DOUBLE1, double, log10)

#endif // FERRY_KERNELS_MATH_LOGARITHM_H
