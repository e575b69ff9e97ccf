//===- collective.cl - Work-group functions (OpenCL C 6.15.18) ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/sub-group.h"

// The sub-groups of a group run one after the other between two barriers, in
// the order of their work-items: each adds its own to what the ones before it
// left in local memory. These sub-groups are the compiler's own, and where rows
// are short have one work-item.

/// Whether all work-items come in the order of their linear local ids. Else
/// what is left of rows that are no multiple of a sub-group comes after all
/// full sub-groups of the group.
__attribute__((const)) bool __ferry_work_group_in_order(void);

// Replaced by the compiler, which splits the kernel here. What work-items do
// else these functions do not order (section 3.3.6.5 of the API
// specification), so there are no flags.
__attribute__((convergent)) void __ferry_barrier(uint Flags);

/// The same 8 bytes for all functions, so a barrier ends each of them. See
/// scratch.ll.
__attribute__((const)) local void *scratch(void) __asm__("ferry.scratch");

/// Whether this is the first work-item of its group.
FERRY_HELPER bool isFirst(void) {
  return get_local_id(0) == 0 && get_local_id(1) == 0 && get_local_id(2) == 0;
}

#define FERRY_COLLECTIVE FERRY_BUILTIN __attribute__((convergent))

#define BROADCAST(S)                                                           \
  FERRY_TOGETHER S __ferry_work_group_broadcast_##S(S, uint);                  \
  FERRY_HELPER __attribute__((convergent)) S fromItem_##S(S X,                 \
                                                          bool IsSource) {     \
    local S *Scratch = scratch();                                              \
    if (IsSource)                                                              \
      *Scratch = X;                                                            \
    __ferry_barrier(0);                                                        \
    S Value = *Scratch;                                                        \
    __ferry_barrier(0);                                                        \
    return Value;                                                              \
  }                                                                            \
  FERRY_COLLECTIVE S work_group_broadcast(S X, size_t Id0) {                   \
    return fromItem_##S(X, get_local_id(0) == Id0);                            \
  }                                                                            \
  FERRY_COLLECTIVE S work_group_broadcast(S X, size_t Id0, size_t Id1) {       \
    return fromItem_##S(X, get_local_id(0) == Id0 && get_local_id(1) == Id1);  \
  }                                                                            \
  FERRY_COLLECTIVE S work_group_broadcast(S X, size_t Id0, size_t Id1,         \
                                          size_t Id2) {                        \
    return fromItem_##S(X, get_local_id(0) == Id0 && get_local_id(1) == Id1 && \
                               get_local_id(2) == Id2);                        \
  }

/// \p NONE changes nothing in OP, which COMBINE(X, Y) does.
#define OPERATION(S, OP, NONE, COMBINE)                                        \
  FERRY_TOGETHER S __ferry_work_group_reduce_##OP##_##S(S);                    \
  FERRY_TOGETHER S __ferry_work_group_inclusive_##OP##_##S(S);                 \
  FERRY_TOGETHER S __ferry_work_group_exclusive_##OP##_##S(S);                 \
  FERRY_HELPER __attribute__((convergent)) void begin_##OP##_##S(void) {       \
    if (isFirst())                                                             \
      *(local S *)scratch() = NONE;                                            \
    __ferry_barrier(0);                                                        \
  }                                                                            \
  FERRY_HELPER __attribute__((convergent)) S add_##OP##_##S(S X) {             \
    local S *Scratch = scratch();                                              \
    const S Before = __ferry_work_group_broadcast_##S(*Scratch, 0);            \
    *Scratch = COMBINE(Before, __ferry_work_group_reduce_##OP##_##S(X));       \
    return Before;                                                             \
  }                                                                            \
  FERRY_COLLECTIVE S work_group_reduce_##OP(S X) {                             \
    begin_##OP##_##S();                                                        \
    add_##OP##_##S(X);                                                         \
    __ferry_barrier(0);                                                        \
    S All = *(local S *)scratch();                                             \
    __ferry_barrier(0);                                                        \
    return All;                                                                \
  }                                                                            \
  SCAN(S, OP, exclusive, NONE, COMBINE)                                        \
  SCAN(S, OP, inclusive, NONE, COMBINE)

