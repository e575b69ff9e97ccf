//===- AsyncCopyRandomGenerator.cpp - Random programs of copies -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds one random statement after the other. What the checker rejects is tried
/// again with waits, barriers and fences around it, and otherwise left out. A
/// statement at the top level, with all that is in it, is a unit: the checker
/// starts from the state before it, for every group.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandom.h"

#include "AsyncCopyRandomChecker.h"
#include "AsyncCopyRandomStatements.h"

#include <algorithm>

namespace conformance::programs::copies {

namespace {

class Generator {
public:
  Generator(uint64_t Seed, const Features &F)
      : features(F), make(Seed, features, program) {
    // A fence may change how a driver carries out all copies of a kernel.
    features.fence &= make.chance(50);
    const Range &R = program.ranges[0];
    before.assign(R.global[0] / R.local[0], Checker(program, F.lenient));
    after = before;
    first = program.body.size();
  }

  Program generate() {
    for (uint64_t Units = 3 + make.pick(16); Units != 0; --Units) {
      if (make.chance(8))
        addWhole(make.doubleBuffered());
      else if (make.chance(5))
        addWhole(make.burst());
      else
        unit(program.body, 0);
      before = after;
      first = program.body.size();
    }
    std::vector<Expression> Live = liveEvents();
    if (!Live.empty())
      program.body.push_back(make.waitFor(Live));
    std::ranges::move(make.end(), std::back_inserter(program.body));
    return std::move(program);
  }

private:
  /// What follows from the first statement of the unit on.
  Problem check() {
    std::vector<Checker> States = before;
    for (uint64_t G = 0; G != States.size(); ++G)
      if (Problem P = States[G].check(first, G); P != Problem::None)
        return P;
    after = std::move(States);
    return Problem::None;
  }

  /// Appends the first of \p Tails that the checker accepts.
  bool tryTail(Block &To, const std::vector<Block> &Tails) {
    size_t Size = To.size();
    for (const Block &Tail : Tails) {
      To.insert(To.end(), Tail.begin(), Tail.end());
      if (check() == Problem::None)
        return true;
      To.resize(Size);
    }
    return false;
  }

  /// One for each event in flight of some group.
  std::vector<Expression> liveEvents() const {
    std::vector<Expression> Live;
    for (size_t I = 0; I != NumEvents; ++I)
      if (std::ranges::any_of(after, [&](const Checker &C) {
            bool IsFirst = true;
            for (size_t J = 0; J != I; ++J)
              IsFirst &= C.eventOf(J) != C.eventOf(I);
            return IsFirst && C.isLive(C.eventOf(I));
          }))
        Live.push_back(eventAt(I));
    return Live;
  }

  /// Ways to make \p S right that may do.
  std::vector<Block> repairs(const Statement &S) {
    std::vector<Expression> Live = liveEvents();
    std::vector<Block> Before = {{}}, Tails;
    for (const Expression &Named : Live)
      Before.push_back({make.waitFor({Named})});
    if (!Live.empty())
      Before.push_back({make.waitFor(Live)});
    if (features.fence && S.kind == Statement::Start)
      for (uint64_t Flags : {1u, 2u, 3u})
        Before.push_back({make.fence(Flags)});
    for (const Block &First : Before)
      for (bool Meets : {false, true})
        for (bool Waits : {false, true}) {
          if (Waits && S.kind != Statement::Start)
            continue;
          Block Tail = First;
          if (Meets)
            Tail.push_back(make.barrier(LocalFlag | GlobalFlag));
          Tail.push_back(S);
          if (Waits)
            Tail.push_back(make.waitFor({S.place}));
          Tails.push_back(std::move(Tail));
        }
    std::shuffle(Tails.begin(), Tails.end(), make.source());
    // Copies that are waited for at once are the dullest.
    if (make.chance(80))
      std::stable_partition(Tails.begin(), Tails.end(), [](const Block &Tail) {
        return Tail.back().kind != Statement::WaitEach;
      });
    constexpr size_t MaxTries = 12;
    if (Tails.size() > MaxTries)
      Tails.resize(MaxTries);
    return Tails;
  }

  /// Shares an event that is there, or takes a variable that is free.
  void chooseEvent(Statement &S) {
    for (size_t Tries = 0; Tries != 2 * NumEvents; ++Tries) {
      size_t Index = make.pick(NumEvents);
      if (std::ranges::all_of(after, [&](const Checker &C) {
            return C.isLive(C.eventOf(Index)) == S.copy.share;
          })) {
        S.place = eventAt(Index);
        return;
      }
    }
  }

  void add(Block &To, Statement S) {
    if (S.kind == Statement::Start && make.chance(70))
      chooseEvent(S);
    To.push_back(S);
    Problem P = check();
    if (P == Problem::None)
      return;
    To.pop_back();
    if (P != Problem::OutOfBounds && P != Problem::TooMuch)
      tryTail(To, repairs(S));
  }

  /// Appends \p Tail as it is, or with everything before it completed.
  void addWhole(const Block &Tail) {
    Block Cleared = {make.barrier(LocalFlag | GlobalFlag)};
    if (std::vector<Expression> Live = liveEvents(); !Live.empty())
      Cleared.insert(Cleared.begin(), make.waitFor(Live));
    Cleared.insert(Cleared.end(), Tail.begin(), Tail.end());
    tryTail(program.body, {Tail, Cleared});
  }

  /// \p Nesting: how many loops and conditionals are around \p To.
  void unit(Block &To, unsigned Nesting) {
    uint64_t Class = make.pick(100);
    if (Class < 16 && make.counters.size() < 2 && Nesting < 3) {
      To.push_back(make.loop());
      fill(To.back().blocks[0], Nesting + 1);
      make.counters.pop_back();
    } else if (Class < 24 && Nesting < 3) {
      To.push_back(make.conditional());
      fill(To.back().blocks[0], Nesting + 1);
      if (make.chance(50))
        fill(To.back().blocks[1], Nesting + 1);
    } else {
      add(To, make.simple());
    }
  }

  void fill(Block &Inner, unsigned Nesting) {
    for (uint64_t Count = 1 + make.pick(6); Count != 0; --Count)
      unit(Inner, Nesting);
  }

  Features features;
  Program program;
  Statements make;
  size_t first = 0; ///< Of the unit.
  /// The groups before the unit, and after what there is of it.
  std::vector<Checker> before, after;
};

} // namespace

Program generate(uint64_t Seed) {
  return Generator(Seed, deviceFeatures()).generate();
}

void check(const Program &P) {
  const Range &R = P.ranges[0];
  for (uint64_t G = 0; G != R.global[0] / R.local[0]; ++G)
    if (Checker(P, isFerry()).check(0, G) != Problem::None)
      throw Unusable("undefined");
}

} // namespace conformance::programs::copies
