//===- gamma.h - lgamma, tgamma -------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanczos's approximation, with one s for all y > 0:
///   gamma(y) = L(y) (y + s)^(y - 1/2) e^-(y + s)
/// L is a polynomial divided by y (y + 1) (y + 2) ... Of negative numbers,
///   gamma(-y) = -pi / (sin(pi y) y gamma(y))
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_GAMMA_H
#define FERRY_KERNELS_MATH_GAMMA_H

#include "math/power.h"

#define FERRY_GAMMA(S, W, N, I)                                                \
  /* What gamma(|X|) is computed of: results are finite up to 172, and */      \
  /* their inverses more than 0 up to 185. */                                  \
  FERRY_HELPER double##W ferry_gamma_argument(S##W X) {                        \
    double##W Y = FERRY_CONVERT(N, double##W, __builtin_elementwise_abs(X));   \
    return Y > 250.0 ? 250.0 : Y;                                              \
  }                                                                            \
  /* By what the powers are multiplied: L, or where X is negative what they */ \
  /* are divided into. */                                                      \
  FERRY_HELPER double##W ferry_gamma_factor(S##W X, double##W Y,               \
                                            double##W L) {                     \
    double##W Sine = sinpi(FERRY_CONVERT(N, double##W, -X));                   \
    double##W OfNegative = -0x1.921fb54442d18p1 / (Sine * Y * L);              \
    return FERRY_CONVERT(N, long##W, X < 0) ? OfNegative : L;                  \
  }                                                                            \
  /* Result, but factorials as they are, 1 / X, and what poles have. */        \
  FERRY_HELPER S##W ferry_gamma_checked(S##W X, S##W Result) {                 \
    I##W Whole = __builtin_elementwise_floor(X) == X;                          \
    I##W Exact = Whole & (Result < (S)0x1p49);                                 \
    Result = Exact ? __builtin_elementwise_rint(Result) : Result;              \
    Result = __builtin_elementwise_abs(X) < (S)0x1p-60 ? 1 / X : Result;       \
    I##W Pole = Whole & (X < 0);                                               \
    return Pole ? (S##W)NAN : Result;                                          \
  }

