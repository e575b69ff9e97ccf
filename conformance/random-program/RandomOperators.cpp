//===- RandomOperators.cpp - Random operations ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomExpressions.h"

#include <algorithm>

namespace conformance::programs {

static constexpr Type Int{Element::Int, 1};

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
  // Or some bits of what is kept otherwise, changed.
  if (!T.isFloat() && chance(15)) {
    const std::vector<Op> Logic = {Op::And, Op::Or, Op::Xor};
    B = leaf(T);
    A = operation(among(Logic), T, {B, literal(T, random())});
    A = operation(among(Logic), T, {std::move(A), leaf(T)});
  }
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

} // namespace conformance::programs
