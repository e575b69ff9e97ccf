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
    return __ferry_sub_group_shuffle_##S(Value,                                \
                                         __ferry_sub_group_local_id() ^ Mask); \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_shuffle_up(S Value, uint Delta) {        \
    return __ferry_sub_group_shuffle_##S(Value, __ferry_sub_group_local_id() - \
                                                    Delta);                    \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_shuffle_down(S Value, uint Delta) {      \
    return __ferry_sub_group_shuffle_##S(Value, __ferry_sub_group_local_id() + \
                                                    Delta);                    \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_rotate(S Value, int Delta) {             \
    return __ferry_sub_group_shuffle_##S(Value, __ferry_sub_group_local_id() + \
                                                    Delta);                    \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S sub_group_clustered_rotate(S Value, int Delta,     \
                                                       uint Size) {            \
    uint Id = __ferry_sub_group_local_id();                                    \
    return __ferry_sub_group_shuffle_##S(                                      \
        Value, (Id & -Size) | ((Id + Delta) & (Size - 1)));                    \
  }

/// SPV_INTEL_subgroups: two values make one of twice the size, of which a
/// window is taken.
#define INTEL_SHUFFLE(S)                                                       \
  FERRY_SUB_GROUP_BUILTIN S intel_sub_group_shuffle(S Value, uint Index) {     \
    return sub_group_shuffle(Value, Index);                                    \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S intel_sub_group_shuffle_xor(S Value, uint Mask) {  \
    return sub_group_shuffle_xor(Value, Mask);                                 \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S intel_sub_group_shuffle_down(S Current, S Next,    \
                                                         uint Delta) {         \
    S Near = sub_group_shuffle_down(Current, Delta);                           \
    S Far = sub_group_shuffle_down(Next, Delta);                               \
    return __ferry_sub_group_local_id() + Delta < __ferry_sub_group_max_size() \
               ? Near                                                          \
               : Far;                                                          \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S intel_sub_group_shuffle_up(S Previous, S Current,  \
                                                       uint Delta) {           \
    S Near = sub_group_shuffle_up(Current, Delta);                             \
    S Far = sub_group_shuffle_up(Previous, Delta);                             \
    return __ferry_sub_group_local_id() >= Delta ? Near : Far;                 \
  }

/// Likewise, component by component.
#define INTEL_VECTOR_SHUFFLE(S, W, N, ...)                                     \
  FERRY_SUB_GROUP_BUILTIN S##W intel_sub_group_shuffle(S##W Value,             \
                                                       uint Index) {           \
    return FERRY_LANES1(N, S##W, AT_INDEX, Value);                             \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S##W intel_sub_group_shuffle_xor(S##W Value,         \
                                                           uint Mask) {        \
    return FERRY_LANES1(N, S##W, AT_MASK, Value);                              \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S##W intel_sub_group_shuffle_down(                   \
      S##W Current, S##W Next, uint Delta) {                                   \
    return FERRY_LANES2(N, S##W, DOWN, Current, Next);                         \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S##W intel_sub_group_shuffle_up(                     \
      S##W Previous, S##W Current, uint Delta) {                               \
    return FERRY_LANES2(N, S##W, UP, Previous, Current);                       \
  }
#define AT_INDEX(X) intel_sub_group_shuffle(X, Index)
#define AT_MASK(X) intel_sub_group_shuffle_xor(X, Mask)
#define DOWN(X, Y) intel_sub_group_shuffle_down(X, Y, Delta)
#define UP(X, Y) intel_sub_group_shuffle_up(X, Y, Delta)

FERRY_SCALARS(SHUFFLE)
FERRY_SCALARS(INTEL_SHUFFLE)
FERRY_INTEGER_VECTORS(INTEL_VECTOR_SHUFFLE)
FERRY_FLOAT_VECTORS(INTEL_VECTOR_SHUFFLE)
