//===- AsyncCopyRandomStatements.cpp - Random statements ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomStatements.h"

#include <algorithm>

namespace conformance::copies {

static constexpr uint64_t MaxRounds = 5;

Statements::Statements(uint64_t Seed, const Features &F, Program &P)
    : random(Seed), features(F), program(P) {
  P.seed = Seed;
  literals = pick(3) * 50;
  uint64_t Class = pick(100), Limit = F.localBytes - 2 * Program::LocalGuard;
  uint64_t Arena = Class < 40   ? 512 + pick(4096)
                   : Class < 70 ? 4096 + pick(16384)
                   : Class < 90 ? 65536 + pick(16384)
                                : pick(Limit) + 1;
  Arena = roundUp(std::min(Arena, Limit - 127), 128);
  P.groups = Arena < 65536 && chance(30) ? 8 + pick(17) : 1 + pick(4);
  P.localBytes = Arena + 2 * Program::LocalGuard;
  P.globalBytes = roundUp(Arena * (1 + pick(3)) + pick(8192), 128);
  P.readOnlyBytes = roundUp(Arena * (1 + pick(2)) + pick(8192), 128);
  P.localVariable = chance(30);
  P.scalars.resize(Program::NumScalars);

  for (int I = 0; I != 2; ++I) {
    std::vector<size_t> Shape(1 + pick(3), 1);
    uint64_t Items = chance(25) ? 1 : 1 + pick(256);
    for (size_t &Size : Shape) {
      Size = chance(50) ? size_t(1) << pick(9) : 1 + pick(Items);
      Size = std::min<size_t>(Size, Items);
      Items /= Size;
    }
    P.shapes.push_back(Shape);
  }
  if (chance(25)) {
    P.requiredShape = P.shapes[0];
    P.shapes.resize(1);
  }
}

Uniform Statements::value(uint64_t Value) {
  Uniform U(Value);
  if (chance(literals))
    return U;
  if (Value && chance(30)) {
    U.source = Uniform::Scalar;
    for (U.index = 0; U.index != Program::NumScalars; ++U.index) {
      uint64_t &Scalar = program.scalars[U.index];
      if (Scalar == 0) // Still free.
        Scalar = Value;
      if (Scalar == Value)
        return U;
    }
  }
  U.source = Uniform::Table;
  U.index = program.table.size();
  program.table.push_back(Value);
  return U;
}

uint64_t Statements::sizeOf(Memory M) const {
  return M == Memory::Local    ? program.localBytes - 2 * Program::LocalGuard
         : M == Memory::Global ? program.globalBytes
                               : program.readOnlyBytes;
}

/// Of one copy: mostly small, and often near a boundary.
uint64_t Statements::bytes() {
  constexpr uint64_t Boundaries[] = {16,  32,   64,   128,  256,
                                     512, 1024, 4096, 8192, 16384};
  uint64_t Class = pick(100);
  if (Class < 4)
    return 0;
  if (Class < 30)
    return 1 + pick(128);
  if (Class < 65)
    return Boundaries[pick(std::size(Boundaries))] + pick(5) - 2;
  if (Class < 96)
    return uint64_t(1) << pick(16) | pick(1000);
  return 65536 - pick(3);
}

Uniform Statements::place(Memory M, uint64_t Extent, uint64_t Alignment,
                          unsigned Depth) {
  Uniform At;
  uint64_t Size = sizeOf(M), Room = Size > Extent ? Size - Extent : 0;
  auto AddTerm = [&](Uniform::Term::Variable V, uint64_t Times) {
    uint64_t Step =
        chance(60) ? roundUp(Extent, Alignment) : Alignment * (1 + pick(16));
    uint64_t Mask = chance(50) ? UINT64_MAX : pick(2) * 2 + 1;
    if (Step * (Times + 1) <= Room) {
      At.terms.push_back({V, pick(2), Mask, Step});
      Room -= Step * (Times + 1);
    }
  };
  if (Depth >= 1 && chance(60))
    AddTerm(Uniform::Term::Outer, MaxRounds);
  if (Depth >= 2 && chance(60))
    AddTerm(Uniform::Term::Inner, MaxRounds);
  if (chance(20))
    AddTerm(Uniform::Term::Group, program.groups);
  uint64_t Start = pick(Room + 1);
  if (chance(40))
    for (const Spot &S : recent)
      if (S.memory == M && S.start <= Room && chance(50))
        Start = S.start;
  Uniform Base = value(Start / Alignment * Alignment);
  Base.terms = At.terms;
  return Base;
}

Slot Statements::slot(unsigned Depth) {
  if (chance(50))
    return {pick(Slot::Variables), 0};
  Slot S{Slot::Variables, value(pick(Slot::Elements))};
  if (Depth && chance(60))
    S.index.terms.push_back(
        {Depth == 2 && chance(50) ? Uniform::Term::Inner : Uniform::Term::Outer,
         pick(2), pick(2) * 2 + 1, 1});
  else if (features.lenient && chance(10))
    S.index.terms.push_back({Uniform::Term::Group, 0, 3, 1});
  return S;
}

void Statements::chooseElements(Copy &C) {
  if (C.builtin == Copy::Tiles2D || C.builtin == Copy::Tiles3D) {
    constexpr uint64_t Large[] = {32, 64, 100, 128};
    C.elementBytes = value(chance(75) ? 1 + pick(20) : Large[pick(4)]);
    return;
  }
  struct Base {
    const char *name;
    uint64_t bytes;
  };
  constexpr Base Bases[] = {{"char", 1},   {"uchar", 1}, {"short", 2},
                            {"ushort", 2}, {"int", 4},   {"uint", 4},
                            {"long", 8},   {"ulong", 8}, {"float", 4},
                            {"half", 2},   {"double", 8}};
  constexpr unsigned Widths[] = {1, 2, 3, 4, 8, 16};
  Base Chosen = Bases[pick(std::size(Bases))];
  if ((!features.half && Chosen.name == std::string("half")) ||
      (!features.fp64 && Chosen.name == std::string("double")))
    Chosen = Bases[0];
  unsigned Width = Widths[pick(std::size(Widths))];
  C.type = Chosen.name + (Width == 1 ? "" : std::to_string(Width));
  C.elementBytes = Chosen.bytes * (Width == 3 ? 4 : Width);
}

/// Lines and planes of about \p Total elements in all, or a few more.
void Statements::chooseTiles(Copy &C, uint64_t Total) {
  uint64_t Planes =
      C.builtin == Copy::Tiles3D ? 1 + pick(chance(70) ? 4 : 20) : 1;
  uint64_t Line = chance(20) ? std::max<uint64_t>(Total, 1)
                             : 1 + pick(chance(70) ? 20 : 300);
  uint64_t Lines = Total / (Line * Planes) + pick(3);
  if (Total == 0) {
    bool HasPlanes = C.builtin == Copy::Tiles3D;
    (HasPlanes && chance(30) ? Planes : chance(50) ? Lines : Line) = 0;
  }
  auto Gap = [&] { return chance(40) ? 0 : pick(chance(70) ? 8 : 300); };
  uint64_t LocalLine = Line + Gap(), GlobalLine = Line + Gap();
  C.count = value(Line);
  C.lines = value(Lines);
  C.planes = value(Planes);
  C.localLine = value(LocalLine);
  C.globalLine = value(GlobalLine);
  C.localPlane = value(LocalLine * Lines + Gap());
  C.globalPlane = value(GlobalLine * Lines + Gap());
  C.localOffset = value(Gap());
  C.globalOffset = value(Gap());
}

Statement Statements::start(unsigned Depth) {
  Statement S{Statement::Start};
  Copy &C = S.copy;
  uint64_t Class = pick(features.tiles ? 100 : 60);
  C.builtin = Class < 35   ? Copy::Linear
              : Class < 60 ? Copy::Strided
              : Class < 82 ? Copy::Tiles2D
                           : Copy::Tiles3D;
  C.toLocal = chance(50);
  C.global = C.toLocal && chance(40) ? Memory::ReadOnly : Memory::Global;
  chooseElements(C);
  uint64_t Element = C.elementBytes.base,
           Room = std::min(sizeOf(C.global), sizeOf(Memory::Local));
  if (chance(75)) // Leaves room for others.
    Room /= 2 + pick(8);
  uint64_t Count = std::min((bytes() + Element - 1) / Element, Room / Element);
  C.count = value(Count);
  if (C.builtin == Copy::Strided) {
    uint64_t Largest =
        sizeOf(C.global) / Element / std::max<uint64_t>(Count, 1);
    C.stride =
        value(1 + pick(std::min<uint64_t>(Largest, chance(80) ? 9 : 200)));
  } else if (C.builtin != Copy::Linear) {
    chooseTiles(C, Count);
  }
  uint64_t Alignment = C.type.empty() ? 1 : Element;
  Place Here{0, {}};
  C.localAt = place(Memory::Local, C.localRegion(Here).end(), Alignment, Depth);
  C.globalAt = place(C.global, C.globalRegion(Here).end(), Alignment, Depth);
  if (Depth && chance(15) && C.builtin == Copy::Linear)
    C.count.terms.push_back({Uniform::Term::Outer, 0, UINT64_MAX, 1});
  if (C.toLocal)
    recent.push_back({Memory::Local, C.localRegion(Here).start});
  else
    recent.push_back({Memory::Global, C.globalRegion(Here).start});
  S.share = chance(30);
  S.helper = chance(20);
  S.constant = chance(70);
  S.slots = {slot(Depth)};
  return S;
}

Statement Statements::barrier(unsigned Flags) const {
  Statement S{Statement::Barrier};
  S.flags = Flags;
  return S;
}

Statement Statements::fence(unsigned Flags) const {
  Statement S{Statement::Fence};
  S.flags = Flags;
  return S;
}

Statement Statements::waitFor(const std::vector<Slot> &Slots) const {
  Statement S{Statement::Wait};
  S.slots = Slots;
  S.asList = true;
  return S;
}

Statement Statements::wait(unsigned Depth) {
  if (chance(30)) {
    std::vector<Slot> Slots;
    for (uint64_t I = 0, Count = 1 + pick(6); I != Count; ++I)
      Slots.push_back(slot(Depth));
    return waitFor(Slots);
  }
  Statement S{Statement::Wait};
  S.slots = {slot(Depth)};
  S.number = 1;
  if (chance(40)) {
    uint64_t First = pick(Slot::Elements);
    S.slots = {{Slot::Variables, First}};
    S.number = value(pick(Slot::Elements - First + 1));
  }
  return S;
}

Statement Statements::items(Statement::Kind Kind, unsigned Depth) {
  Statement S{Kind};
  S.memory = chance(75) ? Memory::Local : Memory::Global;
  uint64_t Size = sizeOf(S.memory);
  S.items = std::min((uint64_t(1) << pick(11)) + pick(10), Size / 4);
  S.where = place(S.memory, S.items * 4, 4, Depth);
  S.salt = uint32_t(1 + pick(1 << 20));
  return S;
}

Statement Statements::simple(unsigned Depth) {
  uint64_t Class = pick(100);
  if (Class < 52)
    return start(Depth);
  if (Class < 64)
    return wait(Depth);
  if (Class < 68) {
    Statement S{Statement::Assign};
    S.slots = {slot(Depth), slot(Depth)};
    return S;
  }
  if (Class < 71)
    return barrier(unsigned(1 + pick(3)));
  if (Class < 76 && features.fence)
    return fence(unsigned(1 + pick(3)));
  if (Class < 79)
    return compute();
  if (Class < 81) {
    Statement S = items(Statement::Prefetch, Depth);
    S.where = place(Memory::ReadOnly, S.items, 1, Depth);
    return S;
  }
  return items(chance(50) ? Statement::Mutate : Statement::Gather, Depth);
}

Statement Statements::compute() {
  Statement S{Statement::Compute};
  S.items = (uint64_t(1) << pick(17)) + pick(1000);
  S.salt = uint32_t(pick(1000));
  return S;
}

Statement Statements::loop(unsigned Depth) {
  Statement S{Statement::Loop};
  S.depth = Depth;
  S.number = value(pick(MaxRounds + 1));
  S.style = unsigned(pick(3));
  return S;
}

Statement Statements::conditional(unsigned Depth) {
  Statement S{Statement::If};
  S.number = value(pick(3));
  S.limit = 1 + pick(4);
  if (Depth)
    S.number.terms.push_back(
        {Depth == 2 ? Uniform::Term::Inner : Uniform::Term::Outer, pick(2),
         pick(2) ? UINT64_MAX : 1, 1});
  // Groups that go different ways have different events at the end.
  if (features.lenient && chance(50))
    S.number.terms.push_back(
        {Uniform::Term::Group, pick(2), pick(2) ? UINT64_MAX : 1, 1 + pick(2)});
  return S;
}

} // namespace conformance::copies
