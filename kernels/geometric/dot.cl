//===- dot.cl - dot (OpenCL C 6.15.5) -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define DOT(S)                                                                 \
  FERRY_BUILTIN S dot(S X, S Y) { return X * Y; }                              \
  FERRY_BUILTIN S dot(S##2 X, S##2 Y) { return X.x * Y.x + X.y * Y.y; }        \
  FERRY_BUILTIN S dot(S##3 X, S##3 Y) {                                        \
    return X.x * Y.x + X.y * Y.y + X.z * Y.z;                                  \
  }                                                                            \
  FERRY_BUILTIN S dot(S##4 X, S##4 Y) {                                        \
    return (X.x * Y.x + X.y * Y.y) + (X.z * Y.z + X.w * Y.w);                  \
  }

DOT(float)
DOT(double)

// Half works in float and rounds once.
FERRY_BUILTIN half dot(half X, half Y) { return X * Y; }
#define DOT_HALF(W)                                                            \
  FERRY_BUILTIN half dot(half##W X, half##W Y) {                               \
    return (half)dot(__builtin_convertvector(X, float##W),                     \
                     __builtin_convertvector(Y, float##W));                    \
  }

DOT_HALF(2)
DOT_HALF(3)
DOT_HALF(4)
