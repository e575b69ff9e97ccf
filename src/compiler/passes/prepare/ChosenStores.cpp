//===- ChosenStores.cpp - Stores to one of several variables --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace ferry::compiler;

/// True if all that is done with \p Variable is to load and store values of its
/// type, by its own name or where \p Stores go: its address is known to nobody.
static bool couldBeValue(const AllocaInst &Variable,
                         const SmallSetVector<StoreInst *, 8> &Stores) {
  auto IsChosen = [&](const User *U) {
    // One that nobody uses would be left behind.
    return isa<PHINode>(U) && !U->use_empty() &&
           all_of(U->users(), [&](const User *By) {
             auto *Store = dyn_cast<StoreInst>(By);
             return Store && Store->getPointerOperand() == U &&
                    Store->getValueOperand() != U &&
                    Store->getValueOperand()->getType() ==
                        Variable.getAllocatedType() &&
                    Stores.contains(const_cast<StoreInst *>(Store));
           });
  };
  return all_of(Variable.users(), [&](const User *U) {
    if (auto *Load = dyn_cast<LoadInst>(U))
      return Load->isSimple() && Load->getType() == Variable.getAllocatedType();
    if (auto *Store = dyn_cast<StoreInst>(U))
      return Store->isSimple() && Store->getValueOperand() != &Variable &&
             Store->getValueOperand()->getType() == Variable.getAllocatedType();
    return IsChosen(U) || cast<Instruction>(U)->isLifetimeStartOrEnd();
  });
}

/// Stores of \p Block to a phi of it that could as well be done on the ways to
/// it: before them, nothing there accesses a variable that may be one of those.
static void collect(BasicBlock &Block, SmallSetVector<StoreInst *, 8> &Stores) {
  for (Instruction &I : Block) {
    if (!I.mayReadOrWriteMemory() || I.isLifetimeStartOrEnd())
      continue;
    const Value *Pointer = getLoadStorePointerOperand(&I);
    auto *Phi = dyn_cast_or_null<PHINode>(Pointer);
    auto *Store = dyn_cast<StoreInst>(&I);
    auto *V = Store ? dyn_cast<Instruction>(Store->getValueOperand()) : nullptr;
    const bool IsChosen =
        Store && Store->isSimple() && Phi && Phi->getParent() == &Block &&
        !(V && V->getParent() == &Block && !isa<PHINode>(V)) &&
        all_of(Phi->incoming_values(), IsaPred<AllocaInst>) &&
        // Each way has a block, or can be given one.
        all_of(Phi->blocks(), [&](BasicBlock *From) {
          return isa<BranchInst>(From->getTerminator()) &&
                 count(Phi->blocks(), From) == 1;
        });
    if (IsChosen)
      Stores.insert(Store);
    else if (!Pointer || isa<PHINode, SelectInst, AllocaInst>(Pointer))
      return;
  }
}

PreservedAnalyses ChosenStoresPass::run(Function &F,
                                        FunctionAnalysisManager &) {
  SmallSetVector<StoreInst *, 8> Stores;
  for (BasicBlock &Block : F)
    collect(Block, Stores);
  SmallSetVector<AllocaInst *, 8> Variables;
  for (StoreInst *Store : Stores)
    for (Value *V :
         cast<PHINode>(Store->getPointerOperand())->incoming_values())
      Variables.insert(cast<AllocaInst>(V));
  // One that could not be a value keeps all that are chosen together.
  while (true) {
    auto *It = find_if(
        Variables, [&](AllocaInst *A) { return !couldBeValue(*A, Stores); });
    if (It == Variables.end())
      break;
    AllocaInst *Kept = *It;
    Variables.remove(Kept);
    Stores.remove_if([&](StoreInst *Store) {
      return is_contained(
          cast<PHINode>(Store->getPointerOperand())->incoming_values(), Kept);
    });
  }
  if (Stores.empty())
    return PreservedAnalyses::all();
  for (StoreInst *Store : Stores) {
    auto *Phi = cast<PHINode>(Store->getPointerOperand());
    BasicBlock *Block = Phi->getParent();
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
      if (Phi->getIncomingBlock(I)->getTerminator()->getNumSuccessors() > 1)
        SplitEdge(Phi->getIncomingBlock(I), Block);
      BasicBlock *From = Phi->getIncomingBlock(I);
      Instruction *Copy = Store->clone();
      Copy->setOperand(0,
                       Store->getValueOperand()->DoPHITranslation(Block, From));
      Copy->setOperand(1, Phi->getIncomingValue(I));
      Copy->insertBefore(From->getTerminator()->getIterator());
    }
    Store->eraseFromParent();
    if (Phi->use_empty())
      Phi->eraseFromParent();
  }
  DominatorTree DT(F);
  PromoteMemToReg(Variables.getArrayRef(), DT);
  return PreservedAnalyses::none();
}
