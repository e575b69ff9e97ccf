//===- mul-hi.cl - mul_hi, mad_hi (OpenCL C 6.15.3) ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// 8, 16 and 32 bits: the whole product fits a wider type.
#define MUL_HI(S, W, N, WIDE)                                                  \
  FERRY_BUILTIN S##W mul_hi(S##W X, S##W Y) {                                  \
    WIDE##W Product =                                                          \
        FERRY_CONVERT(N, WIDE##W, X) * FERRY_CONVERT(N, WIDE##W, Y);           \
    return FERRY_CONVERT(N, S##W, Product >> (WIDE##W)(sizeof(S) * 8));        \
  }

FERRY_WIDTHS(MUL_HI, char, short)
FERRY_WIDTHS(MUL_HI, uchar, ushort)
FERRY_WIDTHS(MUL_HI, short, int)
FERRY_WIDTHS(MUL_HI, ushort, uint)
FERRY_WIDTHS(MUL_HI, int, long)
FERRY_WIDTHS(MUL_HI, uint, ulong)

// A scalar multiplication has the high half in one instruction.
#define MUL_HI_SCALAR(S, WIDE)                                                 \
  FERRY_BUILTIN S mul_hi(S X, S Y) { return (S)(((WIDE)X * (WIDE)Y) >> 64); }
FERRY_IF(long, MUL_HI_SCALAR(long, __int128))
FERRY_IF(ulong, MUL_HI_SCALAR(ulong, unsigned __int128))

#define MUL_HI_64(S, W, N, ...)                                                \
  FERRY_BUILTIN S##W mul_hi(S##W X, S##W Y) {                                  \
    return FERRY_LANES2(N, S##W, mul_hi, X, Y);                                \
  }
FERRY_VECTORS(MUL_HI_64, long)
FERRY_VECTORS(MUL_HI_64, ulong)

#define MAD_HI(S, W, N, ...)                                                   \
  FERRY_BUILTIN S##W mad_hi(S##W X, S##W Y, S##W Z) { return mul_hi(X, Y) + Z; }
FERRY_UNSIGNED(MAD_HI)

// The sum wraps around.
#define MAD_HI_SIGNED(S, W, N, I, U)                                           \
  FERRY_BUILTIN S##W mad_hi(S##W X, S##W Y, S##W Z) {                          \
    U##W Sum = FERRY_BITS(U##W, mul_hi(X, Y)) + FERRY_BITS(U##W, Z);           \
    return FERRY_BITS(S##W, Sum);                                              \
  }
FERRY_SIGNED(MAD_HI_SIGNED)
