//===- legacy.cl - Atomic functions of OpenCL C 1.x (6.15.12.8) ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Relaxed, as OpenCL C 1.2 has no other order. atom_ is what the 64-bit
// extensions and OpenCL C 1.0 call the same functions.
#define OPERATION(SPACE, T, NAME, OPERATOR)                                    \
  FERRY_BUILTIN T FERRY_CAT(atomic_, NAME)(volatile SPACE T * P, T Value) {    \
    return OPERATOR(P, Value, __ATOMIC_RELAXED);                               \
  }                                                                            \
  FERRY_BUILTIN T FERRY_CAT(atom_, NAME)(volatile SPACE T * P, T Value) {      \
    return OPERATOR(P, Value, __ATOMIC_RELAXED);                               \
  }

#define COMPARE_EXCHANGE(SPACE, T, NAME)                                       \
  FERRY_BUILTIN T NAME(volatile SPACE T *P, T Expected, T Value) {             \
    __atomic_compare_exchange_n(P, &Expected, Value, false, __ATOMIC_RELAXED,  \
                                __ATOMIC_RELAXED);                             \
    return Expected;                                                           \
  }

#define ATOMICS(SPACE, T)                                                      \
  OPERATION(SPACE, T, add, __atomic_fetch_add)                                 \
  OPERATION(SPACE, T, sub, __atomic_fetch_sub)                                 \
  OPERATION(SPACE, T, xchg, __atomic_exchange_n)                               \
  OPERATION(SPACE, T, min, __atomic_fetch_min)                                 \
  OPERATION(SPACE, T, max, __atomic_fetch_max)                                 \
  OPERATION(SPACE, T, and, __atomic_fetch_and)                                 \
  OPERATION(SPACE, T, or, __atomic_fetch_or)                                   \
  OPERATION(SPACE, T, xor, __atomic_fetch_xor)                                 \
  COMPARE_EXCHANGE(SPACE, T, atomic_cmpxchg)                                   \
  COMPARE_EXCHANGE(SPACE, T, atom_cmpxchg)                                     \
  FERRY_BUILTIN T atomic_inc(volatile SPACE T *P) {                            \
    return __atomic_fetch_add(P, (T)1, __ATOMIC_RELAXED);                      \
  }                                                                            \
  FERRY_BUILTIN T atom_inc(volatile SPACE T *P) {                              \
    return __atomic_fetch_add(P, (T)1, __ATOMIC_RELAXED);                      \
  }                                                                            \
  FERRY_BUILTIN T atomic_dec(volatile SPACE T *P) {                            \
    return __atomic_fetch_sub(P, (T)1, __ATOMIC_RELAXED);                      \
  }                                                                            \
  FERRY_BUILTIN T atom_dec(volatile SPACE T *P) {                              \
    return __atomic_fetch_sub(P, (T)1, __ATOMIC_RELAXED);                      \
  }

#define EACH_TYPE(SPACE)                                                       \
  ATOMICS(SPACE, int)                                                          \
  ATOMICS(SPACE, uint)                                                         \
  ATOMICS(SPACE, long)                                                         \
  ATOMICS(SPACE, ulong)                                                        \
  FERRY_BUILTIN float atomic_xchg(volatile SPACE float *P, float Value) {      \
    volatile SPACE uint *Bits = (volatile SPACE uint *)P;                      \
    return as_float(                                                           \
        __atomic_exchange_n(Bits, as_uint(Value), __ATOMIC_RELAXED));          \
  }

EACH_TYPE(__global)
EACH_TYPE(__local)
