//===- address-space.cl - Address spaces of pointers (OpenCL C 6.15.8) ----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// All address spaces are parts of the flat one; the runtime knows which.
__attribute__((const)) int ferry_address_space(const __generic void *P);

FERRY_BUILTIN cl_mem_fence_flags get_fence(const __generic void *P) {
  return ferry_address_space(P) == 3 ? CLK_LOCAL_MEM_FENCE
                                     : CLK_GLOBAL_MEM_FENCE;
}
FERRY_BUILTIN cl_mem_fence_flags get_fence(__generic void *P) {
  return get_fence((const __generic void *)P);
}

// What Clang makes of to_global, to_local and to_private.
#define TO_SPACE(SPACE, NUMBER, NAME)                                          \
  __attribute__((always_inline)) SPACE void *NAME(__generic void *P) {         \
    return P && ferry_address_space(P) == NUMBER ? (SPACE void *)P             \
                                                 : (SPACE void *)0;            \
  }
TO_SPACE(__global, 1, __to_global)
TO_SPACE(__local, 3, __to_local)
TO_SPACE(__private, 0, __to_private)
