//===- trigonometric.h - sin, cos, tan ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// |x| = k pi/2 + r, with pi/2 in three parts (Cody and Waite): k times the
/// first is subtracted exactly, since fma rounds once. Then minimax polynomials
/// on [-pi/4, pi/4]. Beyond 2^17 libm reduces the argument.
///
/// ferry_small_NAME is without that: for arguments up to 2^17.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_TRIGONOMETRIC_H
#define FERRY_KERNELS_MATH_TRIGONOMETRIC_H

#include "math/float.h"

__attribute__((const)) float ferry_libm_sinf(float X) __asm__("sinf");
__attribute__((const)) float ferry_libm_cosf(float X) __asm__("cosf");
__attribute__((const)) float ferry_libm_tanf(float X) __asm__("tanf");

#define FERRY_SMALL_ANGLE 0x1p17f

#define FERRY_TRIGONOMETRIC(S, W, N, ...)                                      \
  /* r, and k in the low bits. */                                              \
  FERRY_HELPER float##W ferry_reduced(float##W X, uint##W *Quarter) {          \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W Shifted = A * 0x1.45f306p-1f + FERRY_ROUNDER;                     \
    float##W K = Shifted - FERRY_ROUNDER;                                      \
    float##W R = __builtin_elementwise_fma(K, (float##W) - 0x1.921fb4p0f, A);  \
    R = __builtin_elementwise_fma(K, (float##W) - 0x1.4442d0p-24f, R);         \
    R = __builtin_elementwise_fma(K, (float##W) - 0x1.84698ap-48f, R);         \
    *Quarter = FERRY_BITS(uint##W, Shifted);                                   \
    return R;                                                                  \
  }                                                                            \
  /* To 2^-27.8, Z = R^2. */                                                   \
  FERRY_HELPER float##W ferry_sine_part(float##W R, float##W Z) {              \
    float##W P = Z * -0x1.992462p-13f + 0x1.1106d6p-7f;                        \
    P = P * Z - 0x1.555544p-3f;                                                \
    return R * Z * P + R;                                                      \
  }                                                                            \
  /* To 2^-32. */                                                              \
  FERRY_HELPER float##W ferry_cosine_part(float##W Z) {                        \
    float##W P = Z * 0x1.99e334p-16f - 0x1.6c0c1ep-10f;                        \
    P = P * Z + 0x1.55554ap-5f;                                                \
    P = P * Z - 0.5f;                                                          \
    return P * Z + 1.0f;                                                       \
  }                                                                            \
  FERRY_HELPER float##W ferry_small_sin(float##W X) {                          \
    uint##W Quarter;                                                           \
    float##W R = ferry_reduced(X, &Quarter), Z = R * R;                        \
    float##W Sine = ferry_sine_part(R, Z), Cosine = ferry_cosine_part(Z);      \
    float##W Value = (Quarter & 1u) != 0u ? Cosine : Sine;                     \
    uint##W Sign = (FERRY_BITS(uint##W, X) ^ Quarter << 30) & 0x80000000u;     \
    return FERRY_BITS(float##W, FERRY_BITS(uint##W, Value) ^ Sign);            \
  }                                                                            \
  FERRY_HELPER float##W ferry_small_cos(float##W X) {                          \
    uint##W Quarter;                                                           \
    float##W R = ferry_reduced(X, &Quarter), Z = R * R;                        \
    float##W Sine = ferry_sine_part(R, Z), Cosine = ferry_cosine_part(Z);      \
    float##W Value = (Quarter & 1u) != 0u ? Sine : Cosine;                     \
    uint##W Sign = ((Quarter + 1u) << 30) & 0x80000000u;                       \
    return FERRY_BITS(float##W, FERRY_BITS(uint##W, Value) ^ Sign);            \
  }                                                                            \
  /* The polynomial to 2^-25.6. */                                             \
  FERRY_HELPER float##W ferry_small_tan(float##W X) {                          \
    uint##W Quarter;                                                           \
    float##W R = ferry_reduced(X, &Quarter), Z = R * R;                        \
    float##W P = Z * 0x1.37884ap-7f + 0x1.7e3342p-9f;                          \
    P = P * Z + 0x1.92541p-6f;                                                 \
    P = P * Z + 0x1.b5421cp-5f;                                                \
    P = P * Z + 0x1.112feep-3f;                                                \
    P = P * Z + 0x1.5554d4p-2f;                                                \
    float##W Value = R * Z * P + R;                                            \
    float##W Pole = -1.0f / Value;                                             \
    Value = (Quarter & 1u) != 0u ? Pole : Value;                               \
    uint##W Sign = FERRY_BITS(uint##W, X) & 0x80000000u;                       \
    return FERRY_BITS(float##W, FERRY_BITS(uint##W, Value) ^ Sign);            \
  }                                                                            \
  FERRY_FAR(W, N, sin)                                                         \
  FERRY_FAR(W, N, cos)                                                         \
  FERRY_FAR(W, N, tan)

#define FERRY_FAR(W, N, NAME)                                                  \
  FERRY_HELPER float##W ferry_##NAME(float##W X) {                             \
    float##W Result = ferry_small_##NAME(X);                                   \
    int##W Far = __builtin_elementwise_abs(X) > FERRY_SMALL_ANGLE;             \
    if (__builtin_expect(FERRY_ANY(N, Far), 0))                                \
      Result =                                                                 \
          Far ? FERRY_LANES1(N, float##W, ferry_libm_##NAME##f, X) : Result;   \
    return Result;                                                             \
  }

FERRY_WIDTHS(FERRY_TRIGONOMETRIC, float, )
FERRY_WIDTHS(FERRY_DOUBLE1, double, sin)
FERRY_WIDTHS(FERRY_DOUBLE1, double, cos)
FERRY_WIDTHS(FERRY_DOUBLE1, double, tan)

#endif // FERRY_KERNELS_MATH_TRIGONOMETRIC_H
