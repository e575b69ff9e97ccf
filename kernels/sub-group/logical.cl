//===- logical.cl - Reductions and scans of truth values ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/reduce.h"

// On 0 and 1 the bitwise operations are the logical ones; all bits set, where
// nothing comes before a work-item in a scan, is true.
#define LOGICAL(OP)                                                            \
  FERRY_OPERATION(int, OP)                                                     \
  FERRY_SUB_GROUP_BUILTIN int sub_group_non_uniform_reduce_logical_##OP(       \
      int X) {                                                                 \
    return __ferry_sub_group_reduce_##OP##_int(X != 0);                        \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN int                                                  \
  sub_group_non_uniform_scan_inclusive_logical_##OP(int X) {                   \
    return __ferry_sub_group_inclusive_##OP##_int(X != 0);                     \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN int                                                  \
  sub_group_non_uniform_scan_exclusive_logical_##OP(int X) {                   \
    return __ferry_sub_group_exclusive_##OP##_int(X != 0) != 0;                \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN int sub_group_clustered_reduce_logical_##OP(         \
      int X, uint Size) {                                                      \
    return __ferry_sub_group_cluster_##OP##_int(X != 0, Size);                 \
  }

LOGICAL(and)
LOGICAL(or)
LOGICAL(xor)
