//===- bitselect.cl - bitselect (OpenCL C 6.15.6) -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define BITSELECT(S, W, N, I, U)                                               \
  FERRY_BUILTIN S##W bitselect(S##W A, S##W B, S##W C) {                       \
    U##W Mask = FERRY_BITS(U##W, C);                                           \
    U##W Bits = (FERRY_BITS(U##W, A) & ~Mask) | (FERRY_BITS(U##W, B) & Mask);  \
    return FERRY_BITS(S##W, Bits);                                             \
  }

FERRY_INTEGERS(BITSELECT)
FERRY_FLOATS(BITSELECT)
