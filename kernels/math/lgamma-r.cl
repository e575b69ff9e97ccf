//===- lgamma-r.cl - lgamma_r (OpenCL C 6.15.2) -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

float ferry_libm_lgammaf_r(float X, __private int *Sign) __asm__("lgammaf_r");
double ferry_libm_lgamma_r(double X, __private int *Sign) __asm__("lgamma_r");

#define float_LGAMMA_R ferry_libm_lgammaf_r
#define double_LGAMMA_R ferry_libm_lgamma_r

#define SCALAR(S, C) FERRY_SPACES(STORING, S, C)
#define STORING(SPACE, S, C)                                                   \
  FERRY_BUILTIN S lgamma_r(S X, SPACE int *Sign) {                             \
    __private int Result;                                                      \
    S Value = (S)C##_LGAMMA_R((C)X, &Result);                                  \
    *Sign = Result;                                                            \
    return Value;                                                              \
  }
SCALAR(half, float)
SCALAR(float, float)
SCALAR(double, double)

#define VECTOR(S, W, N, ...) FERRY_SPACES(STORING_VECTOR, S, W, N)
#define STORING_VECTOR(SPACE, S, W, N)                                         \
  FERRY_BUILTIN S##W lgamma_r(S##W X, SPACE int##W *Sign) {                    \
    S Values[N];                                                               \
    int Signs[N];                                                              \
    for (int Lane = 0; Lane != N; ++Lane)                                      \
      Values[Lane] = lgamma_r(X[Lane], &Signs[Lane]);                          \
    int##W AllSigns;                                                           \
    S##W Result;                                                               \
    for (int Lane = 0; Lane != N; ++Lane) {                                    \
      AllSigns[Lane] = Signs[Lane];                                            \
      Result[Lane] = Values[Lane];                                             \
    }                                                                          \
    *Sign = AllSigns;                                                          \
    return Result;                                                             \
  }
FERRY_FLOAT_VECTORS(VECTOR)
