//===- binary-float.cl - Functions of two arguments with own code (6.15.2) ===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DHEADER=where the helpers are -DNAME=function
//
//===----------------------------------------------------------------------===//

#include HEADER

#define BINARY(S, W, N, C)                                                     \
  FERRY_BUILTIN S##W NAME(S##W X, S##W Y) {                                    \
    return FERRY_CONVERT(N, S##W,                                              \
                         FERRY_CAT(ferry_, NAME)(FERRY_CONVERT(N, C##W, X),    \
                                                 FERRY_CONVERT(N, C##W, Y)));  \
  }
FERRY_MATH(BINARY)
