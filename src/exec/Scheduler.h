//===- Scheduler.h - Who runs what, and where -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One Scheduler per device decides which thread runs which part of which
/// piece of work. A piece of work is a number of units (work-groups of a
/// launch, blocks of a copy) that any thread may claim in ranges. Threads come
/// from two places: host threads that wait for an event help, and a
/// tbb::task_arena supplies pool threads when there is more to do than the
/// waiting threads can.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_SCHEDULER_H
#define FERRY_EXEC_SCHEDULER_H

#include "exec/Slot.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace ferry::exec {

/// Nanoseconds of a monotonic clock: the device's timer, resolution 1 ns.
std::uint64_t nowNanoseconds();

/// How long one unit of cost (a work-item of one kernel, a byte of a copy)
/// takes, learnt while running. Shared by all launches of a kernel.
class CostEstimate {
public:
  /// Picoseconds per unit of cost; 0 while unknown.
  std::uint32_t picoseconds() const {
    return Value.load(std::memory_order_relaxed);
  }
  /// \param Elapsed nanoseconds that \p Cost units took on one thread.
  void learn(std::uint64_t Elapsed, std::uint64_t Cost);

private:
  std::atomic<std::uint32_t> Value{0};
};

/// Something that is ready to run: no thread ever waits inside it.
class Work {
public:
  Work(const Work &) = delete;
  Work &operator=(const Work &) = delete;

protected:
  Work() = default;
  ~Work() = default;

  /// Says what there is to run. Called before the work is submitted.
  ///
  /// \param Units how many units run() may be given, 0 for none.
  /// \param CostPerUnit units of cost in each, at least 1.
  /// \param Cost what is known of the speed; null: always run by one thread.
  void setUnits(std::uint64_t Units, std::uint64_t CostPerUnit,
                CostEstimate *Cost) {
    this->Units = Units;
    this->CostPerUnit = CostPerUnit;
    this->Cost = Cost;
  }

  /// Called once, by the first thread that takes the work.
  virtual void begin() = 0;

  /// Runs the units [First, Last) on the calling thread. Called by several
  /// threads at once, with disjoint ranges.
  virtual void run(Slot &Where, std::uint64_t First, std::uint64_t Last) = 0;

  /// Called once, by the last thread that leaves the work, when all units have
  /// run. Work that becomes ready through it is submitted from here; the work
  /// may be gone afterwards.
  virtual void end() = 0;

private:
  friend class Scheduler;
  std::uint64_t Units = 1;
  std::uint64_t CostPerUnit = 1;
  CostEstimate *Cost = nullptr;
  /// Units claimed so far; may run past Units.
  std::atomic<std::uint64_t> Next{0};
  /// Threads in the work, and one for its being published to others.
  std::atomic<std::uint32_t> Users{0};
  Work *NextReady = nullptr;
  bool Published = false;
};

/// See the file comment. All functions may be called from any thread.
class Scheduler {
public:
  /// \param Concurrency threads that may run work at once, at least 1.
  explicit Scheduler(unsigned Concurrency = defaultConcurrency());
  /// Nothing may be pending. Returns when no pool thread is left in Ferry.
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  /// FERRY_THREADS, or the processors in the affinity mask of the process.
  static unsigned defaultConcurrency();

  /// Threads that run work at once: CL_DEVICE_MAX_COMPUTE_UNITS.
  unsigned concurrency() const { return Concurrency; }

  /// Takes work that is ready. It runs when a thread helps; call wake() if
  /// none is about to.
  void submit(Work &Ready);

  /// Sees to it that submitted work is run though nobody waits for it.
  void wake();

  /// Runs submitted work until \p Done is not \p Pending, or until there is
  /// none that this thread could run.
  ///
  /// \param Done what the caller waits for, for example an event's status;
  ///        null: until there is nothing left.
  /// \param IsDone says of a value of \p Done whether to stop.
  void help(const std::atomic<std::int32_t> *Done,
            bool (*IsDone)(std::int32_t Value));

private:
  struct Pool;

  Work *takeReady();
  Work *joinPublished();
  void runWork(Work &Taken, Slot &Where, const std::atomic<std::int32_t> *Done,
               bool (*IsDone)(std::int32_t));
  void publish(Work &Shared, std::uint64_t RemainingNanoseconds);
  void leave(Work &Shared, bool Exhausted);
  bool anythingToDo() const;
  void startHelpers(unsigned Count);

  const unsigned Concurrency;
  SlotTable Slots;

  mutable std::mutex Mutex;
  Work *ReadyHead = nullptr; ///< First in, first out.
  Work *ReadyTail = nullptr;
  Work *PublishedHead = nullptr; ///< Work with units left for others.
  /// How much is in the two lists; read without the lock.
  std::atomic<std::uint32_t> NumReady{0};
  std::atomic<std::uint32_t> NumPublished{0};
  /// Pool threads that help, or have been asked to.
  std::atomic<std::uint32_t> Helpers{0};
  std::unique_ptr<Pool> Workers; ///< Made when first needed.
};

} // namespace ferry::exec

#endif // FERRY_EXEC_SCHEDULER_H
