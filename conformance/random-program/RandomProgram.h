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
    Pointer,  ///< A private variable that points to a `fields[0]`.
    Event,    ///< Private variables of type event_t, the same for the group.
    Untouched ///< A buffer that no statement names, now and then a large one.
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
  bool raw = false; ///< Of Input, Group, Local: `count` bytes for a group.
  Op atomic = Op::Add;
  std::vector<Expression> init = {}; ///< Of Private, in order of elements.
  std::vector<Lane> contents = {};   ///< Of Input, Argument. Empty: random.

  /// Before, between and behind the ranges of groups in a raw Group, in bytes.
  static constexpr uint64_t GroupGuard = 256;
  /// At either end of a raw Local.
  static constexpr uint64_t LocalGuard = 128;

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

/// Which memories a barrier or a fence is for.
enum Flags : uint64_t { LocalFlag = 1, GlobalFlag = 2 };

/// A call of a built-in. Its numbers are the values of the statement: pointers
/// in bytes, then what is in elements.
struct Copy {
  enum Builtin { Linear, Strided, Tiles2D, Tiles3D } builtin = Linear;
  enum Number : size_t {
    LocalAt,
    GlobalAt,
    Count, ///< Of a line, for 2D and 3D.
    Stride,
    ElementBytes, ///< From here on for 2D and 3D only.
    Lines,
    Planes,
    LocalOffset,
    GlobalOffset,
    LocalLine,
    GlobalLine,
    LocalPlane,
    GlobalPlane,
    NumNumbers
  };
  using Numbers = std::array<uint64_t, NumNumbers>;
  bool toLocal = true;
  bool share = false;   ///< Pass the event that place has.
  bool helper = false;  ///< In a function of its own.
  bool constant = true; ///< The source is a pointer to const.
  int global = -1;      ///< The object in global memory.
  Type type = {};       ///< The gentype of 1D copies.

  bool hasTiles() const { return builtin >= Tiles2D; }
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
    Point,       ///< pointer `object` = &place
    // Of the group, about raw objects and events.
    Start,    ///< place = `copy` between object and copy.global
    Wait,     ///< For values[0] events from place on.
    WaitEach, ///< For the events in values.
    Fence,    ///< Of copies, for the memories of `number`.
    Mutate,   ///< The work-items change `number` words at values[0].
    Gather,   ///< Every work-item adds some of those words to place.
    Compute,  ///< They share `number` steps of arithmetic, and add to place.
    Prefetch, ///< Of `number` bytes at values[0].
    Fill,     ///< The work-items fill all of object, with its guards.
    Dump      ///< They copy all of object to copy.global.
  } kind = Assign;
  enum Style {
    Up,      ///< for (k = 0 or values[2]; k < bound; k += step)
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
  int object = -1;     ///< Counter of a loop, pointer.
  uint64_t number = 0; ///< Barrier: Flags.
  uint64_t step = 1;   ///< Of a loop Up.
  uint32_t salt = 0;   ///< Makes what work-items do different.
  Copy copy = {};
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
  bool offset = false;     ///< Ranges have one.
  bool required = false;   ///< The one local size is required.
  Type indexType = {};     ///< Of gid, lid and group.
  bool restricted = false; ///< Pointers to buffers are `restrict`.
  unsigned runs = 1;       ///< Of each range.
  bool copies = false;     ///< Has raw objects and events.
  bool mistakes = false; ///< Waits are missing, copies have to be done at once.
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
