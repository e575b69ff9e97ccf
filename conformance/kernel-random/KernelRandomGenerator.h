//===- KernelRandomGenerator.h - Makes random kernels -----------*- C++ -*-===//
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

#ifndef FERRY_CONFORMANCE_KERNELRANDOMGENERATOR_H
#define FERRY_CONFORMANCE_KERNELRANDOMGENERATOR_H

#include "KernelRandomProgram.h"

namespace conformance::kernels {

/// What the device can do.
struct Features {
  bool half = true, fp64 = true;
  bool generic = true; ///< Pointers to any address space.
  bool atomics64 = true;
};

Program generate(uint64_t Seed, const Features &F);

/// Random expressions.
class Expressions {
public:
  Expressions(uint64_t Seed, const Features &F, Program &P)
      : random(Seed), features(F), program(P), shared() {}

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
  /// Less than \p Count, as uint or int.
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
  Expression leaf(Type T);
  Expression randomLiteral(Type T);
  Expression adapt(Expression E, Type T);
  Expression inputIndex(const Object &O);
  Expression sharedIndex(const Object &O);
  Expression arithmetic(Type T, unsigned Depth);
  Expression integerFunction(Type T, unsigned Depth);
  Expression floatFunction(Type T, unsigned Depth);
  Expression comparison(Type T, unsigned Depth);
  Expression choice(Type T, unsigned Depth);
  Expression conversion(Type T, unsigned Depth);
  Expression vector(Type T, unsigned Depth);
  bool readable(int Object);
  bool writable(int Object);

  std::mt19937_64 random;
  const Features &features;
  Program &program;
  std::vector<Type> types;  ///< That this program mostly uses.
  std::vector<bool> shared; ///< By object: everybody may read, nobody write.
  unsigned indices = 0;     ///< In which the expression is.
  bool prepared = false;    ///< Local memory has its first contents.
  std::vector<int> tables;  ///< Inputs of indices.
};

} // namespace conformance::kernels

#endif // FERRY_CONFORMANCE_KERNELRANDOMGENERATOR_H
