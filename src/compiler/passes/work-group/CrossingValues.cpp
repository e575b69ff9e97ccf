//===- CrossingValues.cpp - Values live across synchronisation ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/CrossingValues.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace ferry::compiler;

using BlockSet = SmallPtrSet<BasicBlock *, 16>;

/// The blocks at whose start \p I is live.
static void findLiveIn(Instruction &I, BlockSet &LiveIn) {
  SmallVector<BasicBlock *, 16> Work;
  BasicBlock *Home = I.getParent();
  for (Use &U : I.uses()) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    BasicBlock *Block = Phi ? Phi->getIncomingBlock(U) : User->getParent();
    if (Block != Home)
      Work.push_back(Block);
  }
  while (!Work.empty()) {
    BasicBlock *Block = Work.pop_back_val();
    if (!LiveIn.insert(Block).second)
      continue;
    for (BasicBlock *Pred : predecessors(Block))
      if (Pred != Home)
        Work.push_back(Pred);
  }
}

/// Operations worth computing again rather than storing once per work-item.
static bool isCheap(const Instruction &I) {
  if (auto *Op = dyn_cast<BinaryOperator>(&I))
    return !Op->isIntDivRem() && !Op->getType()->isFPOrFPVectorTy();
  return isa<CastInst, GetElementPtrInst, CmpInst>(I);
}

/// Counts into \p Cost the operations that computing \p V from arguments and
/// ids takes; false if it cannot be done, or takes too many.
static bool canRecompute(const Value *V, unsigned &Cost) {
  constexpr unsigned MaxOperations = 8;
  if (isa<Constant, Argument>(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || ++Cost > MaxOperations)
    return false;
  StringRef Name = reserved::calleeName(I);
  // What a sub-group does together, it does where the source says.
  if (SubGroupCall Call(I); Call)
    return Call.isPosition();
  if (!Name.empty())
    return !reserved::isSynchronisation(I);
  return isCheap(*I) && all_of(I->operands(), [&](const Use &U) {
           return canRecompute(U, Cost);
         });
}

/// A copy of \p V, and of what it is computed from, before \p Before.
static Value *recompute(Value *V, Instruction *Before) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V;
  Instruction *Copy = I->clone();
  for (Use &U : Copy->operands())
    U.set(recompute(U, Before));
  Copy->insertBefore(Before->getIterator());
  return Copy;
}

static void recomputeAtUses(Instruction &I) {
  DenseMap<BasicBlock *, Value *> Copies;
  for (Use &U : make_early_inc_range(I.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    BasicBlock *Block = Phi ? Phi->getIncomingBlock(U) : User->getParent();
    if (Block == I.getParent())
      continue;
    Value *&Copy = Copies[Block];
    if (!Copy)
      Copy = recompute(&I, &*Block->getFirstInsertionPt());
    U.set(Copy);
  }
}

/// True if every use sees the same value in all work-items, whichever iteration
/// each of them left a loop in.
static bool isUniformEverywhere(Instruction &I, const UniformityInfo &UI) {
  return UI.isUniform(&I) &&
         none_of(I.uses(), [&](const Use &U) { return UI.isDivergentUse(U); });
}

SmallVector<CrossingValue, 16>
ferry::compiler::demoteCrossingValues(Function &F,
                                      ArrayRef<BasicBlock *> Continuations,
                                      const UniformityInfo &UI) {
  struct Found {
    Instruction *I;
    bool Uniform;
    BlockSet LiveIn;
  };
  SmallVector<Found, 16> Crossing;
  for (Instruction &I : instructions(F)) {
    if (isa<AllocaInst>(I) || I.use_empty())
      continue;
    BlockSet LiveIn;
    findLiveIn(I, LiveIn);
    if (any_of(Continuations,
               [&](BasicBlock *Block) { return LiveIn.contains(Block); }))
      Crossing.push_back({&I, isUniformEverywhere(I, UI), std::move(LiveIn)});
  }

  // First all that is computed again: it makes values it is computed from live
  // nowhere else, as they are arguments and ids.
  for (Found &Value : Crossing) {
    unsigned Cost = 0;
    if (!Value.Uniform && canRecompute(Value.I, Cost)) {
      recomputeAtUses(*Value.I);
      Value.I = nullptr;
    }
  }

  SmallVector<CrossingValue, 16> Result;
  for (Found &Value : Crossing) {
    if (!Value.I)
      continue;
    bool ByGroup = reserved::isSynchronisation(Value.I);
    Instruction *I = Value.I;
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      // The incoming values go through memory of their own, which is not live
      // across a synchronisation point: no edge crosses one.
      BasicBlock *Home = Phi->getParent();
      AllocaInst *Incoming = DemotePHIToStack(Phi);
      I = nullptr;
      for (Instruction &Candidate : *Home)
        if (auto *Load = dyn_cast<LoadInst>(&Candidate);
            Load && Load->getPointerOperand() == Incoming) {
          I = Load;
          break;
        }
      if (!I)
        continue; // The phi had no uses left.
    }
    AllocaInst *Storage = DemoteRegToStack(*I);
    if (Storage)
      Result.push_back(
          {Storage, Value.Uniform, ByGroup, std::move(Value.LiveIn)});
  }
  return Result;
}
