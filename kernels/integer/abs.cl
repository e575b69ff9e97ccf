//===- abs.cl - abs, abs_diff (OpenCL C 6.15.3) -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define ABS_SIGNED(S, W, N, I, U)                                              \
  FERRY_BUILTIN U##W abs(S##W X) {                                             \
    return FERRY_BITS(U##W, (S##W)__builtin_elementwise_abs(X));               \
  }                                                                            \
  FERRY_BUILTIN U##W abs_diff(S##W X, S##W Y) {                                \
    U##W A = FERRY_BITS(U##W, X), B = FERRY_BITS(U##W, Y);                     \
    return X > Y ? (U##W)(A - B) : (U##W)(B - A);                              \
  }
#define ABS_UNSIGNED(S, W, N, I, U)                                            \
  FERRY_BUILTIN U##W abs(S##W X) { return X; }                                 \
  FERRY_BUILTIN U##W abs_diff(S##W X, S##W Y) {                                \
    return __builtin_elementwise_max(X, Y) - __builtin_elementwise_min(X, Y);  \
  }

FERRY_SIGNED(ABS_SIGNED)
FERRY_UNSIGNED(ABS_UNSIGNED)
