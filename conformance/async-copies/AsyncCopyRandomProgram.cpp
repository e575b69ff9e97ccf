//===- AsyncCopyRandomProgram.cpp - A kernel of copies as data ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the numbers and regions of a program mean, and the way through it.
///
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomMachine.h"

#include <algorithm>

namespace conformance::copies {

uint64_t Uniform::at(const Place &P) const {
  uint64_t Value = base;
  for (const Term &T : terms) {
    uint64_t Variable = T.variable == Term::Group   ? P.group
                        : T.variable == Term::Outer ? P.counter[0]
                                                    : P.counter[1];
    Value += ((Variable + T.add) & T.mask) * T.factor;
  }
  return Value;
}

uint64_t Region::end() const {
  if (empty())
    return start;
  uint64_t End = start + run;
  for (size_t D = 0; D != 3; ++D)
    End += (count[D] - 1) * step[D];
  return End;
}

/// True if no two runs of \p R have bytes of others between them.
static bool isRun(const Region &R) {
  return R.count[0] * R.count[1] * R.count[2] == 1;
}

bool Region::overlaps(const Region &Other) const {
  if (memory != Other.memory || empty() || Other.empty() ||
      start >= Other.end() || Other.start >= end())
    return false;
  if (isRun(*this) && isRun(Other))
    return true;
  uint64_t First = std::max(start, Other.start),
           Last = std::min(end(), Other.end());
  std::vector<bool> Mine(Last - First);
  auto ForEachByte = [&](const Region &R, auto Byte) {
    R.forEachRun([&](uint64_t At) {
      uint64_t End = std::min(At + R.run, Last);
      for (uint64_t B = std::max(At, First); B < End; ++B)
        Byte(B - First);
    });
  };
  bool Found = false;
  ForEachByte(*this, [&](uint64_t B) { Mine[B] = true; });
  ForEachByte(Other, [&](uint64_t B) { Found |= Mine[B]; });
  return Found;
}

Region Copy::localRegion(const Place &P) const {
  uint64_t Bytes = elementBytes.base, Count = count.at(P);
  switch (builtin) {
  case Linear:
  case Strided:
    return {Memory::Local, localAt.at(P), Bytes * Count};
  case Tiles2D:
  case Tiles3D:
    break;
  }
  return {Memory::Local,
          localAt.at(P) + localOffset.at(P) * Bytes,
          Count * Bytes,
          {lines.at(P), planes.at(P), 1},
          {localLine.at(P) * Bytes, localPlane.at(P) * Bytes, 0}};
}

Region Copy::globalRegion(const Place &P) const {
  uint64_t Bytes = elementBytes.base, Count = count.at(P);
  switch (builtin) {
  case Linear:
    return {global, globalAt.at(P), Bytes * Count};
  case Strided:
    return {global,
            globalAt.at(P),
            Bytes,
            {Count, 1, 1},
            {stride.at(P) * Bytes, 0, 0}};
  case Tiles2D:
  case Tiles3D:
    break;
  }
  return {global,
          globalAt.at(P) + globalOffset.at(P) * Bytes,
          Count * Bytes,
          {lines.at(P), planes.at(P), 1},
          {globalLine.at(P) * Bytes, globalPlane.at(P) * Bytes, 0}};
}

static void carryOut(const Statement &S, Place &P, Events &E, Machine &M) {
  Region Where{S.memory, S.where.at(P), S.items * 4};
  switch (S.kind) {
  case Statement::Start: {
    size_t Index = S.slots[0].at(P);
    uint64_t Given = S.share ? E.slots[Index] : 0;
    uint64_t Event = Given ? Given : ++E.last;
    Region Local = S.copy.localRegion(P), Global = S.copy.globalRegion(P);
    M.start(S.copy.toLocal ? Local : Global, S.copy.toLocal ? Global : Local,
            Event, Given != 0);
    M.overwrite(Index, Event);
    E.slots[Index] = Event;
    return;
  }
  case Statement::Wait:
    if (S.asList) {
      for (const Slot &Named : S.slots)
        M.wait(E.slots[Named.at(P)]);
      return;
    }
    for (size_t I = 0, First = S.slots[0].at(P); I != S.number.at(P); ++I)
      M.wait(E.slots[First + I]);
    return;
  case Statement::Assign: {
    size_t Index = S.slots[0].at(P);
    uint64_t Event = E.slots[S.slots[1].at(P)];
    M.overwrite(Index, Event);
    E.slots[Index] = Event;
    return;
  }
  case Statement::Barrier:
    return M.barrier(S.flags);
  case Statement::Fence:
    return M.fence(S.flags);
  case Statement::Mutate:
    return M.mutate(Where, S.salt);
  case Statement::Gather:
    return M.gather(Where, S.salt);
  case Statement::Compute:
    return M.compute(S.items, S.salt);
  case Statement::Prefetch:
    return;
  case Statement::Loop:
    for (uint64_t I = 0, End = S.number.at(P); I != End && M.goOn(); ++I) {
      P.counter[S.depth] = I;
      follow(S.body, 0, P, E, M);
    }
    P.counter[S.depth] = 0;
    return;
  case Statement::If:
    return follow(S.number.at(P) < S.limit ? S.body : S.other, 0, P, E, M);
  }
}

void follow(const Block &Body, size_t First, Place &P, Events &E, Machine &M) {
  for (size_t I = First; I < Body.size() && M.goOn(); ++I)
    carryOut(Body[I], P, E, M);
}

} // namespace conformance::copies
