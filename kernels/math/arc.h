//===- arc.h - atan, atan2, asin, acos ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Minimax polynomials for atan on [0, 1] and asin on [0, 1/2]; beyond these
///   atan x = pi/2 - atan 1/x
///   asin x = pi/2 - 2 asin sqrt((1 - x) / 2)
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_ARC_H
#define FERRY_KERNELS_MATH_ARC_H

#include "math/float.h"

#define FERRY_PI 0x1.921fb6p1f
#define FERRY_HALF_PI 0x1.921fb6p0f
#define FERRY_HALF_PI_LOW -0x1.777a5cp-25f

#define FERRY_ARC(S, W, N, ...)                                                \
  /* atan of Q, 0 <= Q <= 1, to 2^-25.8. */                                    \
  FERRY_HELPER float##W ferry_atan_part(float##W Q) {                          \
    float##W Z = Q * Q;                                                        \
    float##W P = Z * 0x1.7ec1c4p-9f - 0x1.0c23fep-6f;                          \
    P = P * Z + 0x1.61f756p-5f;                                                \
    P = P * Z - 0x1.3553f4p-4f;                                                \
    P = P * Z + 0x1.b4dfdcp-4f;                                                \
    P = P * Z - 0x1.230abp-3f;                                                 \
    P = P * Z + 0x1.9978eep-3f;                                                \
    P = P * Z - 0x1.5554dcp-2f;                                                \
    return Q * Z * P + Q;                                                      \
  }                                                                            \
  FERRY_HELPER float##W ferry_atan(float##W X) {                               \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W Inverse = 1.0f / A;                                               \
    float##W R = ferry_atan_part(A > 1.0f ? Inverse : A);                      \
    R = A > 1.0f ? FERRY_HALF_PI - (R - FERRY_HALF_PI_LOW) : R;                \
    return __builtin_elementwise_copysign(R, X);                               \
  }                                                                            \
  /* Equal ones may be zeros or infinities. The selects keep NaNs. */          \
  FERRY_HELPER float##W ferry_atan2(float##W Y, float##W X) {                  \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W B = __builtin_elementwise_abs(Y);                                 \
    float##W Small = A > B ? B : A, Big = A > B ? A : B;                       \
    float##W Same = Big > 0.0f ? (float##W)1.0f : (float##W)0.0f;              \
    float##W Quotient = Small / Big;                                           \
    float##W R = ferry_atan_part(Small == Big ? Same : Quotient);              \
    R = B > A ? FERRY_HALF_PI - (R - FERRY_HALF_PI_LOW) : R;                   \
    /* Beside -0, half of pi stays as it is. */                                \
    int##W Left = (FERRY_BITS(int##W, X) < 0) & ((A > 0.0f) | (B == 0.0f));    \
    R = Left ? FERRY_PI - (R - 2.0f * FERRY_HALF_PI_LOW) : R;                  \
    return __builtin_elementwise_copysign(R, Y);                               \
  }                                                                            \
  /* (asin(R) - R) / R, Z = R^2, |R| <= 1/2; the arcsine is right to 2^-27.6.  \
   */                                                                          \
  FERRY_HELPER float##W ferry_asin_tail(float##W Z) {                          \
    float##W P = Z * 0x1.5959aap-5f + 0x1.8c415ap-6f;                          \
    P = P * Z + 0x1.747b72p-5f;                                                \
    P = P * Z + 0x1.330206p-4f;                                                \
    P = P * Z + 0x1.5555c8p-3f;                                                \
    return P * Z;                                                              \
  }                                                                            \
  FERRY_HELPER float##W ferry_asin(float##W X) {                               \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W Z = A > 0.5f ? 0.5f - 0.5f * A : A * A;                           \
    float##W Root = __builtin_elementwise_sqrt(Z);                             \
    float##W R = A > 0.5f ? Root : A;                                          \
    R = R * ferry_asin_tail(Z) + R;                                            \
    R = A > 0.5f ? FERRY_HALF_PI - (2.0f * R - FERRY_HALF_PI_LOW) : R;         \
    return __builtin_elementwise_copysign(R, X);                               \
  }                                                                            \
  FERRY_HELPER float##W ferry_acos(float##W X) {                               \
    float##W A = __builtin_elementwise_abs(X);                                 \
    float##W Z = A > 0.5f ? 0.5f - 0.5f * A : A * A;                           \
    float##W Root = __builtin_elementwise_sqrt(Z);                             \
    float##W R = A > 0.5f ? Root : A;                                          \
    R = R * ferry_asin_tail(Z) + R;                                            \
    float##W Signed = __builtin_elementwise_copysign(R, X);                    \
    float##W Middle = FERRY_HALF_PI - (Signed - FERRY_HALF_PI_LOW);            \
    float##W End = 2.0f * R;                                                   \
    End = X < 0.0f ? FERRY_PI - (End - 2.0f * FERRY_HALF_PI_LOW) : End;        \
    return A > 0.5f ? End : Middle;                                            \
  }

FERRY_WIDTHS(FERRY_ARC, float, )
FERRY_WIDTHS(FERRY_DOUBLE1, double, atan)
FERRY_WIDTHS(FERRY_DOUBLE1, double, asin)
FERRY_WIDTHS(FERRY_DOUBLE1, double, acos)
#if __has_builtin(__builtin_elementwise_atan2)
FERRY_WIDTHS(FERRY_DOUBLE2, double, atan2)
#else
__attribute__((const)) double ferry_libm_atan2(double Y,
                                               double X) __asm__("atan2");
#define FERRY_ATAN2(S, W, N, ...)                                              \
  FERRY_HELPER double##W ferry_atan2(double##W Y, double##W X) {               \
    return FERRY_LANES2(N, double##W, ferry_libm_atan2, Y, X);                 \
  }
FERRY_WIDTHS(FERRY_ATAN2, double, )
#endif

#endif // FERRY_KERNELS_MATH_ARC_H
