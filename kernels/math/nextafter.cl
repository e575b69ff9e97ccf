//===- nextafter.cl - nextafter (OpenCL C 6.15.2) -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define NEXTAFTER(S, W, N, I, U)                                               \
  FERRY_BUILTIN S##W nextafter(S##W X, S##W Y) {                               \
    I##W Sign = (I##W)((I)1 << (sizeof(I) * 8 - 1));                           \
    I##W A = FERRY_BITS(I##W, X), B = FERRY_BITS(I##W, Y);                     \
    I##W MagA = A & ~Sign, MagB = B & ~Sign;                                   \
    I##W Infinite = FERRY_BITS(I##W, (S##W)INFINITY);                          \
    /* Away from zero unless Y lies towards it or on the other side. */        \
    I##W Different = (A ^ B) < (I##W)0;                                        \
    I##W Inwards = Different | (MagB < MagA);                                  \
    I##W Step = Inwards ? A - (I##W)1 : A + (I##W)1;                           \
    I##W Smallest = (B & Sign) | (I##W)1;                                      \
    I##W Result = MagA == (I##W)0 ? Smallest : Step;                           \
    I##W Equal = (A == B) | ((MagA | MagB) == (I##W)0);                        \
    Result = Equal ? B : Result;                                               \
    I##W Quiet = (I##W)((I)1 << S##_QUIET_BIT);                                \
    Result = MagB > Infinite ? B | Quiet : Result;                             \
    Result = MagA > Infinite ? A | Quiet : Result;                             \
    return FERRY_BITS(S##W, Result);                                           \
  }
#define half_QUIET_BIT 9
#define float_QUIET_BIT 22
#define double_QUIET_BIT 51

FERRY_FLOATS(NEXTAFTER)
