//===- magnitude.cl - maxmag, minmag (OpenCL C 6.15.2) ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define MAGNITUDE(S, W, N, C)                                                  \
  FERRY_BUILTIN S##W maxmag(S##W X, S##W Y) {                                  \
    C##W A = FERRY_CONVERT(N, C##W, X), B = FERRY_CONVERT(N, C##W, Y);         \
    C##W MagA = __builtin_elementwise_abs(A);                                  \
    C##W MagB = __builtin_elementwise_abs(B);                                  \
    C##W Same = __builtin_elementwise_maxnum(A, B);                            \
    C##W Result = MagB > MagA ? B : Same;                                      \
    Result = MagA > MagB ? A : Result;                                         \
    return FERRY_CONVERT(N, S##W, Result);                                     \
  }                                                                            \
  FERRY_BUILTIN S##W minmag(S##W X, S##W Y) {                                  \
    C##W A = FERRY_CONVERT(N, C##W, X), B = FERRY_CONVERT(N, C##W, Y);         \
    C##W MagA = __builtin_elementwise_abs(A);                                  \
    C##W MagB = __builtin_elementwise_abs(B);                                  \
    C##W Same = __builtin_elementwise_minnum(A, B);                            \
    C##W Result = MagB < MagA ? B : Same;                                      \
    Result = MagA < MagB ? A : Result;                                         \
    return FERRY_CONVERT(N, S##W, Result);                                     \
  }
FERRY_MATH(MAGNITUDE)
