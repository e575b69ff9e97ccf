//===- MaskedLoads.cpp - Masked loads stay where they are -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace ferry::compiler;

/// Operands of llvm.masked.load.
static constexpr unsigned Mask = 1, Inactive = 2;

/// Has \p Load yield what the select that alone uses it has for inactive lanes.
static void takeSelect(IntrinsicInst &Load, const DominatorTree &DT) {
  using namespace PatternMatch;
  Value *Other;
  if (!Load.hasOneUse() ||
      !match(Load.user_back(), m_Select(m_Specific(Load.getArgOperand(Mask)),
                                        m_Specific(&Load), m_Value(Other))) ||
      !DT.dominates(Other, &Load))
    return;
  Instruction *Select = Load.user_back();
  Select->replaceAllUsesWith(&Load);
  Select->eraseFromParent();
  Load.setArgOperand(Inactive, Other);
}

PreservedAnalyses MaskedLoadsPass::run(Function &F,
                                       FunctionAnalysisManager &AM) {
  SmallVector<IntrinsicInst *, 16> Loads;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<IntrinsicInst>(&I);
        Load && Load->getIntrinsicID() == Intrinsic::masked_load &&
        !(Load->hasOneUse() && isa<FreezeInst>(Load->user_back())))
      Loads.push_back(Load);
  if (Loads.empty())
    return PreservedAnalyses::all();
  const auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  for (IntrinsicInst *Load : Loads) {
    takeSelect(*Load, DT);
    IRBuilder<> B(Load->getNextNode());
    auto *Frozen = cast<Instruction>(B.CreateFreeze(Load));
    Load->replaceUsesWithIf(
        Frozen, [&](const Use &U) { return U.getUser() != Frozen; });
  }
  return preservedWithControlFlow(true);
}
