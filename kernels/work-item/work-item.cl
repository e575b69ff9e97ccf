//===- work-item.cl - Work-item functions (OpenCL C 6.15.1) ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Replaced by the compiler. The dimension is always the constant 0, 1 or 2; a
// dimension that the launch does not use has sizes of 1 and ids of 0.
#define RESERVED(TYPE, NAME) __attribute__((const)) TYPE NAME
RESERVED(ulong, __ferry_global_id)(uint Dim);
RESERVED(ulong, __ferry_local_id)(uint Dim);
RESERVED(ulong, __ferry_group_id)(uint Dim);
RESERVED(ulong, __ferry_local_size)(uint Dim);
RESERVED(ulong, __ferry_enqueued_local_size)(uint Dim);
RESERVED(ulong, __ferry_global_size)(uint Dim);
RESERVED(ulong, __ferry_global_offset)(uint Dim);
RESERVED(ulong, __ferry_num_groups)(uint Dim);
RESERVED(uint, __ferry_work_dim)(void);

// All three are asked for before one is chosen: written as branches, LLVM would
// merge them into one call with a dimension that is not constant.
#define PER_DIMENSION(NAME, RESERVED_NAME, BEYOND)                             \
  FERRY_BUILTIN size_t NAME(uint Dim) {                                        \
    size_t X = RESERVED_NAME(0);                                               \
    size_t Y = RESERVED_NAME(1);                                               \
    size_t Z = RESERVED_NAME(2);                                               \
    return Dim == 0 ? X : Dim == 1 ? Y : Dim == 2 ? Z : BEYOND;                \
  }

PER_DIMENSION(get_global_id, __ferry_global_id, 0)
PER_DIMENSION(get_local_id, __ferry_local_id, 0)
PER_DIMENSION(get_group_id, __ferry_group_id, 0)
PER_DIMENSION(get_local_size, __ferry_local_size, 1)
PER_DIMENSION(get_enqueued_local_size, __ferry_enqueued_local_size, 1)
PER_DIMENSION(get_global_size, __ferry_global_size, 1)
PER_DIMENSION(get_global_offset, __ferry_global_offset, 0)
PER_DIMENSION(get_num_groups, __ferry_num_groups, 1)

FERRY_BUILTIN uint get_work_dim(void) { return __ferry_work_dim(); }

FERRY_BUILTIN size_t get_global_linear_id(void) {
  size_t X = __ferry_global_id(0) - __ferry_global_offset(0);
  size_t Y = __ferry_global_id(1) - __ferry_global_offset(1);
  size_t Z = __ferry_global_id(2) - __ferry_global_offset(2);
  return (Z * __ferry_global_size(1) + Y) * __ferry_global_size(0) + X;
}

FERRY_BUILTIN size_t get_local_linear_id(void) {
  return (__ferry_local_id(2) * __ferry_local_size(1) + __ferry_local_id(1)) *
             __ferry_local_size(0) +
         __ferry_local_id(0);
}
