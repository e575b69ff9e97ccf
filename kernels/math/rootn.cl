//===- rootn.cl - rootn (OpenCL C 6.15.2) -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// |x|^(1/n), with a correction for what is lost in rounding 1/n:
//   |x|^(1/n) = |x|^i (1 + e log |x|),  i + e = 1/n.
#define ROOTN(S, W, N, C, I)                                                   \
  FERRY_BUILTIN S##W rootn(S##W X, int##W Degree) {                            \
    C##W A = FERRY_CONVERT(N, C##W, X);                                        \
    C##W Magnitude = __builtin_elementwise_abs(A);                             \
    C##W Power = FERRY_CONVERT(N, C##W, Degree);                               \
    C##W Inverse = (C##W)1 / Power;                                            \
    C##W Error = __builtin_elementwise_fma(-Inverse, Power, (C##W)1) / Power;  \
    C##W Result = __builtin_elementwise_pow(Magnitude, Inverse);               \
    C##W Correction = Error * __builtin_elementwise_log(Magnitude);            \
    I##W Ordinary = (Result > (C##W)0) & (Result < (C##W)INFINITY);            \
    Result = Ordinary ? Result + Result * Correction : Result;                 \
    I##W Odd = FERRY_CONVERT(N, I##W, (Degree & (int##W)1) != (int##W)0);      \
    C##W WithSign = __builtin_elementwise_copysign(Result, A);                 \
    Result = A < (C##W)0 ? (C##W)NAN : Result;                                 \
    Result = Odd ? WithSign : Result;                                          \
    I##W Zero = FERRY_CONVERT(N, I##W, Degree == (int##W)0);                   \
    return FERRY_CONVERT(N, S##W, Zero ? (C##W)NAN : Result);                  \
  }
FERRY_WIDTHS(ROOTN, half, float, int)
FERRY_WIDTHS(ROOTN, float, float, int)
FERRY_WIDTHS(ROOTN, double, double, long)
