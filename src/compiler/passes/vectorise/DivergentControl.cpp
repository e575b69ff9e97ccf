//===- DivergentControl.cpp - Where lanes go different ways ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/DivergentControl.h"

#include "compiler/passes/work-group/PrivateMemory.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

/// True if all ways to what lies between \p Then and \p Join lead through
/// \p Then.
static bool isOnlyWayIn(BasicBlock *Then, BasicBlock *Join,
                        const DominatorTree &DT) {
  return all_of(
      reachedFrom(*Then, [&](BasicBlock &At) { return &At == Join; }),
      [&](BasicBlock *At) { return At == Join || DT.dominates(Then, At); });
}

/// True if an irreducible loop, which has several entries, is too large for its
/// values to be followed from block to block: twice as many blocks take some
/// ten times as long.
static bool hasLargeIrreducibleLoop(const CycleInfo &Cycles) {
  constexpr unsigned MaxBlocks = 64;
  return any_of(Cycles.toplevel_cycles(), [](const Cycle *Outer) {
    return any_of(depth_first(Outer), [](const Cycle *C) {
      return !C->isReducible() && C->getNumBlocks() > MaxBlocks;
    });
  });
}

/// True if \p F, with branches in place of its switches, has so many blocks
/// that looking from each branch at all blocks behind it takes long.
static bool hasTooManyBlocks(const Function &F) {
  constexpr unsigned MaxBlocks = 8192;
  unsigned Blocks = F.size();
  for (const BasicBlock &Block : F)
    if (const auto *Switch = dyn_cast<SwitchInst>(Block.getTerminator()))
      Blocks += 2 * Switch->getNumCases();
  return Blocks > MaxBlocks;
}

/// True if \p I has what other work-items have done.
static bool asksOthers(const Instruction &I) {
  return (I.isAtomic() || I.isVolatile()) && !I.use_empty();
}

/// True if lanes may leave \p L because of what others have done: by a value
/// that asks for it in the loop, or a variable that such a value may be in.
static bool leavesAfterOthers(const Loop &L, const DominatorTree &DT,
                              const PostDominatorTree &PDT) {
  SmallSetVector<Value *, 16> Reasons;
  auto AddEnd = [&](const BasicBlock &Block) {
    if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
        Branch && Branch->isConditional())
      Reasons.insert(Branch->getCondition());
  };
  SmallPtrSet<const BasicBlock *, 16> Heads;
  AddEnd(*L.getExitingBlock());
  for (unsigned At = 0; At != Reasons.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Reasons[At]);
    if (!I || !L.contains(I))
      continue;
    Reasons.insert(I->op_begin(), I->op_end());
    if (asksOthers(*I))
      return true;
    if (auto *Load = dyn_cast<LoadInst>(I);
        Load && isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())))
      return true;
    // What decides which way a lane comes here.
    const BasicBlock *Block = I->getParent();
    if (!isa<PHINode>(I) || Block == L.getHeader())
      continue;
    const BasicBlock *Head = DT.getNode(Block)->getIDom()->getBlock();
    if (!Heads.insert(Head).second)
      continue;
    for (const BasicBlock *Between : L.blocks()) {
      if (!DT.dominates(Head, Between))
        continue;
      const BasicBlock *Join = meetingPoint(*Between, PDT);
      if (!Join || !DT.dominates(Head, Join) || DT.dominates(Block, Join))
        AddEnd(*Between);
    }
  }
  return false;
}

DivergentControl::DivergentControl(Function &F, FunctionAnalysisManager &FAM) {
  if (hasTooManyBlocks(F))
    Problem = "it has too many blocks";
  else if (hasLargeIrreducibleLoop(FAM.getResult<CycleAnalysis>(F)))
    Problem = "it has a large irreducible loop";
  IsTooLarge = !Problem.empty();
  if (IsTooLarge)
    return;
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &UI = FAM.getResult<UniformityInfoAnalysis>(F);
  for (BasicBlock &Block : F) {
    Instruction *End = Block.getTerminator();
    if (!isa<BranchInst, ReturnInst, SwitchInst>(End)) {
      Problem = (Twine("it ends a block with ") + End->getOpcodeName()).str();
      return;
    }
    if (isa<ReturnInst>(End) || !UI.hasDivergentTerminator(Block))
      continue;
    auto *Branch = dyn_cast<BranchInst>(End);
    if (!Branch) {
      Problem = "work-items differ in a switch";
      return;
    }
    Loop *L = LI.getLoopFor(&Block);
    if (L && L->isLoopExiting(&Block)) {
      BasicBlock *Exit = L->getExitBlock();
      if (L->getExitingBlock() != &Block || L->getLoopLatch() != &Block ||
          !L->getLoopPreheader() || !Exit || !Exit->getSinglePredecessor()) {
        Problem = "work-items leave a loop in more than one place";
        return;
      }
      LoopOfHeader[L->getHeader()] = L;
      LoopOfExit[Exit] = L;
      Joins.insert(Exit);
      continue;
    }
    BasicBlock *Join = meetingPoint(Block, PDT);
    BasicBlock *Then = Branch->getSuccessor(0);
    if (Then == Join)
      Then = Branch->getSuccessor(1);
    if (!Join || Then == Join || !is_contained(successors(&Block), Join) ||
        Then->getSinglePredecessor() != &Block ||
        !isOnlyWayIn(Then, Join, DT)) {
      Problem = "work-items differ in a branch that does not skip something";
      return;
    }
    Skips[&Block] = {Then, Join};
    Joins.insert(Join);
  }
  WaitsForOthers = any_of(LoopOfHeader, [&](const auto &Entry) {
    return any_of(Entry.second->blocks(),
                  [](const BasicBlock *Block) {
                    return any_of(*Block, asksOthers);
                  }) &&
           leavesAfterOthers(*Entry.second, DT, PDT);
  });
}

void DivergentControl::print(raw_ostream &OS) const {
  auto Label = [&](const BasicBlock *Block) {
    Block->printAsOperand(OS, /*PrintType=*/false);
  };
  for (const auto &[Head, Skip] : Skips) {
    Label(Head);
    OS << " skips ";
    Label(Skip.Then);
    OS << " to ";
    Label(Skip.Join);
    OS << '\n';
  }
  for (const auto &[Header, L] : LoopOfHeader) {
    OS << "lanes leave the loop at ";
    Label(Header);
    OS << " in different iterations\n";
  }
  if (WaitsForOthers)
    OS << "others may have to do something before lanes leave a loop\n";
  if (!Problem.empty())
    OS << Problem << '\n';
}
