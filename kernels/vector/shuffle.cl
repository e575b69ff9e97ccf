//===- shuffle.cl - shuffle, shuffle2 (OpenCL C 6.15.13) ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DSCALAR=type -DMASK=unsigned integer as wide.
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Only the low bits of a mask component, those that number the components of
// the source, count. With a constant mask the whole is one shuffle.
#define SHUFFLE(M, N)                                                          \
  FERRY_BUILTIN FERRY_CAT(SCALAR, N)                                           \
      shuffle(FERRY_CAT(SCALAR, M) X, FERRY_CAT(MASK, N) Mask) {               \
    Mask &= (FERRY_CAT(MASK, N))(M - 1);                                       \
    return FERRY_LANES1(N, FERRY_CAT(SCALAR, N), FROM_ONE, Mask);              \
  }                                                                            \
  FERRY_BUILTIN FERRY_CAT(SCALAR, N)                                           \
      shuffle2(FERRY_CAT(SCALAR, M) X, FERRY_CAT(SCALAR, M) Y,                 \
               FERRY_CAT(MASK, N) Mask) {                                      \
    FERRY_CAT(MASK, N) Index = Mask & (FERRY_CAT(MASK, N))(M - 1);             \
    Mask &= (FERRY_CAT(MASK, N))M;                                             \
    return FERRY_LANES2(N, FERRY_CAT(SCALAR, N), FROM_TWO, Index, Mask);       \
  }
#define FROM_ONE(I) X[I]
#define FROM_TWO(I, SECOND) ((SECOND) ? Y[I] : X[I])

#define SHUFFLES_FROM(M)                                                       \
  SHUFFLE(M, 2)                                                                \
  SHUFFLE(M, 4)                                                                \
  SHUFFLE(M, 8)                                                                \
  SHUFFLE(M, 16)

SHUFFLES_FROM(2)
SHUFFLES_FROM(4)
SHUFFLES_FROM(8)
SHUFFLES_FROM(16)
