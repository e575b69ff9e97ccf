//===- reduce.h - Reductions and scans of sub-groups ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_REDUCE_H
#define FERRY_KERNELS_REDUCE_H

#include "sub-group/sub-group.h"

/// The reserved functions of an operation on a type.
#define FERRY_OPERATION(S, OP)                                                 \
  FERRY_TOGETHER S __ferry_sub_group_reduce_##OP##_##S(S);                     \
  FERRY_TOGETHER S __ferry_sub_group_inclusive_##OP##_##S(S);                  \
  FERRY_TOGETHER S __ferry_sub_group_exclusive_##OP##_##S(S);                  \
  FERRY_TOGETHER S __ferry_sub_group_cluster_##OP##_##S(S, uint);

#endif // FERRY_KERNELS_REDUCE_H
