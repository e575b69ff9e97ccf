//===- AsyncCopyRandomChecker.cpp - Which programs are defined ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomChecker.h"

#include "AsyncCopyRandomStatements.h"
#include "random-program/RandomGroup.h"

#include <algorithm>

namespace conformance::programs::copies {

Problem Checker::check(size_t First, uint64_t Number) {
  Range One{std::vector<size_t>(program->dimensions, 1), {}, {}};
  One.local = One.global;
  Memory Numbers(program->objects.size());
  for (size_t O = 0; O != Numbers.size(); ++O)
    Numbers[O].lanes = program->objects[O].contents;
  Numbers[Sums].lanes.resize(Number + 1); // The one work-item of each group.
  Group(*program, One, Turn::FirstItemFirst, Numbers, {Number, 0, 0}, this)
      .run(First);
  return problem;
}

uint64_t Checker::eventOf(size_t Index) const {
  return Index < NumVariables ? events[EventVariables + Index][0]
                              : events[EventArray][Index - NumVariables];
}

void Checker::found(Problem What) {
  if (problem == Problem::None)
    problem = What;
}

bool Checker::isLive(uint64_t Event) const {
  return std::any_of(pending.begin(), pending.end(),
                     [&](const InFlight &C) { return C.event == Event; });
}

void Checker::checkBounds(const Region &Where) {
  if (!isInBounds(Where))
    found(Problem::OutOfBounds);
}

void Checker::checkItems(const Region &Where, bool Writes) {
  for (const Access &A : byItems)
    if ((Writes || A.writes) && Where.overlaps(A.where))
      found(Problem::NoBarrier);
}

void Checker::touch(const Region &Where, bool Writes) {
  checkBounds(Where);
  uint64_t Flag = flagOf(Where.object);
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
  if (Shared && !isLive(Event))
    found(Problem::NoEvent);
  InFlight New{To, From, Event, numCopies++};
  for (const InFlight &C : pending) {
    // A fence orders the accesses to its memories; a copy of nothing has none.
    bool Empty = To.empty() || C.to.empty();
    if (C.fenced && !Empty)
      New.after.push_back({C.number, C.fenced});
    uint64_t Free = C.fenced | C.done;
    auto Clash = [&](const Region &Mine, const Region &Its) {
      return !(Free & flagOf(Mine.object)) && Mine.overlaps(Its);
    };
    if (Clash(To, C.to) || Clash(To, C.from) || Clash(From, C.to))
      found(Problem::InFlight);
  }
  checkItems(To, true);
  checkItems(From, false);
  moved += To.run * To.runs();
  if (moved > MaxBytes || numCopies > MaxCopies)
    found(Problem::TooMuch);
  pending.push_back(std::move(New));
}

void Checker::wait(uint64_t Event) {
  if (!isLive(Event)) {
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

void Checker::overwrite(uint64_t Old, uint64_t New) {
  unsigned Variables = 0;
  for (size_t I = 0; I != NumEvents; ++I)
    Variables += eventOf(I) == Old;
  if (Old != New && Variables == 1 && isLive(Old))
    found(Problem::LostEvent);
}

void Checker::barrier(uint64_t Flags) {
  std::erase_if(byItems, [&](const Access &A) {
    return (flagOf(A.where.object) & Flags) != 0;
  });
}

void Checker::fence(uint64_t Flags) {
  for (InFlight &C : pending)
    C.fenced |= Flags;
}

} // namespace conformance::programs::copies
