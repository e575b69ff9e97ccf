//===- pown.cl - pown (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/power.h"

#define POWN_DOUBLE(S, W, N, ...)                                              \
  FERRY_BUILTIN double##W pown(double##W X, int##W Y) {                        \
    return ferry_pow(X, FERRY_CONVERT(N, double##W, Y));                       \
  }
FERRY_WIDTHS(POWN_DOUBLE, double, )

#define POWN(S, W, N, ...)                                                     \
  FERRY_BUILTIN S##W pown(S##W X, int##W Y) {                                  \
    return FERRY_CONVERT(N, S##W,                                              \
                         ferry_pown(FERRY_CONVERT(N, float##W, X), Y));        \
  }
FERRY_WIDTHS(POWN, half, )
FERRY_WIDTHS(POWN, float, )
