//===- binary.cl - Functions of two arguments that LLVM knows (6.15.2) --===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DNAME=function -DBUILTIN=Clang's name of it
// -DWITH_SCALAR if the second argument of a vector function may be a scalar
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define BINARY(S, W, N, C)                                                     \
  FERRY_BUILTIN S##W NAME(S##W X, S##W Y) {                                    \
    return FERRY_CONVERT(                                                      \
        N, S##W,                                                               \
        BUILTIN(FERRY_CONVERT(N, C##W, X), FERRY_CONVERT(N, C##W, Y)));        \
  }
FERRY_MATH(BINARY)

#ifdef WITH_SCALAR
#define BINARY_SCALAR(S, W, N, ...)                                            \
  FERRY_BUILTIN S##W NAME(S##W X, S Y) { return NAME(X, (S##W)Y); }
FERRY_FLOAT_VECTORS(BINARY_SCALAR)
#endif
