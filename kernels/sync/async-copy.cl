//===- async-copy.cl - Async copies (OpenCL C 6.15.11) --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Replaced by the compiler, which splits the kernel here. Strides are in
// elements.
__attribute__((convergent)) event_t __ferry_async_copy(
    __generic void *Dst, const __generic void *Src, ulong ElementBytes,
    ulong Count, ulong DstStride, ulong SrcStride, event_t Event);

// An element of 3 components moves as one of 4, which is what its size says.
#define COPIES(S, W, N, ...)                                                   \
  FERRY_BUILTIN __attribute__((convergent)) event_t async_work_group_copy(     \
      __local S##W *Dst, const __global S##W *Src, size_t Count,               \
      event_t Event) {                                                         \
    return __ferry_async_copy(Dst, Src, sizeof(S##W), Count, 1, 1, Event);     \
  }                                                                            \
  FERRY_BUILTIN __attribute__((convergent)) event_t async_work_group_copy(     \
      __global S##W *Dst, const __local S##W *Src, size_t Count,               \
      event_t Event) {                                                         \
    return __ferry_async_copy(Dst, Src, sizeof(S##W), Count, 1, 1, Event);     \
  }                                                                            \
  FERRY_BUILTIN __attribute__((convergent)) event_t                            \
  async_work_group_strided_copy(__local S##W *Dst, const __global S##W *Src,   \
                                size_t Count, size_t SrcStride,                \
                                event_t Event) {                               \
    return __ferry_async_copy(Dst, Src, sizeof(S##W), Count, 1, SrcStride,     \
                              Event);                                          \
  }                                                                            \
  FERRY_BUILTIN __attribute__((convergent)) event_t                            \
  async_work_group_strided_copy(__global S##W *Dst, const __local S##W *Src,   \
                                size_t Count, size_t DstStride,                \
                                event_t Event) {                               \
    return __ferry_async_copy(Dst, Src, sizeof(S##W), Count, DstStride, 1,     \
                              Event);                                          \
  }

FERRY_INTEGERS(COPIES)
FERRY_FLOATS(COPIES)
