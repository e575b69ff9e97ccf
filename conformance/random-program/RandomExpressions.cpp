//===- RandomExpressions.cpp - Leaves of random expressions ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomExpressions.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace conformance::programs {

static constexpr Type Int{Element::Int, 1}, UInt{Element::UInt, 1};

Expression Expressions::literal(Type T, uint64_t Number) {
  Expression E{Expression::Literal, T};
  Lane L = T.isFloat() ? rounded(T.element, double(int64_t(Number)))
                       : wrap(T.element, Number);
  E.numbers.assign(T.width, L);
  return E;
}

Expression Expressions::operation(Op O, Type T,
                                  std::vector<Expression> Operands) {
  Expression E{Expression::Operation, T, O};
  E.operands = std::move(Operands);
  return E;
}

Expression Expressions::query(Type T, uint64_t Question, uint64_t Dimension) {
  Expression E{Expression::Query, T};
  E.numbers = {Question, Dimension};
  return E;
}

Expression Expressions::randomLiteral(Type T) {
  Expression E{Expression::Literal, T};
  for (unsigned I = 0; I != T.width; ++I)
    E.numbers.push_back(randomLane(random, T.element));
  return E;
}

bool Expressions::readable(int Number) {
  const Object &O = program.at(Number);
  switch (O.space) {
  case Object::Private:
    return O.function == scope.function && (!scope.uniform || O.uniform);
  case Object::Input:
    return true;
  case Object::Argument:
    return scope.function < 0;
  case Object::Pointer:
  case Object::Output:
    return scope.function < 0 && !scope.uniform;
  case Object::Local:
  case Object::Group:
    return prepared && scope.function < 0 &&
           (!scope.uniform || shared[size_t(Number)]);
  case Object::LocalCounter:
    return scope.function < 0 && shared[size_t(Number)];
  case Object::GlobalCounter:
  case Object::Event:
  case Object::Untouched:
    return false;
  }
  return false;
}

bool Expressions::writable(int Number) {
  const Object &O = program.at(Number);
  switch (O.space) {
  case Object::Private:
    return O.function == scope.function && !O.constant && !O.uniform;
  case Object::Output:
  case Object::Pointer:
    return scope.function < 0;
  case Object::Local:
  case Object::Group:
    return scope.function < 0 && !shared[size_t(Number)];
  default:
    return false;
  }
}

static uint64_t maxOf(Element E) {
  return ~uint64_t(0) >> (64 - 8 * bytesOf(E) + isSigned(E));
}

/// \p Plain of \p Operands if it gives at most \p Max in 32 bits or more, else
/// \p Wrapping. Lowers \p Max to what \p T holds.
static Expression counted(Op Plain, Op Wrapping, Type T, uint64_t &Max,
                          std::vector<Expression> Operands) {
  const bool Fits = Max <= maxOf(T.element);
  Max = std::min(Max, maxOf(T.element));
  return Expressions::operation(
      Fits && T.elementBytes() >= 4 ? Plain : Wrapping, T, std::move(Operands));
}

