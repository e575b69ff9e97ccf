//===- hadd.cl - hadd, rhadd (OpenCL C 6.15.3) --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// The sum is never formed: x + y = 2 (x & y) + (x ^ y) = 2 (x | y) - (x ^ y).
#define HADD(S, W, N, I, U)                                                    \
  FERRY_BUILTIN S##W hadd(S##W X, S##W Y) {                                    \
    return (X & Y) + ((X ^ Y) >> (S##W)1);                                     \
  }                                                                            \
  FERRY_BUILTIN S##W rhadd(S##W X, S##W Y) {                                   \
    return (X | Y) - ((X ^ Y) >> (S##W)1);                                     \
  }

FERRY_INTEGERS(HADD)
