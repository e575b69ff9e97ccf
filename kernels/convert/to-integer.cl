//===- to-integer.cl - Conversions to integers (OpenCL C 6.4.3) ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DTO=type -DLOW=its minimum -DHIGH=its maximum -DMASK=signed type as wide
// -DVIA=type of at least 4 bytes -DSATURATE=0 or 1
// -DWIDTH=number of components, 1 for scalars
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#if WIDTH == 1
#define W
#else
#define W WIDTH
#endif
#define VECTOR(S) FERRY_CAT(S, W)
#define RESULT VECTOR(TO)
#define CONVERT(S, X) FERRY_CONVERT(WIDTH, VECTOR(S), X)

#if SATURATE
#define NAME(MODE) FERRY_CAT(FERRY_CAT(FERRY_CAT(convert_, RESULT), _sat), MODE)
#else
#define NAME(MODE) FERRY_CAT(FERRY_CAT(convert_, RESULT), MODE)
#endif

//===----------------------------------------------------------------------===//
// From integers: nothing is rounded
//===----------------------------------------------------------------------===//

#if SATURATE
// A bound that the source type cannot cross leaves no instruction.
#define LOWER(FROM_LOW) ((__int128)LOW > (__int128)FROM_LOW ? LOW : FROM_LOW)
#define UPPER(FROM_HIGH)                                                       \
  ((__int128)HIGH < (__int128)FROM_HIGH ? HIGH : FROM_HIGH)
#define FITTED(FROM, FROM_LOW, FROM_HIGH)                                      \
  __builtin_elementwise_min(                                                   \
      __builtin_elementwise_max(X, (VECTOR(FROM))(FROM)LOWER(FROM_LOW)),       \
      (VECTOR(FROM))(FROM)UPPER(FROM_HIGH))
#else
#define FITTED(FROM, FROM_LOW, FROM_HIGH) X
#endif

#define FROM_INTEGER(FROM, FROM_LOW, FROM_HIGH)                                \
  FERRY_BUILTIN RESULT NAME()(VECTOR(FROM) X) {                                \
    return CONVERT(TO, FITTED(FROM, FROM_LOW, FROM_HIGH));                     \
  }                                                                            \
  FERRY_BUILTIN RESULT NAME(_rte)(VECTOR(FROM) X) { return NAME()(X); }        \
  FERRY_BUILTIN RESULT NAME(_rtz)(VECTOR(FROM) X) { return NAME()(X); }        \
  FERRY_BUILTIN RESULT NAME(_rtp)(VECTOR(FROM) X) { return NAME()(X); }        \
  FERRY_BUILTIN RESULT NAME(_rtn)(VECTOR(FROM) X) { return NAME()(X); }

FROM_INTEGER(char, CHAR_MIN, CHAR_MAX)
FROM_INTEGER(uchar, 0, UCHAR_MAX)
FROM_INTEGER(short, SHRT_MIN, SHRT_MAX)
FROM_INTEGER(ushort, 0, USHRT_MAX)
FROM_INTEGER(int, INT_MIN, INT_MAX)
FROM_INTEGER(uint, 0, UINT_MAX)
FROM_INTEGER(long, LONG_MIN, LONG_MAX)
FROM_INTEGER(ulong, 0, ULONG_MAX)

//===----------------------------------------------------------------------===//
// From floating point
//===----------------------------------------------------------------------===//

// To 8 and 16 bits by way of int, so that values out of range wrap around
// instead of being undefined to the optimiser.
#if SATURATE
// BEYOND is the power of two after HIGH, BELOW the largest value before it. If
// BELOW has fewer bits than HIGH, what lies beyond must be told apart. NaN
// becomes 0.
#define TRUNCATING(FROM, BITS, BELOW_ONE)                                      \
  FERRY_HELPER RESULT truncating(VECTOR(FROM) X) {                             \
    const FROM Beyond = (FROM)((unsigned __int128)HIGH + 1);                   \
    const FROM Below = Beyond * BELOW_ONE;                                     \
    VECTOR(FROM) Fitted = X == X ? X : (VECTOR(FROM))(FROM)0;                  \
    Fitted =                                                                   \
        Fitted < (VECTOR(FROM))(FROM)LOW ? (VECTOR(FROM))(FROM)LOW : Fitted;   \
    Fitted = Fitted > (VECTOR(FROM))Below ? (VECTOR(FROM))Below : Fitted;      \
    RESULT Truncated = CONVERT(TO, CONVERT(VIA, Fitted));                      \
    RESULT Highest = (RESULT)(TO)HIGH;                                         \
    RESULT Told =                                                              \
        CONVERT(MASK, X >= (VECTOR(FROM))Beyond) ? Highest : Truncated;        \
    return sizeof(TO) * 8 > BITS ? Told : Truncated;                           \
  }
#else
#define TRUNCATING(FROM, BITS, BELOW_ONE)                                      \
  FERRY_HELPER RESULT truncating(VECTOR(FROM) X) {                             \
    return CONVERT(TO, CONVERT(VIA, X));                                       \
  }
#endif
TRUNCATING(float, 24, 0x1.fffffep-1f)
TRUNCATING(double, 53, 0x1.fffffffffffffp-1)

// Half is a float after an exact conversion.
#define FROM_FLOAT(FROM, COMPUTE)                                              \
  FERRY_BUILTIN RESULT NAME()(VECTOR(FROM) X) {                                \
    return truncating(CONVERT(COMPUTE, X));                                    \
  }                                                                            \
  FERRY_BUILTIN RESULT NAME(_rtz)(VECTOR(FROM) X) { return NAME()(X); }        \
  FERRY_BUILTIN RESULT NAME(_rte)(VECTOR(FROM) X) {                            \
    return truncating(__builtin_elementwise_rint(CONVERT(COMPUTE, X)));        \
  }                                                                            \
  FERRY_BUILTIN RESULT NAME(_rtp)(VECTOR(FROM) X) {                            \
    return truncating(__builtin_elementwise_ceil(CONVERT(COMPUTE, X)));        \
  }                                                                            \
  FERRY_BUILTIN RESULT NAME(_rtn)(VECTOR(FROM) X) {                            \
    return truncating(__builtin_elementwise_floor(CONVERT(COMPUTE, X)));       \
  }

FROM_FLOAT(half, float)
FROM_FLOAT(float, float)
FROM_FLOAT(double, double)
