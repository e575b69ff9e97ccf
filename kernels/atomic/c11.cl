//===- c11.cl - Atomic functions of OpenCL C 2.0 and later (6.15.12.7) --===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// -DSPACE=address space of the atomic object
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// An operation is relaxed or sequentially consistent: on this processor a
// read-modify-write is never cheaper in between, and the order is a constant
// once the function is inlined. The scope is always the whole system.

// An atomic type has the size and the layout of its plain one.
#define BITS(U, P) ((volatile SPACE U *)(P))

//===----------------------------------------------------------------------===//
// Loads, stores and exchanges, on the bits of T
//===----------------------------------------------------------------------===//

#define MOVES(ATOMIC, T, U)                                                    \
  FERRY_BUILTIN void atomic_init(volatile SPACE ATOMIC *P, T Value) {          \
    *BITS(T, P) = Value;                                                       \
  }                                                                            \
  FERRY_BUILTIN T atomic_load_explicit(volatile SPACE ATOMIC *P,               \
                                       memory_order Order) {                   \
    U Bits = Order == memory_order_relaxed                                     \
                 ? __atomic_load_n(BITS(U, P), __ATOMIC_RELAXED)               \
                 : __atomic_load_n(BITS(U, P), __ATOMIC_SEQ_CST);              \
    return FERRY_BITS(T, Bits);                                                \
  }                                                                            \
  FERRY_BUILTIN T atomic_load_explicit(                                        \
      volatile SPACE ATOMIC *P, memory_order Order, memory_scope Scope) {      \
    (void)Scope;                                                               \
    return atomic_load_explicit(P, Order);                                     \
  }                                                                            \
  FERRY_BUILTIN T atomic_load(volatile SPACE ATOMIC *P) {                      \
    return atomic_load_explicit(P, memory_order_seq_cst);                      \
  }                                                                            \
  FERRY_BUILTIN T atomic_exchange_explicit(volatile SPACE ATOMIC *P, T Value,  \
                                           memory_order Order) {               \
    U New = FERRY_BITS(U, Value);                                              \
    U Old = Order == memory_order_relaxed                                      \
                ? __atomic_exchange_n(BITS(U, P), New, __ATOMIC_RELAXED)       \
                : __atomic_exchange_n(BITS(U, P), New, __ATOMIC_SEQ_CST);      \
    return FERRY_BITS(T, Old);                                                 \
  }                                                                            \
  FERRY_BUILTIN T atomic_exchange_explicit(volatile SPACE ATOMIC *P, T Value,  \
                                           memory_order Order,                 \
                                           memory_scope Scope) {               \
    (void)Scope;                                                               \
    return atomic_exchange_explicit(P, Value, Order);                          \
  }                                                                            \
  FERRY_BUILTIN T atomic_exchange(volatile SPACE ATOMIC *P, T Value) {         \
    return atomic_exchange_explicit(P, Value, memory_order_seq_cst);           \
  }

// V is the type of the operand: for halves Clang 22 declares it as the atomic
// one, unlike those of the other functions.
#define STORES(ATOMIC, T, U, V)                                                \
  FERRY_BUILTIN void atomic_store_explicit(volatile SPACE ATOMIC *P, V Value,  \
                                           memory_order Order) {               \
    U Bits = FERRY_BITS(U, (T)Value);                                          \
    if (Order == memory_order_seq_cst)                                         \
      __atomic_store_n(BITS(U, P), Bits, __ATOMIC_SEQ_CST);                    \
    else if (Order == memory_order_relaxed)                                    \
      __atomic_store_n(BITS(U, P), Bits, __ATOMIC_RELAXED);                    \
    else                                                                       \
      __atomic_store_n(BITS(U, P), Bits, __ATOMIC_RELEASE);                    \
  }                                                                            \
  FERRY_BUILTIN void atomic_store_explicit(volatile SPACE ATOMIC *P, V Value,  \
                                           memory_order Order,                 \
                                           memory_scope Scope) {               \
    (void)Scope;                                                               \
    atomic_store_explicit(P, Value, Order);                                    \
  }                                                                            \
  FERRY_BUILTIN void atomic_store(volatile SPACE ATOMIC *P, V Value) {         \
    atomic_store_explicit(P, Value, memory_order_seq_cst);                     \
  }

