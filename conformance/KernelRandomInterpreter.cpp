//===- KernelRandomInterpreter.cpp - A random kernel in C++ ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "KernelRandomInterpreter.h"

#include <algorithm>

namespace conformance::kernels {

namespace {

struct Pointer {
  int object = -1;
  uint64_t lane = 0;
};

/// What a work-item has for itself, by object.
struct Item {
  std::array<size_t, 3> local, global;
  uint64_t lid, gid;
  bool done = false;
  uint64_t steps = 0;
  std::vector<std::vector<Lane>> memory;
  std::vector<Pointer> pointers;
};

/// How a statement ends.
enum class Way { Next, Break, Continue, Return, Goto };

class Group {
public:
  Group(const Program &P, const Range &R, Turn T, Memory &Global,
        const std::array<size_t, 3> &Id);
  void run() { together(program.body); }

private:
  static constexpr uint64_t MaxSteps = 20000;

  std::vector<Lane> &memoryOf(Item &I, const Object &O, size_t Number);
  uint64_t elementOf(Item &I, const Object &O, const Expression &Place);
  Pointer locate(Item &I, const Expression &Place);
  Value load(Item &I, Pointer At, Type T);
  void store(Item &I, Pointer At, const Value &V,
             const std::vector<uint64_t> &Components);
  Lane *lanes(Item &I, Pointer At, unsigned Count);

  Value evaluate(Item &I, const Expression &E);
  Value query(Item &I, const Expression &E);
  Value call(Item &I, const Expression &E);
  bool isTrue(Item &I, const Expression &E) {
    return evaluate(I, E).lanes[0] != 0;
  }
  void initialise(Item &I, int Function);

  Way single(Item &I, const Block &B);
  Way single(Item &I, const Statement &S);
  Way chosen(Item &I, const Statement &S);
  void atomic(Item &I, const Statement &S);
  template <class Body, class Condition>
  Way loop(const Statement &S, const Body &Turn, const Condition &Test,
           const std::function<Lane(const Expression &)> &Evaluate,
           const std::function<Lane()> &Counter,
           const std::function<void(Lane)> &SetCounter);
  Way together(const Block &B);
  Way together(const Statement &S);
  /// What all work-items must agree in.
  Lane agreed(const Expression &E);
  void setCounter(Item &I, const Statement &S, Lane L) {
    const Object &O = program.at(S.object);
    memoryOf(I, O, size_t(S.object))[0] = wrap(O.fields[0].element, L);
  }

