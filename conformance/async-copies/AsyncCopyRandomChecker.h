//===- AsyncCopyRandomChecker.h - Which programs are defined ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows what is in flight in a group, and finds the first statement whose
/// result the specification leaves open (OpenCL C, "Async Copies From Global
/// to Local Memory, Local to Global Memory, and Prefetch").
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMCHECKER_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMCHECKER_H

#include "random-program/RandomCopies.h"

namespace conformance::programs::copies {

/// What is wrong with a program.
enum class Problem {
  None,
  OutOfBounds,
  InFlight,  ///< Touches what a copy in flight touches.
  NoBarrier, ///< Touches what work-items touched since the last barrier.
  LostEvent, ///< No variable has the event of a copy in flight any more.
  NoEvent,   ///< Waits for no event, or for one that is no more.
  TooMuch    ///< More work than a test has time for.
};

/// A copy that no wait has completed yet.
struct InFlight {
  Region to, from;
  uint64_t event;
  uint64_t number;     ///< In the order of their start.
  uint64_t fenced = 0; ///< Flags of the fences since its start.
  uint64_t done = 0;   ///< Memories with which it is done.
  /// Copies that must be done with the memories of these flags before it.
  std::vector<std::pair<uint64_t, uint64_t>> after = {};
};

/// One group of a program with copies. Copying it takes a snapshot.
class Checker final : public Machine {
public:
  /// \p Lenient: waiting for no event or for one that has been waited for is
  /// no problem, as it is for Ferry.
  Checker(const Program &P, bool Lenient) : Machine(P), lenient(Lenient) {}

  /// Follows the program from statement \p First on.
  Problem check(size_t First, uint64_t Group);

  /// Event variable \p Index holds.
  uint64_t eventOf(size_t Index) const;
  /// Whether a copy is in flight of which \p Event tells.
  bool isLive(uint64_t Event) const;

  void start(const Region &To, const Region &From, uint64_t Event,
             bool Shared) override;
  void wait(uint64_t Event) override;
  void overwrite(uint64_t Old, uint64_t New) override;
  void barrier(uint64_t Flags) override;
  void fence(uint64_t Flags) override;
  void touch(const Region &Where, bool Writes) override;
  void compute(uint64_t Steps) override {
    if ((steps += Steps) > MaxSteps)
      found(Problem::TooMuch);
  }
  bool goOn() const override { return problem == Problem::None; }

private:
  /// Of one group; these keep a test short.
  static constexpr uint64_t MaxBytes = 4 << 20, MaxCopies = 3000,
                            MaxSteps = 400000;

  struct Access {
    Region where;
    bool writes;
  };

  void found(Problem What);
  void checkBounds(const Region &Where);
  /// Against what work-items did since the last barrier.
  void checkItems(const Region &Where, bool Writes);

  uint64_t flagOf(int O) const {
    return program->at(O).space == Object::Local ? LocalFlag : GlobalFlag;
  }

  bool lenient;
  std::vector<InFlight> pending;
  std::vector<Access> byItems; ///< Since the last barrier for their memory.
  uint64_t numCopies = 0, moved = 0, steps = 0;
  Problem problem = Problem::None;
};

} // namespace conformance::programs::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMCHECKER_H
