//===- mad-sat.cl - mad_sat (OpenCL C 6.15.3) ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// 8, 16 and 32 bits: product and sum fit a wider type.
#define MAD_SAT(S, W, N, WIDE, LOW, HIGH)                                      \
  FERRY_BUILTIN S##W mad_sat(S##W X, S##W Y, S##W Z) {                         \
    WIDE##W Sum =                                                              \
        FERRY_CONVERT(N, WIDE##W, X) * FERRY_CONVERT(N, WIDE##W, Y) +          \
        FERRY_CONVERT(N, WIDE##W, Z);                                          \
    Sum = __builtin_elementwise_min(Sum, (WIDE##W)(HIGH));                     \
    Sum = __builtin_elementwise_max(Sum, (WIDE##W)(LOW));                      \
    return FERRY_CONVERT(N, S##W, Sum);                                        \
  }

FERRY_WIDTHS(MAD_SAT, char, int, CHAR_MIN, CHAR_MAX)
FERRY_WIDTHS(MAD_SAT, uchar, uint, 0, UCHAR_MAX)
FERRY_WIDTHS(MAD_SAT, short, int, SHRT_MIN, SHRT_MAX)
FERRY_WIDTHS(MAD_SAT, ushort, uint, 0, USHRT_MAX)
FERRY_WIDTHS(MAD_SAT, int, long, INT_MIN, INT_MAX)
FERRY_WIDTHS(MAD_SAT, uint, ulong, 0, UINT_MAX)

#define MAD_SAT_SCALAR(S, WIDE, LOW, HIGH)                                     \
  FERRY_BUILTIN S mad_sat(S X, S Y, S Z) {                                     \
    WIDE Sum = (WIDE)X * (WIDE)Y + (WIDE)Z;                                    \
    Sum = Sum > (WIDE)HIGH ? (WIDE)HIGH : Sum;                                 \
    return (S)(Sum < (WIDE)LOW ? (WIDE)LOW : Sum);                             \
  }
FERRY_IF(long, MAD_SAT_SCALAR(long, __int128, LONG_MIN, LONG_MAX))
FERRY_IF(ulong, MAD_SAT_SCALAR(ulong, unsigned __int128, 0, ULONG_MAX))

#define MAD_SAT_64(S, W, N, ...)                                               \
  FERRY_BUILTIN S##W mad_sat(S##W X, S##W Y, S##W Z) {                         \
    return FERRY_LANES3(N, S##W, mad_sat, X, Y, Z);                            \
  }
FERRY_VECTORS(MAD_SAT_64, long)
FERRY_VECTORS(MAD_SAT_64, ulong)
