//===- Pool.h - The threads that oneTBB supplies ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_POOL_H
#define FERRY_EXEC_POOL_H

#include "exec/Scheduler.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <memory>
#include <optional>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace ferry::exec {

/// The last capture of a call that is handed from one thread to another: tells
/// ThreadSanitizer of it, which does not see into libtbb.
struct HandOver {
#if defined(__SANITIZE_THREAD__)
  HandOver() = default;
  HandOver(const HandOver &) { __tsan_release(&Tag); }
  static void taken() { __tsan_acquire(&Tag); }
  static inline char Tag;
#else
  static void taken() {}
#endif
};

/// A task_arena that runs calls on its own threads, as many at once as the
/// device has. oneTBB makes the threads when they are needed and puts them to
/// sleep when they are not. They are gone when the driver is unloaded.
class Scheduler::Pool : public std::enable_shared_from_this<Pool> {
public:
  explicit Pool(unsigned Concurrency);
  ~Pool();

  /// Calls \p F on another thread.
  template <typename Function> void start(Function F) {
    Inside.fetch_add(1, std::memory_order_relaxed);
    Arena.enqueue([Self = shared_from_this(), F, Over = HandOver()] {
      Over.taken();
      F();
      if (Self->Inside.fetch_sub(1, std::memory_order_release) == 1)
        Self->Inside.notify_all();
    });
  }

  /// Returns when all calls have.
  void waitUntilEmpty() {
    while (std::uint32_t Now = Inside.load(std::memory_order_acquire))
      Inside.wait(Now, std::memory_order_acquire);
  }

  /// True when the process exits, or the driver is unloaded: nothing may be
  /// started any more.
  static bool hasEnded() { return Ended.load(); }

private:
  /// Ends the threads of all pools that have nothing to do.
  static void endThreads();

  static inline std::atomic<bool> Ended{false};
  std::optional<oneapi::tbb::global_control> Limit;
  oneapi::tbb::task_arena Arena;
  oneapi::tbb::task_scheduler_handle Threads;
  std::atomic<std::uint32_t> Inside{0};
  /// The list of all pools.
  static Pool *First;
  Pool *NextPool = nullptr;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_POOL_H
