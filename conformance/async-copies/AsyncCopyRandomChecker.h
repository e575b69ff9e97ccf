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

#include "AsyncCopyRandomMachine.h"

namespace conformance::copies {

/// What is wrong with a program.
enum class Problem {
  None,
  OutOfBounds,
  InFlight,  ///< Touches what a copy in flight touches.
  NoBarrier, ///< Touches what work-items touched since the last barrier.
  LostEvent, ///< No slot has the event of a copy in flight any more.
  NoEvent,   ///< Waits for no event, or for one that is no more.
  TooMuch    ///< More work than a test has time for.
};

/// A copy that no wait has completed yet.
struct InFlight {
  Region to, from;
  uint64_t event;
  uint64_t number;     ///< In the order of their start.
  unsigned fenced = 0; ///< Flags of the fences since its start.
  unsigned done = 0;   ///< Memories with which it is done.
  /// Copies that must be done with the memories of these flags before it.
  std::vector<std::pair<uint64_t, unsigned>> after = {};
};

/// One group of a program. Copying it takes a snapshot.
class Checker final : public Machine {
public:
  struct Sizes {
    uint64_t local, global, readOnly;
  };
  /// \p Lenient: waiting for no event or for one that has been waited for is
  /// no problem, as it is for Ferry.
  Checker(const Sizes &Bytes, bool Lenient) : sizes(Bytes), lenient(Lenient) {}

  /// Follows \p Body from statement \p First on.
  Problem check(const Block &Body, size_t First, uint64_t Group);

  /// Whether a copy is in flight of which slot \p Index tells.
  bool isLive(size_t Index) const { return isLiveEvent(events.slots[Index]); }
  uint64_t eventOf(size_t Index) const { return events.slots[Index]; }
  const std::vector<InFlight> &inFlight() const { return pending; }

  void start(const Region &To, const Region &From, uint64_t Event,
             bool Shared) override;
  void wait(uint64_t Event) override;
  void overwrite(size_t Index, uint64_t Event) override;
  void barrier(unsigned Flags) override;
  void fence(unsigned Flags) override;
  void mutate(const Region &Where, uint32_t) override { touch(Where, true); }
  void gather(const Region &Where, uint32_t) override { touch(Where, false); }
  void compute(uint64_t Rounds, uint32_t) override {
    if ((rounds += Rounds) > MaxRounds)
      found(Problem::TooMuch);
  }
  bool goOn() const override { return problem == Problem::None; }

private:
  /// Of one group; these keep a test short.
  static constexpr uint64_t MaxBytes = 4 << 20, MaxCopies = 3000,
                            MaxRounds = 400000;

  struct Access {
    Region where;
    bool writes;
  };

  void found(Problem What);
  bool isLiveEvent(uint64_t Event) const;
  void touch(const Region &Where, bool Writes);
  void checkBounds(const Region &Where);
  /// Against what work-items did since the last barrier.
  void checkItems(const Region &Where, bool Writes);

  Sizes sizes;
  bool lenient;
  Events events;
  std::vector<InFlight> pending;
  std::vector<Access> byItems; ///< Since the last barrier for their memory.
  uint64_t numCopies = 0, bytes = 0, rounds = 0;
  Problem problem = Problem::None;
};

} // namespace conformance::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMCHECKER_H
