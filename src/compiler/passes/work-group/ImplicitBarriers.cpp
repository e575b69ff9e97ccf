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
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
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

/// How many regions will have a copy of each block of \p F.
static DenseMap<const BasicBlock *, unsigned> countCopies(Function &F) {
  DenseMap<const BasicBlock *, unsigned> Copies;
  for (BasicBlock &Block : F)
    if (Block.isEntryBlock() || synchronises(Block))
      for (BasicBlock *At : reachedFrom(Block, synchronises))
        ++Copies[At];
  return Copies;
}

/// True if there is a way from \p Branch to \p Meet that synchronises.
static bool synchronisesBetween(BasicBlock &Branch, const BasicBlock *Meet) {
  auto IsMeet = [&](BasicBlock &Block) { return &Block == Meet; };
  return any_of(reachedFrom(Branch, IsMeet), [&](const BasicBlock *At) {
    return At != Meet && synchronises(*At);
  });
}

/// Instructions that are done in \p Block before work-items wait for each
/// other.
static unsigned lengthOf(const BasicBlock &Block) {
  unsigned Length = 0;
  for (const Instruction &I : Block) {
    if (reserved::isSynchronisation(&I))
      break;
    ++Length;
  }
  return Length;
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

/// Where the ways around synchronisation points of \p F meet, and loops with
/// some begin, if that is copied; the last first.
static SmallVector<BasicBlock *, 16>
findMeetingPoints(Function &F,
                  const DenseMap<const BasicBlock *, unsigned> &Copies,
                  FunctionAnalysisManager &AM) {
  UniformityInfo &UI = AM.getResult<UniformityInfoAnalysis>(F);
  const auto &PDT = AM.getResult<PostDominatorTreeAnalysis>(F);
  const CycleInfo &Cycles = AM.getResult<CycleAnalysis>(F);
  const auto Divergent = findDivergentBlocks(F, UI, PDT, findEnds(F));
  // All that have not returned have to come, or each at most once, or from
  // iteration to iteration: nobody may wait there while others go around, as
  // they share what is the same for them (SplitSynchronisation).
  auto MayMeet = [&](BasicBlock *Block) {
    const Cycle *Around = Cycles.getCycle(Block);
    if (Around && Around->getHeader() == Block && Around->isReducible())
      Around = Around->getParentCycle();
    return Copies.lookup(Block) > 1 && (!Around || !Divergent.contains(Block));
  };
  SmallSetVector<BasicBlock *, 16> Found;
  for (BasicBlock &Branch : F) {
    if (succ_size(&Branch) < 2 || UI.hasDivergentTerminator(Branch))
      continue;
    BasicBlock *Meet = meetingPoint(Branch, PDT);
    if (Meet && MayMeet(Meet) && synchronisesBetween(Branch, Meet))
      Found.insert(Meet);
  }
  for (const Cycle *Top : Cycles.toplevel_cycles())
    for (const Cycle *C : depth_first(Top))
      if (MayMeet(C->getHeader()) &&
          any_of(C->blocks(),
                 [](const BasicBlock *Block) { return synchronises(*Block); }))
        Found.insert(C->getHeader());
  SmallVector<BasicBlock *, 16> Meets = Found.takeVector();
  stable_sort(Meets, [&](const BasicBlock *A, const BasicBlock *B) {
    return PDT.getNode(A)->getLevel() < PDT.getNode(B)->getLevel();
  });
  return Meets;
}

PreservedAnalyses ImplicitBarriersPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  if (!isKernel(F))
    return PreservedAnalyses::all();
  const DenseMap<const BasicBlock *, unsigned> Copies = countCopies(F);
  uint64_t Copied = 0;
  for (auto [Block, Times] : Copies)
    Copied += uint64_t(Times - 1) * lengthOf(*Block);
  if (Copied < MinCopied)
    return PreservedAnalyses::all();
  bool Changed = false;
  for (BasicBlock *Meet : findMeetingPoints(F, Copies, AM)) {
    // What a barrier there keeps from being copied.
    uint64_t Length = lengthOf(*Meet);
    if (!synchronises(*Meet))
      for (const BasicBlock *At : reachedFrom(*Meet, synchronises))
        Length += lengthOf(*At);
    if ((Copies.lookup(Meet) - 1) * Length < MinCopied)
      continue;
    IRBuilder<> B(Meet, Meet->getFirstInsertionPt());
    callFunction(B, reserved::ImplicitBarrier, B.getVoidTy())->setConvergent();
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
