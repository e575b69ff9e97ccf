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

#include "exec/Fork.h"
#include "exec/Slot.h"
#include "exec/Topology.h"
#include "ferry/config.h"

#include <algorithm>
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
  /// What was known holds no longer.
  void forget() { Value.store(0, std::memory_order_relaxed); }

private:
  std::atomic<std::uint32_t> Value{0};
};

/// Most units that a piece of work may have: half of what can be counted, as
/// threads claim units beyond the end.
inline constexpr std::uint64_t MaxUnits = INT64_MAX;

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
  /// \param Count how many units run() may be given, 0 for none, at most
  ///        MaxUnits.
  /// \param CostEach units of cost in each, at least 1.
  /// \param Speed what is known of the speed; null: one thread runs it all.
  void setUnits(std::uint64_t Count, std::uint64_t CostEach,
                CostEstimate *Speed) {
    Units = Count;
    CostPerUnit = CostEach;
    Cost = Speed;
  }

  /// Says that there is to run what \p Like says; the work may have run before,
  /// and be submitted once more.
  void setUnitsLike(const Work &Like) {
    renew(Like.Units, Like.CostPerUnit, Like.Cost);
    UnitsPerRow = Like.UnitsPerRow;
    StartsCopies = Like.StartsCopies;
  }

  /// As setUnits(), for work that may have run before and is submitted once
  /// more.
  void renew(std::uint64_t Count, std::uint64_t CostEach, CostEstimate *Speed) {
    setUnits(Count, CostEach, Speed);
    UnitsPerRow = 1;
    StartsCopies = false;
    Next.store(0, std::memory_order_relaxed);
    Users.store(0, std::memory_order_relaxed);
    Published = false;
  }

  /// Says that \p Count units lie side by side, the next so many after them,
  /// and so on: claims end with a row where that is near. Called before the
  /// work is submitted.
  void setRow(std::uint64_t Count) {
    UnitsPerRow = std::max<std::uint64_t>(Count, 1);
  }

  /// Says that units start async copies, with which idle threads help while
  /// the work runs. Called before the work is submitted.
  void setStartsCopies() { StartsCopies = true; }

  /// Nanoseconds that \p Count units may take on one thread; 0 if unknown.
  std::uint64_t expectedNanoseconds(std::uint64_t Count) const;
  std::uint64_t units() const { return Units; }

  /// Nanoseconds that all units may take, if no other thread would be asked to
  /// help with them; else 0, as if nothing is known.
  std::uint64_t shortNanoseconds() const;

  /// Runs all units on the calling thread, as a part of other work.
  void runWithin(Slot &Where) {
    if (Cost)
      runMeasured(Where, 0, Units);
    else if (Units)
      run(Where, 0, Units);
  }

  /// Called once, by the thread that takes the work first.
  ///
  /// \returns false if nothing shall run: end() follows.
  virtual bool begin() = 0;

  /// Runs the units [First, Last) on the calling thread. Called by several
  /// threads at once, with disjoint ranges.
  virtual void run(Slot &Where, std::uint64_t First, std::uint64_t Last) = 0;

  /// Called once, by the last thread that leaves the work, when all units have
  /// run. Work that becomes ready through it is submitted from here; the work
  /// may be gone afterwards.
  virtual void end() = 0;

private:
  friend class Scheduler;
  /// Runs some units and learns how long they take.
  void runMeasured(Slot &Where, std::uint64_t First, std::uint64_t Last);

  std::uint64_t Units = 0;
  std::uint64_t UnitsPerRow = 1;
  std::uint64_t CostPerUnit = 1;
  CostEstimate *Cost = nullptr;
  bool StartsCopies = false;
  /// Units claimed so far; may run past Units.
  std::atomic<std::uint64_t> Next{0};
  /// Once published: threads in the work, and one for its being listed.
  std::atomic<std::uint32_t> Users{0};
  bool Published = false; ///< Others may join, or might have.
  bool Listed = false;    ///< Among the published; under the lock.
  Work *NextInList = nullptr;
};

class Pool;

/// See the file comment. All functions may be called from any thread. Where no
/// pool thread can be had, the threads that call them run the work.
class Scheduler {
public:
  /// Says of a value that a thread waits on whether to go on waiting no longer.
  using Predicate = bool (*)(std::int32_t Value);

  /// \param Concurrency threads that may run work at once, at least 1.
  /// \param BoundTo where the pool's threads stay; empty: anywhere.
  explicit Scheduler(unsigned Concurrency = config::threads(),
                     Processors BoundTo = {});
  /// Nothing may be pending. Returns when no pool thread is left in Ferry.
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  /// Threads that run work at once: CL_DEVICE_MAX_COMPUTE_UNITS.
  unsigned concurrency() const { return Concurrency; }
  const Processors &boundTo() const { return BoundTo; }

  /// False in a child made by fork(): work, slots and threads are the parent's.
  bool isOfThisProcess() const { return Process == processNumber(); }

  /// Takes work that is ready. It runs when a thread helps; call wake() if
  /// none is about to.
  void submit(Work &Ready);

  /// Sees to it that submitted work is run though nobody waits for it; where no
  /// pool thread can be had, by this thread.
  void wake();

  /// Waits until \p IsDone is true of \p Value, and runs submitted work
  /// meanwhile. Whoever makes it true calls \p Value.notify_all().
  void wait(const std::atomic<std::int32_t> &Value, Predicate IsDone);

private:
  friend class Pool;
  enum class Left { Done, Nothing, NoSlot };

  Left help(const std::atomic<std::int32_t> *Value, Predicate IsDone);
  void helpFromPool();
  void leaveFromPool();
  Work *linger();
  bool spin(const std::atomic<std::int32_t> &Value, Predicate IsDone);
  bool followsAnother();
  bool helpWithCopies();
  void askForCopies(const Work &Taken, bool FromPool);
  Work *take();
  void runWork(Work &Taken, Slot &Where, const std::atomic<std::int32_t> *Value,
               Predicate IsDone);
  std::uint64_t chunkOf(const Work &W) const;
  void share(Work &Taken, bool FromPool);
  void publish(Work &Shared, bool FromPool, std::uint64_t Nanoseconds);
  void leave(Work &Shared, bool Exhausted);
  bool hasWork() const { return NumReady.load() || NumPublished.load(); }
  void makePool();
  bool askHelpers(unsigned Wanted);

  const unsigned Concurrency;
  const Processors BoundTo;
  const std::uint32_t Process = processNumber();
  SlotTable Slots;

  std::mutex Mutex;
  /// Ready work and published work with units left: singly linked, first in,
  /// first out.
  struct List {
    Work *Head = nullptr;
    Work *Tail = nullptr;
  } Ready, Shared;
  static void append(List &To, Work &W);
  /// How much is in the two lists.
  std::atomic<std::uint32_t> NumReady{0};
  std::atomic<std::uint32_t> NumPublished{0};
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
  /// Threads that run units which start async copies.
  std::atomic<std::uint32_t> Copying{0};
  std::mutex PoolMutex;
  std::atomic<bool> IsPoolMade{false};
  /// Made when first needed; null if there can be none.
  std::shared_ptr<Pool> Workers;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_SCHEDULER_H
