//===- async-copy.cl - Async copies (OpenCL C 6.15.11) --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "async-copy.h"

// An element of 3 components moves as one of 4, which is what its size says.
#define COPIES(S, W, N, ...)                                                   \
  COPY(__local, __global, S##W, 1, Stride, 1)                                  \
  COPY(__global, __local, S##W, Stride, 1, 0)

#define COPY(TO, FROM, T, DST_STRIDE, SRC_STRIDE, TO_LOCAL)                    \
  FERRY_BUILTIN __attribute__((convergent)) event_t async_work_group_copy(     \
      TO T *Dst, const FROM T *Src, size_t Count, event_t Event) {             \
    return copyLines(Dst, Src, Count * sizeof(T), 1, 0, 0, TO_LOCAL, Event);   \
  }                                                                            \
  FERRY_BUILTIN __attribute__((convergent)) event_t                            \
  async_work_group_strided_copy(TO T *Dst, const FROM T *Src, size_t Count,    \
                                size_t Stride, event_t Event) {                \
    return copyLines(Dst, Src, sizeof(T), Count, DST_STRIDE * sizeof(T),       \
                     SRC_STRIDE * sizeof(T), TO_LOCAL, Event);                 \
  }

FERRY_INTEGERS(COPIES)
FERRY_FLOATS(COPIES)
