//===- enqueue.cl - Enqueuing kernels (OpenCL C 6.15.17) ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ferry.h"

// Replaced by the compiler.
typedef __private void *State;
__attribute__((const)) State __ferry_state(void);

// The runtime's (ferry/abi.h). The passes have made a kernel its name.
typedef __private void *Handle;
Handle ferry_default_queue(State);
int ferry_enqueue_kernel(State, Handle Queue, uint Flags,
                         __private ndrange_t *Range, uint NumWaits,
                         __generic Handle *Waits, __generic Handle *Event,
                         __generic void *Kernel, __generic void *Block,
                         uint NumLocals, __private ulong *Locals);
int ferry_enqueue_marker(State, Handle Queue, uint NumWaits,
                         __generic const Handle *Waits,
                         __generic Handle *Event);
uint ferry_block_info(State, __generic void *Kernel, uint What,
                      __private ndrange_t *Range);
Handle ferry_create_user_event(State);
void ferry_retain_event(Handle);
void ferry_release_event(Handle);
void ferry_set_event_status(Handle, int Status);
void ferry_capture_profiling(Handle, global ulong *Value);

/// A function that Clang calls for one of OpenCL C.
#define FERRY_ENQUEUE_FUNCTION __attribute__((always_inline))

//===----------------------------------------------------------------------===//
// enqueue_kernel, without and with events, without and with local arguments
//===----------------------------------------------------------------------===//

FERRY_ENQUEUE_FUNCTION int __enqueue_kernel_basic(Handle Queue, int Flags,
                                                  __private ndrange_t *Range,
                                                  __generic void *Kernel,
                                                  __generic void *Block) {
  return ferry_enqueue_kernel(__ferry_state(), Queue, Flags, Range, 0, 0, 0,
                              Kernel, Block, 0, 0);
}

FERRY_ENQUEUE_FUNCTION int
__enqueue_kernel_basic_events(Handle Queue, int Flags,
                              __private ndrange_t *Range, uint NumWaits,
                              __generic Handle *Waits, __generic Handle *Event,
                              __generic void *Kernel, __generic void *Block) {
  return ferry_enqueue_kernel(__ferry_state(), Queue, Flags, Range, NumWaits,
                              Waits, Event, Kernel, Block, 0, 0);
}

FERRY_ENQUEUE_FUNCTION int
__enqueue_kernel_varargs(Handle Queue, int Flags, __private ndrange_t *Range,
                         __generic void *Kernel, __generic void *Block,
                         uint NumLocals, __private ulong *Locals) {
  return ferry_enqueue_kernel(__ferry_state(), Queue, Flags, Range, 0, 0, 0,
                              Kernel, Block, NumLocals, Locals);
}

FERRY_ENQUEUE_FUNCTION int __enqueue_kernel_events_varargs(
    Handle Queue, int Flags, __private ndrange_t *Range, uint NumWaits,
    __generic Handle *Waits, __generic Handle *Event, __generic void *Kernel,
    __generic void *Block, uint NumLocals, __private ulong *Locals) {
  return ferry_enqueue_kernel(__ferry_state(), Queue, Flags, Range, NumWaits,
                              Waits, Event, Kernel, Block, NumLocals, Locals);
}

//===----------------------------------------------------------------------===//
// Questions about blocks: an abi::BlockInfo each
//===----------------------------------------------------------------------===//

FERRY_ENQUEUE_FUNCTION uint __get_kernel_work_group_size_impl(
    __generic void *Kernel, __generic void *Block) {
  (void)Block;
  return ferry_block_info(__ferry_state(), Kernel, 0, 0);
}
FERRY_ENQUEUE_FUNCTION uint
__get_kernel_preferred_work_group_size_multiple_impl(__generic void *Kernel,
                                                     __generic void *Block) {
  (void)Block;
  return ferry_block_info(__ferry_state(), Kernel, 1, 0);
}
FERRY_ENQUEUE_FUNCTION uint __get_kernel_sub_group_count_for_ndrange_impl(
    __private ndrange_t *Range, __generic void *Kernel, __generic void *Block) {
  (void)Block;
  return ferry_block_info(__ferry_state(), Kernel, 2, Range);
}
FERRY_ENQUEUE_FUNCTION uint __get_kernel_max_sub_group_size_for_ndrange_impl(
    __private ndrange_t *Range, __generic void *Kernel, __generic void *Block) {
  (void)Block;
  return ferry_block_info(__ferry_state(), Kernel, 3, Range);
}

