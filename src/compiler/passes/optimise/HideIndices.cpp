//===- HideIndices.cpp - Addresses that outnumber registers ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// What an index is added to in a loop.
struct IndexUses {
  SmallVector<Use *, 16> Addresses;
  SmallPtrSet<const Value *, 16> Bases;
};

} // namespace

/// The last index of \p Address if it is all that changes of it in \p L; else
/// null.
static Use *changingIndex(GetElementPtrInst &Address, const Loop &L) {
  Use *Last = &Address.getOperandUse(Address.getNumOperands() - 1);
  auto *Index = dyn_cast<Instruction>(Last->get());
  const bool IsLast = Index && Index->getType()->isIntegerTy(64) &&
                      L.contains(Index) && !Address.getType()->isVectorTy();
  return IsLast && all_of(Address.operands(),
                          [&](Use &U) {
                            return &U == Last || L.isLoopInvariant(U);
                          })
             ? Last
             : nullptr;
}

PreservedAnalyses HideIndicesPass::run(Function &F,
                                       FunctionAnalysisManager &AM) {
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  const DataLayout &DL = F.getDataLayout();
  // So many bases and what else a loop needs have registers.
  constexpr unsigned MaxBases = 12;
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    MapVector<Value *, IndexUses> Indices;
    for (BasicBlock *Block : L->blocks())
      for (Instruction &I : *Block)
        if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
          if (Use *Index = changingIndex(*Address, *L)) {
            IndexUses &Of = Indices[Index->get()];
            Of.Addresses.push_back(Index);
            int64_t Offset;
            Of.Bases.insert(GetPointerBaseWithConstantOffset(
                Address->getPointerOperand(), Offset, DL));
          }
    for (auto &[Index, Of] : Indices) {
      if (Of.Bases.size() <= MaxBases)
        continue;
      auto *I = cast<Instruction>(Index);
      IRBuilder<> B(I->getParent(), *I->getInsertionPointAfterDef());
      Type *Ty = I->getType();
      Value *Hidden = B.CreateCall(
          InlineAsm::get(FunctionType::get(Ty, {Ty}, false), "", "=r,0",
                         /*hasSideEffects=*/false),
          {I});
      for (Use *U : Of.Addresses)
        U->set(Hidden);
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}
