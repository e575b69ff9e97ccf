//===- fast-power.cl - half_powr, native_powr, and a fast pow -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/power.h"

// Their error grows with the exponent.
#define FAST_POWER(S, W, N, ...)                                               \
  FERRY_BUILTIN float##W native_powr(float##W X, float##W Y) {                 \
    float##W Result = ferry_fast_exp2(Y * ferry_fast_log2(X));                 \
    return ferry_is_constant(*(float *)&Y) ? ferry_product(X, Y, Result)       \
                                           : Result;                           \
  }                                                                            \
  FERRY_BUILTIN float##W half_powr(float##W X, float##W Y) {                   \
    return native_powr(X, Y);                                                  \
  }                                                                            \
  /* What pow is with -cl-unsafe-math-optimizations: negative numbers have */  \
  /* only whole powers. */                                                     \
  FERRY_BUILTIN float##W ferry_fast_pow(float##W X, float##W Y) {              \
    float##W Magnitude = __builtin_elementwise_abs(X), Half = Y * 0.5f;        \
    float##W Result = ferry_fast_exp2(Y * ferry_fast_log2(Magnitude));         \
    Result = Y == 0.0f ? 1.0f : Result;                                        \
    int##W Odd = __builtin_elementwise_trunc(Half) != Half;                    \
    Result = Odd ? __builtin_elementwise_copysign(Result, X) : Result;         \
    return ferry_is_constant(*(float *)&Y) ? ferry_product(X, Y, Result)       \
                                           : Result;                           \
  }
FERRY_WIDTHS(FAST_POWER, float, )
