//===- fast.cl - fast_length, fast_distance, fast_normalize (6.15.5) ----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define SUM_OF_SQUARES_1(V) (V * V)
#define SUM_OF_SQUARES_2(V) (V.x * V.x + V.y * V.y)
#define SUM_OF_SQUARES_3(V) (V.x * V.x + V.y * V.y + V.z * V.z)
#define SUM_OF_SQUARES_4(V) ((V.x * V.x + V.y * V.y) + (V.z * V.z + V.w * V.w))

#define FAST(W, N)                                                             \
  FERRY_BUILTIN float fast_length(float##W P) {                                \
    return __builtin_elementwise_sqrt(SUM_OF_SQUARES_##N(P));                  \
  }                                                                            \
  FERRY_BUILTIN float fast_distance(float##W A, float##W B) {                  \
    return fast_length(A - B);                                                 \
  }                                                                            \
  FERRY_BUILTIN float##W fast_normalize(float##W P) {                          \
    float Length = fast_length(P);                                             \
    return Length == 0.0f ? P : P / Length;                                    \
  }

FAST(, 1)
FAST(2, 2)
FAST(3, 3)
FAST(4, 4)