#define COMPARES(ATOMIC, T, U)                                                 \
  COMPARE(ATOMIC, T, U, __private, strong)                                     \
  COMPARE(ATOMIC, T, U, __global, strong)                                      \
  COMPARE(ATOMIC, T, U, __local, strong)                                       \
  COMPARE(ATOMIC, T, U, __generic, strong)                                     \
  COMPARE(ATOMIC, T, U, __private, weak)                                       \
  COMPARE(ATOMIC, T, U, __global, weak)                                        \
  COMPARE(ATOMIC, T, U, __local, weak)                                         \
  COMPARE(ATOMIC, T, U, __generic, weak)

// A weak one may fail without a reason, and here never does. The order of a
// failure is implied by that of a success.
#define COMPARE(ATOMIC, T, U, EXPECTED, KIND)                                  \
  FERRY_BUILTIN bool FERRY_CAT(FERRY_CAT(atomic_compare_exchange_, KIND),      \
                               _explicit)(                                     \
      volatile SPACE ATOMIC * P, EXPECTED T * Expected, T Value,               \
      memory_order Success, memory_order Failure) {                            \
    (void)Failure;                                                             \
    U Old = FERRY_BITS(U, *Expected);                                          \
    U New = FERRY_BITS(U, Value);                                              \
    bool Done =                                                                \
        Success == memory_order_relaxed                                        \
            ? __atomic_compare_exchange_n(BITS(U, P), &Old, New, false,        \
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED)  \
            : __atomic_compare_exchange_n(BITS(U, P), &Old, New, false,        \
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    if (!Done)                                                                 \
      *Expected = FERRY_BITS(T, Old);                                          \
    return Done;                                                               \
  }                                                                            \
  FERRY_BUILTIN bool FERRY_CAT(FERRY_CAT(atomic_compare_exchange_, KIND),      \
                               _explicit)(                                     \
      volatile SPACE ATOMIC * P, EXPECTED T * Expected, T Value,               \
      memory_order Success, memory_order Failure, memory_scope Scope) {        \
    (void)Scope;                                                               \
    return FERRY_CAT(FERRY_CAT(atomic_compare_exchange_, KIND),                \
                     _explicit)(P, Expected, Value, Success, Failure);         \
  }                                                                            \
  FERRY_BUILTIN bool FERRY_CAT(atomic_compare_exchange_, KIND)(                \
      volatile SPACE ATOMIC * P, EXPECTED T * Expected, T Value) {             \
    return FERRY_CAT(FERRY_CAT(atomic_compare_exchange_, KIND), _explicit)(    \
        P, Expected, Value, memory_order_seq_cst, memory_order_seq_cst);       \
  }

FERRY_IF(int, MOVES(atomic_int, int, int) STORES(atomic_int, int, int, int)
                  COMPARES(atomic_int, int, int))
FERRY_IF(uint,
         MOVES(atomic_uint, uint, uint) STORES(atomic_uint, uint, uint, uint)
             COMPARES(atomic_uint, uint, uint))
FERRY_IF(long,
         MOVES(atomic_long, long, long) STORES(atomic_long, long, long, long)
             COMPARES(atomic_long, long, long))
FERRY_IF(ulong, MOVES(atomic_ulong, ulong, ulong)
                    STORES(atomic_ulong, ulong, ulong, ulong)
                        COMPARES(atomic_ulong, ulong, ulong))
FERRY_IF(half, MOVES(atomic_half, half, short)
                   STORES(atomic_half, half, short, atomic_half))
FERRY_IF(float,
         MOVES(atomic_float, float, int) STORES(atomic_float, float, int, float)
             COMPARES(atomic_float, float, int))
FERRY_IF(double, MOVES(atomic_double, double, long)
                     STORES(atomic_double, double, long, double)
                         COMPARES(atomic_double, double, long))

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

// M is the type of the operand: a difference for pointer-sized integers.
#define FETCH(ATOMIC, T, M, NAME)                                              \
  FERRY_BUILTIN T FERRY_CAT(FERRY_CAT(atomic_fetch_, NAME), _explicit)(        \
      volatile SPACE ATOMIC * P, M Value, memory_order Order) {                \
    return Order == memory_order_relaxed                                       \
               ? FERRY_CAT(__atomic_fetch_, NAME)(BITS(T, P), (T)Value,        \
                                                  __ATOMIC_RELAXED)            \
               : FERRY_CAT(__atomic_fetch_, NAME)(BITS(T, P), (T)Value,        \
                                                  __ATOMIC_SEQ_CST);           \
  }                                                                            \
  FERRY_BUILTIN T FERRY_CAT(FERRY_CAT(atomic_fetch_, NAME), _explicit)(        \
      volatile SPACE ATOMIC * P, M Value, memory_order Order,                  \
      memory_scope Scope) {                                                    \
    (void)Scope;                                                               \
    return FERRY_CAT(FERRY_CAT(atomic_fetch_, NAME), _explicit)(P, Value,      \
                                                                Order);        \
  }                                                                            \
  FERRY_BUILTIN T FERRY_CAT(atomic_fetch_, NAME)(volatile SPACE ATOMIC * P,    \
                                                 M Value) {                    \
    return FERRY_CAT(FERRY_CAT(atomic_fetch_, NAME),                           \
                     _explicit)(P, Value, memory_order_seq_cst);               \
  }

#define ARITHMETIC(ATOMIC, T)                                                  \
  FETCH(ATOMIC, T, T, add)                                                     \
  FETCH(ATOMIC, T, T, sub)                                                     \
  FETCH(ATOMIC, T, T, or)                                                      \
  FETCH(ATOMIC, T, T, xor)                                                     \
  FETCH(ATOMIC, T, T, and)                                                     \
  FETCH(ATOMIC, T, T, min)                                                     \
  FETCH(ATOMIC, T, T, max)

FERRY_IF(int, ARITHMETIC(atomic_int, int))
FERRY_IF(uint, ARITHMETIC(atomic_uint, uint))
FERRY_IF(long, ARITHMETIC(atomic_long, long))
FERRY_IF(ulong, ARITHMETIC(atomic_ulong, ulong))

#define FLOATING(ATOMIC, T)                                                    \
  FETCH(ATOMIC, T, T, add)                                                     \
  FETCH(ATOMIC, T, T, sub)                                                     \
  FETCH(ATOMIC, T, T, min)                                                     \
  FETCH(ATOMIC, T, T, max)

// cl_ext_float_atomics.
FERRY_IF(half, FLOATING(atomic_half, half))
FERRY_IF(float, FLOATING(atomic_float, float))
FERRY_IF(double, FLOATING(atomic_double, double))

// atomic_uintptr_t is atomic_ulong and takes a signed difference or a mask,
// atomic_intptr_t is atomic_long and takes an unsigned mask.
#define MASKS(ATOMIC, T, M)                                                    \
  FETCH(ATOMIC, T, M, or)                                                      \
  FETCH(ATOMIC, T, M, xor)                                                     \
  FETCH(ATOMIC, T, M, and)                                                     \
  FETCH(ATOMIC, T, M, min)

FERRY_IF(ulong, FETCH(atomic_ulong, ulong, long, add))
FERRY_IF(ulong, FETCH(atomic_ulong, ulong, long, sub))
FERRY_IF(ulong, MASKS(atomic_ulong, ulong, long))
FERRY_IF(long, MASKS(atomic_long, long, ulong))
