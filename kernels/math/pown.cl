//===- pown.cl - pown (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/power.h"

#define POWN(S, W, N, C)                                                       \
  FERRY_BUILTIN S##W pown(S##W X, int##W Y) {                                  \
    return FERRY_CONVERT(N, S##W, ferry_pown(FERRY_CONVERT(N, C##W, X), Y));   \
  }
FERRY_MATH(POWN)
