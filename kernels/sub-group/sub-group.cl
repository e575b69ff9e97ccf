//===- sub-group.cl - Sub-groups and their barrier (OpenCL C 6.15.19) -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/sub-group.h"
#include "sync/scope.h"

__attribute__((const)) ulong __ferry_local_size(uint Dim);
__attribute__((const)) ulong __ferry_enqueued_local_size(uint Dim);
__attribute__((convergent, nomerge)) void __ferry_sub_group_barrier(uint Flags);

FERRY_BUILTIN uint get_sub_group_size(void) { return __ferry_sub_group_size(); }

FERRY_BUILTIN uint get_max_sub_group_size(void) {
  return __ferry_sub_group_max_size();
}

#define COUNT(SIZE)                                                            \
  (SIZE(0) * SIZE(1) * SIZE(2) + __ferry_sub_group_max_size() - 1) /           \
      __ferry_sub_group_max_size()

FERRY_BUILTIN uint get_num_sub_groups(void) {
  return COUNT(__ferry_local_size);
}

FERRY_BUILTIN uint get_enqueued_num_sub_groups(void) {
  return COUNT(__ferry_enqueued_local_size);
}

FERRY_BUILTIN uint get_sub_group_id(void) { return __ferry_sub_group_id(); }

FERRY_BUILTIN uint get_sub_group_local_id(void) {
  return __ferry_sub_group_local_id();
}

// A sub-group runs on one thread, and in step: the compiler need only keep
// accesses on their side.
FERRY_SUB_GROUP_BUILTIN void sub_group_barrier(cl_mem_fence_flags Flags) {
  __ferry_sub_group_barrier(Flags);
}

FERRY_SUB_GROUP_BUILTIN void sub_group_barrier(cl_mem_fence_flags Flags,
                                               memory_scope Scope) {
  ferry_fence_for(Scope);
  __ferry_sub_group_barrier(Flags);
}
