//===- classify.cl - Classification (OpenCL C 6.15.6) -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// On the bits, so that nothing that is assumed about values can fold it away.
// Scalars answer 0 or 1, vectors 0 or -1.
#define CLASSIFY(S, W, N, BITS, RESULT, INFINITY_BITS, SMALLEST_NORMAL_BITS)   \
  FERRY_BUILTIN RESULT##W isinf(S##W X) {                                      \
    BITS##W Magnitude = FERRY_BITS(BITS##W, X) & (BITS##W)BITS##_MAGNITUDE;    \
    return Magnitude == (BITS##W)INFINITY_BITS;                                \
  }                                                                            \
  FERRY_BUILTIN RESULT##W isnan(S##W X) {                                      \
    BITS##W Magnitude = FERRY_BITS(BITS##W, X) & (BITS##W)BITS##_MAGNITUDE;    \
    return Magnitude > (BITS##W)INFINITY_BITS;                                 \
  }                                                                            \
  FERRY_BUILTIN RESULT##W isfinite(S##W X) {                                   \
    BITS##W Magnitude = FERRY_BITS(BITS##W, X) & (BITS##W)BITS##_MAGNITUDE;    \
    return Magnitude < (BITS##W)INFINITY_BITS;                                 \
  }                                                                            \
  FERRY_BUILTIN RESULT##W isnormal(S##W X) {                                   \
    BITS##W Magnitude = FERRY_BITS(BITS##W, X) & (BITS##W)BITS##_MAGNITUDE;    \
    return (Magnitude < (BITS##W)INFINITY_BITS) &                              \
           (Magnitude >= (BITS##W)SMALLEST_NORMAL_BITS);                       \
  }                                                                            \
  FERRY_BUILTIN RESULT##W signbit(S##W X) {                                    \
    return FERRY_BITS(BITS##W, X) < (BITS##W)0;                                \
  }

#define short_MAGNITUDE SHRT_MAX
#define int_MAGNITUDE INT_MAX
#define long_MAGNITUDE LONG_MAX

FERRY_IF(half, CLASSIFY(half, , 1, short, int, 0x7c00, 0x0400))
FERRY_IF(float, CLASSIFY(float, , 1, int, int, 0x7f800000, 0x00800000))
FERRY_IF(double, CLASSIFY(double, , 1, long, int, 0x7ff0000000000000,
                          0x0010000000000000))
FERRY_VECTORS(CLASSIFY, half, short, short, 0x7c00, 0x0400)
FERRY_VECTORS(CLASSIFY, float, int, int, 0x7f800000, 0x00800000)
FERRY_VECTORS(CLASSIFY, double, long, long, 0x7ff0000000000000,
              0x0010000000000000)
