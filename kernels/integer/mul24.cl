//===- mul24.cl - mul24, mad24 (OpenCL C 6.15.3) ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// For values beyond 24 bits the result is the implementation's choice: the
// plain product, which is the fastest.
#define MUL24(S, W, N, ...)                                                    \
  FERRY_BUILTIN S##W mul24(S##W X, S##W Y) {                                   \
    return FERRY_BITS(S##W, FERRY_BITS(uint##W, X) * FERRY_BITS(uint##W, Y));  \
  }                                                                            \
  FERRY_BUILTIN S##W mad24(S##W X, S##W Y, S##W Z) {                           \
    return FERRY_BITS(S##W, FERRY_BITS(uint##W, X) * FERRY_BITS(uint##W, Y) +  \
                                FERRY_BITS(uint##W, Z));                       \
  }

FERRY_WIDTHS(MUL24, int)
FERRY_WIDTHS(MUL24, uint)
