//===- async-copy.cl - Async copies (OpenCL C 6.15.11) --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Replaced by the compiler, which splits the kernel at both. Strides are in
// elements.
__attribute__((convergent)) event_t
__ferry_async_copy(__generic void *Dst, const __generic void *Src,
                   ulong ElementBytes, ulong Count, ulong DstStride,
                   ulong SrcStride, event_t Event);
__attribute__((convergent)) void __ferry_wait_event(event_t Event);

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

// A loop over values, not a call with a pointer: the list need not be memory.
FERRY_BUILTIN __attribute__((convergent)) void
wait_group_events(int NumEvents, __private event_t *Events) {
  for (int I = 0; I < NumEvents; ++I)
    __ferry_wait_event(Events[I]);
}

// Every address space of the target is the flat one, so this cast loses
// nothing wherever the events are.
FERRY_BUILTIN __attribute__((convergent)) void
wait_group_events(int NumEvents, __generic event_t *Events) {
  wait_group_events(NumEvents, (__private event_t *)Events);
}
