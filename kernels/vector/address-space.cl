//===- address-space.cl - Address space qualifier functions (OpenCL C 6.15.8)
//===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// All address spaces are the flat one: a generic pointer does not tell where it
// points. Both fences together are right for either, and a pointer is taken to
// be in the space that the program asks for.
FERRY_BUILTIN cl_mem_fence_flags get_fence(__generic void *P) {
  (void)P;
  return CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE;
}
FERRY_BUILTIN cl_mem_fence_flags get_fence(const __generic void *P) {
  (void)P;
  return CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE;
}

// What Clang makes of to_global, to_local and to_private.
#define TO_SPACE(SPACE, NAME)                                                  \
  __attribute__((always_inline)) SPACE void *NAME(__generic void *P) {         \
    return (SPACE void *)P;                                                    \
  }
TO_SPACE(__global, __to_global)
TO_SPACE(__local, __to_local)
TO_SPACE(__private, __to_private)
