//===- flag.cl - Atomic flags (OpenCL C 6.15.12.7) ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// The memory is that of an int (the flag's type has no operations of its own).
#define FLAG(SPACE)                                                            \
  FERRY_BUILTIN bool atomic_flag_test_and_set(volatile SPACE atomic_flag *P) { \
    return __atomic_exchange_n((volatile SPACE int *)P, 1, __ATOMIC_SEQ_CST);  \
  }                                                                            \
  FERRY_BUILTIN bool atomic_flag_test_and_set_explicit(                        \
      volatile SPACE atomic_flag *P, memory_order Order) {                     \
    (void)Order;                                                               \
    return __atomic_exchange_n((volatile SPACE int *)P, 1, __ATOMIC_SEQ_CST);  \
  }                                                                            \
  FERRY_BUILTIN bool atomic_flag_test_and_set_explicit(                        \
      volatile SPACE atomic_flag *P, memory_order Order, memory_scope Scope) { \
    (void)Order;                                                               \
    (void)Scope;                                                               \
    return __atomic_exchange_n((volatile SPACE int *)P, 1, __ATOMIC_SEQ_CST);  \
  }                                                                            \
  FERRY_BUILTIN void atomic_flag_clear(volatile SPACE atomic_flag *P) {        \
    __atomic_store_n((volatile SPACE int *)P, 0, __ATOMIC_SEQ_CST);            \
  }                                                                            \
  FERRY_BUILTIN void atomic_flag_clear_explicit(volatile SPACE atomic_flag *P, \
                                                memory_order Order) {          \
    if (Order == memory_order_seq_cst)                                         \
      __atomic_store_n((volatile SPACE int *)P, 0, __ATOMIC_SEQ_CST);          \
    else                                                                       \
      __atomic_store_n((volatile SPACE int *)P, 0, __ATOMIC_RELEASE);          \
  }                                                                            \
  FERRY_BUILTIN void atomic_flag_clear_explicit(                               \
      volatile SPACE atomic_flag *P, memory_order Order, memory_scope Scope) { \
    (void)Scope;                                                               \
    atomic_flag_clear_explicit(P, Order);                                      \
  }

FLAG(__global)
FLAG(__local)
FLAG(__generic)
