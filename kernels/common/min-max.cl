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

// As the specification spells it, NaN and all: one instruction.
#define MIN_MAX_FLOAT(S, W, N, ...)                                            \
  FERRY_BUILTIN S##W min(S##W X, S##W Y) { return Y < X ? Y : X; }             \
  FERRY_BUILTIN S##W max(S##W X, S##W Y) { return X < Y ? Y : X; }
FERRY_FLOATS(MIN_MAX_FLOAT)

#define CLAMP(S, W, N, ...)                                                    \
  FERRY_BUILTIN S##W clamp(S##W X, S##W Low, S##W High) {                      \
    return min(max(X, Low), High);                                             \
  }
FERRY_INTEGERS(CLAMP)
FERRY_FLOATS(CLAMP)

#define WITH_SCALAR(S, W, N, ...)                                              \
  FERRY_BUILTIN S##W min(S##W X, S Y) { return min(X, (S##W)Y); }              \
  FERRY_BUILTIN S##W max(S##W X, S Y) { return max(X, (S##W)Y); }              \
  FERRY_BUILTIN S##W clamp(S##W X, S Low, S High) {                            \
    return clamp(X, (S##W)Low, (S##W)High);                                    \
  }
FERRY_INTEGER_VECTORS(WITH_SCALAR)
FERRY_FLOAT_VECTORS(WITH_SCALAR)
