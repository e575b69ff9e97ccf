//===- min-max.cl - min, max, clamp (OpenCL C 6.15.3, 6.15.4) -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define MIN_MAX(S, W, N, ...)                                                  \
  FERRY_BUILTIN S##W min(S##W X, S##W Y) {                                     \
    return __builtin_elementwise_min(X, Y);                                    \
  }                                                                            \
  FERRY_BUILTIN S##W max(S##W X, S##W Y) {                                     \
    return __builtin_elementwise_max(X, Y);                                    \
  }
FERRY_INTEGERS(MIN_MAX)

#define CLAMP(S, W, N, ...)                                                    \
  FERRY_BUILTIN S##W clamp(S##W X, S##W Low, S##W High) {                      \
    return min(max(X, Low), High);                                             \
  }
FERRY_INTEGERS(CLAMP)

// The specification leaves open what NaN gives. Programs rely on max(x, 0)
// being a number, as it is with other drivers: Y if X is NaN. One instruction,
// which gives Y of two zeros, too.
#define MIN_MAX_FLOAT(S, W, N, ...)                                            \
  FERRY_BUILTIN S##W min(S##W X, S##W Y) { return X < Y ? X : Y; }             \
  FERRY_BUILTIN S##W max(S##W X, S##W Y) { return X > Y ? X : Y; }             \
  FERRY_BUILTIN S##W clamp(S##W X, S##W Low, S##W High) {                      \
    return fmin(fmax(X, Low), High);                                           \
  }
FERRY_FLOATS(MIN_MAX_FLOAT)

#define WITH_SCALAR(S, W, N, ...)                                              \
  FERRY_BUILTIN S##W min(S##W X, S Y) { return min(X, (S##W)Y); }              \
  FERRY_BUILTIN S##W max(S##W X, S Y) { return max(X, (S##W)Y); }              \
  FERRY_BUILTIN S##W clamp(S##W X, S Low, S High) {                            \
    return clamp(X, (S##W)Low, (S##W)High);                                    \
  }
FERRY_INTEGER_VECTORS(WITH_SCALAR)
FERRY_FLOAT_VECTORS(WITH_SCALAR)
