//===- FlushTimer.h - Starts what nobody flushes ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Commands start though the host neither flushes nor waits nor asks for them:
/// programs rely on it, for callbacks above all. A thread of its own looks at
/// all queues (Queue::flushOld) every millisecond while commands are enqueued,
/// and sleeps when none have been for a while. It is made when a command is
/// first left to it, and ends when the driver is unloaded.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_FLUSHTIMER_H
#define FERRY_CORE_FLUSHTIMER_H

#include "exec/Fork.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ferry::core {

class FlushTimer {
public:
  /// Called after something has been enqueued that the caller does not submit:
  /// it will be flushed soon. Costs a load, but for the first command after a
  /// pause.
  ///
  /// \returns false if there can be no thread: the caller has to flush.
  static bool arm() {
    FlushTimer *Now = Current.load(std::memory_order_acquire);
    if (!Now || Now->Process != exec::processNumber()) [[unlikely]]
      Now = make();
    if (!Now)
      return false;
    if (Now->IsAsleep.load(std::memory_order_relaxed)) [[unlikely]]
      return Now->wakeUp();
    return true;
  }

private:
  FlushTimer() = default;

  static FlushTimer *make();
  /// Ends the thread, if that has not been done.
  static void end();
  struct Unload;
  static const Unload WhenUnloaded;
  bool start();
  void run();
  bool sleep(bool IsIdle);
  /// \returns false if the thread has ended.
  bool wakeUp();

  /// Of this process, or of the one that it was forked from; never destroyed.
  static inline std::atomic<FlushTimer *> Current{nullptr};

  const std::uint32_t Process = exec::processNumber();
  std::mutex Mutex;
  std::condition_variable Changed;
  bool IsToEnd = false, HasEnded = false;
  /// Set before the thread looks at the queues for the last time: whoever
  /// enqueues afterwards sees it, since both lock the queue.
  std::atomic<bool> IsAsleep{false};
  std::thread Thread;
};

} // namespace ferry::core

#endif // FERRY_CORE_FLUSHTIMER_H