// L to 2^-30 with s = 5.
#define FERRY_GAMMA_FLOAT(S, W, N, ...)                                        \
  FERRY_HELPER float##W ferry_tgamma(float##W X) {                             \
    double##W Y = ferry_gamma_argument(X);                                     \
    double##W P = Y * 0x1.40d932045087bp1 + 0x1.f6ff2a5a195dap5;               \
    P = P * Y + 0x1.3b6bf75e9fb37p9;                                           \
    P = P * Y + 0x1.8b97beac48a13p11;                                          \
    P = P * Y + 0x1.f023dbf3050bep12;                                          \
    P = P * Y + 0x1.f1caf972eb1a5p12;                                          \
    double##W Q = Y * (Y + 1) * (Y + 2) * (Y + 3) * (Y + 4);                   \
    double##W Factor = ferry_gamma_factor(X, Y, P / Q);                        \
    double##W T = (Y - 0.5) * ferry_log(Y + 5) - (Y + 5);                      \
    T = ferry_exp(FERRY_CONVERT(N, long##W, X < 0) ? -T : T);                  \
    return ferry_gamma_checked(X, FERRY_CONVERT(N, float##W, Factor *T));      \
  }

// L to 2^-55 with s = 9.5.
#define FERRY_LANCZOS(S, W, N, ...)                                            \
  FERRY_HELPER double##W ferry_lanczos(double##W Y) {                          \
    double##W P = Y * 0x1.40d931ff62706p1 + 0x1.dc0cecaec0e3bp7;               \
    P = P * Y + 0x1.3dd8ee5f75461p13;                                          \
    P = P * Y + 0x1.f709a4b15e437p17;                                          \
    P = P * Y + 0x1.053aacd8d4722p22;                                          \
    P = P * Y + 0x1.7416a31a6d293p25;                                          \
    P = P * Y + 0x1.700d172a23d25p28;                                          \
    P = P * Y + 0x1.f3477524c280dp30;                                          \
    P = P * Y + 0x1.bc79c98e6f2cfp32;                                          \
    P = P * Y + 0x1.d4f6a4158433fp33;                                          \
    P = P * Y + 0x1.bd520121c2431p33;                                          \
    double##W Q = Y + 45;                                                      \
    Q = Q * Y + 870;                                                           \
    Q = Q * Y + 9450;                                                          \
    Q = Q * Y + 63273;                                                         \
    Q = Q * Y + 269325;                                                        \
    Q = Q * Y + 723680;                                                        \
    Q = Q * Y + 1172700;                                                       \
    Q = Q * Y + 1026576;                                                       \
    return P / ((Q * Y + 362880) * Y);                                         \
  }

// The exponents are sums of two numbers, as in powers, and what Y + s lost by
// rounding is made up for: the derivative of the rest's logarithm in s is
// -(s + 1/2) / (y + s).
#define FERRY_GAMMA_DOUBLE(S, W, N, ...)                                       \
  FERRY_HELPER double##W ferry_tgamma(double##W X) {                           \
    double##W Y = ferry_gamma_argument(X);                                     \
    double##W Factor = ferry_gamma_factor(X, Y, ferry_lanczos(Y));             \
    double##W Base = Y + 9.5, Rounded = Base - Y;                              \
    double##W Lost = (Y - (Base - Rounded)) + (9.5 - Rounded);                 \
    double##W LogLow, Log = ferry_log2_pair(Base, &LogLow), By = Y - 0.5;      \
    double##W Product = Log * By;                                              \
    double##W Low = __builtin_elementwise_fma(Log, By, -Product);              \
    double##W Binary = (double##W)0x1.71547652b82fep0;                         \
    double##W Less = Base * Binary;                                            \
    Low -= __builtin_elementwise_fma(Base, Binary, -Less);                     \
    double##W High = Product - Less, Taken = High - Product;                   \
    Low += (Product - (High - Taken)) - (Less + Taken);                        \
    Low += LogLow * By - Base * 0x1.777d0ffda0d24p-56;                         \
    Low -= Lost * 0x1.cda993e7663bep3 / Base;                                  \
    /* Half of it, whose power is far from over- and underflow. */             \
    long##W Negative = X < 0;                                                  \
    double##W Half = 0.5, Share = Negative ? -Half : Half;                     \
    double##W Root = ferry_exp2_pair(High * Share, Low * Share);               \
    return ferry_gamma_checked(X, Factor * Root * Root);                       \
  }

// With the L of doubles: where gamma(y) is near 1, its logarithm is near 0.
#define FERRY_LGAMMA(S, W, N, ...)                                             \
  FERRY_HELPER float##W ferry_lgamma(float##W X) {                             \
    double##W A = FERRY_CONVERT(N, double##W, X);                              \
    double##W Y = __builtin_elementwise_abs(A);                                \
    double##W L = ferry_lanczos(Y > 0x1p60 ? 0x1p60 : Y);                      \
    double##W Log = (Y - 0.5) * ferry_log(Y + 9.5) - (Y + 9.5) + ferry_log(L); \
    double##W Sine = __builtin_elementwise_abs(sinpi(A));                      \
    double##W OfNegative = ferry_log(0x1.921fb54442d18p1 / (Sine * Y)) - Log;  \
    Log = A < 0 ? OfNegative : Log;                                            \
    Log = Y == INFINITY ? Y : Log;                                             \
    long##W Zero = (A == 1) | (A == 2);                                        \
    Log = Zero ? (double##W)0 : Log;                                           \
    return FERRY_CONVERT(N, float##W, Log);                                    \
  }
__attribute__((const)) double ferry_libm_lgamma(double X) __asm__("lgamma");

FERRY_WIDTHS(FERRY_GAMMA, float, int)
FERRY_WIDTHS(FERRY_GAMMA, double, long)
FERRY_WIDTHS(FERRY_LANCZOS, double, )
FERRY_WIDTHS(FERRY_GAMMA_FLOAT, float, )
FERRY_WIDTHS(FERRY_GAMMA_DOUBLE, double, )
FERRY_WIDTHS(FERRY_LGAMMA, float, )
FERRY_WIDTHS(FERRY_LIBM_DOUBLE, double, lgamma)

#endif // FERRY_KERNELS_MATH_GAMMA_H
