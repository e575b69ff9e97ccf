//===- Work.h - A piece of work that is ready to run ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_WORK_H
#define FERRY_EXEC_WORK_H

#include "exec/ChunkPolicy.h"
#include "exec/ComputeUnit.h"

#include <algorithm>
#include <atomic>
#include <cstdint>

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
  void runWithin(ComputeUnit &CU) {
    if (Cost)
      runMeasured(CU, 0, Units);
    else if (Units)
      run(CU, 0, Units);
  }

  /// Called once, by the thread that takes the work first.
  ///
  /// \returns false if nothing shall run: end() follows.
  virtual bool begin() = 0;

  /// Runs the units [First, Last) on the calling thread. Called by several
  /// threads at once, with disjoint ranges.
  virtual void run(ComputeUnit &CU, std::uint64_t First,
                   std::uint64_t Last) = 0;

  /// Called once, by the last thread that leaves the work, when all units have
  /// run. Work that becomes ready through it is submitted from here; the work
  /// may be gone afterwards.
  virtual void end() = 0;

private:
  friend class Scheduler;
  friend class WorkList;
  /// What a thread that claims some of it looks at.
  Remaining remaining() const;
  /// Runs some units and learns how long they take.
  void runMeasured(ComputeUnit &CU, std::uint64_t First, std::uint64_t Last);

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

} // namespace ferry::exec

#endif // FERRY_EXEC_WORK_H
