//===- clock.cl - cl_khr_kernel_clock -------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

/// The processor's counter, the same for all its cores.
FERRY_HELPER ulong ticks(void) { return __builtin_readcyclecounter(); }

#define CLOCK(SCOPE)                                                           \
  FERRY_BUILTIN ulong clock_read_##SCOPE(void) { return ticks(); }             \
  FERRY_BUILTIN uint2 clock_read_hilo_##SCOPE(void) {                          \
    return FERRY_BITS(uint2, ticks());                                         \
  }

CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)
