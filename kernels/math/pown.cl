//===- pown.cl - pown (OpenCL C 6.15.2) ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define POWN_DOUBLE(S, W, N, ...)                                              \
  FERRY_BUILTIN double##W pown(double##W X, int##W Y) {                        \
    return __builtin_elementwise_pow(X, FERRY_CONVERT(N, double##W, Y));       \
  }
FERRY_WIDTHS(POWN_DOUBLE, double, )

// The exponent may have more bits than a float. What it loses, D, is missing
// only where the exponent exceeds 2^24; there a result that neither overflows
// nor underflows has x near 1, and x^D is 1 + D (x - 1). A rounded exponent has
// lost its parity too: the sign is set apart.
#define POWN(S, W, N, ...)                                                     \
  FERRY_BUILTIN S##W pown(S##W X, int##W Y) {                                  \
    float##W A = __builtin_elementwise_abs(FERRY_CONVERT(N, float##W, X));     \
    float##W Power = FERRY_CONVERT(N, float##W, Y);                            \
    float##W Result = __builtin_elementwise_pow(A, Power);                     \
    /* In long: a rounded INT_MAX does not fit an int. */                      \
    long##W Lost =                                                             \
        FERRY_CONVERT(N, long##W, Y) - FERRY_CONVERT(N, long##W, Power);       \
    float##W D = FERRY_CONVERT(N, float##W, Lost);                             \
    float##W Distance = A - (float##W)1;                                       \
    float##W Near = __builtin_elementwise_abs(Distance) < (float##W)0x1p-10f   \
                        ? Distance                                             \
                        : (float##W)0;                                         \
    Result = Result * ((float##W)1 + D * Near);                                \
    int##W Sign = FERRY_BITS(int##W, FERRY_CONVERT(N, float##W, X)) &          \
                  (Y << (int##W)31) & (int##W)INT_MIN;                         \
    int##W Bits = FERRY_BITS(int##W, Result) ^ Sign;                           \
    return FERRY_CONVERT(N, S##W, FERRY_BITS(float##W, Bits));                 \
  }
FERRY_WIDTHS(POWN, half, )
FERRY_WIDTHS(POWN, float, )
