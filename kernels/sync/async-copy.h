//===- async-copy.h - What every async copy becomes -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_KERNELS_ASYNCCOPY_H
#define FERRY_KERNELS_ASYNCCOPY_H

#include "ferry.h"

// Replaced by the compiler, which splits the kernel here. The operands are
// those of ferry_copy_start and its abi::CopyLines; steps are in bytes. ToLocal
// is 1 for a copy to local memory.
__attribute__((convergent)) event_t
__ferry_async_copy(__generic void *Dst, const __generic void *Src,
                   ulong LineBytes, ulong Lines, ulong DstLineStep,
                   ulong SrcLineStep, ulong Planes, ulong DstPlaneStep,
                   ulong SrcPlaneStep, int ToLocal, event_t Event);

FERRY_HELPER __attribute__((convergent)) event_t
copyLines(__generic void *Dst, const __generic void *Src, ulong LineBytes,
          ulong Lines, ulong DstStep, ulong SrcStep, int ToLocal,
          event_t Event) {
  return __ferry_async_copy(Dst, Src, LineBytes, Lines, DstStep, SrcStep, 1, 0,
                            0, ToLocal, Event);
}

#endif // FERRY_KERNELS_ASYNCCOPY_H
