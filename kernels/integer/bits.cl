//===- bits.cl - clz, ctz, popcount, rotate (OpenCL C 6.15.3) -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define BITS(S, W, N, I, U)                                                    \
  FERRY_BUILTIN S##W popcount(S##W X) {                                        \
    return __builtin_elementwise_popcount(X);                                  \
  }                                                                            \
  FERRY_BUILTIN S##W clz(S##W X) {                                             \
    return FERRY_BITS(S##W, __builtin_elementwise_clzg(                        \
                                FERRY_BITS(U##W, X), (U##W)(sizeof(S) * 8)));  \
  }                                                                            \
  FERRY_BUILTIN S##W ctz(S##W X) {                                             \
    return FERRY_BITS(S##W, __builtin_elementwise_ctzg(                        \
                                FERRY_BITS(U##W, X), (U##W)(sizeof(S) * 8)));  \
  }                                                                            \
  /* The count is taken modulo the width, as a funnel shift does. */           \
  FERRY_BUILTIN S##W rotate(S##W X, S##W Count) {                              \
    U##W B = FERRY_BITS(U##W, X);                                              \
    return FERRY_BITS(                                                         \
        S##W, __builtin_elementwise_fshl(B, B, FERRY_BITS(U##W, Count)));      \
  }

FERRY_INTEGERS(BITS)
