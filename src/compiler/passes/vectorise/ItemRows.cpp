//===- ItemRows.cpp - Rows that a work-item writes alone ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/ItemRows.h"

#include "compiler/passes/vectorise/VectorPlan.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// What the values of a block are computed by.
class Operations {
public:
  Operations(const BasicBlock &Block, const Strides &Shapes)
      : Block(Block), Shapes(Shapes) {}

  /// The same for values that the same operations compute, of elements of rows
  /// and of what is the same for all lanes.
  hash_code of(const Value *V, unsigned Depth = 0) {
    auto *I = dyn_cast<Instruction>(V);
    if (Shapes[V].isUniform())
      return hash_value(0);
    // More is not looked for, nor what other blocks have made.
    constexpr unsigned MaxDepth = 8;
    if (!I || I->getParent() != &Block || Depth == MaxDepth)
      return hash_value(V);
    if (auto [Known, IsNew] = Hashes.try_emplace(I, hash_value(V)); !IsNew)
      return Known->second;
    const auto *Call = dyn_cast<IntrinsicInst>(I);
    hash_code Hash = hash_combine(I->getOpcode(), I->getType());
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      if (!isPlainAccess(*Load) || !isStrided(Load->getPointerOperand()))
        return hash_value(V);
    } else if (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst,
                   SelectInst>(I) ||
               (Call && isTriviallyVectorizable(Call->getIntrinsicID()))) {
      if (Call)
        Hash = hash_combine(Hash, Call->getIntrinsicID());
      for (const Value *Operand : I->operand_values())
        if (!isa<Function>(Operand))
          Hash = hash_combine(Hash, of(Operand, Depth + 1));
    } else {
      return hash_value(V);
    }
    return Hashes[I] = Hash;
  }

private:
  bool isStrided(const Value *Pointer) const {
    const Shape S = Shapes[Pointer];
    return S.K == Shape::Strided && S.Stride != 0;
  }

  const BasicBlock &Block;
  const Strides &Shapes;
  DenseMap<const Instruction *, hash_code> Hashes;
};

} // namespace

unsigned ferry::compiler::elementsAtOnce(const BasicBlock &Block,
                                         const Strides &Shapes,
                                         unsigned VectorBits) {
  struct Row {
    uint64_t Elements, Written;
    hash_code By;
  };
  const DataLayout &DL = Block.getDataLayout();
  Operations Made(Block, Shapes);
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
        S.K != Shape::Strided || S.Stride <= 0 || S.Stride % Bytes)
      return 1;
    const hash_code By = Made.of(V);
    auto [At, IsNew] =
        Rows.try_emplace({getUnderlyingObject(Store->getPointerOperand()), Ty},
                         Row{S.Stride / Bytes, 0, By});
    Row &R = At->second;
    if (R.Elements != S.Stride / Bytes || R.By != By)
      return 1;
    ++R.Written;
  }
  unsigned Least = Rows.empty() ? 1 : ~0u;
  for (const auto &[Key, R] : Rows) {
    if (R.Written != R.Elements)
      return 1;
    // A register holds so many, and the row is a multiple of them.
    const uint64_t Most = VectorBits / DL.getTypeSizeInBits(Key.second);
    Least = std::min<uint64_t>({Least, Most, R.Elements & -R.Elements});
  }
  return Least;
}
