//===- common.cl - Common functions (OpenCL C 6.15.4) -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define DEGREES_PER_RADIAN 57.295779513082320876798154814105
#define RADIANS_PER_DEGREE 0.017453292519943295769236907684886

#define COMMON(S, W, N, I, U)                                                  \
  FERRY_BUILTIN S##W step(S##W Edge, S##W X) {                                 \
    return X < Edge ? (S##W)0 : (S##W)1;                                       \
  }                                                                            \
  FERRY_BUILTIN S##W sign(S##W X) {                                            \
    S##W One = __builtin_elementwise_copysign((S##W)1, X);                     \
    S##W OneOrZero = X == (S##W)0 ? X : One;                                   \
    return X != X ? (S##W)0 : OneOrZero;                                       \
  }

// Half works in float and rounds once.
#define WIDENING(S, W, N, COMPUTE)                                             \
  FERRY_BUILTIN S##W degrees(S##W X) {                                         \
    return FERRY_CONVERT(N, S##W,                                              \
                         FERRY_CONVERT(N, COMPUTE##W, X) *                     \
                             (COMPUTE##W)DEGREES_PER_RADIAN);                  \
  }                                                                            \
  FERRY_BUILTIN S##W radians(S##W X) {                                         \
    return FERRY_CONVERT(N, S##W,                                              \
                         FERRY_CONVERT(N, COMPUTE##W, X) *                     \
                             (COMPUTE##W)RADIANS_PER_DEGREE);                  \
  }                                                                            \
  FERRY_BUILTIN S##W mix(S##W X, S##W Y, S##W A) {                             \
    COMPUTE##W From = FERRY_CONVERT(N, COMPUTE##W, X);                         \
    COMPUTE##W To = FERRY_CONVERT(N, COMPUTE##W, Y);                           \
    return FERRY_CONVERT(                                                      \
        N, S##W, From + (To - From) * FERRY_CONVERT(N, COMPUTE##W, A));        \
  }                                                                            \
  FERRY_BUILTIN S##W smoothstep(S##W Edge0, S##W Edge1, S##W X) {              \
    COMPUTE##W From = FERRY_CONVERT(N, COMPUTE##W, Edge0);                     \
    COMPUTE##W T = (FERRY_CONVERT(N, COMPUTE##W, X) - From) /                  \
                   (FERRY_CONVERT(N, COMPUTE##W, Edge1) - From);               \
    T = T > (COMPUTE##W)0 ? T : (COMPUTE##W)0;                                 \
    T = T < (COMPUTE##W)1 ? T : (COMPUTE##W)1;                                 \
    return FERRY_CONVERT(N, S##W,                                              \
                         T * T * ((COMPUTE##W)3 - (COMPUTE##W)2 * T));         \
  }

#define WITH_SCALAR(S, W, N, ...)                                              \
  FERRY_BUILTIN S##W step(S Edge, S##W X) { return step((S##W)Edge, X); }      \
  FERRY_BUILTIN S##W mix(S##W X, S##W Y, S A) { return mix(X, Y, (S##W)A); }   \
  FERRY_BUILTIN S##W smoothstep(S Edge0, S Edge1, S##W X) {                    \
    return smoothstep((S##W)Edge0, (S##W)Edge1, X);                            \
  }

FERRY_FLOATS(COMMON)
FERRY_WIDTHS(WIDENING, half, float)
FERRY_WIDTHS(WIDENING, float, float)
FERRY_WIDTHS(WIDENING, double, double)
FERRY_FLOAT_VECTORS(WITH_SCALAR)
