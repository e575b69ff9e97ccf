//===- fabs.cl - fabs, copysign (OpenCL C 6.15.2) -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// On the bits for half, which has no such instruction.
#define FABS(S, W, N, I, U)                                                    \
  FERRY_BUILTIN S##W fabs(S##W X) {                                            \
    U##W Bits = FERRY_BITS(U##W, X) & (U##W)((U) - 1 >> 1);                    \
    return FERRY_BITS(S##W, Bits);                                             \
  }                                                                            \
  FERRY_BUILTIN S##W copysign(S##W X, S##W Y) {                                \
    U##W Magnitude = FERRY_BITS(U##W, X) & (U##W)((U) - 1 >> 1);               \
    U##W Sign = FERRY_BITS(U##W, Y) & ~(U##W)((U) - 1 >> 1);                   \
    U##W Bits = Magnitude | Sign;                                              \
    return FERRY_BITS(S##W, Bits);                                             \
  }
FERRY_WIDTHS(FABS, half, short, ushort)

#define FABS_BUILTIN(S, W, N, ...)                                             \
  FERRY_BUILTIN S##W fabs(S##W X) { return __builtin_elementwise_abs(X); }     \
  FERRY_BUILTIN S##W copysign(S##W X, S##W Y) {                                \
    return __builtin_elementwise_copysign(X, Y);                               \
  }
FERRY_WIDTHS(FABS_BUILTIN, float, )
FERRY_WIDTHS(FABS_BUILTIN, double, )
