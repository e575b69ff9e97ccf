//===- to-float.cl - Conversions to floating point (OpenCL C 6.4.3) -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DTO=type -DTO_half, -DTO_float or -DTO_double
// -DWIDTH=number of components, 1 for scalars
//
//===----------------------------------------------------------------------===//

#include "round.h"

#if WIDTH == 1
#define W
#else
#define W WIDTH
#endif
#define VECTOR(S) FERRY_CAT(S, W)
#define RESULT VECTOR(TO)
#define CONVERT(S, X) FERRY_CONVERT(WIDTH, VECTOR(S), X)
#define NAME(MODE) FERRY_CAT(FERRY_CAT(convert_, RESULT), MODE)

#define ROUNDINGS(W, N) FERRY_ROUNDINGS(W, N)
ROUNDINGS(W, WIDTH)

#define MODES(FROM, RTE, RTZ, RTP, RTN)                                        \
  FERRY_BUILTIN RESULT NAME()(VECTOR(FROM) X) { return RTE; }                  \
  FERRY_BUILTIN RESULT NAME(_rte)(VECTOR(FROM) X) { return RTE; }              \
  FERRY_BUILTIN RESULT NAME(_rtz)(VECTOR(FROM) X) { return RTZ; }              \
  FERRY_BUILTIN RESULT NAME(_rtp)(VECTOR(FROM) X) { return RTP; }              \
  FERRY_BUILTIN RESULT NAME(_rtn)(VECTOR(FROM) X) { return RTN; }

#define EXACT(FROM)                                                            \
  MODES(FROM, CONVERT(TO, X), CONVERT(TO, X), CONVERT(TO, X), CONVERT(TO, X))

#if defined(TO_double)

// Only 64-bit integers have more than 53 bits.
#define FROM_64(FROM)                                                          \
  MODES(FROM, CONVERT(double, X), ferry_double_rtz(X), ferry_double_rtp(X),    \
        ferry_double_rtn(X))

EXACT(char)
EXACT(uchar)
EXACT(short)
EXACT(ushort)
EXACT(int)
EXACT(uint)
FROM_64(long)
FROM_64(ulong)
EXACT(half)
EXACT(float)
EXACT(double)

#elif defined(TO_float)

#define FROM_32(FROM)                                                          \
  MODES(FROM, CONVERT(float, X), ferry_float_rtz(CONVERT(double, X)),          \
        ferry_float_rtp(CONVERT(double, X)),                                   \
        ferry_float_rtn(CONVERT(double, X)))

// Rounding twice in the same direction is rounding once.
#define FROM_64(FROM)                                                          \
  MODES(FROM, CONVERT(float, X), ferry_float_rtz(ferry_double_rtz(X)),         \
        ferry_float_rtp(ferry_double_rtp(X)),                                  \
        ferry_float_rtn(ferry_double_rtn(X)))

EXACT(char)
EXACT(uchar)
EXACT(short)
EXACT(ushort)
FROM_32(int)
FROM_32(uint)
FROM_64(long)
FROM_64(ulong)
EXACT(half)
EXACT(float)
MODES(double, CONVERT(float, X), ferry_float_rtz(X), ferry_float_rtp(X),
      ferry_float_rtn(X))

#elif defined(TO_half)

#define ROUNDED(FROM, VIA)                                                     \
  MODES(FROM, ferry_half_rte(CONVERT(VIA, X)),                                 \
        ferry_half_rtz(CONVERT(VIA, X)), ferry_half_rtp(CONVERT(VIA, X)),      \
        ferry_half_rtn(CONVERT(VIA, X)))

// A float is exact up to 2^24, far beyond where half becomes infinite.
#define FROM_32(FROM)                                                          \
  MODES(FROM, ferry_half_rte(CONVERT(float, X)),                               \
        ferry_half_rtz(CONVERT(double, X)),                                    \
        ferry_half_rtp(CONVERT(double, X)),                                    \
        ferry_half_rtn(CONVERT(double, X)))
#define FROM_64(FROM)                                                          \
  MODES(FROM, ferry_half_rte(CONVERT(float, X)),                               \
        ferry_half_rtz(ferry_double_rtz(X)),                                   \
        ferry_half_rtp(ferry_double_rtp(X)),                                   \
        ferry_half_rtn(ferry_double_rtn(X)))

EXACT(char)
EXACT(uchar)
ROUNDED(short, float)
ROUNDED(ushort, float)
FROM_32(int)
FROM_32(uint)
FROM_64(long)
FROM_64(ulong)
EXACT(half)
ROUNDED(float, float)
ROUNDED(double, double)

#endif
