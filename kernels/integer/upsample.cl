//===- upsample.cl - upsample (OpenCL C 6.15.3) -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

#define UPSAMPLE(S, W, N, LOW, WIDE, UWIDE)                                    \
  FERRY_BUILTIN WIDE##W upsample(S##W High, LOW##W Low) {                      \
    UWIDE##W H = FERRY_CONVERT(N, UWIDE##W, High);                             \
    UWIDE##W L = FERRY_CONVERT(N, UWIDE##W, Low);                              \
    UWIDE##W Both = (H << (UWIDE##W)(sizeof(S) * 8)) | L;                      \
    return FERRY_BITS(WIDE##W, Both);                                          \
  }

FERRY_WIDTHS(UPSAMPLE, char, uchar, short, ushort)
FERRY_WIDTHS(UPSAMPLE, uchar, uchar, ushort, ushort)
FERRY_WIDTHS(UPSAMPLE, short, ushort, int, uint)
FERRY_WIDTHS(UPSAMPLE, ushort, ushort, uint, uint)
FERRY_WIDTHS(UPSAMPLE, int, uint, long, ulong)
FERRY_WIDTHS(UPSAMPLE, uint, uint, ulong, ulong)
