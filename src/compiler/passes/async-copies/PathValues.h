//===- PathValues.h - What a kernel computes on its ways --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_ASYNCCOPIES_PATHVALUES_H
#define FERRY_COMPILER_PASSES_ASYNCCOPIES_PATHVALUES_H

#include "compiler/passes/async-copies/Expressions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {
class AllocaInst;
class LoopInfo;
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace ferry::compiler {

/// What is known somewhere on a way that begins at one instruction, the start.
struct PathState {
  /// What has been computed since then. Others are as they were at the start.
  llvm::DenseMap<const llvm::Value *, Expression> Values;
  /// Places in private memory, by the variable and the offset in bytes, that
  /// hold the event whose wait is looked for.
  llvm::SmallVector<std::pair<const llvm::AllocaInst *, Expression>, 2> Events;
  /// What the conditions on the way say: values of residues, and what is at
  /// most 0.
  Residues Known;
  llvm::SmallVector<Expression, 8> NotPositive;
  /// A fence was passed: what starts now ends after what is looked for.
  bool Fenced = false;
};

/// Evaluates values of one function as expressions of what they were at the
/// start.
class PathValues {
public:
  PathValues(const llvm::Instruction &Start, const llvm::LoopInfo &LI,
             llvm::ScalarEvolution &SE)
      : Start(Start), LI(LI), SE(SE) {}

  Expression get(const llvm::Value *V, const PathState &S) {
    auto It = S.Values.find(V);
    return It != S.Values.end() ? It->second : atStart(V);
  }
  /// \p V when it was computed last before the start.
  Expression atStart(const llvm::Value *V);
  /// What \p I, no phi, computes with the values of \p S.
  Expression compute(const llvm::Instruction &I, const PathState &S,
                     unsigned Time);
  /// \p V of which nothing is known but what holds at any time.
  Expression unknown(const llvm::Value *V, unsigned Time);
  /// Likewise, how far \p Pointer is from some place in the same object, or a
  /// number from some other.
  Expression offsetOf(const llvm::Value *Pointer, unsigned Time,
                      Bounds Proved = {});

  /// Takes \p Bit to be \p IsTrue. \returns false if it cannot be.
  bool assume(PathState &S, Expression Bit, bool IsTrue);
  /// A bit.
  Expression compare(llvm::CmpInst::Predicate P, Expression A, Expression B);
  /// What \p E is at most; Bounds::Far if that is not known.
  ///
  /// \param Depth conditions that are put in one after the other.
  int64_t most(Expression E, const PathState &S, bool Assume = true,
               unsigned Depth = 4);
  /// What \p Count, a number that \p SE knows, is at least; null if there is no
  /// expression for it.
  Expression atLeast(const llvm::SCEV *Count, const PathState &S);

  Expressions X;

private:
  /// Opcodes of expressions beside LLVM's.
  enum : unsigned { IsZero = 1000, IsNegative, IsBelow, Call, Offset };

  using Operands = llvm::function_ref<Expression(const llvm::Value *)>;
  Expression compute(const llvm::Instruction &I, Operands Get, unsigned Time);
  Expression computeBinary(const llvm::BinaryOperator &I, Operands Get);
  Expression computeCall(const llvm::CallBase &Call, Operands Get,
                         unsigned Time);
  Expression phiAtStart(const llvm::PHINode &Phi);
  Expression unknownBit(Expression Key);
  Expression greatestId(unsigned Number);
  Expression replace(Expression E, unsigned Number, Expression Most);
  Bounds boundsOf(const llvm::Value *V);

  const llvm::Instruction &Start;
  const llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::DenseMap<const llvm::Value *, Expression> Known;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ASYNCCOPIES_PATHVALUES_H
