//===- exponential.h - exp, expm1, exp2, exp10 --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// b^x = 2^k b^r, k an integer and |2 log2(b) r| <= 1: minimax polynomials for
/// b^r, those of float of degree 6, to 2^-28. The scaling by 2^k is in two
/// steps, so that subnormal results are rounded once.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_EXPONENTIAL_H
#define FERRY_KERNELS_MATH_EXPONENTIAL_H

#include "math/float.h"

// Comparisons that leave a NaN as it is.
#define FERRY_CLAMPED(S, W, N, ...)                                            \
  FERRY_HELPER S##W ferry_clamped(S##W X, S Low, S High) {                     \
    X = X < Low ? Low : X;                                                     \
    return X > High ? High : X;                                                \
  }
FERRY_WIDTHS(FERRY_CLAMPED, float, )
FERRY_WIDTHS(FERRY_CLAMPED, double, )

#define FERRY_EXPONENTIAL(S, W, N, ...)                                        \
  /* X 2^K, |K| <= 250. */                                                     \
  FERRY_HELPER float##W ferry_scaled(float##W X, int##W K) {                   \
    int##W Half = K >> 1;                                                      \
    int##W Power1 = (Half + 127) << 23, Power2 = (K - Half + 127) << 23;       \
    return X * FERRY_BITS(float##W, Power1) * FERRY_BITS(float##W, Power2);    \
  }                                                                            \
  /* 2^(K + R), |R| <= 1/2. */                                                 \
  FERRY_HELPER float##W ferry_exp2_parts(int##W K, float##W R) {               \
    float##W Z = R * R, P = R * 0x1.62e43p-1f + 1.0f;                          \
    float##W Q = R * 0x1.c6af7p-5f + 0x1.ebfbd8p-3f;                           \
    float##W T = R * 0x1.5f0f82p-10f + 0x1.3b308cp-7f;                         \
    T = Z * 0x1.3fbc78p-13f + T;                                               \
    P = (T * Z + Q) * Z + P;                                                   \
    return ferry_scaled(P, K);                                                 \
  }                                                                            \
  FERRY_HELPER float##W ferry_exp2(float##W X) {                               \
    X = ferry_clamped(X, -152.0f, 129.0f);                                     \
    float##W Shifted = X + FERRY_ROUNDER;                                      \
    return ferry_exp2_parts(ferry_rounded(Shifted),                            \
                            X - (Shifted - FERRY_ROUNDER));                    \
  }                                                                            \
  /* 2^X, the polynomial to 2^-23.4. For results that are subnormal, 0. */     \
  FERRY_HELPER float##W ferry_fast_exp2(float##W X) {                          \
    X = X > 128.0f ? 128.0f : X;                                               \
    float##W Shifted = X + FERRY_ROUNDER;                                      \
    float##W R = X - (Shifted - FERRY_ROUNDER);                                \
    float##W P = R * 0x1.5bda7ap-10f + 0x1.3ce8bp-7f;                          \
    P = P * R + 0x1.c6b6d8p-5f;                                                \
    P = P * R + 0x1.ebf9c2p-3f;                                                \
    P = P * R + 0x1.62e42ap-1f;                                                \
    P = P * R + 1.0f;                                                          \
    int##W Bits = FERRY_BITS(int##W, P) + (FERRY_BITS(int##W, Shifted) << 23); \
    float##W NoNumber = X < 0.0f ? 0.0f : X;                                   \
    return X >= -126.0f ? FERRY_BITS(float##W, Bits) : NoNumber;               \
  }                                                                            \
  FERRY_HELPER float##W ferry_fast_exp(float##W X) {                           \
    return ferry_fast_exp2(X * 0x1.715476p0f);                                 \
  }                                                                            \
  FERRY_HELPER float##W ferry_fast_exp10(float##W X) {                         \
    return ferry_fast_exp2(X * 0x1.a934fp1f);                                  \
  }                                                                            \
  /* k and r of e^X. */                                                        \
  FERRY_HELPER int##W ferry_exp_reduced(float##W X, float##W *R) {             \
    float##W Shifted = X * 0x1.715476p0f + FERRY_ROUNDER;                      \
    float##W K = Shifted - FERRY_ROUNDER;                                      \
    *R = X - K * 0x1.62e4p-1f - K * 0x1.7f7d1cp-20f;                           \
    return ferry_rounded(Shifted);                                             \
  }                                                                            \
  /* 2^Power e^X. */                                                           \
  FERRY_HELPER float##W ferry_exp_times(float##W X, int Power) {               \
    float##W R;                                                                \
    int##W K = ferry_exp_reduced(ferry_clamped(X, -105.0f, 91.0f), &R);        \
    float##W P = R * 0x1.696e34p-10f + 0x1.123f78p-7f;                         \
    P = P * R + 0x1.555a12p-5f;                                                \
    P = P * R + 0x1.55548ap-3f;                                                \
    P = P * R + 0x1.fffffap-2f;                                                \
    P = P * R + 1.0f;                                                          \
    P = P * R + 1.0f;                                                          \
    return ferry_scaled(P, K + Power);                                         \
  }                                                                            \
  FERRY_HELPER float##W ferry_exp(float##W X) {                                \
    return ferry_exp_times(X, 0);                                              \
  }                                                                            \
  /* 2^k (p + 1) - 1 with p = e^r - 1, to 2^-26, and half of 2^k, since k */   \
  /* may be 128. */                                                            \
  FERRY_HELPER float##W ferry_expm1(float##W X) {                              \
    float##W R;                                                                \
    int##W K = ferry_exp_reduced(ferry_clamped(X, -20.0f, 89.0f), &R);         \
    float##W P = R * 0x1.6c57d8p-10f + 0x1.1225eap-7f;                         \
    P = P * R + 0x1.5555bap-5f;                                                \
    P = P * R + 0x1.5554b4p-3f;                                                \
    P = P * R + 0.5f;                                                          \
    P = R * R * P + R;                                                         \
    int##W HalfBits = (K + 126) << 23;                                         \
    float##W Half = FERRY_BITS(float##W, HalfBits);                            \
    float##W Result = 2.0f * (Half * P + (Half - 0.5f));                       \
    return __builtin_elementwise_copysign(K == 0 ? P : Result, X);             \
  }                                                                            \
  FERRY_HELPER float##W ferry_exp10(float##W X) {                              \
    X = ferry_clamped(X, -46.0f, 39.0f);                                       \
    float##W Shifted = X * 0x1.a934fp1f + FERRY_ROUNDER;                       \
    float##W K = Shifted - FERRY_ROUNDER;                                      \
    float##W R = X - K * 0x1.344p-2f - K * 0x1.3509f8p-18f;                    \
    float##W P = R * 0x1.a4c7ap-3f + 0x1.15716ap-1f;                           \
    P = P * R + 0x1.2bdbc2p0f;                                                 \
    P = P * R + 0x1.046f94p1f;                                                 \
    P = P * R + 0x1.535248p1f;                                                 \
    P = P * R + 0x1.26bb1cp1f;                                                 \
    P = P * R + 1.0f;                                                          \
    return ferry_scaled(P, ferry_rounded(Shifted));                            \
  }

