//===- rootn.cl - rootn (OpenCL C 6.15.2) -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "math/power.h"

// |x|^(1/n), with a correction for what is lost in rounding 1/n:
//   |x|^(1/n) = |x|^i (1 + e log |x|),  i + e = 1/n.
#define ROOTN_DOUBLE(S, W, N, ...)                                             \
  FERRY_BUILTIN double##W rootn(double##W X, int##W Degree) {                  \
    double##W Magnitude = __builtin_elementwise_abs(X);                        \
    double##W Power = FERRY_CONVERT(N, double##W, Degree);                     \
    double##W Inverse = (double##W)1 / Power;                                  \
    double##W Error =                                                          \
        __builtin_elementwise_fma(-Inverse, Power, (double##W)1) / Power;      \
    double##W Result = __builtin_elementwise_pow(Magnitude, Inverse);          \
    double##W Correction = Error * __builtin_elementwise_log(Magnitude);       \
    long##W Ordinary =                                                         \
        (Result > (double##W)0) & (Result < (double##W)INFINITY);              \
    Result = Ordinary ? Result + Result * Correction : Result;                 \
    long##W Odd =                                                              \
        FERRY_CONVERT(N, long##W, (Degree & (int##W)1) != (int##W)0);          \
    double##W WithSign = __builtin_elementwise_copysign(Result, X);            \
    Result = X < (double##W)0 ? (double##W)NAN : Result;                       \
    Result = Odd ? WithSign : Result;                                          \
    long##W Zero = FERRY_CONVERT(N, long##W, Degree == (int##W)0);             \
    return Zero ? (double##W)NAN : Result;                                     \
  }
FERRY_WIDTHS(ROOTN_DOUBLE, double, )

#define ROOTN(S, W, N, ...)                                                    \
  FERRY_BUILTIN S##W rootn(S##W X, int##W Degree) {                            \
    return FERRY_CONVERT(N, S##W,                                              \
                         ferry_rootn(FERRY_CONVERT(N, float##W, X), Degree));  \
  }
FERRY_WIDTHS(ROOTN, half, )
FERRY_WIDTHS(ROOTN, float, )
