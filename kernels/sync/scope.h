//===- scope.h - Barriers that others see -----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_SYNC_SCOPE_H
#define FERRY_KERNELS_SYNC_SCOPE_H

#include "ferry.h"

// What a barrier orders beyond the group (OpenCL C 6.15.9: "all global memory
// accesses become visible to the appropriate memory scope as given by scope"):
// other groups run on other threads. Before the barrier is as good as behind
// it.
static inline __attribute__((always_inline)) void
ferry_fence_for(memory_scope Scope) {
  if (Scope == memory_scope_device || Scope == memory_scope_all_svm_devices)
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}

#endif // FERRY_KERNELS_SYNC_SCOPE_H
