//===- RandomCopies.cpp - What copies do ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomGroup.h"

#include <algorithm>

namespace conformance::programs {

uint64_t Region::end() const {
  if (empty())
    return start;
  uint64_t End = start + run;
  for (size_t D = 0; D != 3; ++D)
    End += (count[D] - 1) * step[D];
  return End;
}

bool Region::overlaps(const Region &Other) const {
  if (object != Other.object || empty() || Other.empty() ||
      start >= Other.end() || Other.start >= end())
    return false;
  if (runs() == 1 && Other.runs() == 1)
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

std::pair<Region, Region> regions(const Statement &S, const Copy::Numbers &N) {
  const Copy &C = S.copy;
  uint64_t Bytes = C.hasTiles() ? N[Copy::ElementBytes] : C.type.bytes(),
           Run = N[Copy::Count] * Bytes,
           Planes = C.builtin == Copy::Tiles3D ? N[Copy::Planes] : 1;
  Region Local{S.object, N[Copy::LocalAt], Run},
      Global{C.global, N[Copy::GlobalAt], Run};
  if (C.builtin == Copy::Strided)
    Global = {C.global,
              N[Copy::GlobalAt],
              Bytes,
              {N[Copy::Count], 1, 1},
              {N[Copy::Stride] * Bytes, 0, 0}};
  auto Tile = [&](Region &R, Copy::Number Offset, Copy::Number Line,
                  Copy::Number Plane) {
    R.start += N[Offset] * Bytes;
    R.count = {N[Copy::Lines], Planes, 1};
    R.step = {N[Line] * Bytes, N[Plane] * Bytes, 0};
  };
  if (C.hasTiles()) {
    Tile(Local, Copy::LocalOffset, Copy::LocalLine, Copy::LocalPlane);
    Tile(Global, Copy::GlobalOffset, Copy::GlobalLine, Copy::GlobalPlane);
  } else if (Local.start % Bytes || Global.start % Bytes) {
    throw Unusable("misaligned pointer");
  }
  return C.toLocal ? std::pair(Local, Global) : std::pair(Global, Local);
}

Machine::Machine(const Program &P) : events(P.objects.size()), program(&P) {
  for (size_t O = 0; O != P.objects.size(); ++O)
    if (P.objects[O].space == Object::Event)
      events[O].resize(P.objects[O].count);
}

bool Machine::isInBounds(const Region &Where) const {
  uint64_t Size = program->at(Where.object).count;
  return Where.start <= Size && Where.end() <= Size;
}

Mover::Mover(const Program &P, Memory &Global, uint64_t Group, Turn When)
    : Machine(P), global(Global), group(Group), turn(When),
      local(P.objects.size()) {
  for (size_t O = 0; O != P.objects.size(); ++O)
    if (P.objects[O].raw && P.objects[O].space == Object::Local)
      local[O].resize(P.objects[O].count + 2 * Object::LocalGuard);
}

std::span<unsigned char> Mover::bytes(int O) {
  const Object &Obj = program->at(O);
  if (Obj.space == Object::Local)
    return local[size_t(O)];
  std::span<unsigned char> All = global[size_t(O)].bytes;
  return Obj.space == Object::Group
             ? All.subspan(groupStart(Obj, group), Obj.count)
             : All;
}

/// The first byte of \p O that regions count from.
unsigned char *Mover::at(int O) {
  return bytes(O).data() +
         (program->at(O).space == Object::Local ? Object::LocalGuard : 0);
}

void Mover::touch(const Region &Where, bool) {
  if (!isInBounds(Where))
    throw Unusable("access beyond an object");
}

void Mover::start(const Region &To, const Region &From, uint64_t Event, bool) {
  touch(To, true);
  touch(From, false);
  if (turn == Turn::FirstItemFirst)
    move(To, From);
  else
    pending.push_back({To, From, Event, fences});
}

void Mover::wait(uint64_t Event) {
  auto IsNamed = [&](const Pending &C) { return C.event == Event; };
  for (auto Youngest = pending.rbegin();
       (Youngest = std::find_if(pending.rbegin(), pending.rend(), IsNamed)) !=
       pending.rend();)
    complete(size_t(pending.rend() - Youngest) - 1);
}

void Mover::move(const Region &To, const Region &From) {
  moving.clear();
  const unsigned char *Source = at(From.object);
  From.forEachRun([&](uint64_t At) {
    moving.insert(moving.end(), Source + At, Source + At + From.run);
  });
  const unsigned char *Next = moving.data();
  unsigned char *Destination = at(To.object);
  To.forEachRun([&](uint64_t At) {
    std::memcpy(Destination + At, Next, To.run);
    Next += To.run;
  });
}

/// Carries out what fences put before copy \p Index, then that copy.
void Mover::complete(size_t Index) {
  for (; pending.front().fences < pending[Index].fences; --Index) {
    move(pending.front().to, pending.front().from);
    pending.erase(pending.begin());
  }
  move(pending[Index].to, pending[Index].from);
  pending.erase(pending.begin() + std::ptrdiff_t(Index));
}

Lane &Group::event(const Expression &Place) {
  return *lanes(items[0], locate(items[0], Place), 1);
}

void Group::assign(const Expression &Place, Lane Event) {
  Lane &Variable = event(Place);
  machine->overwrite(Variable, Event);
  Variable = Event;
}

/// What the group does with copies and their memory.
void Group::copies(const Statement &S) {
  auto Number = [&](const Expression &E) {
    return evaluate(items[0], E).lanes[0];
  };
  switch (S.kind) {
  case Statement::Start: {
    Copy::Numbers N = {};
    for (size_t I = 0; I != S.values.size(); ++I)
      N[I] = Number(S.values[I]);
    uint64_t Given = S.copy.share ? event(S.place) : 0,
             Event = Given ? Given : ++machine->lastEvent;
    auto [To, From] = regions(S, N);
    machine->start(To, From, Event, Given != 0);
    return assign(S.place, Event);
  }
  case Statement::Wait: {
    Pointer First = locate(items[0], S.place);
    for (uint64_t I = 0, Count = Number(S.values[0]); I != Count; ++I)
      machine->wait(*lanes(items[0], {First.object, First.lane + I}, 1));
    return;
  }
  case Statement::WaitEach:
    for (const Expression &E : S.values)
      machine->wait(event(E));
    return;
  case Statement::Assign:
    return assign(S.place, event(S.values[0]));
  case Statement::Barrier:
    return machine->barrier(S.number);
  case Statement::Fence:
    return machine->fence(S.number);
  default:
    return words(S);
  }
}

/// What the work-items do with the memory of copies, and between them.
void Group::words(const Statement &S) {
  bool HasPlace = S.kind == Statement::Mutate || S.kind == Statement::Gather;
  uint32_t Count = uint32_t(S.number);
  std::span<unsigned char> All;
  size_t At = 0;
  if (S.object >= 0)
    All = machine->bytes(S.object);
  if (HasPlace) {
    At = evaluate(items[0], S.values[0]).lanes[0];
    if (At % 4)
      throw Unusable("misaligned pointer");
    machine->touch({S.object, At, 4 * S.number}, S.kind == Statement::Mutate);
    if (program.at(S.object).space == Object::Local)
      At += Object::LocalGuard;
  }
  if (S.kind == Statement::Compute)
    machine->compute(S.number);
  if (S.kind == Statement::Fill || S.kind == Statement::Dump)
    Count = uint32_t(All.size() / 4);
  auto Load = [&](uint32_t Index) {
    uint32_t Word;
    std::memcpy(&Word, &All[At + Index * 4], 4);
    return Word;
  };
  auto Store = [&](uint32_t Index, uint32_t Word) {
    std::memcpy(&All[At + Index * 4], &Word, 4);
  };
  auto ForEachSum = [&](auto Next) {
    for (Item &I : items) {
      Lane &Sum = *lanes(I, locate(I, S.place), 1);
      Next(uint32_t(I.lid),
           [&](uint32_t Word) { Sum = uint32_t(Sum) * 1103515245u + Word; });
    }
  };
  if (All.empty() && S.object >= 0)
    return;
  switch (S.kind) {
  case Statement::Mutate:
    for (uint32_t I = 0; I != Count; ++I)
      Store(I, Load(I) * 2654435761u + (I ^ S.salt));
    return;
  case Statement::Gather:
    return ForEachSum([&](uint32_t Lid, auto Add) {
      for (uint32_t K = 0; K != 3; ++K)
        Add(Load((Lid * S.salt + K * 7) % Count));
    });
  case Statement::Compute:
    return ForEachSum([&](uint32_t Lid, auto Add) {
      for (uint32_t K = Lid; K < Count; K += uint32_t(size))
        Add(K ^ S.salt);
    });
  case Statement::Fill:
    for (uint32_t I = 0; I != Count; ++I)
      Store(I, ((I + 1u) * 2654435761u) ^ (uint32_t(number) * 40503u));
    return;
  case Statement::Dump:
    std::ranges::copy(All, machine->bytes(S.copy.global).data());
    return;
  default:
    return;
  }
}

} // namespace conformance::programs
