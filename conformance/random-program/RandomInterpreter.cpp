//===- RandomInterpreter.cpp - A random kernel in C++ ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomGroup.h"

#include <algorithm>

namespace conformance::programs {

void Group::atomic(Item &I, const Statement &S) {
  const Expression &To = S.kind == Statement::Atomic ? S.place : S.other;
  Pointer At = locate(I, To);
  Value Old = load(I, At, To.type), With = evaluate(I, S.values[0]);
  Value New = S.op == Op::Select ? With // An exchange.
                                 : apply(S.op, To.type, {Old, With});
  store(I, At, New, {});
  if (S.kind == Statement::AtomicOwn)
    store(I, locate(I, S.place), Old, {});
}

/// If and Switch.
Completion Group::chosen(Item &I, const Statement &S) {
  Lane V = evaluate(I, S.values[0]).lanes[0];
  if (S.kind == Statement::If)
    return execute(I, S.blocks[V ? 0 : 1]);
  size_t First = 0;
  while (First != S.numbers.size() && S.numbers[First] != V)
    ++First;
  for (size_t B = First; B != S.blocks.size(); ++B) {
    Completion C = execute(I, S.blocks[B]);
    if (C == Completion::Break)
      return Completion::Next;
    if (C != Completion::Next || !S.fallThrough)
      return C;
  }
  return Completion::Next;
}

/// The iterations of a loop of any style. \p RunBody runs the body, \p Test is
/// the condition; Counter and SetCounter reach its counter.
template <class Body, class Condition>
Completion Group::loop(const Statement &S, const Body &RunBody,
                       const Condition &Test,
                       const std::function<Lane(const Expression &)> &Evaluate,
                       const std::function<Lane()> &Counter,
                       const std::function<void(Lane)> &SetCounter) {
  const Expression &Bound = S.values[0];
  bool FromBound = S.style == Statement::Down || S.style == Statement::Bits;
  SetCounter(FromBound             ? Evaluate(Bound)
             : S.values.size() > 2 ? Evaluate(S.values[2])
                                   : 0);
  for (bool First = true;; First = false) {
    Lane K = Counter();
    switch (S.style) {
    case Statement::Up:
      if (K >= Evaluate(Bound))
        return Completion::Next;
      break;
    case Statement::Down:
      if (K == 0)
        return Completion::Next;
      break;
    case Statement::Endless:
      if (K >= Evaluate(Bound))
        return Completion::Next;
      SetCounter(K + 1);
      break;
    case Statement::While:
      if (!(K < Evaluate(Bound) && Test()))
        return Completion::Next;
      SetCounter(K + 1);
      break;
    case Statement::Do:
      if (!First && !(Test() && K < Evaluate(Bound)))
        return Completion::Next;
      SetCounter(K + 1);
      break;
    case Statement::Bits:
      if (K == 0)
        return Completion::Next;
      SetCounter(K & (K - 1));
      break;
    }
    Completion C = RunBody();
    if (C == Completion::Break)
      return Completion::Next;
    if (C == Completion::Return || C == Completion::Goto)
      return C;
    if (S.style == Statement::Up)
      SetCounter(Counter() + S.step);
    if (S.style == Statement::Down)
      SetCounter(Counter() - 1);
  }
}

Completion Group::execute(Item &I, const Block &B) {
  for (size_t N = 0; N != B.size(); ++N) {
    Completion C = execute(I, B[N]);
    if (C == Completion::Goto) {
      for (size_t L = N + 1; L != B.size(); ++L)
        if (B[L].kind == Statement::Label && B[L].number == label) {
          N = L;
          C = Completion::Next;
          break;
        }
    }
    if (C != Completion::Next)
      return C;
  }
  return Completion::Next;
}

Completion Group::execute(Item &I, const Statement &S) {
  switch (S.kind) {
  case Statement::Assign: {
    Value V = evaluate(I, S.values[0]);
    store(I, locate(I, S.place), V, S.place.numbers);
    return Completion::Next;
  }
  case Statement::CopyElement: {
    unsigned Count = program.at(S.place.object).lanes();
    Lane *From = lanes(I, locate(I, S.values[0]), Count);
    std::copy_n(From, Count, lanes(I, locate(I, S.place), Count));
    return Completion::Next;
  }
  case Statement::If:
  case Statement::Switch:
    return chosen(I, S);
  case Statement::Loop:
    return loop(
        S, [&] { return execute(I, S.blocks[0]); },
        [&] { return isTrue(I, S.values[1]); },
        [&](const Expression &E) { return evaluate(I, E).lanes[0]; },
        [&] { return memoryOf(I, program.at(S.object), size_t(S.object))[0]; },
        [&](Lane L) { setCounter(I, S, L); });
  case Statement::Break:
    return Completion::Break;
  case Statement::Continue:
    return Completion::Continue;
  case Statement::Return:
    if (!S.values.empty())
      result = evaluate(I, S.values[0]);
    return Completion::Return;
  case Statement::Goto:
    label = S.number;
    return Completion::Goto;
  case Statement::StoreVector: {
    Value V = evaluate(I, S.values[0]);
    Pointer At = locate(I, S.place);
    At.lane += S.numbers[0];
    store(I, At, V, {});
    return Completion::Next;
  }
  case Statement::Atomic:
  case Statement::AtomicOwn:
    atomic(I, S);
    return Completion::Next;
  case Statement::Point:
    I.pointers[size_t(S.object)] = locate(I, S.place);
    return Completion::Next;
  default: // What a group does.
    return Completion::Next;
  }
}

Lane Group::uniform(const Expression &E) {
  Lane First = evaluate(items[0], E).lanes[0];
  for (Item &I : items)
    if (evaluate(I, E).lanes[0] != First)
      throw Unusable("work-items disagree");
  return First;
}

Completion Group::executeUniform(const Block &B) {
  for (const Statement &S : B)
    if (machine && !machine->goOn())
      return Completion::Return;
    else if (Completion C = executeUniform(S); C != Completion::Next)
      return C;
  return Completion::Next;
}

Completion Group::executeUniform(const Statement &S) {
  if (S.group)
    switch (S.kind) {
    case Statement::If:
      return executeUniform(S.blocks[uniform(S.values[0]) ? 0 : 1]);
    case Statement::Loop:
      return loop(
          S, [&] { return executeUniform(S.blocks[0]); },
          [&] { return uniform(S.values[1]) != 0; },
          [&](const Expression &E) { return uniform(E); },
          [&] {
            return memoryOf(items[0], program.at(S.object),
                            size_t(S.object))[0];
          },
          [&](Lane L) {
            for (Item &I : items)
              setCounter(I, S, L);
          });
    case Statement::Break:
      return Completion::Break;
    case Statement::Continue:
      return Completion::Continue;
    case Statement::Return:
      return Completion::Return;
    default:
      if (machine)
        copies(S);
      return Completion::Next;
    }
  for (uint64_t N = 0; N != size; ++N) {
    Item &I = items[turn == Turn::FirstItemFirst ? N : size - 1 - N];
    if (!I.done && execute(I, S) == Completion::Return)
      I.done = true;
  }
  return Completion::Next;
}

uint64_t elementsOf(const Object &O, const Range &R) {
  if (O.raw && O.space == Object::Group)
    return groupStart(O, R.globalItems() / R.localItems());
  return O.perItem() ? O.count * R.globalItems() : O.count;
}

Memory initialMemory(const Program &P, const Range &R) {
  std::mt19937_64 Random(P.seed);
  Memory M(P.objects.size());
  for (size_t N = 0; N != P.objects.size(); ++N) {
    const Object &O = P.objects[N];
    bool Global = O.space == Object::Input || O.space == Object::Output ||
                  O.space == Object::Group ||
                  O.space == Object::GlobalCounter ||
                  O.space == Object::Argument;
    if (!Global || O.alias >= 0)
      continue;
    uint64_t Elements = elementsOf(O, R);
    M[N].lanes = O.contents;
    if (O.raw) {
      M[N].bytes.resize(Elements);
      for (unsigned char &Byte : M[N].bytes)
        Byte = static_cast<unsigned char>(Random());
    }
    if (O.raw || !O.contents.empty())
      continue;
    M[N].lanes.reserve(Elements * O.lanes());
    for (uint64_t E = 0; E != Elements; ++E)
      for (const Type &T : O.fields)
        for (unsigned L = 0; L != T.width; ++L)
          M[N].lanes.push_back(randomLane(Random, T.element));
  }
  for (const Object &O : P.objects)
    if (O.permutation >= 0) {
      std::vector<Lane> &Table = M[size_t(O.permutation)].lanes;
      for (size_t I = 0; I != Table.size(); ++I)
        Table[I] = I;
      std::shuffle(Table.begin(), Table.begin() + ptrdiff_t(R.globalItems()),
                   Random);
    }
  return M;
}

void interpret(const Program &P, const Range &R, Turn T, Memory &M) {
  std::array<size_t, 3> Groups = {1, 1, 1};
  for (size_t D = 0; D != P.dimensions; ++D)
    Groups[D] = R.global[D] / R.local[D];
  for (size_t Z = 0; Z != Groups[2]; ++Z)
    for (size_t Y = 0; Y != Groups[1]; ++Y)
      for (size_t X = 0; X != Groups[0]; ++X)
        if (P.copies) {
          Mover Copies(P, M, X, T);
          Group(P, R, T, M, {X, Y, Z}, &Copies).run();
        } else {
          Group(P, R, T, M, {X, Y, Z}).run();
        }
}

} // namespace conformance::programs
