//===- compare.cl - Comparisons (OpenCL C 6.15.6) -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// A scalar comparison is 0 or 1, a vector one 0 or -1 in integers as wide as
// the operands: exactly what the functions return.
#define COMPARE(S, W, N, RESULT)                                               \
  FERRY_BUILTIN RESULT##W isequal(S##W X, S##W Y) { return X == Y; }           \
  FERRY_BUILTIN RESULT##W isnotequal(S##W X, S##W Y) { return X != Y; }        \
  FERRY_BUILTIN RESULT##W isgreater(S##W X, S##W Y) { return X > Y; }          \
  FERRY_BUILTIN RESULT##W isgreaterequal(S##W X, S##W Y) { return X >= Y; }    \
  FERRY_BUILTIN RESULT##W isless(S##W X, S##W Y) { return X < Y; }             \
  FERRY_BUILTIN RESULT##W islessequal(S##W X, S##W Y) { return X <= Y; }       \
  FERRY_BUILTIN RESULT##W islessgreater(S##W X, S##W Y) {                      \
    return (X < Y) | (X > Y);                                                  \
  }                                                                            \
  FERRY_BUILTIN RESULT##W isordered(S##W X, S##W Y) {                          \
    return (X == X) & (Y == Y);                                                \
  }                                                                            \
  FERRY_BUILTIN RESULT##W isunordered(S##W X, S##W Y) {                        \
    return (X != X) | (Y != Y);                                                \
  }

FERRY_IF(half, COMPARE(half, , 1, int))
FERRY_IF(float, COMPARE(float, , 1, int))
FERRY_IF(double, COMPARE(double, , 1, int))
FERRY_VECTORS(COMPARE, half, short)
FERRY_VECTORS(COMPARE, float, int)
FERRY_VECTORS(COMPARE, double, long)