// Not left to libmvec, whose exp is up to 3.1 ulp off, and expm1 2.95. The
// polynomials are right to 2^-57 and more.
#define FERRY_EXPONENTIAL_DOUBLE(S, W, N, ...)                                 \
  /* X 2^K, |K| <= 2000. */                                                    \
  FERRY_HELPER double##W ferry_scaled(double##W X, int##W K) {                 \
    int##W Half = K >> 1;                                                      \
    long##W Power1 = FERRY_CONVERT(N, long##W, Half + 1023) << 52;             \
    long##W Power2 = FERRY_CONVERT(N, long##W, K - Half + 1023) << 52;         \
    return X * FERRY_BITS(double##W, Power1) * FERRY_BITS(double##W, Power2);  \
  }                                                                            \
  /* 2^(K + R), |R| <= 1/2. */                                                 \
  FERRY_HELPER double##W ferry_exp2_parts(int##W K, double##W R) {             \
    double##W P = R * 0x1.e78295ca28ee5p-32 + 0x1.e61aff46588f1p-28;           \
    P = P * R + 0x1.b5268ee664a77p-24;                                         \
    P = P * R + 0x1.62bfc7d1bd855p-20;                                         \
    P = P * R + 0x1.ffcbfb9ff47eep-17;                                         \
    P = P * R + 0x1.4309130ec0aabp-13;                                         \
    P = P * R + 0x1.5d87fe78cfb27p-10;                                         \
    P = P * R + 0x1.3b2ab6fba01abp-7;                                          \
    P = P * R + 0x1.c6b08d7049fd9p-5;                                          \
    P = P * R + 0x1.ebfbdff82c5a4p-3;                                          \
    P = P * R + 0x1.62e42fefa39efp-1;                                          \
    return ferry_scaled(P * R + 1.0, K);                                       \
  }                                                                            \
  /* k and r of e^X. */                                                        \
  FERRY_HELPER int##W ferry_exp_reduced(double##W X, double##W *R) {           \
    double##W Shifted = X * 0x1.71547652b82fep0 + FERRY_ROUNDER_DOUBLE;        \
    double##W K = Shifted - FERRY_ROUNDER_DOUBLE;                              \
    *R = X - K * 0x1.62e42fefa4p-1 - K * -0x1.8432a1b0e2634p-43;               \
    return ferry_rounded(Shifted);                                             \
  }                                                                            \
  FERRY_HELPER double##W ferry_exp(double##W X) {                              \
    double##W R;                                                               \
    int##W K = ferry_exp_reduced(ferry_clamped(X, -746.0, 710.0), &R);         \
    double##W P = R * 0x1.ad8e6793ed88fp-26 + 0x1.28b1eaad05a1cp-22;           \
    P = P * R + 0x1.71df220641f19p-19;                                         \
    P = P * R + 0x1.a019954387209p-16;                                         \
    P = P * R + 0x1.a01a012912cf5p-13;                                         \
    P = P * R + 0x1.6c16c185ea6fap-10;                                         \
    P = P * R + 0x1.111111112879p-7;                                           \
    P = P * R + 0x1.5555555550076p-5;                                          \
    P = P * R + 0x1.55555555554f5p-3;                                          \
    P = P * R + 0x1.000000000000bp-1;                                          \
    P = P * R + 1.0;                                                           \
    return ferry_scaled(P * R + 1.0, K);                                       \
  }                                                                            \
  /* As that of float. */                                                      \
  FERRY_HELPER double##W ferry_expm1(double##W X) {                            \
    double##W R;                                                               \
    int##W K = ferry_exp_reduced(ferry_clamped(X, -40.0, 710.0), &R);          \
    double##W P = R * 0x1.1f042503c6bd2p-29 + 0x1.af5f2513af3a8p-26;           \
    P = P * R + 0x1.27e521c7f63f9p-22;                                         \
    P = P * R + 0x1.71ddf8121d227p-19;                                         \
    P = P * R + 0x1.a01a01872d89p-16;                                          \
    P = P * R + 0x1.a01a01b002fbp-13;                                          \
    P = P * R + 0x1.6c16c16c1c0dp-10;                                          \
    P = P * R + 0x1.111111110f655p-7;                                          \
    P = P * R + 0x1.555555555554ap-5;                                          \
    P = P * R + 0x1.5555555555559p-3;                                          \
    P = P * R + 0.5;                                                           \
    P = R * R * P + R;                                                         \
    long##W HalfBits = FERRY_CONVERT(N, long##W, K + 1022) << 52;              \
    double##W Half = FERRY_BITS(double##W, HalfBits);                          \
    double##W Result = 2.0 * (Half * P + (Half - 0.5));                        \
    long##W Near = FERRY_CONVERT(N, long##W, K == 0);                          \
    return __builtin_elementwise_copysign(Near ? P : Result, X);               \
  }

FERRY_WIDTHS(FERRY_EXPONENTIAL, float, )
FERRY_WIDTHS(FERRY_EXPONENTIAL_DOUBLE, double, )
FERRY_WIDTHS(FERRY_DOUBLE1, double, exp2)
#if __has_builtin(__builtin_elementwise_exp10)
FERRY_WIDTHS(FERRY_DOUBLE1, double, exp10)
#else
__attribute__((const)) double ferry_libm_exp10(double X) __asm__("exp10");
FERRY_WIDTHS(FERRY_LIBM_DOUBLE, double, exp10)
#endif

#endif // FERRY_KERNELS_MATH_EXPONENTIAL_H
