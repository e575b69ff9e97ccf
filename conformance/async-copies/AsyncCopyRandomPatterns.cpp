//===- AsyncCopyRandomPatterns.cpp - Random pipelines ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What kernels in use do, and statements chosen one by one would rarely come
/// to.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomStatements.h"

#include <algorithm>

namespace conformance::programs::copies {

static constexpr Type ULong{Element::ULong, 1};

static Expression less(const Expression &Left, uint64_t Right) {
  return Expressions::operation(Op::Less, Type(),
                                {Left, Expressions::literal(ULong, Right)});
}

Block Statements::doubleBuffered() {
  const uint64_t Tile = 128 * (1 + pick(sizeOf(Arena) / 2 / 128)),
                 Count = std::min(2 + pick(5), sizeOf(Global) / Tile);
  const Expression Zero = literal(ULong, 0);
  Statement Loop = countedLoop(number(Count));
  const Expression K = iteration(Loop);
  auto Event = [&](int First, const Expression &I, uint64_t Ahead) {
    Expression E = eventAt(NumVariables);
    E.operands = {plus(literal(ULong, uint64_t(First)), I, Ahead, 1, 1)};
    return E;
  };
  auto Linear = [&](bool ToLocal, const Expression &I, uint64_t Ahead) {
    Statement S = make(Statement::Start);
    uint64_t Bytes = chooseElements(S.copy);
    S.copy.toLocal = ToLocal;
    S.copy.global = Global;
    S.values = {plus(Zero, I, Ahead, 1, Tile),
                plus(Zero, I, Ahead, UINT64_MAX, Tile), number(Tile / Bytes)};
    S.place = Event(ToLocal ? 0 : 2, I, Ahead);
    return S;
  };
  auto WaitFor = [&](int First, uint64_t Ahead) {
    Statement S = make(Statement::Wait);
    S.place = Event(First, K, Ahead);
    S.values = {literal(ULong, 1)};
    return S;
  };
  auto Words = [&](Statement::Kind Kind) {
    Statement S = words(Kind);
    S.object = Arena;
    S.number = Tile / 4;
    S.values = {plus(Zero, K, 0, 1, Tile)};
    return S;
  };
  Statement First = Linear(true, Zero, 0), IfStored = make(Statement::If),
            IfMore = IfStored;
  IfStored.values = {less(K, 1)};
  IfStored.blocks = {{}, {WaitFor(2, 1)}};
  IfMore.values = {less(plus(Zero, K, 1, UINT64_MAX, 1), Count)};
  IfMore.blocks = {{Linear(true, K, 1)}, {}};
  Loop.blocks = {{IfStored, IfMore, compute(), WaitFor(0, 0),
                  Words(Statement::Gather), barrier(LocalFlag),
                  Words(Statement::Mutate), barrier(LocalFlag),
                  Linear(false, K, 0)}};
  return {First, Loop};
}

Block Statements::burst() {
  Copy::Numbers N;
  Statement First = start(N);
  Copy &C = First.copy;
  const uint64_t Alignment = C.hasTiles() ? 1 : C.type.bytes();
  N[Copy::LocalAt] = N[Copy::GlobalAt] = 0;
  auto [To, From] = regions(First, N);
  // Destinations lie side by side; sources do, or are one.
  const uint64_t ToStep = roundUp(To.end(), Alignment),
                 FromStep = chance(50) ? 0 : roundUp(From.end(), Alignment);
  uint64_t Fits = 150;
  if (ToStep)
    Fits = std::min(Fits, sizeOf(To.object) / ToStep);
  if (FromStep)
    Fits = std::min(Fits, sizeOf(From.object) / FromStep);
  C.share = false;
  First.place = eventAt(pick(NumVariables));
  Statement More = First, Loop = countedLoop(number(Fits ? Fits - 1 : 0));
  More.copy.share = true;
  for (Statement *S : {&First, &More})
    for (Copy::Number At : {Copy::LocalAt, Copy::GlobalAt}) {
      uint64_t Step = (At == Copy::LocalAt) == C.toLocal ? ToStep : FromStep;
      S->values[At] = literal(ULong, 0);
      if (S == &More)
        S->values[At] =
            plus(S->values[At], iteration(Loop), 1, UINT64_MAX, Step);
    }
  Loop.blocks = {{More}};
  return {First, Loop, compute()};
}

} // namespace conformance::programs::copies
