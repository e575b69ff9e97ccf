//===- power.h - pow and its relatives ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// |x|^y = 2^(y log2 |x|). An absolute error of the exponent is a relative one
/// of the result, so the logarithm and its product with y are sums of two
/// floats, High + Low. fma gives what a rounded product has lost.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_POWER_H
#define FERRY_KERNELS_MATH_POWER_H

#include "math/exponential.h"
#include "math/logarithm.h"

/// The bits of 4/5.
#define FERRY_FOUR_FIFTHS 0x3f4ccccdu

#define FERRY_POWER(S, W, N, ...)                                              \
  /* log2 X, to 2^-28, with 4/5 <= m < 8/5, and 3/4 m where that is nearer */  \
  /* to 1, as 1 + f: */                                                        \
  /*   k - log2(3/4) + (f - f^2/2) / log 2 + f^3 P(f) */                       \
  /* Low is a NaN if the result is not finite. */                              \
  FERRY_HELPER float##W ferry_log2_pair(float##W X, float##W *Low) {           \
    float##W K, M = ferry_log_parts(X, FERRY_FOUR_FIFTHS, &K);                 \
    float##W F = M - 1.0f;                                                     \
    int##W Far = M > 0x1.24p0f;                                                \
    F = Far ? M * -0.25f + F : F;                                              \
    K = Far ? K + 0x1.a9p-2f : K;                                              \
    float##W Z = F * F, P = F * -0x1.71551ep-2f + 0x1.ec70ap-2f;               \
    float##W Q = F * -0x1.ebc78ap-3f + 0x1.27765cp-2f;                         \
    float##W T = F * -0x1.8acb6ep-3f + 0x1.a5c528p-3f;                         \
    T = Z * 0x1.5c4f2ap-3f + T;                                                \
    P = (T * Z + Q) * Z + P;                                                   \
    float##W Half = F * -0.5f;                                                 \
    float##W High = Half * F + F;                                              \
    float##W Rest = __builtin_elementwise_fma(Half, F, F - High);              \
    float##W Scaled = High * 0x1.715476p0f;                                    \
    float##W Lost =                                                            \
        __builtin_elementwise_fma(High, (float##W)0x1.715476p0f, -Scaled);     \
    Lost = High * 0x1.4ae0cp-26f + Lost;                                       \
    Lost = Rest * 0x1.715476p0f + Lost;                                        \
    Lost = F * Z * P + Lost;                                                   \
    Lost = Far ? Lost - 0x1.a39fbep-20f : Lost;                                \
    float##W Together = Scaled + Lost;                                         \
    Lost = Lost - (Together - Scaled);                                         \
    float##W Sum = K + Together;                                               \
    *Low = (K - Sum + Together) + Lost;                                        \
    return Sum;                                                                \
  }                                                                            \
  /* 2^(High + Low), Low of no account if that over- or underflows. */         \
  FERRY_HELPER float##W ferry_exp2_pair(float##W High, float##W Low) {         \
    float##W X = ferry_clamped(High, -200.0f, 200.0f);                         \
    float##W Shifted = X + FERRY_ROUNDER;                                      \
    float##W R = X - (Shifted - FERRY_ROUNDER);                                \
    R = X == High ? R + Low : R;                                               \
    return ferry_exp2_parts(ferry_rounded(Shifted), R);                        \
  }                                                                            \
  /* 2^((High + Low) log2 X); a NaN if X is negative, and where the */         \
  /* exponent has no limit. */                                                 \
  FERRY_HELPER float##W ferry_power(float##W X, float##W High, float##W Low) { \
    float##W LogLow, Log = ferry_log2_pair(X, &LogLow);                        \
    float##W Product = Log * High;                                             \
    float##W Rest = __builtin_elementwise_fma(Log, High, -Product);            \
    return ferry_exp2_pair(Product, Log * Low + (LogLow * High + Rest));       \
  }                                                                            \
  FERRY_HELPER float##W ferry_powr(float##W X, float##W Y) {                   \
    return ferry_power(X, Y, 0.0f);                                            \
  }                                                                            \
  /* -infinity has all powers; other negative numbers whole ones, of which */  \
  /* those from 2^24 on are even. */                                           \
  FERRY_HELPER float##W ferry_pow(float##W X, float##W Y) {                    \
    float##W Half = 0.5f * Y;                                                  \
    int##W Whole = __builtin_elementwise_trunc(Y) == Y;                        \
    int##W Odd = Whole & (__builtin_elementwise_trunc(Half) != Half);          \
    int##W Defined = Whole | (X == -INFINITY);                                 \
    float##W Base = Defined ? __builtin_elementwise_abs(X) : X;                \
    float##W Result = ferry_powr(Base, Y);                                     \
    int##W One = (Base == 1.0f) | (Y == 0.0f);                                 \
    Result = One ? (float##W)1.0f : Result;                                    \
    return Odd ? __builtin_elementwise_copysign(Result, X) : Result;           \
  }                                                                            \
  /* Y as the sum of two floats. */                                            \
  FERRY_HELPER float##W ferry_pair(int##W Y, float##W *Low) {                  \
    float##W Upper = FERRY_CONVERT(N, float##W, Y & ~0xfff);                   \
    float##W Lower = FERRY_CONVERT(N, float##W, Y & 0xfff);                    \
    float##W High = Upper + Lower;                                             \
    *Low = Lower - (High - Upper);                                             \
    return High;                                                               \
  }                                                                            \
  FERRY_HELPER float##W ferry_pown(float##W X, int##W Y) {                     \
    float##W Low, High = ferry_pair(Y, &Low);                                  \
    float##W Result = ferry_power(__builtin_elementwise_abs(X), High, Low);    \
    float##W WithSign = __builtin_elementwise_copysign(Result, X);             \
    Result = (Y & 1) != 0 ? WithSign : Result;                                 \
    return Y == 0 ? (float##W)1.0f : Result;                                   \
  }                                                                            \
  FERRY_HELPER float##W ferry_rootn(float##W X, int##W Degree) {               \
    float##W Low, High = ferry_pair(Degree, &Low);                             \
    float##W Inverse = 1.0f / High;                                            \
    float##W Rest = __builtin_elementwise_fma(-Inverse, High, (float##W)1.0f); \
    Rest = (Rest - Inverse * Low) * Inverse;                                   \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W Result = ferry_power((Degree & 1) != 0 ? A : X, Inverse, Rest);   \
    float##W WithSign = __builtin_elementwise_copysign(Result, X);             \
    Result = (Degree & 1) != 0 ? WithSign : Result;                            \
    return Degree == 0 ? (float##W)NAN : Result;                               \
  }

FERRY_WIDTHS(FERRY_POWER, float, )
FERRY_WIDTHS(FERRY_DOUBLE2, double, pow)

#endif // FERRY_KERNELS_MATH_POWER_H
