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

static constexpr unsigned None = ~0u;

/// The bits of the narrowest counter of \p L that \p V extends, and that may
/// wrap; or None.
static unsigned bitsOfCounters(Value *V, const Loop &L, ScalarEvolution &SE) {
  unsigned Bits = None;
  if (SE.isSCEVable(V->getType()))
    SCEVExprContains(SE.getSCEV(V), [&](const SCEV *S) {
      if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S))
        if (auto *Counter = dyn_cast<SCEVAddRecExpr>(S->operands()[0]);
            Counter && Counter->getLoop() == &L)
          Bits = std::min(Bits,
                          unsigned(SE.getTypeSizeInBits(Counter->getType())));
      return false;
    });
  return Bits;
}

/// Hides the narrower counters of addresses in \p L.
static bool hideNarrow(Loop &L, ScalarEvolution &SE) {
  SetVector<Value *> Parts; // Of addresses, from within the loop.
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (Value *Address = getLoadStorePointerOperand(&I))
        Parts.insert(Address);
  // Instructions that make a counter narrower, and its bits.
  SmallVector<std::pair<Instruction *, unsigned>, 8> Counters;
  unsigned Widest = 32; // As that of the loop itself may be.
  for (unsigned P = 0; P != Parts.size(); ++P) {
    auto *I = dyn_cast<Instruction>(Parts[P]);
    if (!I || !L.contains(I) || isa<PHINode, LoadInst>(I))
      continue;
    unsigned Bits = bitsOfCounters(I, L, SE), OfOperands = None;
    for (Value *Operand : I->operands())
      OfOperands = std::min(OfOperands, bitsOfCounters(Operand, L, SE));
    if (Bits < OfOperands) {
      Counters.emplace_back(I, Bits);
      Widest = std::max(Widest, Bits);
    }
    Parts.insert(I->op_begin(), I->op_end());
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
