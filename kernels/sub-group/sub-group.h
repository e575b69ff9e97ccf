//===- sub-group.h - What sub-group functions are made of -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_SUBGROUP_H
#define FERRY_KERNELS_SUBGROUP_H

#include "ferry.h"

// All of these are replaced by the compiler, for a vector of work-items. What
// depends on the work-items that call it together is convergent, and stays
// where it is.
__attribute__((const)) uint __ferry_sub_group_max_size(void);
__attribute__((const)) uint __ferry_sub_group_size(void);
__attribute__((const)) uint __ferry_sub_group_id(void);
__attribute__((const)) uint __ferry_sub_group_local_id(void);

#define FERRY_TOGETHER __attribute__((const, convergent, nomerge))

/// Bit i: the active work-item i has a predicate other than 0.
FERRY_TOGETHER ulong __ferry_sub_group_ballot(uint Predicate);

/// The active work-items. There is at least one.
FERRY_HELPER __attribute__((convergent)) ulong activeItems(void) {
  return __ferry_sub_group_ballot(1);
}

FERRY_HELPER __attribute__((convergent)) uint firstActiveItem(void) {
  return __builtin_ctzl(activeItems());
}

/// A built-in that its work-items call together.
#define FERRY_SUB_GROUP_BUILTIN FERRY_BUILTIN __attribute__((convergent))

/// M(S) for every scalar type.
#define FERRY_SCALARS(M)                                                       \
  FERRY_IF(char, M(char))                                                      \
  FERRY_IF(uchar, M(uchar))                                                    \
  FERRY_IF(short, M(short))                                                    \
  FERRY_IF(ushort, M(ushort))                                                  \
  FERRY_IF(int, M(int))                                                        \
  FERRY_IF(uint, M(uint))                                                      \
  FERRY_IF(long, M(long))                                                      \
  FERRY_IF(ulong, M(ulong))                                                    \
  FERRY_IF(half, M(half))                                                      \
  FERRY_IF(float, M(float))                                                    \
  FERRY_IF(double, M(double))

#endif // FERRY_KERNELS_SUBGROUP_H