//===----------------------------------------------------------------------===//
// Queues, markers and events
//===----------------------------------------------------------------------===//

#define HANDLE(X) ((Handle)__builtin_astype(X, ulong))

FERRY_BUILTIN queue_t get_default_queue(void) {
  return __builtin_astype((ulong)ferry_default_queue(__ferry_state()), queue_t);
}

FERRY_BUILTIN int enqueue_marker(queue_t Queue, uint NumWaits,
                                 __generic const clk_event_t *Waits,
                                 __generic clk_event_t *Event) {
  return ferry_enqueue_marker(__ferry_state(), HANDLE(Queue), NumWaits,
                              (__generic const Handle *)Waits,
                              (__generic Handle *)Event);
}

FERRY_BUILTIN clk_event_t create_user_event(void) {
  return __builtin_astype((ulong)ferry_create_user_event(__ferry_state()),
                          clk_event_t);
}

FERRY_BUILTIN bool is_valid_event(clk_event_t Event) {
  const ulong Bits = __builtin_astype(Event, ulong);
  return Bits != 0 && Bits != ~0ul;
}

FERRY_BUILTIN void retain_event(clk_event_t Event) {
  ferry_retain_event(HANDLE(Event));
}

FERRY_BUILTIN void release_event(clk_event_t Event) {
  ferry_release_event(HANDLE(Event));
}

FERRY_BUILTIN void set_user_event_status(clk_event_t Event, int Status) {
  ferry_set_event_status(HANDLE(Event), Status);
}

FERRY_BUILTIN void capture_event_profiling_info(clk_event_t Event,
                                                clk_profiling_info Name,
                                                global void *Value) {
  if (Name == CLK_PROFILING_COMMAND_EXEC_TIME)
    ferry_capture_profiling(HANDLE(Event), Value);
}

//===----------------------------------------------------------------------===//
// ND-ranges
//===----------------------------------------------------------------------===//

/// \p Local 0: the driver chooses.
FERRY_BUILTIN ndrange_t ndrange_1D(size_t Offset, size_t Size, size_t Local) {
  return (ndrange_t){1, {Offset, 0, 0}, {Size, 1, 1}, {Local, 1, 1}};
}
FERRY_BUILTIN ndrange_t ndrange_1D(size_t Size, size_t Local) {
  return ndrange_1D(0, Size, Local);
}
FERRY_BUILTIN ndrange_t ndrange_1D(size_t Size) {
  return ndrange_1D(0, Size, 0);
}

FERRY_BUILTIN ndrange_t ndrange_2D(__private const size_t *Offset,
                                   __private const size_t *Size,
                                   __private const size_t *Local) {
  return (ndrange_t){2,
                     {Offset[0], Offset[1], 0},
                     {Size[0], Size[1], 1},
                     {Local[0], Local[1], 1}};
}
FERRY_BUILTIN ndrange_t ndrange_2D(__private const size_t *Size,
                                   __private const size_t *Local) {
  const size_t None[2] = {0, 0};
  return ndrange_2D(None, Size, Local);
}
FERRY_BUILTIN ndrange_t ndrange_2D(__private const size_t *Size) {
  const size_t None[2] = {0, 0};
  return ndrange_2D(None, Size, None);
}

FERRY_BUILTIN ndrange_t ndrange_3D(__private const size_t *Offset,
                                   __private const size_t *Size,
                                   __private const size_t *Local) {
  return (ndrange_t){3,
                     {Offset[0], Offset[1], Offset[2]},
                     {Size[0], Size[1], Size[2]},
                     {Local[0], Local[1], Local[2]}};
}
FERRY_BUILTIN ndrange_t ndrange_3D(__private const size_t *Size,
                                   __private const size_t *Local) {
  const size_t None[3] = {0, 0, 0};
  return ndrange_3D(None, Size, Local);
}
FERRY_BUILTIN ndrange_t ndrange_3D(__private const size_t *Size) {
  const size_t None[3] = {0, 0, 0};
  return ndrange_3D(None, Size, None);
}
