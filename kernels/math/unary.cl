//===- unary.cl - Functions of one argument that LLVM knows (6.15.2) ----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DNAME=function -DBUILTIN=Clang's name of it
// -DFAST if there are native_ and half_ variants
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define UNARY(S, W, N, C)                                                      \
  FERRY_BUILTIN S##W NAME(S##W X) {                                            \
    return FERRY_CONVERT(N, S##W, BUILTIN(FERRY_CONVERT(N, C##W, X)));         \
  }
FERRY_MATH(UNARY)

// The fast ones need no more than the exact ones.
#ifdef FAST
#define FAST_UNARY(S, W, N, PREFIX)                                            \
  FERRY_BUILTIN S##W FERRY_CAT(PREFIX, NAME)(S##W X) { return BUILTIN(X); }
FERRY_WIDTHS(FAST_UNARY, float, native_)
FERRY_WIDTHS(FAST_UNARY, float, half_)
#endif
