//===- RandomProgram.h - A random kernel ------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel as a tree that can be printed, interpreted and cut down. All that
/// it does is defined by the specification, or, for integer division, by Ferry
/// (x / 0 is x). Work-items meet only at barriers: between two of them each
/// writes what is its own, and reads what is its own or what nobody writes.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMPROGRAM_H
#define FERRY_CONFORMANCE_RANDOMPROGRAM_H

#include "RandomOperations.h"
#include "Support.h"

namespace conformance::programs {

struct Expression {
  enum Kind {
    Literal,   ///< numbers, a lane each.
    Read,      ///< object, field; operands[0] is the index into an array.
    Query,     ///< number: what is asked of the work-item.
    Operation, ///< op of operands.
    Call,      ///< function number of operands.
    LoadVector ///< vloadN(operands[0], object + number).
  } kind = Literal;
  Type type = {};
  Op op = Op::Add;
  int object = -1, field = 0, function = -1;
  bool direct = false; ///< Read: operands[0] counts the elements of all.
  /// Literal: lanes. Swizzle and places that are written: components (none: all
  /// of them). Query: Question and dimension. LoadVector: offset in elements.
  std::vector<uint64_t> numbers = {};
  std::vector<Expression> operands = {};
};

/// What Query asks. The first three are numbers in all dimensions.
enum Question : uint64_t {
  GlobalLinear,
  LocalLinear,
  GroupLinear,
  GlobalId,
  LocalId,
  GroupId,
  GlobalSize,
  LocalSize,
  NumGroups,
  GlobalOffset,
  WorkDim,
  LocalTotal, ///< Work-items of the group.
  GlobalTotal ///< Work-items in all.
};

/// Something with a name: a variable, an array, a buffer, an argument.
struct Object {
  enum Space {
    Private,
    Input,         ///< __global const, `count` elements.
    Output,        ///< __global, `count` elements for each work-item.
    Local,         ///< __local, `count` elements for each work-item.
    Group,         ///< The same in global memory.
    LocalCounter,  ///< __local, `count` in all, each changed by `atomic` only.
    GlobalCounter, ///< The same in global memory.
    Argument,
    Pointer ///< A private variable that points to a `fields[0]`.
  } space = Private;
  /// Where the elements of a work-item are.
  enum Order {
    Consecutive, ///< Side by side.
    Planes,      ///< Element 0 of all work-items, then element 1 of all ...
    Reversed,    ///< Side by side, the last work-item first.
    Permuted     ///< Side by side, at a place that a table says.
  } order = Consecutive;
  std::vector<Type> fields = {}; ///< More than one: a struct.
  uint64_t count = 1;
  bool array = false;     ///< Of Private: indexed.
  bool uniform = false;   ///< The same for all work-items of the group.
  bool constant = false;  ///< Statements leave it alone.
  bool generic = false;   ///< Of Pointer: to any address space.
  bool asArgument = true; ///< Of Local: not a variable in the kernel.
  int function = -1;      ///< Whose it is; -1 is the kernel.
  int structure = -1;     ///< Number of the struct.
  int permutation = -1;   ///< Of Permuted: the Input with the table.
  int alias = -1;         ///< Of Output: another that is the same buffer.
  Op atomic = Op::Add;
  std::vector<Expression> init = {}; ///< Of Private, in order of elements.

  bool perItem() const {
    return space == Output || space == Local || space == Group;
  }
  bool shared() const { return space == Local || space == Group; }
  bool counter() const {
    return space == LocalCounter || space == GlobalCounter;
  }
  /// Lanes of an element.
  unsigned lanes() const {
    unsigned Sum = 0;
    for (const Type &T : fields)
      Sum += T.width;
    return Sum;
  }
  /// Lanes in an element before field \p F; none before -1, the whole of it.
  unsigned laneOf(int F) const {
    unsigned Sum = 0;
    for (int I = 0; I < F; ++I)
      Sum += fields[size_t(I)].width;
    return Sum;
  }
  /// Bytes before field \p F in an element; the size of it for F past the end.
  size_t byteOf(size_t F) const;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  enum Kind {
    Assign,      ///< place = values[0]
    CopyElement, ///< place = values[0], whole elements of the same struct.
    If,          ///< if (values[0]) blocks[0] else blocks[1]
    Switch,      ///< switch (values[0]) case numbers[I]: blocks[I] ... default
    Loop,        ///< As style says; values are bound and condition.
    Break,
    Continue,
    Return, ///< From a function: values[0].
    Goto,   ///< Forward, to label number.
    Label,
    Barrier,     ///< Changes the mode of the objects in numbers.
    StoreVector, ///< vstoreN(values[0], 0, place), numbers[0] elements on.
    Atomic,      ///< atomic_op(&place, values[0]), the result unused.
    AtomicOwn,   ///< place = atomic_op(&other, values[0])
    Point        ///< pointer `object` = &place
  } kind = Assign;
  enum Style {
    Up,      ///< for (k = 0; k < bound; ++k)
    Down,    ///< for (k = bound; k != 0; --k)
    While,   ///< k = 0; while (k < bound && condition) { ++k; ... }
    Do,      ///< k = 0; do { ++k; ... } while (condition && k < bound)
    Endless, ///< k = 0; for (;;) { if (k >= bound) break; ++k; ... }
    Bits     ///< k = bound; while (k) { k &= k - 1; ... }
  } style = Up;
  bool group = false;  ///< All work-items of the group do it together.
  bool pinned = false; ///< The program is undefined without it.
  bool fallThrough = false;
  Op op = Op::Add;
  int object = -1; ///< Counter of a loop, pointer.
  uint64_t number = 0;
  Expression place = {}, other = {};
  std::vector<Expression> values = {};
  std::vector<uint64_t> numbers = {};
  std::vector<Block> blocks = {};
};

struct Function {
  std::vector<int> parameters; ///< Objects.
  Type result;
  bool noinline = false;
  Block body; ///< Ends with a Return.
};

struct Program {
  uint64_t seed = 0;
  size_t dimensions = 1;
  bool offset = false;   ///< Ranges have one.
  bool required = false; ///< The one local size is required.
  Type indexType = {};   ///< Of gid, lid and group.
  std::vector<Range> ranges = {};
  std::vector<Object> objects = {};
  std::vector<Function> functions = {};
  std::vector<std::vector<Type>> structures = {};
  Block body = {};

  Object &at(int O) { return objects[size_t(O)]; }
  const Object &at(int O) const { return objects[size_t(O)]; }
  std::string nameOf(int O) const;
  /// By number: the kernel or a function that it calls mentions it.
  struct Mentioned {
    std::vector<bool> objects, functions;
  };
  Mentioned used() const;
  std::string source() const;
};

/// Calls \p See for \p E and, from the outside in, for all that is in it.
template <class Visitor> void visit(Expression &E, const Visitor &See) {
  See(E);
  for (Expression &O : E.operands)
    visit(O, See);
}

/// The same for all expressions of the statements of \p B.
template <class Visitor> void visit(Block &B, const Visitor &See) {
  for (Statement &S : B) {
    visit(S.place, See);
    visit(S.other, See);
    for (Expression &E : S.values)
      visit(E, See);
    for (Block &Inner : S.blocks)
      visit(Inner, See);
  }
}

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMPROGRAM_H
