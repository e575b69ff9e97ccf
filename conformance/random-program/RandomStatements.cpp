//===- RandomStatements.cpp - Random statements ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomStatements.h"

#include <limits>

namespace conformance::programs {

static constexpr Type Int{Element::Int, 1}, UInt{Element::UInt, 1};

Statement Statements::assign(Expression To, Expression From) const {
  Statement S{Statement::Assign};
  S.place = std::move(To);
  S.values = {std::move(From)};
  return S;
}

Statement Statements::barrier() const {
  Statement S{Statement::Barrier};
  S.group = S.pinned = true;
  S.number = LocalFlag | GlobalFlag;
  return S;
}

Statement Statements::point(int Number) {
  const Object &Pointer = program.at(Number);
  Type T = Pointer.fields[0];
  for (int Try = 0; Try != 10; ++Try) {
    Expression To = place(&T);
    if (To.object < 0)
      break;
    // What barriers make common is not safe to point to.
    Object::Space Space = program.at(To.object).space;
    bool Fits = Space == Object::Private ||
                (Pointer.generic && Space == Object::Output);
    if (!Fits)
      continue;
    Statement S{Statement::Point};
    S.object = Number;
    S.place = std::move(To);
    return S;
  }
  return {};
}

/// A new counter of a loop.
int Statements::counter(Type T) {
  Object O;
  O.function = scope.function;
  O.constant = true;
  O.uniform = scope.uniform;
  O.fields = {T};
  O.init = {literal(T, 0)};
  program.objects.push_back(std::move(O));
  shared.push_back(false);
  return int(program.objects.size()) - 1;
}

Statement Statements::upTo(uint64_t Count) {
  Statement S{Statement::Loop};
  S.object = counter(UInt);
  S.values = {literal(UInt, Count)};
  return S;
}

/// Iterations of a loop: few, and mostly not the same for all work-items.
Expression Statements::bound() {
  uint64_t Class = pick(100);
  if (Class < 20 || scope.uniform)
    return chance(60)
               ? literal(UInt, pick(6))
               : operation(Op::And, UInt, {value(UInt, 1), literal(UInt, 3)});
  if (Class < 45 && scope.function < 0) {
    Type T = program.indexType;
    Expression Lid = query(T, LocalLinear);
    return operation(
        Op::Convert, UInt,
        {operation(Op::Rem, T,
                   {operation(Op::PlainAdd, T, {Lid, literal(T, pick(5))}),
                    literal(T, 2 + pick(6))})});
  }
  if (Class < 50 && scope.function < 0) { // One of them takes long.
    Type T = program.indexType;
    return operation(Op::Choose, UInt,
                     {operation(Op::Equal, Int,
                                {query(T, LocalLinear), literal(T, pick(20))}),
                      literal(UInt, 20 + pick(30)), literal(UInt, pick(2))});
  }
  return operation(Op::And, UInt,
                   {value(UInt, 1), literal(UInt, (2u << pick(3)) - 1)});
}

Statement Statements::store(const Place &P) {
  Expression To = place(nullptr);
  const bool ThroughArrays = P.inLoop && throughArrays();
  while (ThroughArrays && program.at(To.object).space != Object::Output &&
         chance(75))
    To = place(nullptr);
  Expression From = value(To.type, depth);
  // Sums, and the like.
  if (ThroughArrays && To.numbers.empty() &&
      chance(program.at(To.object).space == Object::Output ? 30 : 85)) {
    std::vector<Op> Ops = {Op::Add, Op::Add, Op::Sub,
                           Op::Mul, Op::Min, Op::Max};
    if (!To.type.isFloat())
      Ops.insert(Ops.end(), {Op::And, Op::Or, Op::Xor});
    From = operation(among(Ops), To.type, {To, std::move(From)});
  }
  return assign(To, std::move(From));
}

/// Of which some are conditional.
Block Statements::stores(const Place &P, uint64_t Count) {
  Block B;
  for (uint64_t I = 0; I != Count; ++I) {
    Statement S = store(P);
    if (chance(15)) {
      Statement If{Statement::If};
      If.values = {condition(1)};
      If.blocks = {{std::move(S)}, chance(30) ? Block{store(P)} : Block{}};
      S = std::move(If);
    }
    B.push_back(std::move(S));
  }
  return B;
}

Statement Statements::branch(const Place &P) {
  Statement S{Statement::If};
  S.values = {condition(depth - 1)};
  S.blocks.push_back(items(P, 1 + pick(3)));
  S.blocks.push_back(chance(50) ? items(P, 1 + pick(2)) : Block{});
  return S;
}

Statement Statements::choose(const Place &P) {
  Statement S{Statement::Switch};
  Place Inner = P;
  Inner.inSwitch = true;
  S.fallThrough = chance(30);
  uint64_t Cases = 2 + pick(5);
  for (uint64_t C = 0; C != Cases; ++C)
    S.numbers.push_back(C * (S.fallThrough ? 1 : 1 + pick(2) * 3));
  for (uint64_t C = 0; C < Cases; ++C)
    S.numbers[C] = C * 2 % 7; // No two are the same.
  S.values = {operation(Op::And, UInt, {value(UInt, 1), literal(UInt, 7)})};
  for (uint64_t B = 0; B <= Cases; ++B)
    S.blocks.push_back(items(Inner, pick(3)));
  return S;
}

/// A loop through an array, without its body. At most \p Last iterations.
Statement Statements::arrayLoop(uint64_t &Last) {
  constexpr Element Elements[] = {
      Element::Int,   Element::UInt,   Element::UInt, Element::Long,
      Element::ULong, Element::UShort, Element::UChar};
  const Type T{Elements[pick(std::size(Elements))], 1};
  Statement S{Statement::Loop};
  S.style = chance(75) ? Statement::Up : Statement::Style(pick(5));
  S.step = chance(85) ? 1 : 2 + pick(4);
  // Still in a uchar with a step.
  const uint64_t Bits = 3 + pick(5);
  Last = (uint64_t(1) << Bits) - 1;
  const uint64_t Class = pick(100);
  S.values = {
      Class < 40 ? literal(T, pick(Last + 1))
      : Class < 60
          ? operation(Op::And, T, {value(T, 1), literal(T, Last)})
          : operation(
                Op::And, T,
                {operation(Op::Add, T,
                           {adapt(query(program.indexType, GlobalLinear), T),
                            literal(T, pick(Last + 1))}),
                 literal(T, Last)}),
      condition(1)};
  // Each work-item's own part of an array, or window of it, up to the end.
  if (S.style == Statement::Up && chance(30)) {
    const uint64_t Length = pick(Last / 2);
    const Expression Id = adapt(query(program.indexType, GlobalLinear), T);
    const Expression Start =
        operation(chance(50) ? Op::Mul : Op::Sub, T,
                  {Id, literal(T, chance(70) ? Length : pick(8))});
    const Expression End =
        operation(Op::Min, T,
                  {operation(Op::Add, T, {Start, literal(T, Length)}),
                   literal(T, Last + 1)});
    S.values[0] = operation(Op::Max, T, {End, literal(T, 0)});
    S.values.push_back(operation(Op::Max, T, {Start, literal(T, 0)}));
  }
  S.object = counter(T);
  return S;
}

void Statements::loop(const Place &P, Block &B) {
  Statement S{Statement::Loop};
  uint64_t Last = 64; // See bound().
  const bool ThroughArrays = !P.inLoop && throughArrays();
  if (ThroughArrays) {
    S = arrayLoop(Last);
  } else {
    S.style = Statement::Style(pick(6));
    S.values = {bound(), condition(1)};
    if (S.style == Statement::Bits && chance(60)) {
      S.values[0] = value(UInt, 1);
      Last = std::numeric_limits<uint32_t>::max();
    }
    S.object = counter(UInt);
  }
  Place Inner = P;
  Inner.inLoop = true;
  Inner.inSwitch = false;
  uint64_t Label = labels;
  bool HasLabel = chance(12);
  if (HasLabel) {
    Inner.labels.push_back(Label);
    ++labels;
  }
  counters.push_back({S.object, Last});
  const uint64_t Count = 1 + pick(ThroughArrays ? 3 : 4);
  S.blocks = {ThroughArrays && chance(80) ? stores(Inner, Count)
                                          : items(Inner, Count)};
  counters.pop_back();
  B.push_back(std::move(S));
  if (HasLabel) {
    Statement Target{Statement::Label};
    Target.number = Label;
    Target.pinned = true;
    B.push_back(std::move(Target));
  }
}

/// A conditional jump.
Statement Statements::jump(const Place &P) {
  Statement J{Statement::Break};
  if (P.mayReturn && chance(30)) {
    J.kind = Statement::Return;
    if (scope.function >= 0)
      J.values = {value(program.functions[size_t(scope.function)].result, 1)};
  } else if (!P.labels.empty() && chance(60)) {
    J.kind = Statement::Goto;
    J.number = among(P.labels);
  } else if (P.inLoop && chance(40)) {
    J.kind = Statement::Continue;
  } else if (!P.inLoop && !P.inSwitch) {
    return store(P);
  }
  Statement S{Statement::If};
  S.values = {condition(1)};
  Place Inner = P;
  Inner.nesting = 9;
  S.blocks = {chance(30) ? items(Inner, 1) : Block{}, {}};
  S.blocks[0].push_back(std::move(J));
  return S;
}

Statement Statements::storeVector() {
  std::vector<int> To;
  for (int O = 0; O != int(program.objects.size()); ++O) {
    const Object &Obj = program.at(O);
    if (Obj.space == Object::Output && Obj.order == Object::Consecutive &&
        Obj.structure < 0 && !Obj.fields[0].isVector() && Obj.count >= 2)
      To.push_back(O);
  }
  if (To.empty() || scope.function >= 0)
    return store({});
  int O = among(To);
  std::vector<unsigned> Widths;
  for (unsigned W : {2, 3, 4, 8, 16})
    if (W <= program.at(O).count)
      Widths.push_back(W);
  Type T = program.at(O).fields[0].with(among(Widths));
  Statement S{Statement::StoreVector};
  S.place = read(O, 0);
  S.place.operands = {literal(Int, 0)};
  S.numbers = {pick(program.at(O).count - T.width + 1)};
  S.values = {value(T, depth)};
  return S;
}

/// On something shared, with a result that nobody uses, or on something own.
Statement Statements::atomic() {
  std::vector<int> Counters, Own;
  for (int O = 0; O != int(program.objects.size()); ++O) {
    const Object &Obj = program.at(O);
    if (Obj.counter() && !shared[size_t(O)])
      Counters.push_back(O);
    Type T = Obj.fields[0];
    if ((Obj.space == Object::Output || (Obj.shared() && !shared[size_t(O)])) &&
        Obj.structure < 0 && !T.isVector() && !T.isFloat() &&
        (T.elementBytes() == 4 ||
         (T.elementBytes() == 8 && features.atomics64)))
      Own.push_back(O);
  }
  if (scope.function >= 0 || (Counters.empty() && Own.empty()))
    return store({});
  if (!Counters.empty() && (Own.empty() || chance(60))) {
    int O = among(Counters);
    Statement S{Statement::Atomic};
    S.place = {Expression::Read, program.at(O).fields[0]};
    S.place.object = O;
    S.place.operands = {index(program.at(O).count)};
    S.op = program.at(O).atomic;
    S.values = {value(S.place.type, depth)};
    return S;
  }
  constexpr Op Ops[] = {Op::Add, Op::Sub, Op::Min, Op::Max,
                        Op::And, Op::Or,  Op::Xor, Op::Select};
  int O = among(Own);
  Statement S{Statement::AtomicOwn};
  S.other = read(O, 0);
  S.place = place(&S.other.type);
  S.op = Ops[pick(8)];
  S.values = {value(S.other.type, depth)};
  return S;
}

Statement Statements::copyElement() {
  std::vector<int> To;
  for (int O = 0; O != int(program.objects.size()); ++O)
    if (program.at(O).structure >= 0 && writable(O))
      To.push_back(O);
  if (To.empty())
    return store({});
  int O = among(To);
  std::vector<int> From;
  for (int F = 0; F != int(program.objects.size()); ++F)
    if (program.at(F).structure == program.at(O).structure && readable(F))
      From.push_back(F);
  Statement S{Statement::CopyElement};
  S.place = read(O, 0);
  S.values = {read(among(From), 0)};
  S.place.field = S.values[0].field = -1;
  return S;
}

void Statements::item(const Place &P, Block &B) {
  uint64_t Class = pick(100);
  bool Nests = P.nesting < 3;
  if (!P.inLoop && throughArrays()) {
    Place Inner = P;
    ++Inner.nesting;
    loop(Inner, B);
  } else if (Class < 45) {
    B.push_back(store(P));
  } else if (Class < 60 || (Class < 80 && !Nests)) {
    if (!Nests)
      return B.push_back(jump(P));
    Place Inner = P;
    ++Inner.nesting;
    B.push_back(branch(Inner));
  } else if (Class < 75) {
    Place Inner = P;
    ++Inner.nesting;
    loop(Inner, B);
  } else if (Class < 80) {
    Place Inner = P;
    ++Inner.nesting;
    B.push_back(choose(Inner));
  } else if (Class < 86) {
    B.push_back(jump(P));
  } else if (Class < 90) {
    B.push_back(storeVector());
  } else if (Class < 94) {
    B.push_back(atomic());
  } else if (Class < 97) {
    B.push_back(copyElement());
  } else {
    std::vector<int> Pointers;
    for (int O = 0; O != int(program.objects.size()); ++O)
      if (program.at(O).space == Object::Pointer)
        Pointers.push_back(O);
    if (Pointers.empty() || scope.function >= 0)
      return B.push_back(store(P));
    Statement S = point(among(Pointers));
    B.push_back(S.object < 0 ? store(P) : std::move(S));
  }
}

Block Statements::items(const Place &P, uint64_t Count) {
  Block B;
  for (uint64_t I = 0; I != Count; ++I)
    item(P, B);
  return B;
}

Block Statements::functionBody(int Function) {
  scope = {Function, false};
  depth = 2;
  Place P;
  P.nesting = 1;
  P.mayReturn = true;
  Block B = items(P, pick(4));
  Statement S{Statement::Return};
  S.values = {value(program.functions[size_t(Function)].result, 2)};
  S.pinned = true;
  B.push_back(std::move(S));
  scope = {};
  return B;
}

} // namespace conformance::programs
