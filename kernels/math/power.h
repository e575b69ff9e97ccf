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
/// numbers, High + Low. fma gives what a rounded product has lost.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_POWER_H
#define FERRY_KERNELS_MATH_POWER_H

#include "math/exponential.h"
#include "math/logarithm.h"

/// If that is a constant in the program, now that all is inlined.
__attribute__((overloadable, const)) bool ferry_is_constant(float Value);
__attribute__((overloadable, const)) bool ferry_is_constant(double Value);
__attribute__((overloadable, const)) bool ferry_is_constant(int Value);

/// The bits of 4/5.
#define FERRY_FOUR_FIFTHS 0x3f4ccccdu

#define FERRY_POWER_FLOAT(S, W, N, ...)                                        \
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
  /* Y as the sum of two. */                                                   \
  FERRY_HELPER float##W ferry_pair(int##W Y, float##W *Low) {                  \
    float##W Upper = FERRY_CONVERT(N, float##W, Y & ~0xfff);                   \
    float##W Lower = FERRY_CONVERT(N, float##W, Y & 0xfff);                    \
    float##W High = Upper + Lower;                                             \
    *Low = Lower - (High - Upper);                                             \
    return High;                                                               \
  }

#define FERRY_POWER_DOUBLE(S, W, N, ...)                                       \
  /* log2 X, to 2^-63, from m and k with the root of 1/2 <= m: */              \
  /*   k + (r + r^3/3 + r^5 P(r^2)) 2 / log 2,  r = (m - 1) / (m + 1) */       \
  FERRY_HELPER double##W ferry_log2_pair(double##W X, double##W *Low) {        \
    double##W K, M = ferry_log_parts(X, FERRY_ROOT_HALF, &K);                  \
    double##W F = M - 1.0, Sum = M + 1.0, SumLow = M - (Sum - 1.0);            \
    double##W Inverse = 1.0 / Sum, R = F * Inverse;                            \
    double##W Rest = __builtin_elementwise_fma(-R, Sum, F) - R * SumLow;       \
    double##W RLow = Rest * Inverse;                                           \
    double##W Z = R * R, ZLow = __builtin_elementwise_fma(R, R, -Z);           \
    double##W P = Z * 0x1.0beab9ef9bf1fp-4 + 0x1.0fc1faacaa91ap-4;             \
    P = P * Z + 0x1.3b1c07aafa336p-4;                                          \
    P = P * Z + 0x1.745cfa3581bb7p-4;                                          \
    P = P * Z + 0x1.c71c71fd2dd63p-4;                                          \
    P = P * Z + 0x1.249249247a78fp-3;                                          \
    P = P * Z + 0x1.9999999999a0bp-3;                                          \
    double##W Third = (double##W)0x1.5555555555555p-2;                         \
    double##W T = Z * Third, TLow = __builtin_elementwise_fma(Z, Third, -T);   \
    TLow += ZLow * Third + Z * 0x1.5555555555555p-56;                          \
    double##W Cube = R * T, Lost = __builtin_elementwise_fma(R, T, -Cube);     \
    Lost += R * (Z * Z * P + TLow) + (RLow * Z + RLow);                        \
    double##W High = R + Cube;                                                 \
    Lost += R - High + Cube;                                                   \
    double##W Factor = (double##W)0x1.71547652b82fep1;                         \
    double##W Scaled = High * Factor;                                          \
    Lost = High * 0x1.777d0ffda0d24p-55 + Lost * Factor;                       \
    Lost += __builtin_elementwise_fma(High, Factor, -Scaled);                  \
    double##W Result = K + Scaled;                                             \
    *Low = (K - Result + Scaled) + Lost;                                       \
    return Result;                                                             \
  }                                                                            \
  FERRY_HELPER double##W ferry_pair(int##W Y, double##W *Low) {                \
    *Low = 0.0;                                                                \
    return FERRY_CONVERT(N, double##W, Y);                                     \
  }

