//===- rootn.cl - rootn (OpenCL C 6.15.2) -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/power.h"

#define ROOTN(S, W, N, C)                                                      \
  FERRY_BUILTIN S##W rootn(S##W X, int##W Degree) {                            \
    return FERRY_CONVERT(N, S##W,                                              \
                         ferry_rootn(FERRY_CONVERT(N, C##W, X), Degree));      \
  }
FERRY_MATH(ROOTN)
