//===- round.h - Conversions in every rounding mode -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels run in round-to-nearest-even. The other modes round to nearest
/// first, see from the exact difference on which side of the value the result
/// lies, and step to its neighbour if that is the wrong side.
///
/// FERRY_ROUNDINGS(W, N) defines, for one width,
///   float ferry_float_{rte,rtz,rtp,rtn}(double)
///   half ferry_half_{rte,rtz,rtp,rtn}(float and double)
///   double ferry_double_{rte,rtz,rtp,rtn}(long and ulong)
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_ROUND_H
#define FERRY_KERNELS_ROUND_H

#include "ferry.h"

// One step of the bits is one step of the value. A nearest value of zero has
// the sign of what was rounded, so a step is never towards the other sign.
#define FERRY_STEPS(W, N, S, I)                                                \
  FERRY_HELPER S##W ferry_away_from_zero(S##W X, I##W If) {                    \
    I##W Bits = FERRY_BITS(I##W, X);                                           \
    return FERRY_BITS(S##W, (I##W)(If ? Bits + (I##W)1 : Bits));               \
  }                                                                            \
  FERRY_HELPER S##W ferry_towards_zero(S##W X, I##W If) {                      \
    I##W Bits = FERRY_BITS(I##W, X);                                           \
    return FERRY_BITS(S##W, (I##W)(If ? Bits - (I##W)1 : Bits));               \
  }                                                                            \
  FERRY_HELPER S##W ferry_up(S##W X, I##W If) {                                \
    I##W Bits = FERRY_BITS(I##W, X);                                           \
    I##W Step = Bits < (I##W)0 ? (I##W) - 1 : (I##W)1;                         \
    return FERRY_BITS(S##W, (I##W)(If ? Bits + Step : Bits));                  \
  }                                                                            \
  FERRY_HELPER S##W ferry_down(S##W X, I##W If) {                              \
    I##W Bits = FERRY_BITS(I##W, X);                                           \
    I##W Step = Bits < (I##W)0 ? (I##W)1 : (I##W) - 1;                         \
    return FERRY_BITS(S##W, (I##W)(If ? Bits + Step : Bits));                  \
  }

// The comparisons see the wider type, so they are exact; an overflow is an
// infinity, which steps to the largest finite value.
#define FERRY_DIRECTED(W, N, FROM, TO, I)                                      \
  FERRY_HELPER TO##W ferry_##TO##_rtz(FROM##W X) {                             \
    TO##W R = ferry_##TO##_rte(X);                                             \
    FROM##W Back = FERRY_CONVERT(N, FROM##W, R);                               \
    return ferry_towards_zero(                                                 \
        R, FERRY_CONVERT(N, I##W,                                              \
                         __builtin_elementwise_abs(Back) >                     \
                             __builtin_elementwise_abs(X)));                   \
  }                                                                            \
  FERRY_HELPER TO##W ferry_##TO##_rtp(FROM##W X) {                             \
    TO##W R = ferry_##TO##_rte(X);                                             \
    return ferry_up(R,                                                         \
                    FERRY_CONVERT(N, I##W, FERRY_CONVERT(N, FROM##W, R) < X)); \
  }                                                                            \
  FERRY_HELPER TO##W ferry_##TO##_rtn(FROM##W X) {                             \
    TO##W R = ferry_##TO##_rte(X);                                             \
    return ferry_down(                                                         \
        R, FERRY_CONVERT(N, I##W, FERRY_CONVERT(N, FROM##W, R) > X));          \
  }

#define FERRY_PLAIN(W, N, FROM, TO)                                            \
  FERRY_HELPER TO##W ferry_##TO##_rte(FROM##W X) {                             \
    return FERRY_CONVERT(N, TO##W, X);                                         \
  }

// The two halves are exact, and the error of their sum is (Dekker).
#define FERRY_FROM_64(W, N, FROM)                                              \
  FERRY_PLAIN(W, N, FROM, double)                                              \
  FERRY_HELPER double##W ferry_rounding_error(FROM##W X) {                     \
    double##W High =                                                           \
        FERRY_CONVERT(N, double##W, X >> (FROM##W)32) * (double##W)0x1p32;     \
    double##W Low = FERRY_CONVERT(N, double##W, X &(FROM##W)0xffffffff);       \
    return Low - ((High + Low) - High);                                        \
  }                                                                            \
  FERRY_HELPER double##W ferry_double_rtz(FROM##W X) {                         \
    double##W R = FERRY_CONVERT(N, double##W, X);                              \
    double##W Error = ferry_rounding_error(X);                                 \
    double##W Outwards = R < (double##W)0 ? -Error : Error;                    \
    return ferry_towards_zero(                                                 \
        R, FERRY_CONVERT(N, long##W, Outwards < (double##W)0));                \
  }                                                                            \
  FERRY_HELPER double##W ferry_double_rtp(FROM##W X) {                         \
    return ferry_up(                                                           \
        FERRY_CONVERT(N, double##W, X),                                        \
        FERRY_CONVERT(N, long##W, ferry_rounding_error(X) > (double##W)0));    \
  }                                                                            \
  FERRY_HELPER double##W ferry_double_rtn(FROM##W X) {                         \
    return ferry_down(                                                         \
        FERRY_CONVERT(N, double##W, X),                                        \
        FERRY_CONVERT(N, long##W, ferry_rounding_error(X) < (double##W)0));    \
  }

#define FERRY_ROUNDINGS(W, N)                                                  \
  FERRY_STEPS(W, N, half, short)                                               \
  FERRY_STEPS(W, N, float, int)                                                \
  FERRY_STEPS(W, N, double, long)                                              \
  FERRY_PLAIN(W, N, double, float)                                             \
  FERRY_DIRECTED(W, N, double, float, int)                                     \
  FERRY_PLAIN(W, N, float, half)                                               \
  FERRY_DIRECTED(W, N, float, half, short)                                     \
  /* By way of float, which is rounded to odd so that the second rounding */   \
  /* still sees on which side of a tie the value lies. */                      \
  FERRY_HELPER half##W ferry_half_rte(double##W X) {                           \
    float##W Truncated = ferry_float_rtz(X);                                   \
    int##W Inexact =                                                           \
        FERRY_CONVERT(N, int##W, FERRY_CONVERT(N, double##W, Truncated) != X); \
    int##W Bits = FERRY_BITS(int##W, Truncated);                               \
    int##W Odd = Bits | (int##W)1;                                             \
    return FERRY_CONVERT(N, half##W,                                           \
                         FERRY_BITS(float##W, Inexact ? Odd : Bits));          \
  }                                                                            \
  FERRY_DIRECTED(W, N, double, half, short)                                    \
  FERRY_FROM_64(W, N, long)                                                    \
  FERRY_FROM_64(W, N, ulong)

#endif // FERRY_KERNELS_ROUND_H
