//===- fdim.cl - fdim (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// A NaN is not less or equal, and stays.
#define FDIM(S, W, N, C)                                                       \
  FERRY_BUILTIN S##W fdim(S##W X, S##W Y) {                                    \
    C##W A = FERRY_CONVERT(N, C##W, X), B = FERRY_CONVERT(N, C##W, Y);         \
    C##W Difference = A <= B ? (C##W)0 : A - B;                                \
    return FERRY_CONVERT(N, S##W, Difference);                                 \
  }
FERRY_MATH(FDIM)
