//===- PrivateMemory.cpp - Private variables in memory --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/PrivateMemory.h"

#include "compiler/passes/DebugInfo.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace ferry::compiler;

bool ferry::compiler::isPlainWrite(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple();
  auto *Write = dyn_cast<MemIntrinsic>(&I);
  return Write && !Write->isVolatile();
}

const Value *ferry::compiler::writtenObject(const Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  return getUnderlyingObject(Store ? Store->getPointerOperand()
                                   : cast<MemIntrinsic>(I).getRawDest());
}

/// Computes the addresses that \p Pointer is the base of where they are used.
static void sinkAddresses(Instruction *Pointer) {
  for (User *U : make_early_inc_range(Pointer->users())) {
    auto *I = cast<Instruction>(U);
    if (!isa<GetElementPtrInst, CastInst>(I) || !I->getType()->isPointerTy())
      continue;
    sinkAddresses(I);
    // All ways from one block to a phi bring the same.
    DenseMap<std::pair<PHINode *, BasicBlock *>, Instruction *> OfPhis;
    for (Use &Use : make_early_inc_range(I->uses())) {
      auto *At = cast<Instruction>(Use.getUser());
      auto *Phi = dyn_cast<PHINode>(At);
      BasicBlock *Block = Phi ? Phi->getIncomingBlock(Use) : At->getParent();
      if (Block == I->getParent())
        continue;
      Instruction *Copy = Phi ? OfPhis.lookup({Phi, Block}) : nullptr;
      if (!Copy) {
        Copy = I->clone();
        Copy->insertBefore(Phi ? Block->getTerminator()->getIterator()
                               : At->getIterator());
      }
      if (Phi)
        OfPhis[{Phi, Block}] = Copy;
      Use.set(Copy);
    }
    if (I->use_empty())
      I->eraseFromParent();
  }
}

/// \returns false if a pointer gets where its uses cannot be followed.
static bool findUsers(Value *V, SmallSetVector<Instruction *, 8> &Users) {
  SmallVector<Value *, 8> Work{V};
  SmallPtrSet<Value *, 8> Seen{V};
  bool Followed = true;
  while (!Work.empty()) {
    Value *Pointer = Work.pop_back_val();
    for (Use &U : Pointer->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      Users.insert(I);
      if (isa<LoadInst, LifetimeIntrinsic, ICmpInst>(I))
        continue;
      if (I->getType()->isPointerTy() &&
          isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(I)) {
        if (Seen.insert(I).second)
          Work.push_back(I);
        Followed &= all_of(I->users(), [&](User *Next) {
          return cast<Instruction>(Next)->getParent() == I->getParent();
        });
        continue;
      }
      if (auto *Store = dyn_cast<StoreInst>(I)) {
        Followed &= Store->getValueOperand() != Pointer;
        continue;
      }
      auto *Call = dyn_cast<CallBase>(I);
      Followed &= Call && Call->isArgOperand(&U) &&
                  Call->doesNotCapture(Call->getArgOperandNo(&U));
    }
  }
  return Followed;
}

SmallVector<PrivateVariable, 4>
ferry::compiler::findPrivateVariables(Function &F) {
  SmallVector<AllocaInst *, 8> Allocas;
  for (Instruction &I : F.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I);
        A && (isDescribed(*A) || !isAllocaPromotable(A)))
      Allocas.push_back(A);
  SmallVector<PrivateVariable, 4> Result;
  for (AllocaInst *A : Allocas) {
    sinkAddresses(A);
    PrivateVariable &V = Result.emplace_back();
    V.Alloca = A;
    V.Followed = findUsers(A, V.Users);
  }
  return Result;
}

SmallSetVector<BasicBlock *, 16>
ferry::compiler::reachedFrom(BasicBlock &Start,
                             function_ref<bool(BasicBlock &)> Ends) {
  SmallSetVector<BasicBlock *, 16> Reached(succ_begin(&Start),
                                           succ_end(&Start));
  for (unsigned I = 0; I != Reached.size(); ++I)
    if (BasicBlock *At = Reached[I]; !Ends(*At))
      Reached.insert(succ_begin(At), succ_end(At));
  return Reached;
}

BasicBlock *ferry::compiler::meetingPoint(const BasicBlock &Block,
                                          const PostDominatorTree &PDT) {
  const DomTreeNode *Node = PDT.getNode(&Block);
  return Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
}

SmallPtrSet<BasicBlock *, 16> ferry::compiler::findDivergentBlocks(
    Function &F, UniformityInfo &UI, const PostDominatorTree &PDT,
    const SmallPtrSetImpl<BasicBlock *> &Ends) {
  SmallPtrSet<BasicBlock *, 16> Result;
  for (BasicBlock &Block : F) {
    if (!UI.hasDivergentTerminator(Block) ||
        count_if(successors(&Block),
                 [&](BasicBlock *Next) { return !Ends.contains(Next); }) < 2)
      continue;
    // What is reached before the ways meet again.
    const BasicBlock *Meet = meetingPoint(Block, PDT);
    for (BasicBlock *At :
         reachedFrom(Block, [&](BasicBlock &At) { return &At == Meet; }))
      if (At != Meet)
        Result.insert(At);
  }
  return Result;
}

bool ferry::compiler::isWrittenUniformly(
    const PrivateVariable &V, const UniformityInfo &UI,
    const SmallPtrSetImpl<BasicBlock *> &DivergentBlocks) {
  return all_of(V.Users, [&](const Instruction *I) {
    if (!I->mayWriteToMemory() || isa<LifetimeIntrinsic>(I))
      return true;
    return isPlainWrite(*I) && !DivergentBlocks.contains(I->getParent()) &&
           none_of(I->operands(),
                   [&](const Use &U) { return UI.isDivergentUse(U); });
  });
}
