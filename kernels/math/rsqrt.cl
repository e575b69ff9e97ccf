//===- rsqrt.cl - rsqrt and its variants (OpenCL C 6.15.2) --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Up to 2 ulp off, which leaves the compiler the choice (EstimatesPass).
#pragma clang fp reciprocal(on)

#define RSQRT(S, W, N, C)                                                      \
  FERRY_BUILTIN S##W rsqrt(S##W X) {                                           \
    C##W Root = __builtin_elementwise_sqrt(FERRY_CONVERT(N, C##W, X));         \
    return FERRY_CONVERT(N, S##W, (C##W)1 / Root);                             \
  }
FERRY_MATH(RSQRT)

#define FAST(S, W, N, ...)                                                     \
  FERRY_BUILTIN S##W native_rsqrt(S##W X) { return rsqrt(X); }                 \
  FERRY_BUILTIN S##W half_rsqrt(S##W X) { return rsqrt(X); }
FERRY_WIDTHS(FAST, float, )
