//===- LikelyVersion.h - What most vectors have in common -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels ask where in a grid a work-item is: whether it is one of n, or at a
/// border; they clamp coordinates, and compute indices that could wrap around.
///
///   %in = icmp ult i64 %id, %n
///   %column = call i32 @llvm.smin.i32(i32 %x, i32 %last)
///
/// Only few vectors have lanes that differ in the answer. For all others `%in`
/// is one value, and `%column` is `%x`: branches need no masks, and memory is
/// read in one piece. So a second function for a lane takes for granted that it
/// is so, and a vector chooses between the two.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_SPECULATION_LIKELYVERSION_H
#define FERRY_COMPILER_PASSES_SPECULATION_LIKELYVERSION_H

#include "compiler/passes/vectorise/Strides.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class DominatorTree;
class LoopInfo;
} // namespace llvm

namespace ferry::compiler {

class LikelyVersion {
public:
  /// \param Lane stands for one work-item; it stays as it is.
  /// \param Contiguous the lanes of most vectors have one quotient where
  ///        strided integers are divided by what is the same for all
  ///        (`id / width`), and remainders that follow one another; strides
  ///        that are arguments (`x[id * inc]`) are those of neighbouring
  ///        elements. There is no lane if there is nothing of the kind. Rows
  ///        may well be short and elements apart, and no vector so.
  LikelyVersion(llvm::Function &Lane, llvm::FunctionAnalysisManager &FAM,
                bool Contiguous);
  ~LikelyVersion();
  LikelyVersion(const LikelyVersion &) = delete;
  LikelyVersion &operator=(const LikelyVersion &) = delete;

  /// What \p Lane is in a vector that is like most; null if nothing can be
  /// taken for granted. Asks for values of the vector with
  /// `__ferry_vector_value`.
  llvm::Function *lane() { return Likely; }

  /// In vectors of more lanes it never holds.
  unsigned mostLanes() const { return MostLanes; }

  /// Makes a function that runs \p Full, made of \c lane, where what was taken
  /// for granted holds and all lanes are work-items, and else \p Rest, which
  /// relies on neither. Erases both.
  ///
  /// \param AlwaysFull all vectors have \p Lanes work-items.
  llvm::Function *choose(llvm::Function &Full, llvm::Function &Rest,
                         unsigned Lanes, bool AlwaysFull);

private:
  class Bounds;
  /// Facts that a vector checks at most: each costs it a few instructions.
  static constexpr unsigned MaxFacts = 24;

  static llvm::MapVector<llvm::Value *, uint64_t>
  givenStrides(llvm::Function &F, const Strides &Shapes);
  void dropLane();
  bool assumeMore();
  bool assume(llvm::Instruction &I);
  bool assumeCompare(llvm::ICmpInst &I);
  bool assumeExact(llvm::Instruction &I, int64_t Stride, bool IsSigned);
  bool fitsInRow(const llvm::Instruction &I, const llvm::Value *V,
                 uint64_t Length);
  bool assumeBlock(llvm::Instruction &I, llvm::Value *V, llvm::Value *Bits);
  bool assumeLimit(llvm::Instruction &I);
  bool isScaled(const llvm::BinaryOperator &I) const;
  bool assumeOneRow(llvm::BinaryOperator &I);
  void assumeUnitStrides();
  void divideFirst(llvm::BinaryOperator &I);
  llvm::Value *divisor(llvm::BinaryOperator &I);
  bool assumeBounded(llvm::Instruction &I);
  bool assumeExpected(llvm::Instruction &I);
  bool isKnown(const llvm::Value *V, unsigned Depth = 0) const;
  bool isStrided(const llvm::Value *V) const;
  llvm::Value *first(llvm::Value *V);
  llvm::Value *last(llvm::Value *V);
  llvm::Value *span(llvm::Type *Ty, int64_t Stride);
  llvm::Value *staysInOrder(llvm::Value *V, bool IsSigned);
  llvm::Value *vectorValueOf(const llvm::Instruction &I) const;
  llvm::Value *vectorValue(llvm::Value *OfVector, llvm::Instruction &Before);
  void replaceByStrided(llvm::Instruction &I, llvm::Value *First,
                        int64_t Stride, bool Signed, bool Unsigned);
  void replace(llvm::Instruction &I, llvm::Value *By);
  void eraseReplaced();
  void require(llvm::Value *Fact);
  void requireNotNegative(llvm::Value *Bound);
  void run(llvm::Function &Made);

  llvm::FunctionAnalysisManager &FAM;
  const bool Contiguous;
  llvm::Function *Likely = nullptr;
  /// Where it is decided. Ends before the choice.
  llvm::Function *Chooser = nullptr;
  llvm::Value *Holds = nullptr;
  /// Lanes of a vector, as long as they are not chosen.
  llvm::CallInst *Lanes = nullptr;
  llvm::IRBuilder<> B;
  /// Of the likely lane, as in lane 0 of a vector.
  llvm::DenseMap<llvm::Value *, llvm::Value *> Firsts;
  /// What `__ferry_vector_value` asks for, by number.
  llvm::SmallVector<llvm::Value *, 8> VectorValues;
  const Strides *Shapes = nullptr;
  const llvm::LoopInfo *LI = nullptr;
  const llvm::DominatorTree *DT = nullptr;
  /// Instructions that nobody uses any more.
  llvm::SmallVector<llvm::Instruction *, 16> Replaced;
  unsigned Facts = 0;
  unsigned Layouts = 0; ///< Facts that only Contiguous has.
  unsigned MostLanes = ~0u;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_SPECULATION_LIKELYVERSION_H
