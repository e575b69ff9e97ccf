//===- group.cl - Reservations of groups (OpenCL C 6.15.16.3) -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "pipe/pipe.h"
#include "sub-group/sub-group.h"

// Replaced by the compiler, which splits the kernel here.
__attribute__((convergent)) void __ferry_barrier(uint Flags);

FERRY_TOGETHER ulong __ferry_sub_group_broadcast_ulong(ulong, uint);

/// 8 bytes. See work-group/scratch.ll.
__attribute__((const)) local void *scratch(void) __asm__("ferry.scratch");

#define FERRY_GROUP_FUNCTION FERRY_PIPE_FUNCTION __attribute__((convergent))

/// Whether this is the first work-item of its group.
FERRY_HELPER bool isFirst(void) { return get_local_linear_id() == 0; }

#define GROUP(NAME, WRITES)                                                    \
  FERRY_GROUP_FUNCTION FerryReservation __work_group_reserve_##NAME##_pipe(    \
      global FerryPipe *Pipe, uint Packets, uint Bytes, uint Alignment) {      \
    (void)Bytes, (void)Alignment;                                              \
    local ulong *Scratch = scratch();                                          \
    if (isFirst())                                                             \
      *Scratch = reserve(Pipe, Packets, WRITES);                               \
    __ferry_barrier(~0u);                                                      \
    const ulong Id = *Scratch;                                                 \
    __ferry_barrier(~0u);                                                      \
    return (FerryReservation)Id;                                               \
  }                                                                            \
  FERRY_GROUP_FUNCTION void __work_group_commit_##NAME##_pipe(                 \
      global FerryPipe *Pipe, FerryReservation Id, uint Bytes,                 \
      uint Alignment) {                                                        \
    (void)Bytes, (void)Alignment;                                              \
    __ferry_barrier(~0u);                                                      \
    if (isFirst())                                                             \
      commit(Pipe, (ulong)Id, WRITES);                                         \
  }                                                                            \
  FERRY_GROUP_FUNCTION FerryReservation __sub_group_reserve_##NAME##_pipe(     \
      global FerryPipe *Pipe, uint Packets, uint Bytes, uint Alignment) {      \
    (void)Bytes, (void)Alignment;                                              \
    ulong Id = 0;                                                              \
    if (__ferry_sub_group_local_id() == 0)                                     \
      Id = reserve(Pipe, Packets, WRITES);                                     \
    return (FerryReservation)__ferry_sub_group_broadcast_ulong(Id, 0);         \
  }                                                                            \
  FERRY_GROUP_FUNCTION void __sub_group_commit_##NAME##_pipe(                  \
      global FerryPipe *Pipe, FerryReservation Id, uint Bytes,                 \
      uint Alignment) {                                                        \
    (void)Bytes, (void)Alignment;                                              \
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);                                   \
    if (__ferry_sub_group_local_id() == 0)                                     \
      commit(Pipe, (ulong)Id, WRITES);                                         \
  }
GROUP(read, false)
GROUP(write, true)
