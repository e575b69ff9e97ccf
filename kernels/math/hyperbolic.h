//===- hyperbolic.h - sinh, cosh, tanh ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With E = e^|x|: (E - 1/E) / 2, (E + 1/E) / 2, 1 - 2 / (E^2 + 1), and minimax
/// polynomials where the differences would cancel.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_MATH_HYPERBOLIC_H
#define FERRY_KERNELS_MATH_HYPERBOLIC_H

#include "math/exponential.h"

#define FERRY_HYPERBOLIC(S, W, N, ...)                                         \
  FERRY_HELPER float##W ferry_cosh(float##W X) {                               \
    float##W Half = ferry_exp_times(__builtin_elementwise_abs(X), -1);         \
    return 0.25f / Half + Half;                                                \
  }                                                                            \
  /* The polynomial on [0, 1], to 2^-31. */                                    \
  FERRY_HELPER float##W ferry_sinh(float##W X) {                               \
    float##W A = __builtin_elementwise_abs(X), Z = A * A;                      \
    float##W Half = ferry_exp_times(A, -1);                                    \
    float##W Large = Half - 0.25f / Half;                                      \
    float##W P = Z * 0x1.76771ep-19f + 0x1.a01c22p-13f;                        \
    P = P * Z + 0x1.1110eap-7f;                                                \
    P = P * Z + 0x1.555556p-3f;                                                \
    P = A * Z * P + A;                                                         \
    return __builtin_elementwise_copysign(A < 1.0f ? P : Large, X);            \
  }                                                                            \
  /* The polynomial on [0, 0.56], to 2^-29. */                                 \
  FERRY_HELPER float##W ferry_tanh(float##W X) {                               \
    float##W A = __builtin_elementwise_abs(X), Z = A * A;                      \
    float##W Square = ferry_exp(2.0f * A);                                     \
    float##W Large = 1.0f - 2.0f / (Square + 1.0f);                            \
    float##W P = Z * -0x1.958c74p-8f + 0x1.584238p-6f;                         \
    P = P * Z - 0x1.b90a76p-5f;                                                \
    P = P * Z + 0x1.110c7p-3f;                                                 \
    P = P * Z - 0x1.555548p-2f;                                                \
    P = A * Z * P + A;                                                         \
    return __builtin_elementwise_copysign(A < 0.56f ? P : Large, X);           \
  }

FERRY_WIDTHS(FERRY_HYPERBOLIC, float, )
FERRY_WIDTHS(FERRY_DOUBLE1, double, sinh)
FERRY_WIDTHS(FERRY_DOUBLE1, double, cosh)
FERRY_WIDTHS(FERRY_DOUBLE1, double, tanh)

#endif // FERRY_KERNELS_MATH_HYPERBOLIC_H
