//===- Scheduler.h - Who runs what, and where -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One Scheduler per device decides which thread runs which part of which
/// piece of work. A piece of work (Work.h) is a number of units (work-groups of
/// a launch, blocks of a copy) that any thread may claim in ranges, as long as
/// ChunkPolicy.h says. Threads come from two places: host threads that wait for
/// an event help, and oneTBB supplies pool threads (Pool.h), each in an arena
/// of its own, when there is more to do than the waiting threads can.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_SCHEDULER_H
#define FERRY_EXEC_SCHEDULER_H

#include "exec/ComputeUnit.h"
#include "exec/CopyHelp.h"
#include "exec/Fork.h"
#include "exec/Topology.h"
#include "exec/WorkList.h"
#include "limits/Limits.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace ferry::exec {

class Pool;

/// See the file comment. All functions may be called from any thread. Where no
/// pool thread can be had, the threads that call them run the work.
class Scheduler {
public:
  /// Says of a value that a thread waits on whether to go on waiting no longer.
  using Predicate = bool (*)(std::int32_t Value);

  /// \param Concurrency threads that may run work at once, at least 1.
  /// \param BoundTo where the pool's threads stay; empty: anywhere.
  explicit Scheduler(unsigned Concurrency = limits::threads(),
                     Processors BoundTo = {});
  /// Nothing may be pending. Returns when no pool thread is left in Ferry.
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  /// Threads that run work at once: CL_DEVICE_MAX_COMPUTE_UNITS.
  unsigned concurrency() const { return Concurrency; }
  const Processors &boundTo() const { return BoundTo; }

  /// False in a child made by fork(): work, compute units and threads are the
  /// parent's.
  bool isOfThisProcess() const { return Process == processNumber(); }

  /// Takes work that is ready. It runs when a thread helps; call wake() if
  /// none is about to.
  void submit(Work &Ready) { Works.submit(Ready); }

  /// Sees to it that submitted work is run though nobody waits for it; where no
  /// pool thread can be had, by this thread.
  void wake();

  /// Waits until \p IsDone is true of \p Value, and runs submitted work
  /// meanwhile. Whoever makes it true calls \p Value.notify_all().
  void wait(const std::atomic<std::int32_t> &Value, Predicate IsDone);

  /// Whether the calling thread is in the middle of work of this scheduler, and
  /// looks for more afterwards.
  bool isHelping() const { return HelpingNow == this; }

  /// While there is one the calling thread counts as one that helps nowhere:
  /// code of the application goes on for who knows how long.
  class Elsewhere {
  public:
    Elsewhere() : Before(std::exchange(HelpingNow, nullptr)) {}
    ~Elsewhere() { HelpingNow = Before; }
    Elsewhere(const Elsewhere &) = delete;
    Elsewhere &operator=(const Elsewhere &) = delete;

  private:
    const Scheduler *const Before;
  };

private:
  friend class Pool;
  enum class Left { Done, Nothing, NoneFree };

  Left help(const std::atomic<std::int32_t> *Value, Predicate IsDone);
  void helpFromPool();
  void leaveFromPool();
  Work *linger();
  bool spin(const std::atomic<std::int32_t> &Value, Predicate IsDone);
  bool followsAnother();
  void askForCopies(const Work &Taken, bool FromPool);
  void runTaken(Work &Taken, ComputeUnit &CU,
                const std::atomic<std::int32_t> *Value, Predicate IsDone);
  void runWork(Work &Taken, ComputeUnit &CU,
               const std::atomic<std::int32_t> *Value, Predicate IsDone);
  void share(Work &Taken, bool FromPool);
  void publish(Work &Shared, bool FromPool, std::uint64_t Nanoseconds);
  void makePool();
  bool askHelpers(unsigned Wanted);

  /// The scheduler whose work the thread is in the middle of.
  static thread_local constinit const Scheduler *HelpingNow;

  const unsigned Concurrency;
  const Processors BoundTo;
  const std::uint32_t Process = processNumber();
  ComputeUnits CUs;

  WorkList Works;
  CopyHelp Copies{CUs, Works, Running};
  /// Pool threads that help, or have been asked to.
  std::atomic<std::uint32_t> Helpers{0};
  /// Those of them that are in the middle of some work.
  std::atomic<std::uint32_t> Running{0};
  /// When work was begun that only a thread that is awake could help with.
  std::atomic<std::uint64_t> LastShort{0};
  /// Threads that have nothing to run, but would at once.
  std::atomic<std::uint32_t> Idle{0};
  /// Pool threads among them.
  std::atomic<std::uint32_t> Lingering{0};
  std::mutex PoolMutex;
  std::atomic<bool> IsPoolMade{false};
  /// Made when first needed; null if there can be none.
  std::shared_ptr<Pool> Workers;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_SCHEDULER_H
