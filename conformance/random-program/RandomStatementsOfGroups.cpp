//===- RandomStatementsOfGroups.cpp - Statements with barriers ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomStatements.h"

#include <algorithm>

namespace conformance::programs {

static constexpr Type UInt{Element::UInt, 1};

Statement Statements::assignUniform() {
  std::vector<std::pair<int, int>> Places;
  for (int O = 0; O != int(program.objects.size()); ++O) {
    const Object &Obj = program.at(O);
    if (Obj.space == Object::Private && Obj.uniform && !Obj.constant)
      for (int F = 0; F != int(Obj.fields.size()); ++F)
        Places.push_back({O, F});
  }
  if (Places.empty())
    return store({});
  auto [O, F] = among(Places);
  scope.uniform = true;
  Statement S = assign(read(O, F), value(program.at(O).fields[size_t(F)], 2));
  scope.uniform = false;
  S.group = false; // Every work-item does it for itself.
  return S;
}

/// A barrier that changes what work-items may do with shared memory.
Statement Statements::flip() {
  for (size_t O = 0; O != program.objects.size(); ++O) {
    const Object &Obj = program.objects[O];
    if ((Obj.shared() || Obj.space == Object::LocalCounter) && chance(70))
      shared[O] = !shared[O];
  }
  return barrier();
}

/// Every work-item writes to an object, and reads what another has written.
void Statements::exchange(Block &B) {
  std::vector<int> Shared;
  for (int O = 0; O != int(program.objects.size()); ++O)
    if (program.at(O).shared())
      Shared.push_back(O);
  if (Shared.empty())
    return;
  const int O = among(Shared);
  const bool Before = shared[size_t(O)];
  auto Meet = [&](bool Mode) {
    B.push_back(barrier());
    shared[size_t(O)] = Mode;
  };
  if (Before)
    Meet(false);
  Expression To = read(O, 0);
  B.push_back(assign(To, value(To.type, depth)));
  Meet(true);
  To = place(nullptr);
  B.push_back(assign(To, adapt(read(O, 0), To.type)));
  if (!Before)
    Meet(false);
}

/// Leaves the modes of shared memory as they were. \p LoopModes are those at
/// the beginning of the loop around it, if there is one.
Block Statements::group(unsigned Nesting, uint64_t Count,
                        const std::vector<bool> *LoopModes) {
  Block B;
  std::vector<bool> Before = shared;
  // Counters of loops have been added since.
  auto AreNow = [&](const std::vector<bool> &Modes) {
    return std::equal(Modes.begin(), Modes.end(), shared.begin());
  };
  auto Uniform = [&](unsigned Depth) {
    scope.uniform = true;
    Expression E = condition(Depth);
    scope.uniform = false;
    return E;
  };
  const Choices &C = choices;
  const uint64_t Items = C.exchanges + C.items, Barriers = Items + C.barriers,
                 Loops = Barriers + C.loops, Branches = Loops + C.branches,
                 Uniforms = Branches + C.uniform;
  for (uint64_t I = 0; I != Count; ++I) {
    uint64_t Class = pick(100);
    Statement S{Statement::Loop};
    S.group = true;
    bool Nests = Class >= Barriers && Class < Branches;
    if (Class < C.exchanges) {
      exchange(B);
    } else if (Class < Items || (Nests && Nesting >= C.nesting)) {
      item({}, B);
    } else if (Class < Barriers) {
      B.push_back(flip());
    } else if (Class < Loops) {
      std::vector<bool> Modes = shared;
      scope.uniform = true;
      S.style = Statement::Style(pick(6));
      S.values = {bound(), condition(1)};
      S.object = counter(UInt);
      scope.uniform = false;
      S.blocks = {group(Nesting + 1, 1 + pick(4), &Modes)};
      B.push_back(std::move(S));
    } else if (Class < Branches) {
      S.kind = Statement::If;
      S.values = {Uniform(1)};
      S.blocks.push_back(group(Nesting + 1, 1 + pick(3), LoopModes));
      S.blocks.push_back(chance(40) ? group(Nesting + 1, 1 + pick(2), LoopModes)
                                    : Block{});
      B.push_back(std::move(S));
    } else if (Class < Uniforms ||
               (Class < 99 && (!LoopModes || !AreNow(*LoopModes)))) {
      B.push_back(assignUniform());
    } else {
      S.kind = Statement::If;
      S.values = {Uniform(1)};
      Statement Jump{Class == 99  ? Statement::Return
                     : chance(60) ? Statement::Break
                                  : Statement::Continue};
      Jump.group = true;
      S.blocks = {{Jump}, {}};
      B.push_back(std::move(S));
    }
  }
  if (!AreNow(Before)) {
    std::copy(Before.begin(), Before.end(), shared.begin());
    B.push_back(barrier());
  }
  return B;
}

void Statements::fill() {
  // Small programs build faster, and say more when they fail.
  uint64_t Size = chance(choices.small) ? 2 : 6;
  depth = 1 + unsigned(pick(Size / 2 + 1));
  Block Middle = group(0, 1 + pick(Size), nullptr);
  Place P;
  P.mayReturn = chance(40);
  Block End = items(P, 1 + pick(Size));
  for (Block *B : {&Middle, &End})
    for (Statement &S : *B)
      program.body.push_back(std::move(S));
}

} // namespace conformance::programs
