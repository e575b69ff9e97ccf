//===- RandomGroup.cpp - Memory and expressions of a work-group -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomGroup.h"

#include <algorithm>

namespace conformance::programs {

Group::Group(const Program &P, const Range &R, Turn T, Memory &Global,
             const std::array<size_t, 3> &Id, Machine *M)
    : program(P), range(R), turn(T), global(Global), id(Id), machine(M) {
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
    if (Obj.space == Object::Local && !Obj.raw)
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

void Group::run(size_t First) {
  for (; First < program.body.size(); ++First)
    if ((machine && !machine->goOn()) ||
        executeUniform(program.body[First]) != Completion::Next)
      return;
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
  case Object::Event:
    return machine->events[Number];
  default:
    return global[O.alias >= 0 ? size_t(O.alias) : Number].lanes;
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
    return global[size_t(O.permutation)].lanes[At] * O.count + Index;
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
  if (execute(I, F.body) != Completion::Return)
    throw Unusable("function without return");
  return result;
}

Value Group::evaluate(Item &I, const Expression &E) {
  if (++I.steps > maxSteps())
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

} // namespace conformance::programs
