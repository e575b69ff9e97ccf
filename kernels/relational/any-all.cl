//===- any-all.cl - any, all (OpenCL C 6.15.6) --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define ANY_ALL_SCALAR(S)                                                      \
  FERRY_BUILTIN int any(S X) { return X < 0; }                                 \
  FERRY_BUILTIN int all(S X) { return X < 0; }
ANY_ALL_SCALAR(char)
ANY_ALL_SCALAR(short)
ANY_ALL_SCALAR(int)
ANY_ALL_SCALAR(long)

#define ANY_ALL(S, W, N, ...)                                                  \
  FERRY_BUILTIN int any(S##W X) { return __builtin_reduce_or(X) < 0; }         \
  FERRY_BUILTIN int all(S##W X) { return __builtin_reduce_and(X) < 0; }
FERRY_VECTORS(ANY_ALL, char)
FERRY_VECTORS(ANY_ALL, short)
FERRY_VECTORS(ANY_ALL, int)
FERRY_VECTORS(ANY_ALL, long)