/// Row by row, if need be.
#define SCAN(S, OP, KIND, NONE, COMBINE)                                       \
  FERRY_COLLECTIVE S work_group_scan_##KIND##_##OP(S X) {                      \
    S Value = NONE;                                                            \
    begin_##OP##_##S();                                                        \
    const bool InOrder = __ferry_work_group_in_order();                        \
    const size_t Rows = InOrder ? 1 : get_local_size(1) * get_local_size(2);   \
    const size_t Mine =                                                        \
        InOrder ? 0 : get_local_id(2) * get_local_size(1) + get_local_id(1);   \
    for (size_t Row = 0; Row != Rows; ++Row) {                                 \
      if (Row == Mine) {                                                       \
        const S Here = __ferry_work_group_##KIND##_##OP##_##S(X);              \
        Value = COMBINE(add_##OP##_##S(X), Here);                              \
      }                                                                        \
      __ferry_barrier(0);                                                      \
    }                                                                          \
    return Value;                                                              \
  }

#define SUM(X, Y) ((X) + (Y))
#define PRODUCT(X, Y) ((X) * (Y))
#define AND(X, Y) ((X) & (Y))
#define OR(X, Y) ((X) | (Y))
#define XOR(X, Y) ((X) ^ (Y))
#define COLLECTIVES(S, LEAST, MOST, MIN, MAX)                                  \
  BROADCAST(S)                                                                 \
  OPERATION(S, add, 0, SUM)                                                    \
  OPERATION(S, mul, 1, PRODUCT)                                                \
  OPERATION(S, min, MOST, MIN)                                                 \
  OPERATION(S, max, LEAST, MAX)

/// Of SPV_KHR_uniform_group_instructions, as mul is. The translator of SPIR-V
/// has names of its own for these.
#define BITWISE(S)                                                             \
  BITWISE_OPERATION(S, and, ~(S)0, AND)                                        \
  BITWISE_OPERATION(S, or, 0, OR)                                              \
  BITWISE_OPERATION(S, xor, 0, XOR)
#define BITWISE_OPERATION(S, OP, NONE, COMBINE)                                \
  OPERATION(S, OP, NONE, COMBINE)                                              \
  TRANSLATED(S, reduce, OP)                                                    \
  TRANSLATED(S, scan_inclusive, OP)                                            \
  TRANSLATED(S, scan_exclusive, OP)
#define TRANSLATED(S, KIND, OP)                                                \
  FERRY_COLLECTIVE S work_group_##KIND##_bitwise_##OP(S X) {                   \
    return work_group_##KIND##_##OP(X);                                        \
  }

#define LOGICAL(KIND)                                                          \
  FERRY_COLLECTIVE int work_group_##KIND##_logical_and(int Predicate) {        \
    return work_group_##KIND##_min(Predicate != 0) != 0;                       \
  }                                                                            \
  FERRY_COLLECTIVE int work_group_##KIND##_logical_or(int Predicate) {         \
    return work_group_##KIND##_max(Predicate != 0) > 0;                        \
  }                                                                            \
  FERRY_COLLECTIVE int work_group_##KIND##_logical_xor(int Predicate) {        \
    return work_group_##KIND##_xor(Predicate != 0);                            \
  }

FERRY_IF(
    int,
    FERRY_COLLECTIVE int work_group_all(int Predicate) {
      return work_group_reduce_min(Predicate != 0);
    } FERRY_COLLECTIVE int work_group_any(int Predicate) {
      return work_group_reduce_max(Predicate != 0);
    })
FERRY_IF(int, COLLECTIVES(int, INT_MIN, INT_MAX, min, max))
FERRY_IF(uint, COLLECTIVES(uint, 0, UINT_MAX, min, max))
FERRY_IF(long, COLLECTIVES(long, LONG_MIN, LONG_MAX, min, max))
FERRY_IF(ulong, COLLECTIVES(ulong, 0, ULONG_MAX, min, max))
FERRY_IF(int, BITWISE(int))
FERRY_IF(int, LOGICAL(reduce) LOGICAL(scan_inclusive) LOGICAL(scan_exclusive))
FERRY_IF(uint, BITWISE(uint))
FERRY_IF(long, BITWISE(long))
FERRY_IF(ulong, BITWISE(ulong))
FERRY_IF(half, COLLECTIVES(half, -INFINITY, INFINITY, fmin, fmax))
FERRY_IF(float, COLLECTIVES(float, -INFINITY, INFINITY, fmin, fmax))
FERRY_IF(double, COLLECTIVES(double, -INFINITY, INFINITY, fmin, fmax))
