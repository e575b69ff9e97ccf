//===- bits.cl - clz, ctz, popcount, rotate (OpenCL C 6.15.3) -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#if __has_builtin(__builtin_elementwise_popcount) &&                           \
    __has_builtin(__builtin_elementwise_clzg) &&                               \
    __has_builtin(__builtin_elementwise_fshl)
#define POPCOUNT(N, T, X) __builtin_elementwise_popcount(X)
#define CLZ(N, T, X, NONE) __builtin_elementwise_clzg(X, (T)NONE)
#define CTZ(N, T, X, NONE) __builtin_elementwise_ctzg(X, (T)NONE)
#define ROTATE(N, T, X, COUNT, BITS) __builtin_elementwise_fshl(X, X, COUNT)
#else
// Clang 19 has them for scalars, and makes of the shifts what the others are.
#define POPCOUNT(N, T, X) (T) FERRY_LANES1(N, T, __builtin_popcountg, X)
#define CLZ1(X) __builtin_clzg(X, (int)sizeof(X) * 8)
#define CTZ1(X) __builtin_ctzg(X, (int)sizeof(X) * 8)
#define CLZ(N, T, X, NONE) (T) FERRY_LANES1(N, T, CLZ1, X)
#define CTZ(N, T, X, NONE) (T) FERRY_LANES1(N, T, CTZ1, X)
#define ROTATE(N, T, X, COUNT, BITS)                                           \
  (T)((T)(X << (T)(COUNT & (T)(BITS - 1))) |                                   \
      (T)(X >> (T)(-COUNT & (T)(BITS - 1))))
#endif

#define BITS(S, W, N, I, U)                                                    \
  FERRY_BUILTIN S##W popcount(S##W X) {                                        \
    U##W B = FERRY_BITS(U##W, X);                                              \
    return FERRY_BITS(S##W, POPCOUNT(N, U##W, B));                             \
  }                                                                            \
  FERRY_BUILTIN S##W clz(S##W X) {                                             \
    U##W B = FERRY_BITS(U##W, X);                                              \
    return FERRY_BITS(S##W, CLZ(N, U##W, B, (sizeof(S) * 8)));                 \
  }                                                                            \
  FERRY_BUILTIN S##W ctz(S##W X) {                                             \
    U##W B = FERRY_BITS(U##W, X);                                              \
    return FERRY_BITS(S##W, CTZ(N, U##W, B, (sizeof(S) * 8)));                 \
  }                                                                            \
  /* The count is taken modulo the width, as a funnel shift does. */           \
  FERRY_BUILTIN S##W rotate(S##W X, S##W Count) {                              \
    U##W B = FERRY_BITS(U##W, X), C = FERRY_BITS(U##W, Count);                 \
    return FERRY_BITS(S##W, ROTATE(N, U##W, B, C, (sizeof(S) * 8)));           \
  }

FERRY_INTEGERS(BITS)
