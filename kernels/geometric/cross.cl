//===- cross.cl - cross (OpenCL C 6.15.5) -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Half works in float and rounds once.
#define CROSS(S, COMPUTE)                                                      \
  FERRY_BUILTIN S##3 cross(S##3 X, S##3 Y) {                                   \
    COMPUTE##3 A = __builtin_convertvector(X, COMPUTE##3);                     \
    COMPUTE##3 B = __builtin_convertvector(Y, COMPUTE##3);                     \
    COMPUTE##3 C = A.yzx * B.zxy - A.zxy * B.yzx;                              \
    return __builtin_convertvector(C, S##3);                                   \
  }                                                                            \
  FERRY_BUILTIN S##4 cross(S##4 X, S##4 Y) {                                   \
    return (S##4)(cross(X.xyz, Y.xyz), (S)0);                                  \
  }

CROSS(half, float)
CROSS(float, float)
CROSS(double, double)
