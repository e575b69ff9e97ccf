//===- power.h - pow and its relatives ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// |x|^y = 2^(y log2 |x|), the logarithm and the product in double: an absolute
/// error of the exponent is a relative one of the result.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_POWER_H
#define FERRY_KERNELS_MATH_POWER_H

#include "math/exponential.h"
#include "math/logarithm.h"

#define FERRY_POWER(S, W, N, ...)                                              \
  /* To 2^-33. */                                                              \
  FERRY_HELPER double##W ferry_log2_wide(float##W X) {                         \
    float##W K;                                                                \
    float##W Narrow = ferry_log_parts(X, &K);                                  \
    double##W F = FERRY_CONVERT(N, double##W, Narrow);                         \
    double##W P = F * -0x1.5397ec51456aap-3 + 0x1.689d71972db6dp-3;            \
    P = P * F - 0x1.19b3758dd029fp-3;                                          \
    P = P * F + 0x1.3c0f1e8bf011ap-3;                                          \
    P = P * F - 0x1.72454c8e45ee1p-3;                                          \
    P = P * F + 0x1.a6d1801dd337p-3;                                           \
    P = P * F - 0x1.ec68bbe61b6c5p-3;                                          \
    P = P * F + 0x1.27744ced90eeap-2;                                          \
    P = P * F - 0x1.71548456f28c6p-2;                                          \
    P = P * F + 0x1.ec70a3dc76ffp-2;                                           \
    P = P * F - 0x1.7154764ba8958p-1;                                          \
    P = P * F + 0x1.715476521c9b1p0;                                           \
    return P * F + FERRY_CONVERT(N, double##W, K);                             \
  }                                                                            \
  FERRY_HELPER float##W ferry_exp2_wide(double##W X) {                         \
    X = X < -200.0 ? (double##W) - 200.0 : X;                                  \
    X = X > 200.0 ? (double##W)200.0 : X;                                      \
    double##W Shifted = X + 0x1.8p52;                                          \
    double##W R = X - (Shifted - 0x1.8p52);                                    \
    int##W K = FERRY_CONVERT(N, int##W, FERRY_BITS(long##W, Shifted));         \
    return ferry_exp2_parts(K, FERRY_CONVERT(N, float##W, R));                 \
  }                                                                            \
  /* |X|^Y by its limits: 0 * infinity in the exponent is a NaN. */            \
  FERRY_HELPER float##W ferry_magnitude_pow(float##W X, double##W Y) {         \
    return ferry_exp2_wide(Y * ferry_log2_wide(__builtin_elementwise_abs(X))); \
  }                                                                            \
  /* Whole numbers from 2^24 on are even. Negative: and finite. */             \
  FERRY_HELPER float##W ferry_pow(float##W X, float##W Y) {                    \
    float##W Result = ferry_magnitude_pow(X, FERRY_CONVERT(N, double##W, Y));  \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W Half = 0.5f * Y;                                                  \
    int##W Whole = __builtin_elementwise_trunc(Y) == Y;                        \
    int##W Odd = Whole & (__builtin_elementwise_trunc(Half) != Half);          \
    int##W Negative = FERRY_BITS(uint##W, X) - 0x80000001u < 0x7f7fffffu;      \
    int##W Undefined = Negative & (Whole == 0);                                \
    Result = Odd ? __builtin_elementwise_copysign(Result, X) : Result;         \
    Result = Undefined ? (float##W)NAN : Result;                               \
    int##W One = (X == 1.0f) | (Y == 0.0f) |                                   \
                 ((A == 1.0f) & (__builtin_elementwise_abs(Y) == INFINITY));   \
    return One ? (float##W)1.0f : Result;                                      \
  }

FERRY_WIDTHS(FERRY_POWER, float, )
FERRY_WIDTHS(FERRY_DOUBLE2, double, pow)

#endif // FERRY_KERNELS_MATH_POWER_H
