//===- fence.cl - Memory fences (OpenCL C 6.15.10, 6.15.12.6) -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Local memory belongs to one thread: there, ordering the compiler is enough.
FERRY_BUILTIN void mem_fence(cl_mem_fence_flags Flags) {
  if (Flags & CLK_GLOBAL_MEM_FENCE)
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  else
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}

FERRY_BUILTIN void read_mem_fence(cl_mem_fence_flags Flags) {
  (void)Flags;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

FERRY_BUILTIN void write_mem_fence(cl_mem_fence_flags Flags) {
  (void)Flags;
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

FERRY_BUILTIN void atomic_work_item_fence(cl_mem_fence_flags Flags,
                                          memory_order Order,
                                          memory_scope Scope) {
  (void)Flags;
  (void)Scope;
  if (Order == memory_order_seq_cst)
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  else if (Order != memory_order_relaxed)
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
