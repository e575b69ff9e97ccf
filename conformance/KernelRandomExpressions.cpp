//===- KernelRandomExpressions.cpp - Random expressions -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "KernelRandomGenerator.h"

namespace conformance::kernels {

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

Expression Expressions::index(uint64_t Count) {
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
  return adapt(read(O, F), T);
}

Expression Expressions::condition(unsigned Depth) {
  Type T = Int;
  uint64_t Class = pick(100);
  if (!scope.uniform && scope.function < 0 && Class < 30) {
    Type I = program.indexType;
    Expression Lid = query(I, pick(4) ? LocalLinear : GlobalLinear);
    if (chance(40))
      return operation(Op::Less, T, {Lid, literal(I, pick(40))});
    return operation(Op::Equal, T,
                     {operation(Op::Rem, I, {Lid, literal(I, 2 + pick(4))}),
                      literal(I, pick(3))});
  }
  return Class < 80 ? comparison(T, Depth) : value(T, Depth);
}

Expression Expressions::comparison(Type T, unsigned Depth) {
  Type Of = anyType();
  if (T.isVector()) {
    std::vector<Element> Same = {T.element, T.integer(false).element};
    if (T.elementBytes() == 4)
      Same.push_back(Element::Float);
    if (T.elementBytes() == 8 && features.fp64)
      Same.push_back(Element::Double);
    if (T.elementBytes() == 2 && features.half)
      Same.push_back(Element::Half);
    Of = T.with(among(Same));
  } else {
    Of.width = 1;
  }
  if (Of.isFloat() && chance(15))
    return operation(chance(50) ? Op::IsNan : Op::IsInf, T, {value(Of, Depth)});
  Op O = Op(unsigned(Op::Less) + pick(6));
  return operation(O, T, {value(Of, Depth), value(Of, Depth ? Depth - 1 : 0)});
}

Expression Expressions::choice(Type T, unsigned Depth) {
  Expression A = value(T, Depth - 1), B = value(T, Depth - 1);
  Type Mask = T.integer(chance(50));
  uint64_t Class = pick(100);
  if (Class < 45 || (Class < 75 && !T.isVector()))
    return operation(Op::Choose, T, {condition(Depth - 1), A, B});
  if (Class < 75)
    return operation(Op::ChooseLanes, T, {value(Mask, Depth - 1), A, B});
  return operation(Op::Select, T, {A, B, value(Mask, Depth - 1)});
}

Expression Expressions::conversion(Type T, unsigned Depth) {
  if (!T.isFloat() && T.width != 3 && chance(25)) {
    // The same bytes, twice or half as many lanes.
    unsigned Bytes = T.elementBytes();
    bool Wider = chance(50);
    Type From{integer(Wider ? Bytes * 2 : std::max(Bytes / 2, 1u), chance(50)),
              Wider ? T.width / 2 : T.width * 2};
    if (From.width && From.width <= 16 && Bytes * 2 <= 8 + Bytes * !Wider &&
        From.elementBytes() * From.width == Bytes * T.width)
      return operation(Op::Repack, T, {value(From, Depth - 1)});
  }
  Type From = anyType().with(T.width);
  return adapt(value(From, Depth - 1), T);
}

Expression Expressions::vector(Type T, unsigned Depth) {
  uint64_t Class = pick(3);
  if (Class == 0 || T.width == 3) {
    std::vector<Expression> Parts;
    for (unsigned Filled = 0; Filled != T.width;) {
      unsigned Width = chance(40) ? 1 : 2;
      Width = std::min(Width, T.width - Filled);
      Parts.push_back(value(T.with(Width), Depth - 1));
      Filled += Width;
    }
    return operation(Op::Construct, T, std::move(Parts));
  }
  constexpr unsigned Widths[] = {2, 4, 8, 16};
  Type From = T.with(Widths[pick(4)]);
  Type Mask = T.integer(false);
  if (Class == 1)
    return operation(Op::Shuffle, T,
                     {value(From, Depth - 1), value(Mask, Depth - 1)});
  return operation(
      Op::Shuffle2, T,
      {value(From, Depth - 1), value(From, Depth - 1), value(Mask, Depth - 1)});
}

Expression Expressions::arithmetic(Type T, unsigned Depth) {
  std::vector<Op> Ops = {Op::Add, Op::Add, Op::Sub, Op::Mul};
  if (T.isFloat())
    Ops.push_back(Op::Div);
  else
    Ops.insert(Ops.end(),
               {Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr, Op::Div, Op::Rem});
  Op O = among(Ops);
  Expression A = value(T, Depth - 1), B = value(T, Depth - 1);
  // Clang would fold a division by the literal 0.
  bool Divides = (O == Op::Div || O == Op::Rem) && !T.isFloat();
  if (Divides && B.kind != Expression::Read)
    B = literal(T, 1 + pick(20));
  return operation(O, T, {std::move(A), std::move(B)});
}

Expression Expressions::integerFunction(Type T, unsigned Depth) {
  auto V = [&](Type Of) { return value(Of, Depth - 1); };
  switch (pick(14)) {
  case 0:
    return operation(Op::Neg, T, {V(T)});
  case 1:
    return operation(Op::Not, T, {V(T)});
  case 2:
    return operation(Op::Clamp, T, {V(T), leaf(T), leaf(T)});
  case 3:
    if (T.isSigned())
      break;
    return operation(Op::Abs, T, {V(T.integer(chance(70)))});
  case 4: {
    if (T.isSigned())
      break;
    Type Of = T.integer(chance(50));
    return operation(Op::AbsDiff, T, {V(Of), V(Of)});
  }
  case 5:
    return operation(Op::MadHi, T, {V(T), V(T), V(T)});
  case 6:
    return operation(Op::Bitselect, T, {V(T), V(T), V(T)});
  case 7: {
    if (T.elementBytes() == 1)
      break;
    Type High{integer(T.elementBytes() / 2, T.isSigned()), T.width};
    return operation(Op::Upsample, T, {V(High), V(High.integer(false))});
  }
  case 8:
    if (T != Int)
      break;
    return operation(chance(50) ? Op::Any : Op::All, T,
                     {V(Type{integer(1u << pick(4), true), 2u << pick(3)})});
  default:
    break;
  }
  const Op One[] = {Op::Popcount, Op::Clz, Op::Ctz};
  const Op Two[] = {Op::Min,    Op::Max,    Op::MulHi, Op::Rotate,
                    Op::AddSat, Op::SubSat, Op::Hadd,  Op::Rhadd};
  if (chance(20))
    return operation(One[pick(3)], T, {V(T)});
  return operation(Two[pick(8)], T, {V(T), V(T)});
}

Expression Expressions::floatFunction(Type T, unsigned Depth) {
  auto V = [&] { return value(T, Depth - 1); };
  uint64_t Class = pick(100);
  if (Class < 15)
    return operation(Op::Neg, T, {V()});
  if (Class < 40)
    return operation(chance(50) ? Op::Min : Op::Max, T, {V(), V()});
  // Three halves have more bits than the interpreter's double.
  if (Class < 60 && T.element != Element::Half)
    return operation(Op::Fma, T, {V(), V(), V()});
  return operation(Op(unsigned(Op::Sqrt) + pick(6)), T, {V()});
}

Expression Expressions::value(Type T, unsigned Depth) {
  if (Depth == 0 || chance(15))
    return leaf(T);
  uint64_t Class = pick(100);
  if (Class < 45)
    return arithmetic(T, Depth);
  if (Class < 58)
    return T.isFloat() ? floatFunction(T, Depth) : integerFunction(T, Depth);
  if (Class < 68)
    return choice(T, Depth);
  if (Class < 76 && !T.isFloat() &&
      (T == Int || (T.isVector() && T.isSigned())))
    return comparison(T, Depth - 1);
  if (Class < 80 && T == Int) {
    if (chance(20))
      return operation(Op::LogicNot, T, {condition(Depth - 1)});
    return operation(chance(50) ? Op::LogicAnd : Op::LogicOr, T,
                     {condition(Depth - 1), condition(Depth - 1)});
  }
  if (Class < 86)
    return conversion(T, Depth);
  if (Class < 93 && T.isVector())
    return vector(T, Depth);
  if (Class < 98) { // vloadN
    std::vector<int> From;
    for (int O = 0; O != int(program.objects.size()); ++O)
      if (program.at(O).space == Object::Input &&
          program.at(O).fields == std::vector<Type>{T.with(1)} &&
          program.at(O).permutation < 0)
        From.push_back(O);
    if (T.isVector() && !From.empty()) {
      Expression E{Expression::LoadVector, T};
      E.object = among(From);
      bool Linear = scope.function < 0 && !scope.uniform && T.width <= 4;
      E.operands = {Linear ? query(program.indexType, GlobalLinear)
                           : index(T.width <= 4 ? 56 : 8)};
      E.numbers = {pick(32)};
      return E;
    }
  }
  for (int F = int(program.functions.size()) - 1; F >= 0; --F) {
    const Function &Callee = program.functions[size_t(F)];
    if (Callee.result == T && (scope.function < 0 || F < scope.function) &&
        !Callee.body.empty()) {
      Expression E{Expression::Call, T};
      E.function = F;
      for (int P : Callee.parameters)
        E.operands.push_back(value(program.at(P).fields[0], Depth - 1));
      return E;
    }
  }
  return leaf(T);
}

} // namespace conformance::kernels
