//===- inverse-pi.cl - asinpi, acospi, atanpi, atan2pi (OpenCL C 6.15.2) ===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/arc.h"

#define ONE_OVER_PI 0.31830988618379067153776752674503

// Half of pi over pi is a half exactly, which a rounded factor would miss.
#define OVER_PI(C, W, ANGLE)                                                   \
  __builtin_elementwise_fma(                                                   \
      ANGLE, (C##W)(C)ONE_OVER_PI,                                             \
      ANGLE * (C##W)(C)(ONE_OVER_PI - (double)(C)ONE_OVER_PI))

#define INVERSE_PI(S, W, N, C)                                                 \
  FERRY_BUILTIN S##W asinpi(S##W X) {                                          \
    C##W Angle = ferry_asin(FERRY_CONVERT(N, C##W, X));                        \
    return FERRY_CONVERT(N, S##W, OVER_PI(C, W, Angle));                       \
  }                                                                            \
  FERRY_BUILTIN S##W acospi(S##W X) {                                          \
    C##W Angle = ferry_acos(FERRY_CONVERT(N, C##W, X));                        \
    return FERRY_CONVERT(N, S##W, OVER_PI(C, W, Angle));                       \
  }                                                                            \
  FERRY_BUILTIN S##W atanpi(S##W X) {                                          \
    C##W Angle = ferry_atan(FERRY_CONVERT(N, C##W, X));                        \
    return FERRY_CONVERT(N, S##W, OVER_PI(C, W, Angle));                       \
  }                                                                            \
  FERRY_BUILTIN S##W atan2pi(S##W Y, S##W X) {                                 \
    C##W Angle =                                                               \
        ferry_atan2(FERRY_CONVERT(N, C##W, Y), FERRY_CONVERT(N, C##W, X));     \
    return FERRY_CONVERT(N, S##W, OVER_PI(C, W, Angle));                       \
  }
FERRY_MATH(INVERSE_PI)
