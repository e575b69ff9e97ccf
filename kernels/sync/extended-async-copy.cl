//===- extended-async-copy.cl - 2D and 3D copies (OpenCL C 6.15.11.1) -----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "async-copy.h"

#define COPIES(TO, FROM, TO_LOCAL)                                             \
  FERRY_BUILTIN __attribute__((convergent)) event_t                            \
  async_work_group_copy_2D2D(                                                  \
      TO void *Dst, size_t DstOffset, const FROM void *Src, size_t SrcOffset,  \
      size_t ElementBytes, size_t Elements, size_t Lines,                      \
      size_t SrcLineLength, size_t DstLineLength, event_t Event) {             \
    return copyLines((TO char *)Dst + DstOffset * ElementBytes,                \
                     (const FROM char *)Src + SrcOffset * ElementBytes,        \
                     Elements * ElementBytes, Lines,                           \
                     DstLineLength * ElementBytes,                             \
                     SrcLineLength * ElementBytes, TO_LOCAL, Event);           \
  }                                                                            \
  FERRY_BUILTIN __attribute__((convergent)) event_t                            \
  async_work_group_copy_3D3D(                                                  \
      TO void *Dst, size_t DstOffset, const FROM void *Src, size_t SrcOffset,  \
      size_t ElementBytes, size_t Elements, size_t Lines, size_t Planes,       \
      size_t SrcLineLength, size_t SrcPlaneArea, size_t DstLineLength,         \
      size_t DstPlaneArea, event_t Event) {                                    \
    return __ferry_async_copy(                                                 \
        (TO char *)Dst + DstOffset * ElementBytes,                             \
        (const FROM char *)Src + SrcOffset * ElementBytes,                     \
        Elements * ElementBytes, Lines, DstLineLength * ElementBytes,          \
        SrcLineLength * ElementBytes, Planes, DstPlaneArea * ElementBytes,     \
        SrcPlaneArea * ElementBytes, TO_LOCAL, Event);                         \
  }

COPIES(__local, __global, 1)
COPIES(__global, __local, 0)
