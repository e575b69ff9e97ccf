//===- LikelyLoops.cpp - Vectors like most follow one another -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/speculation/Passes.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ferry::compiler;

/// What \p V is in a copy.
static Value *mapped(Value *V, const ValueToValueMapTy &Map) {
  Value *Copy = Map.lookup(V);
  return Copy ? Copy : V;
}

/// A copy of \p Block, placed after \p Before, the only one that goes there.
/// For it stands what \p From brings, with the values of \p OfFrom for others;
/// \p Map gets the copy's own.
static BasicBlock *copyBlock(BasicBlock &Block, BasicBlock &From,
                             BasicBlock &Before,
                             const ValueToValueMapTy &OfFrom,
                             ValueToValueMapTy &Map) {
  BasicBlock *Copy = CloneBasicBlock(&Block, Map, ".likely", Block.getParent());
  Copy->moveAfter(&Before);
  remapInstructionsInBlocks(Copy, Map);
  for (auto [Phi, Of] : zip(Copy->phis(), Block.phis())) {
    Phi.removeIncomingValueIf([](unsigned) { return true; },
                              /*DeletePHIIfEmpty=*/false);
    Phi.addIncoming(mapped(Of.getIncomingValueForBlock(&From), OfFrom),
                    &Before);
  }
  return Copy;
}

/// What comes to \p After from \p Block comes from \p Copy, too.
static void completePhis(BasicBlock &After, BasicBlock &Block, BasicBlock &Copy,
                         const ValueToValueMapTy &Map) {
  for (PHINode &Phi : After.phis())
    Phi.addIncoming(mapped(Phi.getIncomingValueForBlock(&Block), Map), &Copy);
}

/// Makes one block of \p Block and those from which one only comes to it.
static void mergeIntoPredecessors(BasicBlock *Block,
                                  DomTreeUpdater *Updater = nullptr,
                                  LoopInfo *LI = nullptr) {
  while (BasicBlock *Before = Block->getSinglePredecessor()) {
    if (!MergeBlockIntoPredecessor(Block, Updater, LI))
      return;
    Block = Before;
  }
}

/// Brings the likely way, first successor of \p Header, into a loop of its own.
/// \p Latch ends each iteration.
static void stayLikely(BasicBlock &Header, BasicBlock &Latch,
                       const DominatorTree &DT) {
  BasicBlock *Likely = Header.getTerminator()->getSuccessor(0);
  SmallVector<BasicBlock *, 4> Ends;
  for (BasicBlock *Before : predecessors(&Latch))
    if (DT.dominates(Likely, Before))
      Ends.push_back(Before);
  if (Ends.empty() || Ends.size() == pred_size(&Latch))
    return;
  // The likely way gets an end of its own, and goes on from there.
  BasicBlock *End = SplitBlockPredecessors(&Latch, Ends, ".likely");
  ValueToValueMapTy OfEnd, OfLatch, OfHeader;
  BasicBlock *LatchCopy = copyBlock(Latch, *End, *End, OfEnd, OfLatch);
  BasicBlock *HeaderCopy =
      copyBlock(Header, Latch, *LatchCopy, OfLatch, OfHeader);
  End->getTerminator()->replaceSuccessorWith(&Latch, LatchCopy);
  Latch.removePredecessor(End, /*KeepOneInputPHIs=*/true);
  LatchCopy->getTerminator()->replaceSuccessorWith(&Header, HeaderCopy);
  for (BasicBlock *After : successors(HeaderCopy))
    completePhis(*After, Header, *HeaderCopy, OfHeader);
  for (BasicBlock *After : successors(LatchCopy))
    if (After != HeaderCopy)
      completePhis(*After, Latch, *LatchCopy, OfLatch);
  // What is known of the loop goes for that within it.
  LatchCopy->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
  HeaderCopy->getTerminator()->setMetadata(
      LLVMContext::MD_loop,
      Latch.getTerminator()->getMetadata(LLVMContext::MD_loop));
  // Uses of their values in other blocks may come after the copy instead.
  JumpThreadingPass Threading;
  Threading.updateSSA(&Latch, LatchCopy, OfLatch);
  Threading.updateSSA(&Header, HeaderCopy, OfHeader);
  FoldSingleEntryPHINodes(LatchCopy);
  FoldSingleEntryPHINodes(HeaderCopy);
}

PreservedAnalyses LikelyLoopsPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<BranchInst *, 4> Choices;
  // Rows of one group are short.
  if (!F.hasFnAttribute(reserved::GroupAgnosticAttr))
    return PreservedAnalyses::all();
  for (BasicBlock &Block : F)
    if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator()))
      if (Branch->hasMetadata(reserved::LikelyVector))
        Choices.push_back(Branch);
  if (Choices.empty())
    return PreservedAnalyses::all();
  for (BranchInst *Choice : Choices) {
    Choice->setMetadata(reserved::LikelyVector, nullptr);
    // Straight from the start of an iteration, and to its end.
    mergeIntoPredecessors(Choice->getParent());
    DominatorTree DT(F);
    LoopInfo LI(DT);
    DomTreeUpdater Updater(DT, DomTreeUpdater::UpdateStrategy::Eager);
    Loop *L = LI.getLoopFor(Choice->getParent());
    if (!L || L->getHeader() != Choice->getParent() || !L->getLoopLatch())
      continue;
    mergeIntoPredecessors(L->getLoopLatch(), &Updater, &LI);
    if (L->getLoopLatch() != L->getHeader())
      stayLikely(*L->getHeader(), *L->getLoopLatch(), DT);
  }
  return PreservedAnalyses::none();
}