/// That moves with the loops around it.
Expression Expressions::loopIndex(uint64_t Count) {
  auto ReadOf = [&](const Counter &C) {
    Expression E{Expression::Read, program.at(C.object).fields[0]};
    E.object = C.object;
    return E;
  };
  const Counter &First = among(counters);
  Expression E = ReadOf(First);
  uint64_t Max = First.last;
  auto Change = [&](Op Plain, Op Wrapping, uint64_t With, uint64_t NewMax) {
    Max = NewMax;
    E = counted(Plain, Wrapping, E.type, Max, {E, literal(E.type, With)});
  };
  for (uint64_t Steps = pick(4); Steps != 0; --Steps) {
    const uint64_t Number = 1 + pick(8);
    switch (pick(8)) {
    case 0:
    case 1:
      Change(Op::PlainAdd, Op::Add, Number, Max + Number);
      break;
    case 2:
      Change(Op::PlainMul, Op::Mul, Number, Max * Number);
      break;
    case 3:
      Change(Op::Xor, Op::Xor, Number, std::bit_ceil((Max | Number) + 1) - 1);
      break;
    case 4:
      Change(Op::And, Op::And, (uint64_t(1) << Number) - 1,
             std::min(Max, (uint64_t(1) << Number) - 1));
      break;
    case 5:
      if (Max < Count)
        E = counted(Op::PlainSub, Op::Sub, E.type, Max = Count - 1,
                    {literal(E.type, Count - 1), E});
      break;
    case 6: {
      const Type To{chance(50) ? Element::UChar : Element::UShort, 1};
      Max = std::min(Max, maxOf(To.element));
      E = operation(Op::Convert, To, {E});
      break;
    }
    case 7: {
      const Counter &Other = among(counters);
      if (Other.last > maxOf(E.type.element))
        break;
      Max += Other.last;
      E = counted(Op::PlainAdd, Op::Add, E.type, Max,
                  {E, adapt(ReadOf(Other), E.type)});
      break;
    }
    }
  }
  if (Max < Count)
    return E;
  const bool Masks = std::has_single_bit(Count);
  return operation(Masks ? Op::And : Op::Rem, E.type,
                   {E, literal(E.type, Masks ? Count - 1 : Count)});
}

Expression Expressions::index(uint64_t Count) {
  if (choices.arrayLoops && !counters.empty() && Count > 1 && chance(75))
    return loopIndex(Count);
  if (Count == 1 || chance(25) || indices > 1)
    return literal(Int, pick(Count));
  ++indices;
  Expression E = value(UInt, chance(60) ? 0 : 1);
  --indices;
  if (E.kind == Expression::Literal)
    return literal(Int, pick(Count));
  if ((Count & (Count - 1)) == 0)
    return operation(Op::And, UInt, {E, literal(UInt, Count - 1)});
  return operation(Op::Rem, UInt, {E, literal(UInt, Count)});
}

/// Inputs have an element for four times the number of work-items, and more.
Expression Expressions::inputIndex(const Object &O) {
  Type T = program.indexType;
  uint64_t Class = pick(100);
  if (throughArrays())
    return index(O.count);
  if (scope.uniform || scope.function >= 0 || Class < 12)
    return index(256);
  Expression Gid = query(T, GlobalLinear), Small = literal(T, pick(32));
  if (Class < 40)
    return operation(Op::PlainAdd, T, {Gid, Small});
  if (Class < 50)
    return operation(
        Op::PlainAdd, T,
        {operation(Op::PlainMul, T, {Gid, literal(T, 2 + pick(3))}), Small});
  if (Class < 60)
    return operation(
        Op::PlainAdd, T,
        {operation(Op::PlainSub, T, {query(T, GlobalTotal), Gid}), Small});
  if (Class < 70 && !tables.empty()) {
    int Table = among(tables);
    Expression E{Expression::Read, program.at(Table).fields[0]};
    E.object = Table;
    E.operands = {Gid};
    return E;
  }
  if (Class < 78)
    return operation(Op::PlainAdd, T, {query(T, LocalLinear), Small});
  if (Class < 84) { // Wraps within a row of work-items.
    Type Byte{Element::UChar, 1};
    return operation(
        Op::Convert, Byte,
        {operation(Op::Add, UInt,
                   {operation(Op::Convert, UInt, {Gid}),
                    literal(UInt, chance(50) ? 240 + pick(16) : random())})});
  }
  if (Class < 90)
    return operation(Op::And, UInt,
                     {operation(Op::Mul, UInt,
                                {operation(Op::Convert, UInt, {Gid}),
                                 literal(UInt, random())}),
                      literal(UInt, 255)});
  return operation(Op::Rem, UInt, {value(UInt, 1), literal(UInt, O.count)});
}

