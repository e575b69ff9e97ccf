//===- modulus.h - fmod -------------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A rounded quotient is at most one beside the whole number that is wanted, if
/// it is less than NEAR. The rest is exact: an fma of numbers whose difference
/// is representable, and a step. libm does what is left: greater quotients,
/// zeros, infinities and NaNs.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_MODULUS_H
#define FERRY_KERNELS_MATH_MODULUS_H

#include "math/float.h"

#if __has_builtin(__builtin_elementwise_fmod)
#define FERRY_FMOD(S, W, N, X, Y) __builtin_elementwise_fmod(X, Y)
#else
// Clang 19 has it for scalars. That of double is exact, so that of float is,
// too.
#define FERRY_FMOD(S, W, N, X, Y) FERRY_LANES2(N, S##W, __builtin_fmod, X, Y)
#endif

#define FERRY_MODULUS(S, W, N, I, NEAR)                                        \
  FERRY_HELPER S##W ferry_fmod(S##W X, S##W Y) {                               \
    S##W A = __builtin_elementwise_abs(X), B = __builtin_elementwise_abs(Y);   \
    S##W Q = __builtin_elementwise_trunc(A / B);                               \
    S##W Rest = __builtin_elementwise_fma(-Q, B, A);                           \
    Rest = Rest < (S##W)0 ? Rest + B : Rest;                                   \
    Rest = Rest < B ? Rest : Rest - B;                                         \
    Rest = A < B ? A : Rest;                                                   \
    S##W Result = __builtin_elementwise_copysign(Rest, X);                     \
    I##W Near = A < B * (S##W)NEAR, Far = Near == (I##W)0;                     \
    if (__builtin_expect(FERRY_ANY(N, Far), 0))                                \
      Result = Far ? FERRY_FMOD(S, W, N, X, Y) : Result;                       \
    return Result;                                                             \
  }
FERRY_WIDTHS(FERRY_MODULUS, float, int, 0x1p22f)
FERRY_WIDTHS(FERRY_MODULUS, double, long, 0x1p50)

#endif // FERRY_KERNELS_MATH_MODULUS_H
