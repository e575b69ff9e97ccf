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

#include "AsyncCopyRandomGenerator.h"

#include "AsyncCopyRandomChecker.h"
#include "AsyncCopyRandomStatements.h"

#include <algorithm>

namespace conformance::copies {

namespace {

class Generator {
public:
  Generator(uint64_t Seed, const Features &F)
      : features(F), make(Seed, features, program) {
    // A fence may change how a driver carries out all copies of a kernel.
    features.fence &= make.chance(50);
    Checker Start({program.localBytes - 2 * Program::LocalGuard,
                   program.globalBytes, program.readOnlyBytes},
                  F.lenient);
    before.assign(program.groups, Start);
    after = before;
  }

  Program generate() {
    for (uint64_t Units = 3 + make.pick(16); Units != 0; --Units) {
      if (make.chance(8))
        addWhole(make.doubleBuffered());
      else if (make.chance(5))
        addWhole(make.burst());
      else
        unit(program.body, 0, 0);
      before = after;
      first = program.body.size();
    }
    std::vector<Slot> Live = liveSlots();
    if (!Live.empty())
      program.body.push_back(make.waitFor(Live));
    if (program.table.empty())
      program.table.push_back(0);
    return std::move(program);
  }

private:
  /// What follows from the first statement of the unit on.
  Problem check() {
    std::vector<Checker> States = before;
    for (uint64_t G = 0; G != States.size(); ++G)
      if (Problem P = States[G].check(program.body, first, G);
          P != Problem::None)
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
  std::vector<Slot> liveSlots() const {
    std::vector<Slot> Live;
    for (size_t I = 0; I != Slot::Count; ++I) {
      bool IsLive =
          std::any_of(after.begin(), after.end(), [&](const Checker &C) {
            bool IsFirst = true;
            for (size_t J = 0; J != I; ++J)
              IsFirst &= C.eventOf(J) != C.eventOf(I);
            return IsFirst && C.isLive(I);
          });
      if (IsLive)
        Live.push_back(slotAt(I));
    }
    return Live;
  }

  static Slot slotAt(size_t Index) {
    return Index < Slot::Variables
               ? Slot{Index, 0}
               : Slot{Slot::Variables, Index - Slot::Variables};
  }

  /// Ways to make \p S right that may do.
  std::vector<Block> repairs(const Statement &S) {
    std::vector<Slot> Live = liveSlots();
    std::vector<Block> Before = {{}}, Tails;
    for (const Slot &Named : Live)
      Before.push_back({make.waitFor({Named})});
    if (!Live.empty())
      Before.push_back({make.waitFor(Live)});
    if (features.fence && S.kind == Statement::Start)
      for (unsigned Flags : {1u, 2u, 3u})
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
            Tail.push_back(make.waitFor({S.slots[0]}));
          Tails.push_back(std::move(Tail));
        }
    std::shuffle(Tails.begin(), Tails.end(), make.source());
    // Copies that are waited for at once are the dullest.
    if (make.chance(80))
      std::stable_partition(Tails.begin(), Tails.end(), [](const Block &Tail) {
        return Tail.back().kind != Statement::Wait;
      });
    constexpr size_t MaxTries = 12;
    if (Tails.size() > MaxTries)
      Tails.resize(MaxTries);
    return Tails;
  }

  /// Shares an event that is there, or takes a slot that is free.
  void chooseSlot(Statement &S) {
    for (size_t Tries = 0; Tries != 2 * Slot::Count; ++Tries) {
      size_t Index = make.pick(Slot::Count);
      if (std::all_of(after.begin(), after.end(), [&](const Checker &C) {
            return C.isLive(Index) == S.share;
          })) {
        S.slots = {slotAt(Index)};
        return;
      }
    }
  }

  void add(Block &To, Statement S) {
    if (S.kind == Statement::Start && make.chance(70))
      chooseSlot(S);
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
    if (std::vector<Slot> Live = liveSlots(); !Live.empty())
      Cleared.insert(Cleared.begin(), make.waitFor(Live));
    Cleared.insert(Cleared.end(), Tail.begin(), Tail.end());
    tryTail(program.body, {Tail, Cleared});
  }

  /// \p Loops, \p Blocks: how many are around \p To.
  void unit(Block &To, unsigned Loops, unsigned Blocks) {
    uint64_t Class = make.pick(100);
    if (Class < 16 && Loops < 2 && Blocks < 3) {
      To.push_back(make.loop(Loops));
      fill(To.back().body, Loops + 1, Blocks + 1);
    } else if (Class < 24 && Blocks < 3) {
      To.push_back(make.conditional(Loops));
      fill(To.back().body, Loops, Blocks + 1);
      if (make.chance(50))
        fill(To.back().other, Loops, Blocks + 1);
    } else {
      add(To, make.simple(Loops));
    }
  }

  void fill(Block &Inner, unsigned Loops, unsigned Blocks) {
    for (uint64_t Count = 1 + make.pick(6); Count != 0; --Count)
      unit(Inner, Loops, Blocks);
  }

  Features features;
  Program program;
  Statements make;
  size_t first = 0; ///< Of the unit.
  /// The groups before the unit, and after what there is of it.
  std::vector<Checker> before, after;
};

} // namespace

Program generate(uint64_t Seed, const Features &F) {
  return Generator(Seed, F).generate();
}

} // namespace conformance::copies
