//===- VectorState.h - What recipes emit into -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_VECTORSTATE_H
#define FERRY_COMPILER_PASSES_VECTORISE_VECTORSTATE_H

#include "compiler/passes/vectorise/Recipe.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace ferry::compiler {

/// The function that is made of a plan, as far as it is emitted.
class VectorState {
public:
  VectorState(const PlanContext &C, llvm::Function &P)
      : C(C), Lanes(C.Lanes), P(P), B(P.getContext()) {}

  /// A uniform value, or lane 0 of a strided one.
  llvm::Value *scalar(llvm::Value *V) const;
  /// The vectors of any value; the reference holds until the next call.
  const Parts &wide(llvm::Value *V);
  /// A whole or uniform value: the lanes' vectors, one after the other.
  llvm::Value *whole(llvm::Value *V);
  llvm::Value *wideOne(llvm::Value *V) { return wide(V)[0]; }
  /// \p V in one lane.
  llvm::Value *inLane(llvm::Value *V, llvm::Value *Lane);
  /// The lanes' addresses, \p Offset bytes on.
  llvm::Value *pointers(llvm::Value *Pointer, uint64_t Offset);
  void setScalar(llvm::Value *V, llvm::Value *Made) { Scalars[V] = Made; }
  /// \param Made one vector if \p V is whole.
  void setWide(llvm::Value *V, Parts Made);

  llvm::FixedVectorType *vectorOf(llvm::Type *Ty, unsigned Factor = 1) const {
    return C.vectorOf(Ty, Factor);
  }
  /// The lanes' distances from lane 0: <0, Stride, 2 * Stride, ...>.
  llvm::Constant *lanesOffset(int64_t Stride, llvm::Type *Ty) const;
  /// The elements of \p Values in turn: those of lane 0, those of lane 1, ...
  llvm::Value *interleave(llvm::ArrayRef<llvm::Value *> Values);
  Parts deinterleave(llvm::Value *V, unsigned Count);

  /// The intrinsic that \p I calls, of vectors.
  llvm::Value *intrinsic(const llvm::CallInst &I,
                         llvm::ArrayRef<llvm::Value *> Arguments,
                         llvm::Type *Result);

  /// The mask, made if all lanes are active.
  llvm::Value *mask() const;
  /// i64: the number of the first active lane.
  llvm::Value *firstLane();
  /// i1: whether a lane of \p Mask is active.
  llvm::Value *anyLane(llvm::Value *Mask);
  /// Does what \p Usual or \p Otherwise do, as \p Condition says, and what they
  /// return.
  Parts eitherWay(llvm::Value *Condition, llvm::function_ref<Parts()> Usual,
                  llvm::function_ref<Parts()> Otherwise);
  llvm::AllocaInst *variable(llvm::Type *Ty, const llvm::Twine &Name = "");

  const PlanContext &C;
  const unsigned Lanes;
  llvm::Function &P; ///< What is made.
  llvm::IRBuilder<> B;
  /// i64: how many lanes are work-items; null for all.
  llvm::Value *Items = nullptr;
  /// <Lanes x i1>: the active lanes; null for all.
  llvm::Value *Mask = nullptr;
  /// The active lanes are not the first ones.
  bool Divergent = false;

private:
  llvm::DenseMap<llvm::Value *, llvm::Value *> Scalars;
  llvm::DenseMap<llvm::Value *, Parts> Wide;
  llvm::DenseMap<llvm::Value *, llvm::Value *> Whole;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_VECTORSTATE_H
