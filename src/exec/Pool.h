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

/// Calls Scheduler::helpFromPool on threads of oneTBB, which makes them when
/// they are needed and puts them to sleep when they are not. They are gone when
/// the driver is unloaded.
///
/// Where the system gives no more threads, oneTBB (2021.8 to 2022) throws out
/// of the call that asks for one. But if the call asks for several, threads
/// that are woken up wake and make the others, and an exception there ends the
/// process. So every thread has an arena of its own, which asks for one only,
/// and as long as threads may have to be made, one is asked for at a time: the
/// next by the one before, when it runs our code. After a failure oneTBB is in
/// disorder, and nothing is asked of it again: those who have work do it
/// themselves.
class Pool : public std::enable_shared_from_this<Pool> {
public:
  /// For as many threads at once as \p For has. Throws what oneTBB throws.
  explicit Pool(Scheduler &For);
  ~Pool();

  /// A new pool; null if there can be none.
  static std::shared_ptr<Pool> make(Scheduler &For) noexcept;

  /// Has \p Count more threads call Scheduler::helpFromPool, for each of which
  /// Scheduler::Helpers has been counted up. It is counted down again for those
  /// that cannot be had.
  ///
  /// \returns false if there are threads that cannot be had: the caller then
  ///          has to look for work itself, as others may have relied on them.
  bool start(unsigned Count) noexcept;

  /// Returns when all threads have left.
  void waitUntilEmpty();

  /// Has \p F called before the threads are ended: oneTBB keeps them as long as
  /// there are others that have used it.
  static void beforeEnd(void (*F)()) { BeforeEnd.store(F); }

  /// True when the process exits, or the driver is unloaded.
  static bool hasEnded() { return Ended.load(); }
  /// False when no thread can be had any more.
  static bool isUsable() { return !Ended.load() && !Failed.load(); }

  /// In a child made by fork(): the threads of all pools are gone.
  static void abandonAll();

private:
  /// Where one thread works.
  struct Place {
    enum : std::uint32_t { Free, Asked, Taken };
    std::atomic<std::uint32_t> State{Free};
    oneapi::tbb::task_arena Arena{1, 0};
  };

  bool startSome() noexcept;
  bool startOne() noexcept;
  bool takeWanted();
  Place &takePlace();
  bool drop(unsigned Count);
  static void fail();
  void run(Place &At);
  void leave(unsigned Count);
  /// Ends the threads of all pools that have nothing to do.
  static void endThreads();
  /// Those of this one.
  void end();

  static inline std::atomic<bool> Ended{false}, Failed{false};
  static inline std::atomic<void (*)()> BeforeEnd{nullptr};
  /// Threads that oneTBB has made for us.
  static inline std::atomic<std::uint32_t> Made{0};

  Scheduler &Owner;
  std::unique_ptr<oneapi::tbb::global_control> Limit;
  const unsigned NumPlaces;
  std::unique_ptr<Place[]> Places;
  std::unique_ptr<oneapi::tbb::task_scheduler_handle> Threads;
  /// Threads that are wanted and have not been asked for.
  std::atomic<std::uint32_t> Wanted{0};
  /// Threads that are wanted, asked for, or run.
  std::atomic<std::uint32_t> Inside{0};
  /// One that may have to be made has been asked for, and does not run yet.
  std::atomic<bool> IsAsking{false};
  /// The place that was left last: its thread may still be awake.
  std::atomic<unsigned> LastLeft{0};
  /// The list of all pools.
  static inline Pool *First = nullptr;
  Pool *NextPool = nullptr;
  /// endThreads() has dealt with it.
  bool IsAtEnd = false;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_POOL_H
