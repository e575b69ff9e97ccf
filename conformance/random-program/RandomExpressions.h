//===- RandomExpressions.h - Random expressions -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes kernels whose results do not depend on the order of work-items.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_RANDOMEXPRESSIONS_H
#define FERRY_CONFORMANCE_RANDOMEXPRESSIONS_H

#include "RandomProgram.h"

namespace conformance::programs {

/// What the device can do.
struct Features {
  bool half = true, fp64 = true;
  bool generic = true; ///< Pointers to any address space.
  bool atomics64 = true;
  bool tiles = true; ///< cl_khr_extended_async_copies
  bool fence = true; ///< cl_khr_async_work_group_copy_fence
  /// Waiting for no event, or twice for one, does nothing.
  bool lenient = true;
  uint64_t localBytes = 32768; ///< Of a group.
};

/// What the kernels of a test are like, in percent.
struct Choices {
  unsigned small = 70;  ///< Of the programs.
  unsigned shared = 55; ///< Have memory that work-items share.
  /// Of the statements of a group; the rest are jumps. A barrier lets all
  /// work-items read what each has written, or ends that.
  unsigned items = 60, barriers = 14, loops = 8, branches = 8, uniform = 6;
  /// Work-items write something, and read what others wrote.
  unsigned exchanges = 0;
  unsigned nesting = 3; ///< Of loops and branches of the group.
  /// Few work-items, of groups of their own, go through long arrays.
  bool arrayLoops = false;
};

/// The same program for the same seed, choices and features.
Program generate(uint64_t Seed, const Choices &C, const Features &F);

/// Random expressions.
class Expressions {
public:
  Expressions(uint64_t Seed, const Choices &C, const Features &F, Program &P)
      : random(Seed), choices(C), features(F), program(P), shared() {}

  uint64_t pick(uint64_t Count) { return random() % Count; }
  bool chance(unsigned Percent) { return pick(100) < Percent; }
  template <class T> const T &among(const std::vector<T> &Choices) {
    return Choices[pick(Choices.size())];
  }

  /// Where an expression stands.
  struct Scope {
    int function = -1;
    bool uniform = false; ///< It must be the same for the whole group.
  };
  Scope scope;

  Type anyType() { return among(types); }
  /// Operators above each other at most: \p Depth.
  Expression value(Type T, unsigned Depth);
  /// A scalar, as int.
  Expression condition(unsigned Depth);
  /// Less than \p Count, as an integer.
  Expression index(uint64_t Count);
  /// Of field \p Field of \p Object.
  Expression read(int Object, int Field);
  /// What the work-item may write, of type \p T if it is not nullptr. Its
  /// object is -1 if there is nothing.
  Expression place(const Type *T);

  static Expression literal(Type T, uint64_t Number);
  static Expression operation(Op O, Type T, std::vector<Expression> Operands);
  static Expression query(Type T, uint64_t Question, uint64_t Dimension = 0);

protected:
  /// Of a loop that the expression is in.
  struct Counter {
    int object = -1;
    uint64_t last = 0; ///< It is at most that.
  };

  Expression leaf(Type T);
  Expression randomLiteral(Type T);
  Expression adapt(Expression E, Type T);
  Expression loopIndex(uint64_t Count);
  Expression inputIndex(const Object &O);
  Expression sharedIndex(const Object &O);
  Expression arithmetic(Type T, unsigned Depth);
  Expression integerFunction(Type T, unsigned Depth);
  Expression floatFunction(Type T, unsigned Depth);
  Expression comparison(Type T, unsigned Depth);
  Expression choice(Type T, unsigned Depth);
  Expression conversion(Type T, unsigned Depth);
  Expression vector(Type T, unsigned Depth);
  /// It stands where loops go through arrays (Choices::arrayLoops).
  bool throughArrays() const {
    return choices.arrayLoops && scope.function < 0;
  }
  bool readable(int Object);
  bool writable(int Object);

  std::mt19937_64 random;
  const Choices &choices;
  const Features &features;
  Program &program;
  std::vector<Type> types;  ///< That this program mostly uses.
  std::vector<bool> shared; ///< By object: everybody may read, nobody write.
  unsigned indices = 0;     ///< In which the expression is.
  bool prepared = false;    ///< Local memory has its first contents.
  std::vector<int> tables;  ///< Inputs of indices.
  std::vector<Counter> counters;
};

} // namespace conformance::programs

#endif // FERRY_CONFORMANCE_RANDOMEXPRESSIONS_H
