//===- fma.cl - fma, mad (OpenCL C 6.15.2) ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "round.h"

#define FMA(S, W, N, ...)                                                      \
  FERRY_BUILTIN S##W fma(S##W X, S##W Y, S##W Z) {                             \
    return __builtin_elementwise_fma(X, Y, Z);                                 \
  }
FERRY_WIDTHS(FMA, float, )
FERRY_WIDTHS(FMA, double, )

// The product of two halves is exact in double. If the sum is not, the product
// is so much smaller than the third argument that it cannot decide a tie.
#define ROUNDINGS(S, W, N, ...) FERRY_ROUNDINGS(W, N)
FERRY_WIDTHS(ROUNDINGS, half, )
#define FMA_HALF(S, W, N, ...)                                                 \
  FERRY_BUILTIN half##W fma(half##W X, half##W Y, half##W Z) {                 \
    return ferry_half_rte(FERRY_CONVERT(N, double##W, X) *                     \
                              FERRY_CONVERT(N, double##W, Y) +                 \
                          FERRY_CONVERT(N, double##W, Z));                     \
  }
FERRY_WIDTHS(FMA_HALF, half, )

// Fused where the processor can.
#pragma OPENCL FP_CONTRACT ON
#define MAD(S, W, N, C)                                                        \
  FERRY_BUILTIN S##W mad(S##W X, S##W Y, S##W Z) {                             \
    C##W Factor1 = FERRY_CONVERT(N, C##W, X);                                  \
    C##W Factor2 = FERRY_CONVERT(N, C##W, Y);                                  \
    return FERRY_CONVERT(N, S##W,                                              \
                         Factor1 * Factor2 + FERRY_CONVERT(N, C##W, Z));       \
  }
FERRY_MATH(MAD)
