//===- AsyncCopyRandomStatements.cpp - Random statements ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AsyncCopyRandomStatements.h"

#include <algorithm>

namespace conformance::programs::copies {

static constexpr uint64_t MaxIterations = 5;
static constexpr Type Int{Element::Int, 1}, UInt{Element::UInt, 1},
    ULong{Element::ULong, 1}, UChar{Element::UChar, 1};

/// Object \p O, or element \p Index of it.
static Expression named(int O, Type T, const Expression *Index = nullptr) {
  Expression E{Expression::Read, T};
  E.object = O;
  if (Index)
    E.operands = {*Index};
  return E;
}

static Expression literal(uint64_t Value) {
  return Expressions::literal(ULong, Value);
}

/// Element \p Index of the array of events, modulo its size.
static Expression elementAt(const Expression &Index) {
  Expression Masked =
      Index.kind == Expression::Literal
          ? literal(Index.numbers[0] % NumElements)
          : Expressions::operation(Op::And, ULong,
                                   {Index, literal(NumElements - 1)});
  return named(EventArray, ULong, &Masked);
}

Expression eventAt(uint64_t Index) {
  return Index < NumVariables ? named(EventVariables + int(Index), ULong)
                              : elementAt(literal(Index - NumVariables));
}

Statements::Statements(uint64_t Seed, const Features &F, Program &P)
    : Expressions(Seed, Choices(), F, P) {
  P.seed = Seed;
  P.indexType = ULong;
  P.copies = true;
  P.runs = 4;
  literals = unsigned(pick(3)) * 50;
  uint64_t Class = pick(100), Limit = F.localBytes - 2 * Object::LocalGuard;
  uint64_t Local = Class < 40   ? 512 + pick(4096)
                   : Class < 70 ? 4096 + pick(16384)
                   : Class < 90 ? 65536 + pick(16384)
                                : pick(Limit) + 1;
  Local = roundUp(std::min(Local, Limit - 127), 128);
  uint64_t Groups = Local < 65536 && chance(30) ? 8 + pick(17) : 1 + pick(4);

  auto Add = [&](Object::Space Space, Type T, uint64_t Count = 1) {
    Object O{Space};
    O.fields = {T};
    O.count = Count;
    O.raw = T == UChar;
    O.constant = true;
    P.objects.push_back(O);
    return &P.objects.back();
  };
  Add(Object::Group, UChar, roundUp(Local * (1 + pick(3)) + pick(8192), 128));
  Add(Object::Input, UChar, roundUp(Local * (1 + pick(2)) + pick(8192), 128));
  Add(Object::Group, UChar, Local + 2 * Object::LocalGuard);
  Add(Object::Output, UInt);
  Add(Object::Input, ULong)->contents = {0};
  for (int I = Scalars; I != Large; ++I)
    Add(Object::Argument, ULong)->contents = {0};
  Add(Object::Untouched, UInt);
  Add(Object::Local, UChar, Local)->asArgument = !chance(30);
  Add(Object::Private, UInt)->init = {Expressions::literal(UInt, 0)};
  for (size_t I = 0; I != NumVariables; ++I)
    Add(Object::Event, ULong);
  Add(Object::Event, ULong, NumElements)->array = true;
  shared.assign(P.objects.size(), false);

  P.dimensions = 1 + pick(3);
  for (int I = 0; I != 2; ++I) {
    Range R;
    uint64_t Items = chance(25) ? 1 : 1 + pick(256);
    for (size_t D = 0; D != P.dimensions; ++D) {
      uint64_t Size = chance(50) ? uint64_t(1) << pick(9) : 1 + pick(Items);
      R.local.push_back(std::min(Size, Items));
      Items /= R.local.back();
    }
    R.global = R.local;
    R.global[0] *= Groups;
    P.ranges.push_back(R);
  }
  P.required = chance(25);
  if (P.required)
    P.ranges.resize(1);

  P.body = {make(Statement::Fill), barrier(LocalFlag)};
  P.body[0].pinned = P.body[1].pinned = true;
}

Statement Statements::make(Statement::Kind Kind) const {
  Statement S{Kind};
  S.group = true;
  S.object = Arena;
  return S;
}

Block Statements::end() const {
  Statement Meet = barrier(LocalFlag), Local = make(Statement::Dump),
            Items{Statement::Assign};
  Local.copy.global = Dump;
  Expression Own = Expressions::literal(Int, 0);
  Items.place = named(Sums, UInt, &Own);
  Items.values = {named(Sum, UInt)};
  Meet.pinned = Local.pinned = Items.pinned = true;
  return {Meet, Local, Items};
}

Expression Statements::number(uint64_t Value) {
  if (chance(literals))
    return copies::literal(Value);
  if (Value && chance(30))
    for (int O = Scalars; O != Large; ++O) {
      Lane &Scalar = program.at(O).contents[0];
      if (Scalar == 0) // Still free.
        Scalar = Value;
      if (Scalar == Value)
        return named(O, ULong);
    }
  std::vector<Lane> &Numbers = program.at(Table).contents;
  Numbers.push_back(Value);
  program.at(Table).count = Numbers.size();
  Expression Index = copies::literal(Numbers.size() - 1);
  return named(Table, ULong, &Index);
}

Expression Statements::plus(const Expression &Base, const Expression &Variable,
                            uint64_t Add, uint64_t Mask, uint64_t Factor) {
  auto Apply = [](Op O, Expression E, uint64_t Value) {
    return operation(O, ULong, {std::move(E), copies::literal(Value)});
  };
  Expression E = Variable;
  if (Add)
    E = Apply(Op::PlainAdd, E, Add);
  if (Mask != UINT64_MAX)
    E = Apply(Op::And, E, Mask);
  return operation(Op::PlainAdd, ULong,
                   {Base, Apply(Op::PlainMul, std::move(E), Factor)});
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

Expression Statements::place(int O, uint64_t Extent, uint64_t Alignment,
                             uint64_t &At) {
  struct Term {
    Expression variable;
    uint64_t add, mask, factor;
  };
  std::vector<Term> Terms;
  uint64_t Size = sizeOf(O), Room = Size > Extent ? Size - Extent : 0, Sum = 0;
  auto AddTerm = [&](const Expression &Variable, uint64_t Times) {
    uint64_t Step =
        chance(60) ? roundUp(Extent, Alignment) : Alignment * (1 + pick(16));
    uint64_t Mask = chance(50) ? UINT64_MAX : pick(2) * 2 + 1;
    if (Step * (Times + 1) <= Room) {
      uint64_t Add = pick(2);
      Terms.push_back({Variable, Add, Mask, Step});
      Room -= Step * (Times + 1);
      Sum += Add * Step;
    }
  };
  for (const Expression &Counter : counters)
    if (chance(60))
      AddTerm(Counter, MaxIterations);
  if (chance(20))
    AddTerm(query(ULong, GroupLinear),
            program.ranges[0].global[0] / program.ranges[0].local[0]);
  uint64_t Start = pick(Room + 1);
  if (chance(40))
    for (const Spot &S : recent)
      if (S.object == O && S.start <= Room && chance(50))
        Start = S.start;
  Start = Start / Alignment * Alignment;
  At = Start + Sum;
  Expression E = number(Start);
  for (const Term &T : Terms)
    E = plus(E, T.variable, T.add, T.mask, T.factor);
  return E;
}

Expression Statements::event() {
  if (chance(50))
    return eventAt(pick(NumVariables));
  Expression Index = number(pick(NumElements));
  if (!counters.empty() && chance(60))
    Index = plus(Index, among(counters), pick(2), pick(2) * 2 + 1, 1);
  else if (features.lenient && chance(10))
    Index = plus(Index, query(ULong, GroupLinear), 0, 3, 1);
  return elementAt(Index);
}

uint64_t Statements::chooseElements(Copy &C) {
  if (C.hasTiles()) {
    constexpr uint64_t Large[] = {32, 64, 100, 128};
    return chance(75) ? 1 + pick(20) : Large[pick(4)];
  }
  constexpr Element Elements[] = {
      Element::Char, Element::UChar, Element::Short, Element::UShort,
      Element::Int,  Element::UInt,  Element::Long,  Element::ULong,
      Element::Half, Element::Float, Element::Double};
  constexpr unsigned Widths[] = {1, 2, 3, 4, 8, 16};
  Element Chosen = Elements[pick(std::size(Elements))];
  if ((!features.half && Chosen == Element::Half) ||
      (!features.fp64 && Chosen == Element::Double))
    Chosen = Element::Char;
  C.type = {Chosen, Widths[pick(std::size(Widths))]};
  return C.type.bytes();
}

/// Lines and planes of about \p Total elements in all, or a few more.
void Statements::chooseTiles(const Copy &C, Copy::Numbers &N, uint64_t Total) {
  bool HasPlanes = C.builtin == Copy::Tiles3D;
  uint64_t Planes = HasPlanes ? 1 + pick(chance(70) ? 4 : 20) : 1;
  uint64_t Line = chance(20) ? std::max<uint64_t>(Total, 1)
                             : 1 + pick(chance(70) ? 20 : 300);
  uint64_t Lines = Total / (Line * Planes) + pick(3);
  if (Total == 0)
    (HasPlanes && chance(30) ? Planes : chance(50) ? Lines : Line) = 0;
  auto Gap = [&] { return chance(40) ? 0 : pick(chance(70) ? 8 : 300); };
  uint64_t LocalLine = Line + Gap(), GlobalLine = Line + Gap();
  N[Copy::Count] = Line;
  N[Copy::Lines] = Lines;
  N[Copy::Planes] = Planes;
  N[Copy::LocalLine] = LocalLine;
  N[Copy::GlobalLine] = GlobalLine;
  N[Copy::LocalPlane] = LocalLine * Lines + Gap();
  N[Copy::GlobalPlane] = GlobalLine * Lines + Gap();
  N[Copy::LocalOffset] = Gap();
  N[Copy::GlobalOffset] = Gap();
}

/// \p N is what its numbers are before all loops, in group 0.
Statement Statements::start(Copy::Numbers &N) {
  Statement S = make(Statement::Start);
  Copy &C = S.copy;
  N = {};
  uint64_t Class = pick(features.tiles ? 100 : 60);
  C.builtin = Class < 35   ? Copy::Linear
              : Class < 60 ? Copy::Strided
              : Class < 82 ? Copy::Tiles2D
                           : Copy::Tiles3D;
  C.toLocal = chance(50);
  C.global = C.toLocal && chance(40) ? ReadOnly : Global;
  uint64_t Bytes = N[Copy::ElementBytes] = chooseElements(C),
           Room = std::min(sizeOf(C.global), sizeOf(Arena));
  if (chance(75)) // Leaves room for others.
    Room /= 2 + pick(8);
  uint64_t Count = N[Copy::Count] =
      std::min((bytes() + Bytes - 1) / Bytes, Room / Bytes);
  if (C.builtin == Copy::Strided) {
    uint64_t Largest = sizeOf(C.global) / Bytes / std::max<uint64_t>(Count, 1);
    N[Copy::Stride] =
        1 + pick(std::min<uint64_t>(Largest, chance(80) ? 9 : 200));
  } else if (C.hasTiles()) {
    chooseTiles(C, N, Count);
  }
  const size_t NumNumbers = C.hasTiles()                 ? Copy::NumNumbers
                            : C.builtin == Copy::Strided ? Copy::Stride + 1
                                                         : Copy::Count + 1;
  for (size_t I = 0; I != NumNumbers; ++I)
    S.values.push_back(I < Copy::Count ? Expression() : number(N[I]));
  auto [To, From] = regions(S, N);
  uint64_t Alignment = C.hasTiles() ? 1 : Bytes,
           LocalEnd = (C.toLocal ? To : From).end(),
           GlobalEnd = (C.toLocal ? From : To).end();
  S.values[Copy::LocalAt] = place(Arena, LocalEnd, Alignment, N[Copy::LocalAt]);
  S.values[Copy::GlobalAt] =
      place(C.global, GlobalEnd, Alignment, N[Copy::GlobalAt]);
  if (!counters.empty() && chance(15) && C.builtin == Copy::Linear)
    S.values[Copy::Count] =
        plus(S.values[Copy::Count], counters[0], 0, UINT64_MAX, 1);
  To = regions(S, N).first;
  recent.push_back({To.object, To.start});
  C.share = chance(30);
  C.helper = chance(20);
  C.constant = chance(70);
  S.place = event();
  return S;
}

Statement Statements::barrier(uint64_t Flags) const {
  Statement S = make(Statement::Barrier);
  S.number = Flags;
  return S;
}

Statement Statements::fence(uint64_t Flags) const {
  Statement S = make(Statement::Fence);
  S.number = Flags;
  return S;
}

Statement Statements::waitFor(const std::vector<Expression> &Events) const {
  Statement S = make(Statement::WaitEach);
  S.values = Events;
  return S;
}

Statement Statements::wait() {
  if (chance(30)) {
    std::vector<Expression> Events;
    for (uint64_t I = 0, Count = 1 + pick(6); I != Count; ++I)
      Events.push_back(event());
    return waitFor(Events);
  }
  Statement S = make(Statement::Wait);
  S.place = event();
  S.values = {copies::literal(1)};
  if (chance(40)) {
    uint64_t First = pick(NumElements);
    S.place = eventAt(NumVariables + First);
    S.values = {number(pick(NumElements - First + 1))};
  }
  return S;
}

Statement Statements::words(Statement::Kind Kind) {
  Statement S = make(Kind);
  S.object = chance(75) ? Arena : Global;
  S.number =
      std::min((uint64_t(1) << pick(11)) + pick(10), sizeOf(S.object) / 4);
  uint64_t At;
  S.values = {place(S.object, S.number * 4, 4, At)};
  S.place = named(Sum, UInt);
  S.salt = uint32_t(1 + pick(1 << 20));
  return S;
}

Statement Statements::simple() {
  uint64_t Class = pick(100);
  if (Class < 52) {
    Copy::Numbers N;
    return start(N);
  }
  if (Class < 64)
    return wait();
  if (Class < 68) {
    Statement S = make(Statement::Assign);
    S.place = event();
    S.values = {event()};
    return S;
  }
  if (Class < 71)
    return barrier(1 + pick(3));
  if (Class < 76 && features.fence)
    return fence(1 + pick(3));
  if (Class < 79)
    return compute();
  if (Class < 81) {
    Statement S = make(Statement::Prefetch);
    uint64_t At;
    S.object = ReadOnly;
    S.number = std::min((uint64_t(1) << pick(11)), sizeOf(ReadOnly));
    S.values = {place(ReadOnly, S.number, 1, At)};
    return S;
  }
  return words(chance(50) ? Statement::Mutate : Statement::Gather);
}

/// So long that other threads notice the copies in flight.
Statement Statements::compute() {
  Statement S = make(Statement::Compute);
  S.place = named(Sum, UInt);
  S.number = (uint64_t(1) << pick(17)) + pick(1000);
  S.salt = uint32_t(pick(1000));
  return S;
}

Statement Statements::countedLoop(const Expression &Bound) {
  Object O;
  O.constant = O.uniform = true;
  O.fields = {ULong};
  O.init = {copies::literal(0)};
  program.objects.push_back(O);
  Statement S = make(Statement::Loop);
  S.object = int(program.objects.size()) - 1;
  S.values = {Bound, Expressions::literal(Int, 1)};
  S.blocks = {{}};
  constexpr Statement::Style Styles[] = {Statement::Up, Statement::While,
                                         Statement::Endless};
  S.style = Styles[pick(3)];
  return S;
}

Expression Statements::iteration(const Statement &Loop) {
  Expression Counter = named(Loop.object, ULong);
  return Loop.style == Statement::Up
             ? Counter
             : operation(Op::PlainSub, ULong, {Counter, copies::literal(1)});
}

Statement Statements::loop() {
  Statement S = countedLoop(number(pick(MaxIterations + 1)));
  S.style = Statement::Style(pick(6));
  counters.push_back(named(S.object, ULong));
  return S;
}

Statement Statements::conditional() {
  Statement S = make(Statement::If);
  Expression Left = number(pick(3));
  uint64_t Limit = 1 + pick(4);
  if (!counters.empty())
    Left = plus(Left, counters.back(), pick(2), pick(2) ? UINT64_MAX : 1, 1);
  // Groups that go different ways have different events at the end.
  if (features.lenient && chance(50))
    Left = plus(Left, query(ULong, GroupLinear), pick(2),
                pick(2) ? UINT64_MAX : 1, 1 + pick(2));
  S.values = {operation(Op::Less, Int, {Left, copies::literal(Limit)})};
  S.blocks = {{}, {}};
  return S;
}

} // namespace conformance::programs::copies
