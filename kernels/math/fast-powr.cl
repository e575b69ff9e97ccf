//===- fast-powr.cl - half_powr and native_powr (OpenCL C 6.15.2) -------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/power.h"

#define HALF_POWR(S, W, N, ...)                                                \
  FERRY_BUILTIN float##W half_powr(float##W X, float##W Y) {                   \
    return ferry_powr(X, Y);                                                   \
  }
FERRY_WIDTHS(HALF_POWR, float, )

// Less work, and an error that grows with the exponent.
#define NATIVE_POWR(S, W, N, ...)                                              \
  FERRY_BUILTIN float##W native_powr(float##W X, float##W Y) {                 \
    return ferry_exp2(Y * ferry_log2(X));                                      \
  }
FERRY_WIDTHS(NATIVE_POWR, float, )
