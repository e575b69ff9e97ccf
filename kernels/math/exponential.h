//===- exponential.h - exp, exp2, exp10 ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// b^x = 2^k b^r, k an integer and |2 log2(b) r| <= 1: minimax polynomials of
/// degree 6 for b^r, to 2^-28. The scaling by 2^k is in two steps, so that
/// subnormal results are rounded once.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_EXPONENTIAL_H
#define FERRY_KERNELS_MATH_EXPONENTIAL_H

#include "math/float.h"

// Comparisons that leave a NaN as it is.
#define FERRY_EXPONENTIAL(S, W, N, ...)                                        \
  FERRY_HELPER float##W ferry_clamped(float##W X, float Low, float High) {     \
    X = X < Low ? Low : X;                                                     \
    return X > High ? High : X;                                                \
  }                                                                            \
  /* X 2^K, |K| <= 250. */                                                     \
  FERRY_HELPER float##W ferry_scaled(float##W X, int##W K) {                   \
    int##W Half = K >> 1;                                                      \
    int##W Power1 = (Half + 127) << 23, Power2 = (K - Half + 127) << 23;       \
    return X * FERRY_BITS(float##W, Power1) * FERRY_BITS(float##W, Power2);    \
  }                                                                            \
  /* 2^(K + R), |R| <= 1/2. */                                                 \
  FERRY_HELPER float##W ferry_exp2_parts(int##W K, float##W R) {               \
    float##W P = R * 0x1.3fbc78p-13f + 0x1.5f0f82p-10f;                        \
    P = P * R + 0x1.3b308cp-7f;                                                \
    P = P * R + 0x1.c6af7p-5f;                                                 \
    P = P * R + 0x1.ebfbd8p-3f;                                                \
    P = P * R + 0x1.62e43p-1f;                                                 \
    P = P * R + 1.0f;                                                          \
    return ferry_scaled(P, K);                                                 \
  }                                                                            \
  FERRY_HELPER float##W ferry_exp2(float##W X) {                               \
    X = ferry_clamped(X, -152.0f, 129.0f);                                     \
    float##W Shifted = X + FERRY_ROUNDER;                                      \
    return ferry_exp2_parts(ferry_rounded(Shifted),                            \
                            X - (Shifted - FERRY_ROUNDER));                    \
  }                                                                            \
  FERRY_HELPER float##W ferry_exp(float##W X) {                                \
    X = ferry_clamped(X, -105.0f, 89.0f);                                      \
    float##W Shifted = X * 0x1.715476p0f + FERRY_ROUNDER;                      \
    float##W K = Shifted - FERRY_ROUNDER;                                      \
    float##W R = X - K * 0x1.62e4p-1f - K * 0x1.7f7d1cp-20f;                   \
    float##W P = R * 0x1.696e34p-10f + 0x1.123f78p-7f;                         \
    P = P * R + 0x1.555a12p-5f;                                                \
    P = P * R + 0x1.55548ap-3f;                                                \
    P = P * R + 0x1.fffffap-2f;                                                \
    P = P * R + 1.0f;                                                          \
    P = P * R + 1.0f;                                                          \
    return ferry_scaled(P, ferry_rounded(Shifted));                            \
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

FERRY_WIDTHS(FERRY_EXPONENTIAL, float, )
FERRY_WIDTHS(FERRY_DOUBLE1, double, exp)
FERRY_WIDTHS(FERRY_DOUBLE1, double, exp2)
FERRY_WIDTHS(FERRY_DOUBLE1, double, exp10)

#endif // FERRY_KERNELS_MATH_EXPONENTIAL_H
