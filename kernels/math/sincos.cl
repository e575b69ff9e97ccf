//===- sincos.cl - sincos (OpenCL C 6.15.2) -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/trigonometric.h"

#define SINCOS(S, W, N, C) FERRY_SPACES(STORING, S, W, N, C)
#define STORING(SPACE, S, W, N, C)                                             \
  FERRY_BUILTIN S##W sincos(S##W X, SPACE S##W *Cosine) {                      \
    C##W A = FERRY_CONVERT(N, C##W, X);                                        \
    *Cosine = FERRY_CONVERT(N, S##W, ferry_cos(A));                            \
    return FERRY_CONVERT(N, S##W, ferry_sin(A));                               \
  }
FERRY_MATH(SINCOS)
