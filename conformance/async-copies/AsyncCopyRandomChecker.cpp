//===- AsyncCopyRandomChecker.cpp - Which programs are defined ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomChecker.h"

#include <algorithm>

namespace conformance::copies {

Problem Checker::check(const Block &Body, size_t First, uint64_t Group) {
  Place P{Group, {}};
  follow(Body, First, P, events, *this);
  return problem;
}

void Checker::found(Problem What) {
  if (problem == Problem::None)
    problem = What;
}

bool Checker::isLiveEvent(uint64_t Event) const {
  return std::any_of(pending.begin(), pending.end(),
                     [&](const InFlight &C) { return C.event == Event; });
}

void Checker::checkBounds(const Region &Where) {
  uint64_t Size = Where.memory == Memory::Local    ? sizes.local
                  : Where.memory == Memory::Global ? sizes.global
                                                   : sizes.readOnly;
  if (Where.start > Size || Where.end() > Size)
    found(Problem::OutOfBounds);
}

void Checker::checkItems(const Region &Where, bool Writes) {
  for (const Access &A : byItems)
    if ((Writes || A.writes) && Where.overlaps(A.where))
      found(Problem::NoBarrier);
}

void Checker::touch(const Region &Where, bool Writes) {
  checkBounds(Where);
  unsigned Flag = flagOf(Where.memory);
  for (const InFlight &C : pending)
    if (!(C.done & Flag) &&
        (Where.overlaps(C.to) || (Writes && Where.overlaps(C.from))))
      found(Problem::InFlight);
  checkItems(Where, Writes);
  byItems.push_back({Where, Writes});
}

void Checker::start(const Region &To, const Region &From, uint64_t Event,
                    bool Shared) {
  checkBounds(To);
  checkBounds(From);
  if (!goOn())
    return;
  if (Shared && !isLiveEvent(Event))
    found(Problem::NoEvent);
  InFlight New{To, From, Event, numCopies++};
  for (const InFlight &C : pending) {
    // A fence orders the accesses to its memories; a copy of nothing has none.
    bool Empty = To.empty() || C.to.empty();
    if (C.fenced && !Empty)
      New.after.push_back({C.number, C.fenced});
    unsigned Free = C.fenced | C.done;
    auto Clash = [&](const Region &Mine, const Region &Its) {
      return !(Free & flagOf(Mine.memory)) && Mine.overlaps(Its);
    };
    if (Clash(To, C.to) || Clash(To, C.from) || Clash(From, C.to))
      found(Problem::InFlight);
  }
  checkItems(To, true);
  checkItems(From, false);
  bytes += To.run * To.count[0] * To.count[1] * To.count[2];
  if (bytes > MaxBytes || numCopies > MaxCopies)
    found(Problem::TooMuch);
  pending.push_back(std::move(New));
}

void Checker::wait(uint64_t Event) {
  if (!isLiveEvent(Event)) {
    if (!lenient)
      found(Problem::NoEvent);
    return;
  }
  // What a completed copy had to come after is done with those memories.
  for (size_t I = 0; I != pending.size(); ++I)
    if (pending[I].event == Event)
      for (auto [Number, Flags] : pending[I].after)
        for (InFlight &C : pending)
          if (C.number == Number)
            C.done |= Flags;
  std::erase_if(pending, [&](const InFlight &C) { return C.event == Event; });
}

void Checker::overwrite(size_t Index, uint64_t Event) {
  uint64_t Old = events.slots[Index];
  bool Elsewhere = Old == Event;
  for (size_t I = 0; I != Slot::Count; ++I)
    Elsewhere |= I != Index && events.slots[I] == Old;
  if (!Elsewhere && isLiveEvent(Old))
    found(Problem::LostEvent);
}

void Checker::barrier(unsigned Flags) {
  std::erase_if(byItems, [&](const Access &A) {
    return (flagOf(A.where.memory) & Flags) != 0;
  });
}

void Checker::fence(unsigned Flags) {
  for (InFlight &C : pending)
    C.fenced |= Flags;
}

} // namespace conformance::copies
