//===- reduce.cl - Reductions and scans of sub-groups ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/reduce.h"

/// What all work-items call.
#define UNIFORM(S, OP)                                                         \
  FERRY_SUB_GROUP_BUILTIN S sub_group_reduce_##OP(S X) {                       \
    return __ferry_sub_group_reduce_##OP##_##S(X);                             \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_scan_inclusive_##OP(S X) {               \
    return __ferry_sub_group_inclusive_##OP##_##S(X);                          \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_scan_exclusive_##OP(S X) {               \
    return __ferry_sub_group_exclusive_##OP##_##S(X);                          \
  }

/// What some of them may call.
#define NON_UNIFORM(S, OP)                                                     \
  FERRY_OPERATION(S, OP)                                                       \
  FERRY_SUB_GROUP_BUILTIN S sub_group_non_uniform_reduce_##OP(S X) {           \
    return __ferry_sub_group_reduce_##OP##_##S(X);                             \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_non_uniform_scan_inclusive_##OP(S X) {   \
    return __ferry_sub_group_inclusive_##OP##_##S(X);                          \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_non_uniform_scan_exclusive_##OP(S X) {   \
    return __ferry_sub_group_exclusive_##OP##_##S(X);                          \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_clustered_reduce_##OP(S X, uint Size) {  \
    return __ferry_sub_group_cluster_##OP##_##S(X, Size);                      \
  }

#define ARITHMETIC(S)                                                          \
  NON_UNIFORM(S, add)                                                          \
  NON_UNIFORM(S, mul)                                                          \
  NON_UNIFORM(S, min)                                                          \
  NON_UNIFORM(S, max)                                                          \
  UNIFORM(S, add)                                                              \
  UNIFORM(S, mul)                                                              \
  UNIFORM(S, min)                                                              \
  UNIFORM(S, max)

#define BITWISE(S)                                                             \
  NON_UNIFORM(S, and)                                                          \
  NON_UNIFORM(S, or)                                                           \
  NON_UNIFORM(S, xor)

FERRY_SCALARS(ARITHMETIC)
FERRY_IF(char, BITWISE(char))
FERRY_IF(uchar, BITWISE(uchar))
FERRY_IF(short, BITWISE(short))
FERRY_IF(ushort, BITWISE(ushort))
FERRY_IF(int, BITWISE(int))
FERRY_IF(uint, BITWISE(uint))
FERRY_IF(long, BITWISE(long))
FERRY_IF(ulong, BITWISE(ulong))

/// cl_intel_subgroups_char and cl_intel_subgroups_short.
#define INTEL(S, OP)                                                           \
  FERRY_SUB_GROUP_BUILTIN S intel_sub_group_reduce_##OP(S X) {                 \
    return sub_group_reduce_##OP(X);                                           \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S intel_sub_group_scan_inclusive_##OP(S X) {         \
    return sub_group_scan_inclusive_##OP(X);                                   \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S intel_sub_group_scan_exclusive_##OP(S X) {         \
    return sub_group_scan_exclusive_##OP(X);                                   \
  }
#define INTEL_ARITHMETIC(S) INTEL(S, add) INTEL(S, min) INTEL(S, max)

FERRY_IF(char, INTEL_ARITHMETIC(char))
FERRY_IF(uchar, INTEL_ARITHMETIC(uchar))
FERRY_IF(short, INTEL_ARITHMETIC(short))
FERRY_IF(ushort, INTEL_ARITHMETIC(ushort))
