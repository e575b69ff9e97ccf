//===- ImplicitBarriers.cpp - Regions that do not repeat code -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/work-group/PrivateMemory.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace ferry::compiler;

static bool synchronises(const BasicBlock &Block) {
  return any_of(Block, [](const Instruction &I) {
    return reserved::isSynchronisation(&I);
  });
}

/// How many regions each block of \p F will be copied to. Empty if copies do
/// not get out of hand.
static DenseMap<BasicBlock *, unsigned>
countCopies(Function &F, unsigned MaxGrowth, unsigned MinCopied) {
  DenseMap<BasicBlock *, unsigned> Copies;
  for (BasicBlock &Block : F)
    if (Block.isEntryBlock() || synchronises(Block))
      for (BasicBlock *At : reachedFrom(Block, synchronises))
        ++Copies[At];
  uint64_t Copied = 0;
  for (auto [Block, Times] : Copies)
    Copied += Times * Block->size();
  if (Copied < MinCopied ||
      Copied < uint64_t(MaxGrowth) * F.getInstructionCount())
    Copies.clear();
  return Copies;
}

/// True if there is a way from \p Branch to \p Meet that synchronises.
static bool synchronisesBetween(BasicBlock &Branch, const BasicBlock *Meet) {
  auto IsMeet = [&](BasicBlock &Block) { return &Block == Meet; };
  return any_of(reachedFrom(Branch, IsMeet), [&](const BasicBlock *At) {
    return At != Meet && synchronises(*At);
  });
}

/// The blocks of \p F from which there is no way to a synchronisation point.
static SmallPtrSet<BasicBlock *, 16> findEnds(Function &F) {
  SmallSetVector<BasicBlock *, 16> Before;
  for (BasicBlock &Block : F)
    if (synchronises(Block))
      Before.insert(&Block);
  for (unsigned I = 0; I != Before.size(); ++I)
    Before.insert(pred_begin(Before[I]), pred_end(Before[I]));
  SmallPtrSet<BasicBlock *, 16> Ends;
  for (BasicBlock &Block : F)
    if (!Before.contains(&Block))
      Ends.insert(&Block);
  return Ends;
}

PreservedAnalyses ImplicitBarriersPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  if (!isKernel(F))
    return PreservedAnalyses::all();
  const DenseMap<BasicBlock *, unsigned> Copies =
      countCopies(F, MaxGrowth, MinCopied);
  if (Copies.empty())
    return PreservedAnalyses::all();
  UniformityInfo &UI = AM.getResult<UniformityInfoAnalysis>(F);
  const auto &PDT = AM.getResult<PostDominatorTreeAnalysis>(F);
  // Where work-items take different ways they cannot meet: all those that have
  // not returned have to come.
  const auto Divergent = findDivergentBlocks(F, UI, PDT, findEnds(F));
  SmallSetVector<BasicBlock *, 16> Meets;
  for (BasicBlock &Branch : F) {
    if (succ_size(&Branch) < 2 || UI.hasDivergentTerminator(Branch) ||
        Divergent.contains(&Branch))
      continue;
    BasicBlock *Meet = meetingPoint(Branch, PDT);
    if (Meet && Copies.lookup(Meet) > MaxCopies &&
        synchronisesBetween(Branch, Meet))
      Meets.insert(Meet);
  }
  for (BasicBlock *Meet : Meets) {
    IRBuilder<> B(Meet, Meet->getFirstInsertionPt());
    callFunction(B, reserved::ImplicitBarrier, B.getVoidTy())->setConvergent();
  }
  return preservedWithControlFlow(!Meets.empty());
}
