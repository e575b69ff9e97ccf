//===- Components.cpp - Which components of a vector are accessed ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/Components.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

static unsigned componentsOf(const Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 1;
}

/// Follows what components come to \p V unchanged from where \p Store writes
/// it: clears those in \p Changed.
///
/// \returns false if none do.
static bool keepsOld(const Value *V, const StoreInst &Store,
                     SmallBitVector &Changed) {
  auto IsOld = [&](const LoadInst &Load) {
    return Load.getPointerOperand() == Store.getPointerOperand() &&
           Load.getType() == Store.getValueOperand()->getType();
  };
  if (auto *Load = dyn_cast<LoadInst>(V)) {
    Changed.reset();
    return IsOld(*Load);
  }
  if (auto *Insert = dyn_cast<InsertElementInst>(V)) {
    auto *Index = dyn_cast<ConstantInt>(Insert->getOperand(2));
    if (!Index || !keepsOld(Insert->getOperand(0), Store, Changed))
      return false;
    if (Index->getZExtValue() < Changed.size())
      Changed.set(Index->getZExtValue());
    return true;
  }
  auto *Shuffle = dyn_cast<ShuffleVectorInst>(V);
  const unsigned Count = Changed.size();
  for (unsigned Side = 0; Shuffle && Side != 2; ++Side)
    if (auto *Load = dyn_cast<LoadInst>(Shuffle->getOperand(Side))) {
      for (unsigned I = 0; I != Count; ++I)
        if (Shuffle->getMaskValue(I) == int(I + Side * Count))
          Changed.reset(I);
      return IsOld(*Load);
    }
  return false;
}

SmallBitVector ferry::compiler::componentsWritten(const StoreInst &Store) {
  const Value *Stored = Store.getValueOperand();
  SmallBitVector Changed(componentsOf(Stored->getType()), true);
  if (isa<LoadInst>(Stored) || !keepsOld(Stored, Store, Changed))
    Changed.set();
  return Changed;
}

Value *ferry::compiler::component(IRBuilderBase &B, Value *V, unsigned Number) {
  if (auto *Insert = dyn_cast<InsertElementInst>(V))
    if (auto *Index = dyn_cast<ConstantInt>(Insert->getOperand(2)))
      return Index->equalsInt(Number)
                 ? Insert->getOperand(1)
                 : component(B, Insert->getOperand(0), Number);
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(V)) {
    const int From = Shuffle->getMaskValue(Number);
    const int Count = int(componentsOf(Shuffle->getOperand(0)->getType()));
    if (From < 0)
      return PoisonValue::get(V->getType()->getScalarType());
    return component(B, Shuffle->getOperand(From >= Count), From % Count);
  }
  return B.CreateExtractElement(V, Number);
}

/// True if \p V, made of \p Old, only goes back to where that came from.
static bool goesBack(const Value *V, const LoadInst &Old) {
  return all_of(V->users(), [&](const User *U) {
    if (isa<InsertElementInst>(U) && U->getOperand(0) == V)
      return goesBack(U, Old);
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->getValueOperand() == V &&
           Store->getPointerOperand() == Old.getPointerOperand();
  });
}

SmallBitVector ferry::compiler::componentsRead(const LoadInst &Load) {
  const unsigned Count = componentsOf(Load.getType());
  SmallBitVector Read(Count);
  for (const User *U : Load.users()) {
    if (auto *Extract = dyn_cast<ExtractElementInst>(U)) {
      auto *Index = dyn_cast<ConstantInt>(Extract->getIndexOperand());
      if (Index && Index->getZExtValue() < Count) {
        Read.set(Index->getZExtValue());
        continue;
      }
    }
    if (isa<InsertElementInst>(U) && U->getOperand(0) == &Load &&
        goesBack(U, Load))
      continue;
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(U)) {
      const bool Back = goesBack(Shuffle, Load);
      for (unsigned I = 0; I != Shuffle->getShuffleMask().size(); ++I)
        for (unsigned Side = 0; Side != 2; ++Side)
          if (int From = Shuffle->getMaskValue(I) - int(Side * Count);
              Shuffle->getOperand(Side) == &Load && From >= 0 &&
              From < int(Count) && !(Back && From == int(I)))
            Read.set(From);
      continue;
    }
    Read.set();
  }
  return Read;
}
