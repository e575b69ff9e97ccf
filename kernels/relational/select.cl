//===- select.cl - select (OpenCL C 6.15.6) -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// A scalar condition is true if it is not 0, a component of a vector one if its
// most significant bit is set.
#define SELECT_SCALAR(S, W, N, I, U)                                           \
  FERRY_BUILTIN S select(S A, S B, I C) { return C ? B : A; }                  \
  FERRY_BUILTIN S select(S A, S B, U C) { return C ? B : A; }
#define SELECT_VECTOR(S, W, N, I, U)                                           \
  FERRY_BUILTIN S##W select(S##W A, S##W B, I##W C) {                          \
    return C < (I##W)0 ? B : A;                                                \
  }                                                                            \
  FERRY_BUILTIN S##W select(S##W A, S##W B, U##W C) {                          \
    return FERRY_BITS(I##W, C) < (I##W)0 ? B : A;                              \
  }

#define SELECT(S, I, U)                                                        \
  FERRY_IF(S, SELECT_SCALAR(S, , 1, I, U))                                     \
  FERRY_VECTORS(SELECT_VECTOR, S, I, U)

SELECT(char, char, uchar)
SELECT(uchar, char, uchar)
SELECT(short, short, ushort)
SELECT(ushort, short, ushort)
SELECT(half, short, ushort)
SELECT(int, int, uint)
SELECT(uint, int, uint)
SELECT(float, int, uint)
SELECT(long, long, ulong)
SELECT(ulong, long, ulong)
SELECT(double, long, ulong)
