//===- AsyncCopyRandomProgram.h - A kernel of copies as data ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The programs of AsyncCopyRandom.cpp: what a kernel does with async copies,
/// as data that can be printed as OpenCL C, checked and interpreted. All
/// work-items of a group do the same; groups may differ.
///
/// A group sees three memories: local memory, a range of a global buffer that
/// no other group touches, and a read-only global buffer that all groups share.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_ASYNCCOPYRANDOMPROGRAM_H
#define FERRY_CONFORMANCE_ASYNCCOPYRANDOMPROGRAM_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace conformance::copies {

/// Where a kernel is: what a Uniform is evaluated with.
struct Place {
  uint64_t group = 0;
  std::array<uint64_t, 2> counter = {}; ///< Of the outer and the inner loop.
};

/// A number that is the same for all work-items of a group: a literal or an
/// argument, plus terms that depend on the group and on loop counters.
struct Uniform {
  /// ((variable + add) & mask) * factor
  struct Term {
    enum Variable { Group, Outer, Inner } variable;
    uint64_t add, mask, factor;
  };
  enum Source {
    Literal,
    Scalar, ///< A kernel argument; `index` is its number.
    Table   ///< Read from a buffer of numbers at `index`.
  };

  Uniform(uint64_t Base = 0) : base(Base) {}

  uint64_t at(const Place &P) const;
  std::string text() const;

  uint64_t base; ///< Its value, wherever it comes from.
  Source source = Literal;
  size_t index = 0;
  std::vector<Term> terms;
};

enum class Memory { Local, Global, ReadOnly };

/// A set of bytes: runs of `run` bytes in three dimensions.
struct Region {
  Memory memory;
  uint64_t start, run;
  std::array<uint64_t, 3> count = {1, 1, 1}, step = {0, 0, 0};

  bool empty() const {
    return run == 0 || count[0] == 0 || count[1] == 0 || count[2] == 0;
  }
  /// One past the last byte; `start` if the region is empty.
  uint64_t end() const;
  /// Calls \p Run(first byte) for every run in order.
  template <class Function> void forEachRun(Function Run) const {
    if (empty())
      return;
    for (uint64_t Z = 0; Z != count[2]; ++Z)
      for (uint64_t Y = 0; Y != count[1]; ++Y)
        for (uint64_t X = 0; X != count[0]; ++X)
          Run(start + X * step[0] + Y * step[1] + Z * step[2]);
  }
  bool overlaps(const Region &Other) const;
};

/// A variable or an element of the array of events.
struct Slot {
  static constexpr size_t Variables = 4, Elements = 8,
                          Count = Variables + Elements;

  /// Of all slots: variables first.
  size_t at(const Place &P) const {
    return variable < Variables ? variable : Variables + index.at(P) % Elements;
  }
  std::string text() const;

  size_t variable = Variables; ///< `Variables`: an element of the array.
  Uniform index;
};

/// One call of a built-in. 2D and 3D copies use all members; `count` is the
/// elements of a line.
struct Copy {
  enum Builtin { Linear, Strided, Tiles2D, Tiles3D } builtin = Linear;
  bool toLocal = true;
  Memory global = Memory::Global; ///< Which of the global ones.
  std::string type;               ///< The gentype of 1D copies.
  Uniform elementBytes = 1;       ///< Without terms.
  Uniform localAt, globalAt;      ///< Pointers, in bytes.
  Uniform count, stride = 1;      ///< In elements, as are those that follow.
  Uniform lines = 1, planes = 1;
  Uniform localOffset, globalOffset;
  Uniform localLine, globalLine, localPlane, globalPlane;

  Region localRegion(const Place &P) const;
  Region globalRegion(const Place &P) const;
};

/// Flags of barriers and fences.
enum Flags : unsigned { LocalFlag = 1, GlobalFlag = 2 };
/// The flag that names \p M.
inline unsigned flagOf(Memory M) {
  return M == Memory::Local ? LocalFlag : GlobalFlag;
}

struct Statement;
using Block = std::vector<Statement>;

/// One statement; which members count depends on the kind.
struct Statement {
  enum Kind {
    Start,    ///< slots[0] = copy(..., share ? slots[0] : 0)
    Wait,     ///< number of events from slots[0] on, or all of slots
    Assign,   ///< slots[0] = slots[1]
    Barrier,  ///< barrier(flags)
    Fence,    ///< async_work_group_copy_fence(flags)
    Mutate,   ///< The work-items change `items` words at `where`.
    Gather,   ///< Every work-item reads some of `items` words at `where`.
    Compute,  ///< The work-items share `items` rounds of arithmetic.
    Prefetch, ///< prefetch of `items` bytes at `where`
    Loop,     ///< for (counter[depth] = 0; ... < number; ...) { body }
    If        ///< if (number < limit) { body } else { other }
  } kind;
  Copy copy = {};
  bool share = false;   ///< Start: pass the event of the slot.
  bool helper = false;  ///< Start: in a function of its own.
  bool constant = true; ///< Start: the source is a pointer to const.
  bool asList = false;  ///< Wait: put `slots` into a list.
  std::vector<Slot> slots = {};
  Uniform number = {};
  uint64_t limit = 0;
  unsigned flags = 0;
  unsigned depth = 0, style = 0; ///< Loop: which counter, how it is written.
  Memory memory = Memory::Local;
  Uniform where = {}; ///< In bytes.
  uint64_t items = 0;
  uint32_t salt = 0; ///< Makes what work-items do different.
  Block body = {}, other = {};
};

struct Program {
  uint64_t seed = 0;
  uint64_t groups = 1;
  uint64_t localBytes = 0;    ///< With its guards. 128 divides all sizes.
  uint64_t globalBytes = 0;   ///< Of each group.
  uint64_t readOnlyBytes = 0; ///< Of the shared buffer.
  bool localVariable = false; ///< Local memory is a variable, not an argument.
  std::vector<size_t> requiredShape; ///< Empty: none.
  std::vector<std::vector<size_t>> shapes;
  std::vector<uint64_t> scalars, table;
  Block body;

  static constexpr size_t NumScalars = 4;
  /// A guard lies before, between and behind the ranges of the groups.
  static constexpr uint64_t GuardBytes = 256;
  /// At either end of local memory.
  static constexpr uint64_t LocalGuard = 128;

  /// Where the range of \p Group starts in the global buffer.
  uint64_t globalStart(uint64_t Group) const {
    return GuardBytes + Group * (globalBytes + GuardBytes);
  }
  std::string source() const;
};

/// What a Mutate makes of word \p Index, and what a Gather adds to its sum.
inline uint32_t mutated(uint32_t Word, uint32_t Index, uint32_t Salt) {
  return Word * 2654435761u + (Index ^ Salt);
}
inline uint32_t gathered(uint32_t Sum, uint32_t Word) {
  return Sum * 1103515245u + Word;
}
/// What local memory holds at first.
inline uint32_t pattern(uint32_t Index, uint32_t Group) {
  return ((Index + 1u) * 2654435761u) ^ (Group * 40503u);
}

} // namespace conformance::copies

#endif // FERRY_CONFORMANCE_ASYNCCOPYRANDOMPROGRAM_H
