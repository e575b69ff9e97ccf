//===- prefetch.cl - prefetch (OpenCL C 6.15.11) --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// A hint that the processor's own prefetchers do not need.
#define PREFETCH(S, W, N, ...)                                                 \
  FERRY_BUILTIN void prefetch(const __global S##W *Pointer, size_t Count) {    \
    (void)Pointer;                                                             \
    (void)Count;                                                               \
  }

FERRY_INTEGERS(PREFETCH)
FERRY_FLOATS(PREFETCH)
