//===- ChildCommand.h - What kernels enqueue --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Device-side enqueue. A kernel that enqueues is a Parent, and what it
/// enqueues its children: commands of their own, which the same threads run. A
/// child may be a parent, too. A parent is complete when its own work-items
/// have run and all of its children are complete; the command that the host has
/// enqueued is the root of it all, and keeps what they need.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_CHILDCOMMAND_H
#define FERRY_CORE_CHILDCOMMAND_H

#include "core/DeviceQueue.h"
#include "core/Executable.h"
#include "exec/Enqueuing.h"
#include "exec/Scheduler.h"

#include <mutex>
#include <utility>

namespace ferry::core {

class ChildCommand;

/// What a command of the host has in common with all that its kernel enqueues.
struct Family {
  Device &device;
  Executable &executable;
  Ref<DeviceQueue> defaultQueue; ///< Or null.
};

/// Something that kernels can wait for: a child, or a user event. Owned by
/// whoever holds a reference: kernels, and those that will complete it.
class ChildEvent : public exec::DeviceEvent {
public:
  void retain() final { Count.fetch_add(1, std::memory_order_relaxed); }
  void release() final;
  void setStatus(std::int32_t) override {}
  void capture(std::uint64_t *To) final;

  /// A child that waits for this; kept by the child.
  struct Arc {
    ChildCommand *Waiter = nullptr;
    Arc *Next = nullptr;
  };
  /// \p New.Waiter waits for this. \returns false if this is complete.
  bool add(Arc &New);
  /// CL_COMPLETE or a negative error, once it is complete.
  cl_int final() const { return Final; }

protected:
  virtual ~ChildEvent() = default;
  /// \param References that there are from the beginning.
  explicit ChildEvent(std::uint32_t References) : Count(References) {}

  /// Ends it, and lets those that wait go on.
  void finish(cl_int Status);

  /// Nanoseconds: start, end, completion; of a user event 0.
  std::uint64_t Times[3] = {};

private:
  void write(std::uint64_t *To) const;

  std::atomic<std::uint32_t> Count;
  std::mutex Mutex;
  bool IsFinished = false;
  cl_int Final = CL_COMPLETE;
  Arc *Waiters = nullptr;
  std::uint64_t *CaptureTo = nullptr;
};

/// create_user_event.
class ChildUserEvent final : public ChildEvent {
public:
  /// One reference is the kernel's, the other that of whoever sets its status.
  ChildUserEvent() : ChildEvent(2) {}
  void setStatus(std::int32_t Status) override;

private:
  std::atomic<bool> IsSet{false};
};

/// A launch whose kernel may enqueue others.
class Parent : public exec::EnqueuingLaunch {
public:
  explicit Parent(const Family &Of) : Of(Of) {}

  /// A child is complete.
  void leave() {
    if (Left.fetch_sub(1, std::memory_order_acq_rel) == 1)
      complete();
  }

  bool enqueue(const exec::EnqueuedBlock &What) final;
  bool enqueueMarker(void *Queue, std::span<exec::DeviceEvent *const> Waits,
                     exec::DeviceEvent **Event) final;
  void *defaultQueue() final;
  exec::DeviceEvent *createUserEvent() final;
  std::uint32_t blockInfo(const char *Kernel, abi::BlockInfo What,
                          const abi::BlockRange *Range) final;

protected:
  ~Parent() = default;

  /// The work-items of this launch have run: children that wait for that may.
  void endOwn();
  /// So have all of its children.
  virtual void complete() = 0;

  const Family &Of;

private:
  std::pair<ChildCommand &, std::byte *>
  make(DeviceQueue &Q, std::size_t NumWaits, bool HasEvent, std::size_t Bytes);
  void start(ChildCommand &New, std::span<exec::DeviceEvent *const> Waits,
             bool WaitsForParent, exec::DeviceEvent **Event);

  /// Children that are not complete, and the launch itself.
  std::atomic<std::uint32_t> Left{1};
  std::mutex Mutex;
  ChildEvent::Arc *Waiting = nullptr;
};

} // namespace ferry::core

#endif // FERRY_CORE_CHILDCOMMAND_H
