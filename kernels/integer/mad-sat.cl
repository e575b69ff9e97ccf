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

FERRY_BUILTIN long mad_sat(long X, long Y, long Z) {
  __int128 Sum = (__int128)X * (__int128)Y + (__int128)Z;
  return Sum > (__int128)LONG_MAX   ? LONG_MAX
         : Sum < (__int128)LONG_MIN ? LONG_MIN
                                    : (long)Sum;
}
FERRY_BUILTIN ulong mad_sat(ulong X, ulong Y, ulong Z) {
  unsigned __int128 Sum =
      (unsigned __int128)X * (unsigned __int128)Y + (unsigned __int128)Z;
  return Sum >> 64 ? ULONG_MAX : (ulong)Sum;
}

#define MAD_SAT_64(S, W, N, ...)                                               \
  FERRY_BUILTIN S##W mad_sat(S##W X, S##W Y, S##W Z) {                         \
    return FERRY_LANES3(N, S##W, mad_sat, X, Y, Z);                            \
  }
FERRY_VECTORS(MAD_SAT_64, long)
FERRY_VECTORS(MAD_SAT_64, ulong)