/// Into all elements that the group shares.
Expression Expressions::sharedIndex(const Object &O) {
  Type T = program.indexType;
  Expression Size = operation(Op::PlainMul, T,
                              {query(T, LocalTotal), literal(T, O.count)}),
             Lid = query(T, LocalLinear);
  uint64_t Class = scope.uniform ? pick(40) : pick(100);
  if (Class < 10)
    return literal(Int, 0);
  if (Class < 40)
    return operation(Op::Rem, UInt,
                     {value(UInt, 1), operation(Op::Convert, UInt, {Size})});
  if (Class < 55)
    return Lid;
  if (Class < 75)
    return operation(Op::PlainSub, T,
                     {operation(Op::PlainSub, T, {Size, literal(T, 1)}), Lid});
  return operation(
      Op::Rem, T,
      {operation(Op::PlainAdd, T, {Lid, literal(T, 1 + pick(40))}), Size});
}

Expression Expressions::read(int Number, int Field) {
  const Object &O = program.at(Number);
  Expression E{Expression::Read, O.fields[size_t(Field)]};
  E.object = Number;
  E.field = Field;
  if (O.space == Object::Input)
    E.operands = {inputIndex(O)};
  else if (O.shared() && shared[size_t(Number)]) {
    E.direct = true;
    E.operands = {sharedIndex(O)};
  } else if (O.perItem() || O.counter() || O.array)
    E.operands = {index(O.count)};
  return E;
}

Expression Expressions::place(const Type *T) {
  std::vector<std::pair<int, int>> Places;
  for (int O = 0; O != int(program.objects.size()); ++O)
    if (writable(O))
      for (int F = 0; F != int(program.at(O).fields.size()); ++F)
        if (!T || program.at(O).fields[size_t(F)] == *T)
          Places.push_back({O, F});
  if (Places.empty())
    return {};
  auto [O, F] = among(Places);
  Expression E = read(O, F);
  // Now and then only some components.
  if (!T && E.type.isVector() && chance(30)) {
    uint64_t First = pick(E.type.width);
    E.numbers = {First};
    if (chance(40) && First + 1 < E.type.width)
      E.numbers.push_back(First + 1);
    E.type.width = unsigned(E.numbers.size());
  }
  return E;
}

/// Made of \p E somehow.
Expression Expressions::adapt(Expression E, Type T) {
  if (E.type == T)
    return E;
  if (E.type.width != T.width && T.isVector() && !E.type.isVector())
    return operation(Op::Construct, T, {adapt(std::move(E), T.with(1))});
  if (E.type.width != T.width) {
    Type From = E.type;
    E = operation(Op::Swizzle, From.with(T.width), {std::move(E)});
    for (unsigned I = 0; I != T.width; ++I)
      E.numbers.push_back(pick(From.width));
    return adapt(std::move(E), T);
  }
  if (E.type.elementBytes() == T.elementBytes() && chance(50))
    return operation(Op::Bits, T, {std::move(E)});
  bool Saturates = !T.isFloat() && (E.type.isFloat() || chance(30));
  return operation(Saturates ? Op::ConvertSat : Op::Convert, T, {std::move(E)});
}

Expression Expressions::leaf(Type T) {
  uint64_t Class = pick(100);
  if (Class < 15)
    return randomLiteral(T);
  if (Class < 35 && scope.function < 0) {
    if (!scope.uniform && chance(75))
      return adapt(
          query(program.indexType, pick(2) ? LocalLinear : GlobalLinear), T);
    Type Size{Element::ULong, 1};
    uint64_t Q = scope.uniform ? GroupId + pick(5) : GlobalId + pick(7);
    return adapt(query(Size, Q, pick(3)), T);
  }
  std::vector<std::pair<int, int>> All, Exact;
  for (int O = 0; O != int(program.objects.size()); ++O)
    if (readable(O))
      for (int F = 0; F != int(program.at(O).fields.size()); ++F) {
        All.push_back({O, F});
        if (program.at(O).fields[size_t(F)] == T)
          Exact.push_back({O, F});
      }
  const auto &From = !Exact.empty() && chance(80) ? Exact : All;
  if (From.empty())
    return randomLiteral(T);
  auto [O, F] = among(From);
  // Arrays, where loops are.
  while (!counters.empty() && choices.arrayLoops &&
         program.at(O).space == Object::Private && chance(75))
    std::tie(O, F) = among(From);
  return adapt(read(O, F), T);
}

} // namespace conformance::programs
