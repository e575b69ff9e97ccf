//===- nan.cl - nan (OpenCL C 6.15.2) -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define NAN_OF(S, W, N, I, U)                                                  \
  FERRY_BUILTIN S##W nan(U##W Code) {                                          \
    U##W Bits = Code | (U##W)S##_QUIET_NAN;                                    \
    return FERRY_BITS(S##W, Bits);                                             \
  }
#define half_QUIET_NAN 0x7e00
#define float_QUIET_NAN 0x7fc00000
#define double_QUIET_NAN 0x7ff8000000000000

FERRY_FLOATS(NAN_OF)
