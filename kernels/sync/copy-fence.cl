//===- copy-fence.cl - async_work_group_copy_fence (OpenCL C 6.15.11) -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Replaced by the compiler, which splits the kernel here.
__attribute__((convergent)) void __ferry_copy_fence(void);

// Ordering copies in one of the memories orders them in both: every copy reads
// one and writes the other.
FERRY_BUILTIN __attribute__((convergent)) void
async_work_group_copy_fence(cl_mem_fence_flags Flags) {
  (void)Flags;
  __ferry_copy_fence();
}
