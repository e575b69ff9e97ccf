//===- saturate.cl - add_sat, sub_sat (OpenCL C 6.15.3) -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define SATURATE(S, W, N, I, U)                                                \
  FERRY_BUILTIN S##W add_sat(S##W X, S##W Y) {                                 \
    return __builtin_elementwise_add_sat(X, Y);                                \
  }                                                                            \
  FERRY_BUILTIN S##W sub_sat(S##W X, S##W Y) {                                 \
    return __builtin_elementwise_sub_sat(X, Y);                                \
  }

FERRY_INTEGERS(SATURATE)
