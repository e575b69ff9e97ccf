//===- RandomGenerator.cpp - Makes random kernels -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomStatements.h"

#include <algorithm>

namespace conformance::programs {

static constexpr Type Int{Element::Int, 1}, UInt{Element::UInt, 1};

namespace {

/// Chooses ranges and objects, then lets Statements fill the kernel.
class Generator : public Statements {
public:
  using Statements::Statements;
  void run();

private:
  void chooseTypes();
  void chooseRanges();
  void chooseMemory();
  void chooseVariables(int Function, uint64_t Count);
  void chooseFunctions();
  void prepareShared();
  void preparePointers();
  void dump();
  std::vector<Type> fields(Object &O);
  int add(Object O);
};

int Generator::add(Object O) {
  program.objects.push_back(std::move(O));
  return int(program.objects.size()) - 1;
}

void Generator::chooseTypes() {
  std::vector<Element> Elements = {
      Element::Int,   Element::Int,   Element::Int,   Element::UInt,
      Element::UInt,  Element::Float, Element::Float, Element::Long,
      Element::ULong, Element::Short, Element::Char,  Element::UChar,
      Element::UShort};
  if (features.half)
    Elements.push_back(Element::Half);
  if (features.fp64)
    Elements.push_back(Element::Double);
  constexpr unsigned Widths[] = {2, 2, 2, 3, 3, 4, 4, 4, 8, 16};
  bool Vectors = chance(choices.arrayLoops ? 10 : 30);
  for (uint64_t I = 0, Count = 2 + pick(3); I != Count; ++I) {
    types.push_back({among(Elements), 1});
    if (Vectors && chance(60))
      types.back().width = Widths[pick(std::size(Widths))];
  }
  program.indexType = Type{std::vector{Element::Int, Element::UInt,
                                       Element::ULong, Element::Long}[pick(4)],
                           1};
}

void Generator::chooseRanges() {
  if (choices.arrayLoops) {
    for (size_t Items : {1, 3})
      program.ranges.push_back({{Items}, {1}, {}});
    return;
  }
  constexpr size_t Sizes[] = {1, 3, 7, 8, 16, 24, 33, 64, 100};
  program.dimensions = chance(60) ? 1 : 2 + pick(2);
  program.offset = chance(15);
  program.required = chance(25);
  for (uint64_t N = program.required ? 1 : 2 + pick(2); N-- > 0;) {
    Range R;
    size_t Items = 1;
    // From 1024 work-items on, drivers may make code for short rows.
    const bool IsLong = chance(15);
    for (size_t D = 0; D != program.dimensions; ++D) {
      size_t Size = Sizes[pick(std::size(Sizes))];
      while (Items * Size > 128)
        Size = (Size + 1) / 2;
      size_t Groups = D == 0 ? 1 + pick(3) : 1 + pick(2);
      if (IsLong && D == 0)
        Groups = 1024 / Size + Groups;
      Items *= Size;
      R.local.push_back(Size);
      R.global.push_back(Size * Groups);
      if (program.offset)
        R.offset.push_back(pick(50));
    }
    program.ranges.push_back(R);
  }
}

/// One type, or now and then a struct.
std::vector<Type> Generator::fields(Object &O) {
  if (choices.arrayLoops || !chance(20))
    return {anyType()};
  if (program.structures.empty() || chance(30)) {
    std::vector<Type> Fields;
    for (uint64_t F = 0, Count = 2 + pick(3); F != Count; ++F)
      Fields.push_back(chance(70) ? anyType() : anyType().with(1));
    program.structures.push_back(Fields);
  }
  O.structure = int(pick(program.structures.size()));
  return program.structures[size_t(O.structure)];
}

void Generator::chooseMemory() {
  uint64_t Items = 0;
  for (const Range &R : program.ranges)
    Items = std::max<uint64_t>(Items, R.globalItems());
  uint64_t InputCount =
      choices.arrayLoops ? 1024 : std::max<uint64_t>(320, 4 * Items + 64);
  auto Input = [&](std::vector<Type> Fields, Object O) {
    O.space = Object::Input;
    O.fields = std::move(Fields);
    O.count = InputCount;
    return add(std::move(O));
  };
  if (chance(50)) {
    int Table = Input({UInt}, {});
    program.at(Table).permutation = Table;
    tables.push_back(Table);
  }
  for (uint64_t I = 0, Count = 1 + pick(3); I != Count; ++I) {
    Object O;
    std::vector<Type> Fields = fields(O);
    if (O.structure < 0 && chance(60)) // For vloadN.
      Fields[0].width = 1;
    Input(std::move(Fields), std::move(O));
  }
  for (uint64_t I = 0, Count = pick(3); I != Count; ++I) {
    Object O{Object::Argument};
    O.fields = {anyType()};
    add(std::move(O));
  }
  for (uint64_t I = 0, Count = 1 + pick(3); I != Count; ++I) {
    Object O{Object::Output};
    O.fields = fields(O);
    O.count = uint64_t(1) << pick(3);
    O.order = Object::Order(pick(tables.empty() ? 3 : 4));
    if (O.structure < 0 && O.order == Object::Consecutive && chance(50)) {
      O.fields[0].width = 1; // For vstoreN.
      O.count = uint64_t(2) << pick(4);
    }
    if (choices.arrayLoops)
      O.count = uint64_t(128) << pick(4);
    if (O.order == Object::Permuted)
      O.permutation = tables[0];
    int Original = add(O);
    if (chance(8)) {
      O.alias = Original;
      add(std::move(O));
    }
  }
  for (uint64_t I = 0, Count = chance(choices.shared) ? 1 + pick(2) : 0;
       I != Count; ++I) {
    Object O{chance(75) ? Object::Local : Object::Group};
    O.fields = fields(O);
    O.count = uint64_t(1) << pick(2);
    O.order = Object::Order(pick(3));
    O.asArgument = chance(50);
    add(std::move(O));
  }
  for (uint64_t I = 0, Count = chance(30) ? 1 + pick(2) : 0; I != Count; ++I) {
    constexpr Op Ops[] = {Op::Add, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor};
    Object O{chance(60) ? Object::GlobalCounter : Object::LocalCounter};
    O.fields = {{chance(50) ? Element::Int : Element::UInt, 1}};
    if (features.atomics64 && chance(20))
      O.fields[0].element = chance(50) ? Element::Long : Element::ULong;
    O.count = uint64_t(1) << pick(4);
    O.atomic = Ops[pick(6)];
    add(std::move(O));
  }
  shared.assign(program.objects.size(), false);
}

void Generator::chooseVariables(int Function, uint64_t Count) {
  scope = {Function, false};
  for (uint64_t I = 0; I != Count; ++I) {
    Object O;
    O.function = Function;
    O.array = chance(25);
    O.uniform = Function < 0 && !O.array && chance(15);
    O.count = O.array ? uint64_t(1) << (1 + pick(4)) : 1;
    O.fields = fields(O);
    scope.uniform = O.uniform;
    uint64_t Elements = O.array ? 1 + pick(std::min<uint64_t>(O.count, 4)) : 1;
    while (Elements-- > 0)
      for (const Type &T : O.fields)
        O.init.push_back(value(T, Function < 0 && I ? 1 : 0));
    add(std::move(O));
    shared.push_back(false);
  }
  scope.uniform = false;
}

void Generator::chooseFunctions() {
  for (int N = 0, Count = chance(30) ? 1 + int(pick(2)) : 0; N != Count; ++N) {
    program.functions.push_back({});
    std::vector<int> Parameters;
    for (uint64_t P = 0, Of = 1 + pick(3); P != Of; ++P) {
      Object O;
      O.function = N;
      O.fields = {anyType()};
      Parameters.push_back(add(std::move(O)));
      shared.push_back(false);
    }
    program.functions.back().parameters = Parameters;
    program.functions.back().result = anyType();
    program.functions.back().noinline = chance(40);
    chooseVariables(N, pick(3));
    Block Body = functionBody(N);
    program.functions[size_t(N)].body = std::move(Body);
  }
}

/// Gives local memory its first contents.
void Generator::prepareShared() {
  bool Counters = false;
  for (int N = 0, Count = int(program.objects.size()); N != Count; ++N) {
    Object O = program.at(N);
    if (O.space == Object::Local)
      for (uint64_t E = 0; E != O.count; ++E)
        for (int F = 0; F != int(O.fields.size()); ++F) {
          Expression To = read(N, F);
          To.operands = {literal(Int, E)};
          Statement S = assign(std::move(To), value(O.fields[size_t(F)], 1));
          S.pinned = true;
          program.body.push_back(std::move(S));
        }
    if (O.space != Object::LocalCounter)
      continue;
    Counters = true;
    Block First;
    for (uint64_t E = 0; E != O.count; ++E) {
      Expression To{Expression::Read, O.fields[0]};
      To.object = N;
      To.operands = {literal(Int, E)};
      First.push_back(assign(std::move(To), randomLiteral(O.fields[0])));
      First.back().pinned = true;
    }
    Statement S{Statement::If};
    S.pinned = true;
    S.values = {operation(Op::Equal, Int,
                          {query(program.indexType, LocalLinear),
                           literal(program.indexType, 0)})};
    S.blocks = {First, {}};
    program.body.push_back(std::move(S));
  }
  if (Counters)
    program.body.push_back(barrier());
}

void Generator::preparePointers() {
  for (uint64_t I = 0,
                Count = !choices.arrayLoops && chance(25) ? 1 + pick(2) : 0;
       I != Count; ++I) {
    Object O{Object::Pointer};
    O.generic = features.generic && chance(60);
    O.fields = {anyType()};
    int N = add(O);
    shared.push_back(false);
    Statement S = point(N);
    if (S.object < 0) { // Nothing that it could point to.
      program.objects.pop_back();
      shared.pop_back();
      continue;
    }
    S.pinned = true;
    program.body.push_back(std::move(S));
  }
}

/// Stores what variables hold at the end.
void Generator::dump() {
  for (int N = 0, Count = int(program.objects.size()); N != Count; ++N) {
    Object O = program.at(N);
    if (O.space != Object::Private || O.function >= 0 || chance(30))
      continue;
    Object To{Object::Output};
    To.fields = O.fields;
    To.structure = O.structure;
    To.count = O.count;
    To.order = Object::Order(pick(3));
    int Output = add(To);
    shared.push_back(false);
    Expression Source{Expression::Read, O.fields[0]},
        Place{Expression::Read, O.fields[0]};
    Source.object = N;
    Place.object = Output;
    Statement S = assign(Place, Source);
    if (O.structure >= 0) {
      S.kind = Statement::CopyElement;
      S.place.field = S.values[0].field = -1;
    }
    S.place.operands = {literal(Int, 0)};
    if (O.array) {
      Statement Loop = upTo(O.count);
      Expression K{Expression::Read, program.at(Loop.object).fields[0]};
      K.object = Loop.object;
      S.place.operands = S.values[0].operands = {K};
      Loop.blocks = {{S}};
      S = Loop;
    }
    program.body.push_back(std::move(S));
  }
}

void Generator::run() {
  chooseTypes();
  chooseRanges();
  chooseMemory();
  chooseFunctions();
  chooseVariables(-1, 2 + pick(5));
  preparePointers();
  prepareShared();
  prepared = true;
  fill();
  dump();
  program.restricted =
      choices.arrayLoops && chance(50) &&
      std::ranges::all_of(program.objects,
                          [](const Object &O) { return O.alias < 0; });
}

} // namespace

Program generate(uint64_t Seed, const Choices &C, const Features &F) {
  Program P;
  P.seed = Seed;
  Generator(Seed, C, F, P).run();
  return P;
}

} // namespace conformance::programs
