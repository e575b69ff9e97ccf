//===- vote.cl - What all or any of a sub-group say -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/sub-group.h"

FERRY_SUB_GROUP_BUILTIN int sub_group_all(int Predicate) {
  return __ferry_sub_group_ballot(!Predicate) == 0;
}

FERRY_SUB_GROUP_BUILTIN int sub_group_any(int Predicate) {
  return __ferry_sub_group_ballot(Predicate != 0) != 0;
}

FERRY_SUB_GROUP_BUILTIN int sub_group_non_uniform_all(int Predicate) {
  return __ferry_sub_group_ballot(!Predicate) == 0;
}

FERRY_SUB_GROUP_BUILTIN int sub_group_non_uniform_any(int Predicate) {
  return __ferry_sub_group_ballot(Predicate != 0) != 0;
}

FERRY_SUB_GROUP_BUILTIN int sub_group_elect(void) {
  return __ferry_sub_group_local_id() == firstActiveItem();
}

#define ALL_EQUAL(S)                                                           \
  FERRY_TOGETHER S __ferry_sub_group_broadcast_##S(S, uint);                   \
  FERRY_SUB_GROUP_BUILTIN int sub_group_non_uniform_all_equal(S Value) {       \
    S First = __ferry_sub_group_broadcast_##S(Value, firstActiveItem());       \
    return __ferry_sub_group_ballot(Value != First) == 0;                      \
  }

FERRY_SCALARS(ALL_EQUAL)
