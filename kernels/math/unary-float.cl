//===- unary-float.cl - Functions of one argument with own code (6.15.2) ===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DHEADER=where the helpers are -DNAME=function
// -DNATIVE=the helper of the native_ variant, if there is one
// -DHALF=that of the half_ variant
//
//===----------------------------------------------------------------------===//

#include HEADER

#define UNARY(S, W, N, C)                                                      \
  FERRY_BUILTIN S##W NAME(S##W X) {                                            \
    return FERRY_CONVERT(N, S##W,                                              \
                         FERRY_CAT(ferry_, NAME)(FERRY_CONVERT(N, C##W, X)));  \
  }
FERRY_MATH(UNARY)

#ifdef NATIVE
#define FAST_UNARY(S, W, N, PREFIX, HELPER)                                    \
  FERRY_BUILTIN S##W FERRY_CAT(PREFIX, NAME)(S##W X) { return HELPER(X); }
FERRY_WIDTHS(FAST_UNARY, float, native_, NATIVE)
FERRY_WIDTHS(FAST_UNARY, float, half_, HALF)
#endif
