//===- ItemRows.cpp - Rows that a work-item writes alone ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/ItemRows.h"

#include "compiler/passes/vectorise/Recipe.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry::compiler;

/// True if the same operations, of elements of rows and of what is the same for
/// all lanes, compute \p A and \p B in \p Block.
static bool areAlike(const Value *A, const Value *B, const BasicBlock &Block,
                     const Strides &Shapes, unsigned Depth = 0) {
  if (A == B || (Shapes[A].isUniform() && Shapes[B].isUniform()))
    return true;
  // Operations one after the other: more are not looked at.
  constexpr unsigned MaxDepth = 6;
  auto *Of = dyn_cast<Instruction>(A), *As = dyn_cast<Instruction>(B);
  if (!Of || !As || Of->getParent() != &Block || As->getParent() != &Block ||
      Depth == MaxDepth ||
      !Of->isSameOperationAs(As, Instruction::CompareIgnoringAlignment))
    return false;
  if (isa<LoadInst>(Of))
    return isPlainAccess(*Of) && isPlainAccess(*As) &&
           Shapes[getLoadStorePointerOperand(Of)].isStrided() &&
           Shapes[getLoadStorePointerOperand(As)].isStrided();
  auto *Call = dyn_cast<IntrinsicInst>(Of);
  return (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(
              Of) ||
          (Call && isTriviallyVectorizable(Call->getIntrinsicID()))) &&
         all_of(zip(Of->operands(), As->operands()), [&](const auto &Operands) {
           const auto &[OfA, OfB] = Operands;
           return areAlike(OfA, OfB, Block, Shapes, Depth + 1);
         });
}

unsigned ferry::compiler::elementsAtOnce(const BasicBlock &Block,
                                         const Strides &Shapes,
                                         unsigned VectorBits) {
  /// Elements that the same operations make, as far as the first says.
  struct Part {
    const Value *First;
    uint64_t Elements;
  };
  struct Row {
    uint64_t Elements;
    SmallVector<Part, 2> Parts = {};
  };
  // Few elements of a few bits are no gain.
  constexpr unsigned MaxParts = 4, MinBits = 64;
  const DataLayout &DL = Block.getDataLayout();
  MapVector<std::pair<const Value *, Type *>, Row> Rows;
  for (const Instruction &I : Block) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      continue;
    const Value *V = Store->getValueOperand();
    Type *Ty = V->getType();
    const uint64_t Bytes = elementBytes(Ty, DL);
    const Shape S = Shapes[Store->getPointerOperand()];
    if (!isPlainAccess(*Store) || Ty->isVectorTy() || !Bytes ||
        !S.isStrided() || S.Stride < 0 || S.Stride % Bytes)
      return 1;
    auto [At, IsNew] =
        Rows.try_emplace({getUnderlyingObject(Store->getPointerOperand()), Ty},
                         Row{S.Stride / Bytes});
    Row &R = At->second;
    auto Alike = find_if(R.Parts, [&](const Part &P) {
      return areAlike(P.First, V, Block, Shapes);
    });
    if (R.Elements != S.Stride / Bytes ||
        (Alike == R.Parts.end() && R.Parts.size() == MaxParts))
      return 1;
    if (Alike == R.Parts.end())
      R.Parts.push_back({V, 1});
    else
      ++Alike->Elements;
  }
  unsigned Least = Rows.empty() ? 1 : ~0u;
  for (const auto &[Key, R] : Rows) {
    // A register holds so many, and each part is a multiple of them.
    const uint64_t Bits = DL.getTypeSizeInBits(Key.second);
    uint64_t Written = 0;
    for (const Part &P : R.Parts) {
      const uint64_t Together = P.Elements & -P.Elements;
      if (Together * Bits < MinBits)
        return 1;
      Least = std::min<uint64_t>({Least, VectorBits / Bits, Together});
      Written += P.Elements;
    }
    if (Written != R.Elements)
      return 1;
  }
  return Least;
}
