//===- Enqueuing.h - What kernels ask of the driver -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Device-side enqueue: what the functions of ferry/abi.h that generated code
/// calls ask of src/core, which has the commands. They are called in the middle
/// of a kernel, on its stack, and throw nothing.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_ENQUEUING_H
#define FERRY_EXEC_ENQUEUING_H

#include "ferry/abi.h"

#include <cstdint>
#include <span>

namespace ferry::exec {

/// A clk_event_t.
class DeviceEvent {
public:
  virtual void retain() = 0;
  virtual void release() = 0;
  /// set_user_event_status: 0 or a negative error. Once; nothing happens to
  /// what is no user event.
  virtual void setStatus(std::int32_t Final) = 0;
  /// capture_event_profiling_info: two numbers of nanoseconds, when the event
  /// is complete.
  virtual void capture(std::uint64_t *To) = 0;

protected:
  ~DeviceEvent() = default;
};

/// A block, as enqueue_kernel is given it.
struct EnqueuedBlock {
  void *queue;
  std::uint32_t flags; ///< A CLK_ENQUEUE_FLAGS_.
  const abi::BlockRange &range;
  std::span<DeviceEvent *const> waits;
  DeviceEvent **event; ///< Null if none is wanted.
  const char *kernel;  ///< The internal kernel that runs it.
  const void *block;
  std::size_t bytes; ///< Of \c block.
  /// Bytes of each local argument.
  std::span<const std::uint64_t> locals;
};

/// What runs the kernel that asks.
class EnqueuingLaunch {
public:
  /// \returns false if it cannot be enqueued.
  virtual bool enqueue(const EnqueuedBlock &What) = 0;
  virtual bool enqueueMarker(void *Queue, std::span<DeviceEvent *const> Waits,
                             DeviceEvent **Event) = 0;
  /// Null if there is none.
  virtual void *defaultQueue() = 0;
  /// Null if there is no memory.
  virtual DeviceEvent *createUserEvent() = 0;
  /// \param Range null where \p What needs none.
  virtual std::uint32_t blockInfo(const char *Kernel, abi::BlockInfo What,
                                  const abi::BlockRange *Range) = 0;

protected:
  ~EnqueuingLaunch() = default;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_ENQUEUING_H
