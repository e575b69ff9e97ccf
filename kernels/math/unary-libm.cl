//===- unary-libm.cl - Functions of one argument from libm (6.15.2) -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DNAME=function -DSYMBOL=its name in libm, a string, -DFLOAT_SYMBOL
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define OF_TYPE(S) FERRY_CAT(ferry_libm_, S)
__attribute__((const)) float OF_TYPE(float)(float X) __asm__(FLOAT_SYMBOL);
__attribute__((const)) double OF_TYPE(double)(double X) __asm__(SYMBOL);

#define UNARY(S, W, N, C)                                                      \
  FERRY_BUILTIN S##W NAME(S##W X) {                                            \
    C##W Argument = FERRY_CONVERT(N, C##W, X);                                 \
    return FERRY_CONVERT(N, S##W,                                              \
                         FERRY_LANES1(N, C##W, OF_TYPE(C), Argument));         \
  }
FERRY_MATH(UNARY)
