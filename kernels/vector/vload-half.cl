//===- vload-half.cl - vload_half, vstore_half (OpenCL C 6.15.7) --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
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
#define ROUNDINGS(W, N) FERRY_ROUNDINGS(W, N)
ROUNDINGS(W, WIDTH)

#define WIDTH_IN_MEMORY (WIDTH == 3 ? 4 : WIDTH)
#define LOAD_NAME(PREFIX) FERRY_CAT(PREFIX, W)
#define STORE_NAME(PREFIX, MODE) FERRY_CAT(FERRY_CAT(PREFIX, W), MODE)

#if WIDTH == 3
// By component: a vector of 3 would be moved as one of 4.
#define FETCH(SPACE, P) ((half3)((P)[0], (P)[1], (P)[2]))
#define PUT(SPACE, P, X)                                                       \
  do {                                                                         \
    (P)[0] = (X).s0;                                                           \
    (P)[1] = (X).s1;                                                           \
    (P)[2] = (X).s2;                                                           \
  } while (0)
#else
typedef VECTOR(half) Unaligned __attribute__((aligned(2)));
#define FETCH(SPACE, P) (*(const SPACE Unaligned *)(P))
#define PUT(SPACE, P, X) (*(SPACE Unaligned *)(P) = (X))
#endif

// A vloada address is one that vload accepts, and no slower when it is aligned.
// Only the distance between vectors of 3 differs.
#define LOAD(SPACE)                                                            \
  FERRY_BUILTIN VECTOR(float)                                                  \
      LOAD_NAME(vload_half)(size_t Offset, const SPACE half *P) {              \
    P += Offset * WIDTH;                                                       \
    return FERRY_CONVERT(WIDTH, VECTOR(float), FETCH(SPACE, P));               \
  }                                                                            \
  FERRY_BUILTIN VECTOR(float)                                                  \
      LOAD_NAME(vloada_half)(size_t Offset, const SPACE half *P) {             \
    P += Offset * WIDTH_IN_MEMORY;                                             \
    return FERRY_CONVERT(WIDTH, VECTOR(float), FETCH(SPACE, P));               \
  }

#define STORE_AS(SPACE, FROM, MODE, ROUND)                                     \
  FERRY_BUILTIN void STORE_NAME(vstore_half, MODE)(                            \
      VECTOR(FROM) X, size_t Offset, SPACE half *P) {                          \
    VECTOR(half) Rounded = ROUND(X);                                           \
    P += Offset * WIDTH;                                                       \
    PUT(SPACE, P, Rounded);                                                    \
  }                                                                            \
  FERRY_BUILTIN void STORE_NAME(vstorea_half, MODE)(                           \
      VECTOR(FROM) X, size_t Offset, SPACE half *P) {                          \
    VECTOR(half) Rounded = ROUND(X);                                           \
    P += Offset * WIDTH_IN_MEMORY;                                             \
    PUT(SPACE, P, Rounded);                                                    \
  }

#define STORE(SPACE, FROM)                                                     \
  STORE_AS(SPACE, FROM, , ferry_half_rte)                                      \
  STORE_AS(SPACE, FROM, _rte, ferry_half_rte)                                  \
  STORE_AS(SPACE, FROM, _rtz, ferry_half_rtz)                                  \
  STORE_AS(SPACE, FROM, _rtp, ferry_half_rtp)                                  \
  STORE_AS(SPACE, FROM, _rtn, ferry_half_rtn)

LOAD(__private)
LOAD(__global)
LOAD(__local)
LOAD(__constant)
LOAD(__generic)

#define STORES(SPACE)                                                          \
  STORE(SPACE, float)                                                          \
  STORE(SPACE, double)

STORES(__private)
STORES(__global)
STORES(__local)
STORES(__generic)
