//===- vload.cl - vload, vstore (OpenCL C 6.15.7) -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// -DWIDTH=number of components.

// The pointer is aligned as a component is.
#define TYPES(S)                                                               \
  typedef FERRY_CAT(S, WIDTH) Unaligned_##S __attribute__((aligned(sizeof(S))));
#define NAMED(PREFIX) FERRY_CAT(PREFIX, WIDTH)

#if WIDTH == 3
// By component: a vector of 3 would be moved as one of 4.
#define LOAD(S, SPACE)                                                         \
  FERRY_BUILTIN S##3 vload3(size_t Offset, const SPACE S *P) {                 \
    P += Offset * 3;                                                           \
    return (S##3)(P[0], P[1], P[2]);                                           \
  }
#define STORE(S, SPACE)                                                        \
  FERRY_BUILTIN void vstore3(S##3 X, size_t Offset, SPACE S *P) {              \
    P += Offset * 3;                                                           \
    P[0] = X.s0;                                                               \
    P[1] = X.s1;                                                               \
    P[2] = X.s2;                                                               \
  }
#else
#define LOAD(S, SPACE)                                                         \
  FERRY_BUILTIN FERRY_CAT(S, WIDTH)                                            \
      NAMED(vload)(size_t Offset, const SPACE S *P) {                          \
    return *(const SPACE Unaligned_##S *)(P + Offset * WIDTH);                 \
  }
#define STORE(S, SPACE)                                                        \
  FERRY_BUILTIN void NAMED(vstore)(FERRY_CAT(S, WIDTH) X, size_t Offset,       \
                                   SPACE S *P) {                               \
    *(SPACE Unaligned_##S *)(P + Offset * WIDTH) = X;                          \
  }
#endif

#define MOVES(S)                                                               \
  TYPES(S)                                                                     \
  LOAD(S, __private)                                                           \
  LOAD(S, __global)                                                            \
  LOAD(S, __local)                                                             \
  LOAD(S, __constant)                                                          \
  LOAD(S, __generic)                                                           \
  STORE(S, __private)                                                          \
  STORE(S, __global)                                                           \
  STORE(S, __local)                                                            \
  STORE(S, __generic)

FERRY_IF(char, MOVES(char))
FERRY_IF(uchar, MOVES(uchar))
FERRY_IF(short, MOVES(short))
FERRY_IF(ushort, MOVES(ushort))
FERRY_IF(int, MOVES(int))
FERRY_IF(uint, MOVES(uint))
FERRY_IF(long, MOVES(long))
FERRY_IF(ulong, MOVES(ulong))
FERRY_IF(half, MOVES(half))
FERRY_IF(float, MOVES(float))
FERRY_IF(double, MOVES(double))
