//===- AsyncCopyRandomMachine.h - Following a program -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Carries the statements of a copies::Program out for one group and tells a
/// machine what happens: the checker, which knows what is busy, and the
/// interpreter, which has the bytes.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMMACHINE_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMMACHINE_H

#include "AsyncCopyRandomProgram.h"

namespace conformance::copies {

/// What a group's events are at one moment. 0 is no event.
struct Events {
  std::array<uint64_t, Slot::Count> slots = {};
  uint64_t last = 0;
};

/// What a program does to a group, in its order.
class Machine {
public:
  virtual ~Machine() = default;
  /// A copy of which event \p Event tells. \p Shared: that event is older.
  virtual void start(const Region &To, const Region &From, uint64_t Event,
                     bool Shared) = 0;
  virtual void wait(uint64_t Event) = 0;
  /// Slot \p Index is about to get the event \p Event.
  virtual void overwrite(size_t Index, uint64_t Event) = 0;
  virtual void barrier(unsigned Flags) = 0;
  virtual void fence(unsigned Flags) = 0;
  virtual void mutate(const Region &Where, uint32_t Salt) = 0;
  virtual void gather(const Region &Where, uint32_t Salt) = 0;
  virtual void compute(uint64_t Rounds, uint32_t Salt) = 0;
  /// False ends the program early.
  virtual bool goOn() const { return true; }
};

/// Carries out \p Body from statement \p First on.
void follow(const Block &Body, size_t First, Place &P, Events &E, Machine &M);

} // namespace conformance::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMMACHINE_H