  const Program &program;
  const Range &range;
  Turn turn;
  Memory &global;
  std::array<size_t, 3> id, localSize = {1, 1, 1}, groups = {1, 1, 1};
  uint64_t number = 0, size = 1, total = 1;
  Memory local;
  std::vector<Item> items;
  Value result; ///< Of the function that returns.
  uint64_t label = 0;
};

Group::Group(const Program &P, const Range &R, Turn T, Memory &Global,
             const std::array<size_t, 3> &Id)
    : program(P), range(R), turn(T), global(Global), id(Id) {
  for (size_t D = P.dimensions; D-- > 0;) {
    localSize[D] = R.local[D];
    groups[D] = R.global[D] / R.local[D];
    number = number * groups[D] + Id[D];
  }
  size = R.localItems();
  total = R.globalItems();
  local.resize(P.objects.size());
  for (size_t O = 0; O != P.objects.size(); ++O) {
    const Object &Obj = P.objects[O];
    if (Obj.space == Object::Local)
      local[O].resize(Obj.count * Obj.lanes() * size);
    if (Obj.space == Object::LocalCounter)
      local[O].resize(Obj.count);
  }
  items.resize(size);
  for (uint64_t L = 0; L != size; ++L) {
    Item &I = items[L];
    I.lid = L;
    I.local = {L % localSize[0], L / localSize[0] % localSize[1],
               L / localSize[0] / localSize[1]};
    I.gid = 0;
    for (size_t D = 3; D-- > 0;) {
      I.global[D] = Id[D] * localSize[D] + I.local[D];
      I.gid = I.gid * groups[D] * localSize[D] + I.global[D];
    }
    I.memory.resize(P.objects.size());
    I.pointers.resize(P.objects.size());
    initialise(I, -1);
  }
}

void Group::initialise(Item &I, int Function) {
  for (size_t N = 0; N != program.objects.size(); ++N) {
    const Object &O = program.objects[N];
    if (O.space != Object::Private || O.function != Function || O.init.empty())
      continue; // Without a value at first are the parameters of functions.
    I.memory[N].assign(O.count * O.lanes(), 0);
    size_t Next = 0;
    for (const Expression &E : O.init) {
      Value V = evaluate(I, E);
      std::copy_n(V.lanes.begin(), V.type.width,
                  I.memory[N].begin() + ptrdiff_t(Next));
      Next += V.type.width;
    }
  }
}

std::vector<Lane> &Group::memoryOf(Item &I, const Object &O, size_t Number) {
  switch (O.space) {
  case Object::Private:
    return I.memory[Number];
  case Object::Local:
  case Object::LocalCounter:
    return local[Number];
  default:
    return global[Number];
  }
}

/// Number of the element that \p Place means.
uint64_t Group::elementOf(Item &I, const Object &O, const Expression &Place) {
  uint64_t Index =
      Place.operands.empty() ? 0 : evaluate(I, Place.operands[0]).lanes[0];
  if (!O.perItem() || Place.direct)
    return Index + (O.space == Object::Group ? number * O.count * size : 0);
  if (Index >= O.count)
    throw Unusable("index of an own element");
  uint64_t At = O.shared() ? I.lid : I.gid, Of = O.shared() ? size : total,
           Start = O.space == Object::Group ? number * O.count * size : 0;
  switch (O.order) {
  case Object::Planes:
    return Start + Index * Of + At;
  case Object::Reversed:
    return Start + (Of - 1 - At) * O.count + Index;
  case Object::Permuted:
    return global[size_t(O.permutation)][At] * O.count + Index;
  default:
    return Start + At * O.count + Index;
  }
}

Pointer Group::locate(Item &I, const Expression &Place) {
  const Object &O = program.at(Place.object);
  if (O.space == Object::Pointer)
    return I.pointers[size_t(Place.object)];
  return {Place.object,
          elementOf(I, O, Place) * O.lanes() + O.laneOf(Place.field)};
}

Lane *Group::lanes(Item &I, Pointer At, unsigned Count) {
  if (At.object < 0)
    throw Unusable("pointer to nothing");
  std::vector<Lane> &M = memoryOf(I, program.at(At.object), size_t(At.object));
  if (At.lane + Count > M.size())
    throw Unusable("access beyond " + program.nameOf(At.object));
  return M.data() + At.lane;
}

Value Group::load(Item &I, Pointer At, Type T) {
  Value V{T};
  std::copy_n(lanes(I, At, T.width), T.width, V.lanes.begin());
  return V;
}

void Group::store(Item &I, Pointer At, const Value &V,
                  const std::vector<uint64_t> &Components) {
  unsigned Count = V.type.width;
  for (uint64_t C : Components)
    Count = std::max(Count, unsigned(C) + 1);
  Lane *To = lanes(I, At, Count);
  for (unsigned K = 0; K != V.type.width; ++K)
    To[Components.empty() ? K : Components[K]] = V.lanes[K];
}

Value Group::query(Item &I, const Expression &E) {
  uint64_t D = E.numbers[1];
  bool Exists = D < program.dimensions;
  auto Answer = [&]() -> uint64_t {
    switch (Question(E.numbers[0])) {
    case GlobalLinear:
      return I.gid;
    case LocalLinear:
      return I.lid;
    case GroupLinear:
      return number;
    case GlobalId:
      return Exists ? I.global[D] + (program.offset ? range.offset[D] : 0) : 0;
    case LocalId:
      return Exists ? I.local[D] : 0;
    case GroupId:
      return Exists ? id[D] : 0;
    case GlobalSize:
      return Exists ? groups[D] * localSize[D] : 1;
    case LocalSize:
      return Exists ? localSize[D] : 1;
    case NumGroups:
      return Exists ? groups[D] : 1;
    case GlobalOffset:
      return Exists && program.offset ? range.offset[D] : 0;
    case WorkDim:
      return program.dimensions;
    case LocalTotal:
      return size;
    case GlobalTotal:
      return total;
    }
    return 0;
  };
  return {E.type, {wrap(E.type.element, Answer())}};
}

Value Group::call(Item &I, const Expression &E) {
  const Function &F = program.functions[size_t(E.function)];
  std::vector<Value> Arguments;
  for (const Expression &A : E.operands)
    Arguments.push_back(evaluate(I, A));
  for (size_t A = 0; A != Arguments.size(); ++A)
    I.memory[size_t(F.parameters[A])] = {Arguments[A].lanes.begin(),
                                         Arguments[A].lanes.begin() +
                                             Arguments[A].type.width};
  initialise(I, E.function);
  if (single(I, F.body) != Way::Return)
    throw Unusable("function without return");
  return result;
}

Value Group::evaluate(Item &I, const Expression &E) {
  if (++I.steps > MaxSteps)
    throw Unusable("too many steps");
  switch (E.kind) {
  case Expression::Literal: {
    Value V{E.type};
    std::copy(E.numbers.begin(), E.numbers.end(), V.lanes.begin());
    return V;
  }
  case Expression::Read:
    return load(I, locate(I, E), E.type);
  case Expression::LoadVector: {
    uint64_t At =
        evaluate(I, E.operands[0]).lanes[0] * E.type.width + E.numbers[0];
    return load(I, {E.object, At}, E.type);
  }
  case Expression::Query:
    return query(I, E);
  case Expression::Call:
    return call(I, E);
  case Expression::Operation:
    break;
  }
  switch (E.op) {
  case Op::LogicAnd:
    return {E.type, {isTrue(I, E.operands[0]) && isTrue(I, E.operands[1])}};
  case Op::LogicOr:
    return {E.type, {isTrue(I, E.operands[0]) || isTrue(I, E.operands[1])}};
  case Op::Choose:
    return evaluate(I, E.operands[isTrue(I, E.operands[0]) ? 1 : 2]);
  default: {
    std::vector<Value> Operands;
    for (const Expression &O : E.operands)
      Operands.push_back(evaluate(I, O));
    return apply(E.op, E.type, Operands, E.numbers);
  }
  }
}

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
Way Group::chosen(Item &I, const Statement &S) {
  Lane V = evaluate(I, S.values[0]).lanes[0];
  if (S.kind == Statement::If)
    return single(I, S.blocks[V ? 0 : 1]);
  size_t First = 0;
  while (First != S.numbers.size() && S.numbers[First] != V)
    ++First;
  for (size_t B = First; B != S.blocks.size(); ++B) {
    Way W = single(I, S.blocks[B]);
    if (W == Way::Break)
      return Way::Next;
    if (W != Way::Next || !S.fallThrough)
      return W;
  }
  return Way::Next;
}

/// The rounds of a loop of any style. \p Round runs the body, \p Test is the
/// condition; Counter and SetCounter reach its counter.
template <class Body, class Condition>
Way Group::loop(const Statement &S, const Body &Round, const Condition &Test,
                const std::function<Lane(const Expression &)> &Evaluate,
                const std::function<Lane()> &Counter,
                const std::function<void(Lane)> &SetCounter) {
  const Expression &Bound = S.values[0];
  bool FromBound = S.style == Statement::Down || S.style == Statement::Bits;
  SetCounter(FromBound ? Evaluate(Bound) : 0);
  for (bool First = true;; First = false) {
    Lane K = Counter();
    switch (S.style) {
    case Statement::Up:
      if (K >= Evaluate(Bound))
        return Way::Next;
      break;
    case Statement::Down:
      if (K == 0)
        return Way::Next;
      break;
    case Statement::Endless:
      if (K >= Evaluate(Bound))
        return Way::Next;
      SetCounter(K + 1);
      break;
    case Statement::While:
      if (!(K < Evaluate(Bound) && Test()))
        return Way::Next;
      SetCounter(K + 1);
      break;
    case Statement::Do:
      if (!First && !(Test() && K < Evaluate(Bound)))
        return Way::Next;
      SetCounter(K + 1);
      break;
    case Statement::Bits:
      if (K == 0)
        return Way::Next;
      SetCounter(K & (K - 1));
      break;
    }
    Way W = Round();
    if (W == Way::Break)
      return Way::Next;
    if (W == Way::Return || W == Way::Goto)
      return W;
    if (S.style == Statement::Up)
      SetCounter(Counter() + 1);
    if (S.style == Statement::Down)
      SetCounter(Counter() - 1);
  }
}

Way Group::single(Item &I, const Block &B) {
  for (size_t N = 0; N != B.size(); ++N) {
    Way W = single(I, B[N]);
    if (W == Way::Goto) {
      for (size_t L = N + 1; L != B.size(); ++L)
        if (B[L].kind == Statement::Label && B[L].number == label) {
          N = L;
          W = Way::Next;
          break;
        }
    }
    if (W != Way::Next)
      return W;
  }
  return Way::Next;
}

Way Group::single(Item &I, const Statement &S) {
  switch (S.kind) {
  case Statement::Assign: {
    Value V = evaluate(I, S.values[0]);
    store(I, locate(I, S.place), V, S.place.numbers);
    return Way::Next;
  }
  case Statement::CopyElement: {
    unsigned Count = program.at(S.place.object).lanes();
    Lane *From = lanes(I, locate(I, S.values[0]), Count);
    std::copy_n(From, Count, lanes(I, locate(I, S.place), Count));
    return Way::Next;
  }
  case Statement::If:
  case Statement::Switch:
    return chosen(I, S);
  case Statement::Loop:
    return loop(
        S, [&] { return single(I, S.blocks[0]); },
        [&] { return isTrue(I, S.values[1]); },
        [&](const Expression &E) { return evaluate(I, E).lanes[0]; },
        [&] { return memoryOf(I, program.at(S.object), size_t(S.object))[0]; },
        [&](Lane L) { setCounter(I, S, L); });
  case Statement::Break:
    return Way::Break;
  case Statement::Continue:
    return Way::Continue;
  case Statement::Return:
    if (!S.values.empty())
      result = evaluate(I, S.values[0]);
    return Way::Return;
  case Statement::Goto:
    label = S.number;
    return Way::Goto;
  case Statement::StoreVector: {
    Value V = evaluate(I, S.values[0]);
    Pointer At = locate(I, S.place);
    At.lane += S.numbers[0];
    store(I, At, V, {});
    return Way::Next;
  }
  case Statement::Atomic:
  case Statement::AtomicOwn:
    atomic(I, S);
    return Way::Next;
  case Statement::Point:
    I.pointers[size_t(S.object)] = locate(I, S.place);
    return Way::Next;
  case Statement::Label:
  case Statement::Barrier:
    return Way::Next;
  }
  return Way::Next;
}

Lane Group::agreed(const Expression &E) {
  Lane First = evaluate(items[0], E).lanes[0];
  for (Item &I : items)
    if (evaluate(I, E).lanes[0] != First)
      throw Unusable("work-items disagree");
  return First;
}

Way Group::together(const Block &B) {
  for (const Statement &S : B)
    if (Way W = together(S); W != Way::Next)
      return W;
  return Way::Next;
}

Way Group::together(const Statement &S) {
  if (S.group)
    switch (S.kind) {
    case Statement::If:
      return together(S.blocks[agreed(S.values[0]) ? 0 : 1]);
    case Statement::Loop:
      return loop(
          S, [&] { return together(S.blocks[0]); },
          [&] { return agreed(S.values[1]) != 0; },
          [&](const Expression &E) { return agreed(E); },
          [&] {
            return memoryOf(items[0], program.at(S.object),
                            size_t(S.object))[0];
          },
          [&](Lane L) {
            for (Item &I : items)
              setCounter(I, S, L);
          });
    case Statement::Break:
      return Way::Break;
    case Statement::Continue:
      return Way::Continue;
    default:
      return Way::Next;
    }
  for (uint64_t N = 0; N != size; ++N) {
    Item &I = items[turn == Turn::FirstItemFirst ? N : size - 1 - N];
    if (!I.done && single(I, S) == Way::Return)
      I.done = true;
  }
  return Way::Next;
}

} // namespace

uint64_t elementsOf(const Object &O, const Range &R) {
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
    if (!Global)
      continue;
    uint64_t Elements = elementsOf(O, R);
    M[N].reserve(Elements * O.lanes());
    for (uint64_t E = 0; E != Elements; ++E)
      for (const Type &T : O.fields)
        for (unsigned L = 0; L != T.width; ++L)
          M[N].push_back(randomLane(Random, T.element));
  }
  for (const Object &O : P.objects)
    if (O.permutation >= 0) {
      std::vector<Lane> &Table = M[size_t(O.permutation)];
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
        Group(P, R, T, M, {X, Y, Z}).run();
}

} // namespace conformance::kernels
