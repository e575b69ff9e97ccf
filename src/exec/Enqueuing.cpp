//===- Enqueuing.cpp - What kernels ask of the driver ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Enqueuing.h"

#include <algorithm>

using namespace ferry;
using exec::DeviceEvent;

namespace {

exec::EnqueuingLaunch &launchOf(const abi::ThreadState *State) {
  return *static_cast<exec::EnqueuingLaunch *>(State->launch);
}

/// CLK_NULL_EVENT has all bits set.
bool isEvent(const void *Event) {
  return Event && reinterpret_cast<std::uintptr_t>(Event) != UINTPTR_MAX;
}

/// The wait list of a call; false if it is none.
bool takeWaits(std::uint32_t Count, void *const *Events,
               std::span<DeviceEvent *const> &Waits) {
  if (!Count)
    return true;
  if (!Events || !std::all_of(Events, Events + Count, isEvent))
    return false;
  Waits = {reinterpret_cast<DeviceEvent *const *>(Events), Count};
  return true;
}

DeviceEvent **resultOf(void **Event) {
  return reinterpret_cast<DeviceEvent **>(Event);
}

/// A block's literal, as Clang lays it out.
struct BlockLiteral {
  std::uint32_t bytes, alignment;
};

constexpr std::int32_t Success = 0, Failure = -101; // CLK_ENQUEUE_FAILURE

} // namespace

void *ferry_default_queue(abi::ThreadState *State) {
  return launchOf(State).defaultQueue();
}

std::int32_t ferry_enqueue_kernel(abi::ThreadState *State, void *Queue,
                                  std::uint32_t Flags,
                                  const abi::BlockRange *Range,
                                  std::uint32_t NumWaits, void *const *Waits,
                                  void **Event, const char *Kernel,
                                  const void *Block, std::uint32_t NumLocals,
                                  const std::uint64_t *Locals) {
  std::span<DeviceEvent *const> WaitList;
  if (!takeWaits(NumWaits, Waits, WaitList))
    return Failure;
  const std::size_t Bytes =
      Flags & abi::HasLiteralSize
          ? Flags >> abi::LiteralSizeShift
          : static_cast<const BlockLiteral *>(Block)->bytes;
  return launchOf(State).enqueue({Queue,
                                  Flags & (abi::HasLiteralSize - 1),
                                  *Range,
                                  WaitList,
                                  resultOf(Event),
                                  Kernel,
                                  Block,
                                  Bytes,
                                  {Locals, NumLocals}})
             ? Success
             : Failure;
}

std::int32_t ferry_enqueue_marker(abi::ThreadState *State, void *Queue,
                                  std::uint32_t NumWaits, void *const *Waits,
                                  void **Event) {
  std::span<DeviceEvent *const> WaitList;
  if (!takeWaits(NumWaits, Waits, WaitList) || WaitList.empty())
    return Failure;
  return launchOf(State).enqueueMarker(Queue, WaitList, resultOf(Event))
             ? Success
             : Failure;
}

std::uint32_t ferry_block_info(abi::ThreadState *State, const char *Kernel,
                               std::uint32_t What,
                               const abi::BlockRange *Range) {
  return launchOf(State).blockInfo(Kernel, abi::BlockInfo(What), Range);
}

void *ferry_create_user_event(abi::ThreadState *State) {
  return launchOf(State).createUserEvent();
}

void ferry_retain_event(void *Event) {
  if (isEvent(Event))
    static_cast<DeviceEvent *>(Event)->retain();
}

void ferry_release_event(void *Event) {
  if (isEvent(Event))
    static_cast<DeviceEvent *>(Event)->release();
}

void ferry_set_event_status(void *Event, std::int32_t Status) {
  if (isEvent(Event))
    static_cast<DeviceEvent *>(Event)->setStatus(Status);
}

void ferry_capture_profiling(void *Event, std::uint64_t *To) {
  if (isEvent(Event) && To)
    static_cast<DeviceEvent *>(Event)->capture(To);
}
