//===- AsyncCopyRandomPatterns.cpp - Several statements together ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What programs do with several copies, and single random statements would
/// rarely come to.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomStatements.h"

#include <algorithm>

namespace conformance::copies {

Block Statements::doubleBuffered() {
  using Term = Uniform::Term;
  uint64_t Tile = 128 * (1 + pick(sizeOf(Memory::Local) / 2 / 128)),
           Rounds = std::min(2 + pick(5), sizeOf(Memory::Global) / Tile);
  auto Linear = [&](bool ToLocal, uint64_t Ahead) {
    Statement S{Statement::Start};
    chooseElements(S.copy);
    S.copy.toLocal = ToLocal;
    S.copy.count = value(Tile / S.copy.elementBytes.base);
    S.copy.localAt.terms = {{Term::Outer, Ahead, 1, Tile}};
    S.copy.globalAt.terms = {{Term::Outer, Ahead, UINT64_MAX, Tile}};
    S.slots = {{Slot::Variables, ToLocal ? 0 : 2}};
    S.slots[0].index.terms = {{Term::Outer, Ahead, 1, 1}};
    return S;
  };
  auto WaitOn = [&](uint64_t First, uint64_t Ahead) {
    Statement S{Statement::Wait};
    S.slots = {{Slot::Variables, First}};
    S.slots[0].index.terms = {{Term::Outer, Ahead, 1, 1}};
    S.number = 1;
    return S;
  };
  auto Words = [&](Statement::Kind Kind) {
    Statement S{Kind};
    S.items = Tile / 4;
    S.where.terms = {{Term::Outer, 0, 1, Tile}};
    S.salt = uint32_t(1 + pick(1 << 20));
    return S;
  };
  Statement IfStored{Statement::If}, IfMore{Statement::If};
  IfStored.number.terms = {{Term::Outer, 0, UINT64_MAX, 1}};
  IfStored.limit = 1;
  IfStored.other = {WaitOn(2, 1)};
  IfMore.number.terms = {{Term::Outer, 1, UINT64_MAX, 1}};
  IfMore.limit = Rounds;
  IfMore.body = {Linear(true, 1)};
  Statement Loop{Statement::Loop};
  Loop.number = value(Rounds);
  Loop.style = unsigned(pick(3));
  Loop.body = {IfStored,
               IfMore,
               compute(),
               WaitOn(0, 0),
               Words(Statement::Gather),
               barrier(LocalFlag),
               Words(Statement::Mutate),
               barrier(LocalFlag),
               Linear(false, 0)};
  // The counters are 0 before the loop.
  return {Linear(true, 0), Loop};
}

Block Statements::burst() {
  Statement First = start(0);
  Copy &C = First.copy;
  uint64_t Alignment = C.type.empty() ? 1 : C.elementBytes.base;
  C.localAt = C.globalAt = 0;
  // Destinations lie side by side; sources do, or are one.
  auto Step = [&](const Region &R, bool IsSource) {
    uint64_t Bytes = IsSource && chance(50) ? 0 : roundUp(R.end(), Alignment);
    return Uniform::Term{Uniform::Term::Outer, 0, UINT64_MAX, Bytes};
  };
  Place Here{0, {}};
  Uniform::Term Local = Step(C.localRegion(Here), !C.toLocal),
                Global = Step(C.globalRegion(Here), C.toLocal);
  C.localAt.terms = {Local};
  C.globalAt.terms = {Global};
  uint64_t Fits = 150;
  if (Local.factor)
    Fits = std::min(Fits, sizeOf(Memory::Local) / Local.factor);
  if (Global.factor)
    Fits = std::min(Fits, sizeOf(C.global) / Global.factor);
  First.share = false;
  First.slots = {{pick(Slot::Variables), 0}};
  Statement More = First;
  More.share = true;
  More.copy.localAt.terms[0].add = More.copy.globalAt.terms[0].add = 1;
  Statement Loop{Statement::Loop};
  Loop.number = value(Fits ? Fits - 1 : 0);
  Loop.style = unsigned(pick(3));
  Loop.body = {More};
  return {First, Loop, compute()};
}

} // namespace conformance::copies
