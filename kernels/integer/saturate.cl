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

#if __clang_major__ >= 20
FERRY_INTEGERS(SATURATE)
#else
// Clang takes small integers for int here, which saturates elsewhere.
#define SATURATE_SMALL(S, LOW, HIGH)                                           \
  FERRY_HELPER S saturated_##S(int X) {                                        \
    X = __builtin_elementwise_min(X, HIGH);                                    \
    return __builtin_elementwise_max(X, LOW);                                  \
  }                                                                            \
  FERRY_BUILTIN S add_sat(S X, S Y) { return saturated_##S(X + Y); }           \
  FERRY_BUILTIN S sub_sat(S X, S Y) { return saturated_##S(X - Y); }

FERRY_INTEGER_VECTORS(SATURATE)
FERRY_IF(char, SATURATE_SMALL(char, CHAR_MIN, CHAR_MAX))
FERRY_IF(uchar, SATURATE_SMALL(uchar, 0, UCHAR_MAX))
FERRY_IF(short, SATURATE_SMALL(short, SHRT_MIN, SHRT_MAX))
FERRY_IF(ushort, SATURATE_SMALL(ushort, 0, USHRT_MAX))
FERRY_IF(int, SATURATE(int, , 1, int, uint))
FERRY_IF(uint, SATURATE(uint, , 1, int, uint))
FERRY_IF(long, SATURATE(long, , 1, long, ulong))
FERRY_IF(ulong, SATURATE(ulong, , 1, long, ulong))
#endif
