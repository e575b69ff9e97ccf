//===- barrier.cl - Synchronisation functions (OpenCL C 6.15.9) -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sync/scope.h"

// Replaced by the compiler, which splits the kernel here. The work-items of a
// group run on one thread, so the flags ask for nothing more, nor does a scope
// that ends with the group; who looks for mistakes wants to know the flags.
__attribute__((convergent)) void __ferry_barrier(uint Flags);

FERRY_BUILTIN __attribute__((convergent)) void
barrier(cl_mem_fence_flags Flags) {
  __ferry_barrier(Flags);
}

FERRY_BUILTIN __attribute__((convergent)) void
work_group_barrier(cl_mem_fence_flags Flags) {
  __ferry_barrier(Flags);
}

FERRY_BUILTIN __attribute__((convergent)) void
work_group_barrier(cl_mem_fence_flags Flags, memory_scope Scope) {
  ferry_fence_for(Scope);
  __ferry_barrier(Flags);
}