#define FERRY_POWER(S, W, N, I, ROUNDER, BEYOND)                               \
  /* 2^(High + Low), Low of no account if that over- or underflows. */         \
  FERRY_HELPER S##W ferry_exp2_pair(S##W High, S##W Low) {                     \
    S##W X = ferry_clamped(High, -BEYOND, BEYOND);                             \
    S##W Shifted = X + ROUNDER;                                                \
    S##W R = X - (Shifted - ROUNDER);                                          \
    R = X == High ? R + Low : R;                                               \
    return ferry_exp2_parts(ferry_rounded(Shifted), R);                        \
  }                                                                            \
  /* 2^((High + Low) log2 X); a NaN if X is negative, and where the */         \
  /* exponent has no limit. */                                                 \
  FERRY_HELPER S##W ferry_power(S##W X, S##W High, S##W Low) {                 \
    S##W LogLow, Log = ferry_log2_pair(X, &LogLow);                            \
    S##W Product = Log * High;                                                 \
    S##W Rest = __builtin_elementwise_fma(Log, High, -Product);                \
    return ferry_exp2_pair(Product, Log * Low + (LogLow * High + Rest));       \
  }                                                                            \
  /* X^Y as a product if 2 |Y| is a whole number up to 16, else Power. */      \
  FERRY_HELPER S##W ferry_product(S##W X, S##W Y, S##W Power) {                \
    S##W Twice = 2 * __builtin_elementwise_abs(Y);                             \
    I##W Few = (__builtin_elementwise_trunc(Twice) == Twice) & (Twice >= 1) &  \
               (Twice <= 16);                                                  \
    I##W Bits = FERRY_CONVERT(N, I##W, Twice);                                 \
    S##W Root = __builtin_elementwise_abs(__builtin_elementwise_sqrt(X));      \
    Root = X == -INFINITY ? (S##W)INFINITY : Root;                             \
    Root = Y < 0 ? 1 / Root : Root;                                            \
    S##W Base = Y < 0 ? 1 / X : X, Square = Base * Base;                       \
    S##W Fourth = Square * Square,                                             \
         Magnitude = __builtin_elementwise_abs(Base);                          \
    Base = (Bits & 1) != 0 ? Root * Magnitude : Base;                          \
    Root = (Bits & 1) != 0 ? Root : (S##W)1;                                   \
    S##W Product = (Bits & 2) != 0 ? Base : Root;                              \
    Product = (Bits & 4) != 0 ? Product * Square : Product;                    \
    Product = (Bits & 8) != 0 ? Product * Fourth : Product;                    \
    Product = (Bits & 16) != 0 ? Fourth * Fourth : Product;                    \
    return Few ? Product : Power;                                              \
  }                                                                            \
  FERRY_HELPER S##W ferry_not_negative(S##W X) {                               \
    return X < 0 ? (S##W)NAN : __builtin_elementwise_abs(X);                   \
  }                                                                            \
  FERRY_HELPER S##W ferry_powr(S##W X, S##W Y) {                               \
    S##W Result = ferry_power(X, Y, (S##W)0);                                  \
    return ferry_is_constant(*(S *)&Y)                                         \
               ? ferry_product(ferry_not_negative(X), Y, Result)               \
               : Result;                                                       \
  }                                                                            \
  /* -infinity has all powers; other negative numbers whole ones, of which */  \
  /* those that are large are even. What depends on X alone is asked first, */ \
  /* as many programs take several powers of a number. */                      \
  FERRY_HELPER S##W ferry_pow(S##W X, S##W Y) {                                \
    S##W Magnitude = __builtin_elementwise_abs(X), Half = Y / 2;               \
    S##W Result = ferry_power(Magnitude, Y, (S##W)0);                          \
    I##W One = (Magnitude == 1) | (Y == 0);                                    \
    Result = One ? (S##W)1 : Result;                                           \
    I##W Whole = __builtin_elementwise_trunc(Y) == Y;                          \
    I##W Odd = Whole & (__builtin_elementwise_trunc(Half) != Half);            \
    Result = Odd ? __builtin_elementwise_copysign(Result, X) : Result;         \
    I##W Defined = Whole | (X == -INFINITY);                                   \
    S##W OfNegative = Defined ? Result : (S##W)NAN;                            \
    Result = X < 0 ? OfNegative : Result;                                      \
    return ferry_is_constant(*(S *)&Y) ? ferry_product(X, Y, Result) : Result; \
  }                                                                            \
  /* X^Y, |Y| <= 8. */                                                         \
  FERRY_HELPER S##W ferry_small_pown(S##W X, int##W Y) {                       \
    I##W Bits =                                                                \
        FERRY_CONVERT(N, I##W, (int##W)__builtin_elementwise_abs(Y) & 15);     \
    S##W Base = FERRY_CONVERT(N, I##W, Y < 0) != 0 ? 1 / X : X;                \
    S##W Square = Base * Base, Fourth = Square * Square;                       \
    S##W Product = (Bits & 1) != 0 ? Base : (S##W)1;                           \
    Product = (Bits & 2) != 0 ? Product * Square : Product;                    \
    Product = (Bits & 4) != 0 ? Product * Fourth : Product;                    \
    return (Bits & 8) != 0 ? Fourth * Fourth : Product;                        \
  }                                                                            \
  FERRY_HELPER S##W ferry_large_pown(S##W X, int##W Y) {                       \
    S##W Low, High = ferry_pair(Y, &Low);                                      \
    S##W Result = ferry_power(__builtin_elementwise_abs(X), High, Low);        \
    I##W Odd = FERRY_CONVERT(N, I##W, (Y & 1) != 0);                           \
    return Odd ? __builtin_elementwise_copysign(Result, X) : Result;           \
  }                                                                            \
  FERRY_HELPER S##W ferry_pown(S##W X, int##W Y) {                             \
    S##W Result = ferry_small_pown(X, Y);                                      \
    int##W Large = (Y > 8) | (Y < -8);                                         \
    if (FERRY_ANY(N, Large))                                                   \
      Result = FERRY_CONVERT(N, I##W, Large) != 0 ? ferry_large_pown(X, Y)     \
                                                  : Result;                    \
    return Result;                                                             \
  }                                                                            \
  FERRY_HELPER S##W ferry_rootn(S##W X, int##W Degree) {                       \
    S##W Low, High = ferry_pair(Degree, &Low);                                 \
    S##W Inverse = 1 / High;                                                   \
    S##W Rest = __builtin_elementwise_fma(-Inverse, High, (S##W)1);            \
    Rest = (Rest - Inverse * Low) * Inverse;                                   \
    I##W Odd = FERRY_CONVERT(N, I##W, (Degree & 1) != 0);                      \
    S##W A = __builtin_elementwise_abs(X);                                     \
    S##W Result = ferry_power(Odd ? A : X, Inverse, Rest);                     \
    Result = Odd ? __builtin_elementwise_copysign(Result, X) : Result;         \
    Result = High == 0 ? (S##W)NAN : Result;                                   \
    S##W Base = Odd ? X : ferry_not_negative(X);                               \
    return ferry_is_constant(*(int *)&Degree)                                  \
               ? ferry_product(Base, Inverse, Result)                          \
               : Result;                                                       \
  }

FERRY_WIDTHS(FERRY_POWER_FLOAT, float, )
FERRY_WIDTHS(FERRY_POWER, float, int, FERRY_ROUNDER, 200.0f)
FERRY_WIDTHS(FERRY_POWER_DOUBLE, double, )
FERRY_WIDTHS(FERRY_POWER, double, long, FERRY_ROUNDER_DOUBLE, 1100.0)

#endif // FERRY_KERNELS_MATH_POWER_H
