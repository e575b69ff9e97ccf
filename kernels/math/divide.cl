//===- divide.cl - native_ and half_ divide and recip --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define DIVIDE(S, W, N, PREFIX)                                                \
  FERRY_BUILTIN S##W FERRY_CAT(PREFIX, divide)(S##W X, S##W Y) {               \
    return X / Y;                                                              \
  }                                                                            \
  FERRY_BUILTIN S##W FERRY_CAT(PREFIX, recip)(S##W X) { return (S##W)1 / X; }

FERRY_WIDTHS(DIVIDE, float, half_)

// As with relaxed options (EstimatesPass).
#pragma clang fp reciprocal(on)
FERRY_WIDTHS(DIVIDE, float, native_)
