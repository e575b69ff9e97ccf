//===- broadcast.cl - One value for a sub-group (OpenCL C 6.15.19) --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/sub-group.h"

#define SCALAR(S)                                                              \
  FERRY_TOGETHER S __ferry_sub_group_broadcast_##S(S, uint);                   \
  FERRY_SUB_GROUP_BUILTIN S sub_group_broadcast_first(S Value) {               \
    return __ferry_sub_group_broadcast_##S(Value, firstActiveItem());          \
  }

FERRY_SCALARS(SCALAR)

// Of the work-item Index.
#define BROADCAST_char(X) __ferry_sub_group_broadcast_char(X, Index)
#define BROADCAST_uchar(X) __ferry_sub_group_broadcast_uchar(X, Index)
#define BROADCAST_short(X) __ferry_sub_group_broadcast_short(X, Index)
#define BROADCAST_ushort(X) __ferry_sub_group_broadcast_ushort(X, Index)
#define BROADCAST_int(X) __ferry_sub_group_broadcast_int(X, Index)
#define BROADCAST_uint(X) __ferry_sub_group_broadcast_uint(X, Index)
#define BROADCAST_long(X) __ferry_sub_group_broadcast_long(X, Index)
#define BROADCAST_ulong(X) __ferry_sub_group_broadcast_ulong(X, Index)
#define BROADCAST_half(X) __ferry_sub_group_broadcast_half(X, Index)
#define BROADCAST_float(X) __ferry_sub_group_broadcast_float(X, Index)
#define BROADCAST_double(X) __ferry_sub_group_broadcast_double(X, Index)

#define BROADCAST(S, W, N, ...)                                                \
  FERRY_SUB_GROUP_BUILTIN S##W sub_group_broadcast(S##W Value, uint Index) {   \
    return FERRY_LANES1(N, S##W, BROADCAST_##S, Value);                        \
  }                                                                            \
  FERRY_SUB_GROUP_BUILTIN S##W sub_group_non_uniform_broadcast(S##W Value,     \
                                                               uint Index) {   \
    return FERRY_LANES1(N, S##W, BROADCAST_##S, Value);                        \
  }

FERRY_INTEGERS(BROADCAST)
FERRY_FLOATS(BROADCAST)

/// cl_intel_subgroups_char and cl_intel_subgroups_short.
#define INTEL_BROADCAST(S, W, N, ...)                                          \
  FERRY_SUB_GROUP_BUILTIN S##W intel_sub_group_broadcast(S##W Value,           \
                                                         uint Index) {         \
    return sub_group_broadcast(Value, Index);                                  \
  }

FERRY_WIDTHS(INTEL_BROADCAST, char)
FERRY_WIDTHS(INTEL_BROADCAST, uchar)
FERRY_WIDTHS(INTEL_BROADCAST, short)
FERRY_WIDTHS(INTEL_BROADCAST, ushort)
