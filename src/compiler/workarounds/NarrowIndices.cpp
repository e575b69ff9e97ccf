//===- NarrowIndices.cpp - Indices that wrap within a loop ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace ferry::compiler;

/// Bits of the counter of \p L that \p I extends, if that may wrap; or 0.
static unsigned bitsOfCounter(Instruction *I, const Loop &L,
                              ScalarEvolution &SE) {
  if (!SE.isSCEVable(I->getType()))
    return 0;
  auto *Extended = dyn_cast<SCEVIntegralCastExpr>(SE.getSCEV(I));
  auto *Counter =
      Extended ? dyn_cast<SCEVAddRecExpr>(Extended->getOperand()) : nullptr;
  return Counter && Counter->getLoop() == &L && !isa<SCEVTruncateExpr>(Extended)
             ? unsigned(SE.getTypeSizeInBits(Counter->getType()))
             : 0;
}

/// Hides the narrower counters of addresses in \p L.
static bool hideNarrow(Loop &L, ScalarEvolution &SE) {
  SetVector<Value *> Parts; // Of addresses, from within the loop.
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (Value *Address = getLoadStorePointerOperand(&I))
        Parts.insert(Address);
  SmallVector<std::pair<Instruction *, unsigned>, 8> Counters;
  unsigned Widest = 32; // As that of the loop itself may be.
  for (unsigned P = 0; P != Parts.size(); ++P) {
    auto *I = dyn_cast<Instruction>(Parts[P]);
    if (!I || !L.contains(I) || isa<PHINode, LoadInst, FreezeInst>(I))
      continue;
    if (unsigned Bits = bitsOfCounter(I, L, SE)) {
      Counters.emplace_back(I, Bits);
      Widest = std::max(Widest, Bits);
    } else {
      Parts.insert(I->op_begin(), I->op_end());
    }
  }
  bool Changed = false;
  for (auto [I, Bits] : Counters) {
    if (Bits == Widest)
      continue;
    IRBuilder<> B(I->getParent(), std::next(I->getIterator()));
    Value *Hidden = B.CreateFreeze(I);
    I->replaceUsesWithIf(Hidden,
                         [&](const Use &U) { return U.getUser() != Hidden; });
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses NarrowIndicesPass::run(Function &F,
                                         FunctionAnalysisManager &AM) {
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost())
      Changed |= hideNarrow(*L, SE);
  return preservedWithControlFlow(Changed);
}
