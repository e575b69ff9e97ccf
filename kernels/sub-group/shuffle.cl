//===- shuffle.cl - Shuffles of sub-groups (OpenCL C 6.15.19) -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/sub-group.h"

// __ferry_sub_group_shuffle takes indices modulo the maximum sub-group size.
#define SHUFFLE(S)                                                             \
  FERRY_TOGETHER S __ferry_sub_group_shuffle_##S(S, uint);                     \
  FERRY_SUB_GROUP_BUILTIN S sub_group_shuffle(S Value, uint Index) {           \
    return __ferry_sub_group_shuffle_##S(Value, Index);                        \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_shuffle_xor(S Value, uint Mask) {        \
    return __ferry_sub_group_shuffle_##S(                                      \
        Value, __ferry_sub_group_local_id() ^ Mask);                           \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_shuffle_up(S Value, uint Delta) {        \
    return __ferry_sub_group_shuffle_##S(                                      \
        Value, __ferry_sub_group_local_id() - Delta);                          \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_shuffle_down(S Value, uint Delta) {      \
    return __ferry_sub_group_shuffle_##S(                                      \
        Value, __ferry_sub_group_local_id() + Delta);                          \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_rotate(S Value, int Delta) {             \
    return __ferry_sub_group_shuffle_##S(                                      \
        Value, __ferry_sub_group_local_id() + Delta);                          \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_clustered_rotate(S Value, int Delta,     \
                                                       uint Size) {            \
    uint Id = __ferry_sub_group_local_id();                                    \
    return __ferry_sub_group_shuffle_##S(                                      \
        Value, (Id & -Size) | ((Id + Delta) & (Size - 1)));                    \
  }

FERRY_SCALARS(SHUFFLE)
