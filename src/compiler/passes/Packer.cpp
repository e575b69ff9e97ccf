//===- Packer.cpp - Control flow of a pack --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ferry::compiler;

/// True if all ways to what lies between \p Then and \p Join lead through
/// \p Then.
static bool isOnlyWayIn(BasicBlock *Then, BasicBlock *Join,
                        const DominatorTree &DT) {
  SmallSetVector<BasicBlock *, 16> Blocks;
  Blocks.insert(Then);
  for (unsigned I = 0; I != Blocks.size(); ++I)
    for (BasicBlock *Next : successors(Blocks[I]))
      if (Next != Join) {
        if (!DT.dominates(Then, Next))
          return false;
        Blocks.insert(Next);
      }
  return true;
}

PackControl::PackControl(Function &F, const DominatorTree &DT,
                         const PostDominatorTree &PDT, const LoopInfo &LI,
                         UniformityInfo &UI) {
  for (BasicBlock &Block : F) {
    Instruction *End = Block.getTerminator();
    if (!isa<BranchInst, ReturnInst, SwitchInst>(End)) {
      Problem = (Twine("it ends a block with ") + End->getOpcodeName()).str();
      return;
    }
    if (!UI.hasDivergentTerminator(Block))
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
    const DomTreeNode *Node = PDT.getNode(&Block);
    BasicBlock *Join =
        Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
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
}

Function *Packer::run(bool Partial, const Twine &Name) {
  P = Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage, Name,
                       F.getParent());
  P->copyAttributesFrom(&F);
  for (auto [From, To] : zip(F.args(), P->args())) {
    To.setName(From.getName());
    Bases[&From] = &To;
  }
  BasicBlock *Entry = BasicBlock::Create(C, "pack", P);
  B.SetInsertPoint(Entry);
  Value *Mask = nullptr;
  if (Partial) {
    Items = B.CreateCall(reserved::getPure(*F.getParent(), reserved::PackItems,
                                           B.getInt64Ty(), {}));
    Type *Ty = B.getInt32Ty();
    Mask = B.CreateICmpULT(lanesOffset(1, Ty),
                           B.CreateVectorSplat(Lanes, B.CreateTrunc(Items, Ty)),
                           "items");
  }
  for (BasicBlock &Block : F)
    First[&Block] = BasicBlock::Create(C, Block.getName(), P);
  B.CreateBr(First[&F.getEntryBlock()]);
  Masks[&F.getEntryBlock()] = Mask;
  Divergent[&F.getEntryBlock()] = false;
  ReversePostOrderTraversal<Function *> Order(&F);
  SmallPtrSet<BasicBlock *, 16> Reached;
  for (BasicBlock *Block : Order) {
    Reached.insert(Block);
    block(*Block);
  }
  for (BasicBlock &Block : F)
    if (!Reached.contains(&Block))
      First[&Block]->eraseFromParent();
  finishPhis();
  if (!Failed)
    return P;
  P->eraseFromParent();
  return nullptr;
}

/// Which lanes are active in \p Block.
Value *Packer::maskOf(BasicBlock &Block) {
  if (auto It = Masks.find(&Block); It != Masks.end())
    return It->second;
  if (auto *L = Control.LoopOfExit.lookup(&Block)) {
    BasicBlock *Before = L->getLoopPreheader();
    Divergent[&Block] = Divergent[Before];
    return Masks[&Block] = Masks[Before];
  }
  if (auto It = ThenMasks.find(&Block); It != ThenMasks.end()) {
    Divergent[&Block] = true;
    return Masks[&Block] = It->second;
  }
  // Nothing but a skip or a loop makes lanes inactive, and both end before
  // what they do not dominate.
  BasicBlock *Dominator = DT.getNode(&Block)->getIDom()->getBlock();
  Divergent[&Block] = Divergent[Dominator];
  return Masks[&Block] = Masks[Dominator];
}

void Packer::block(BasicBlock &Block) {
  Current = &Block;
  B.SetInsertPoint(First[&Block]);
  if (Loop *L = Control.LoopOfHeader.lookup(&Block)) {
    enterLoop(*L);
  } else {
    maskOf(Block);
    startPhis(Block);
  }
  for (Instruction &I : Block) {
    if (isa<PHINode>(I))
      continue;
    B.SetCurrentDebugLocation(I.getDebugLoc());
    if (I.isTerminator()) {
      if (auto *Branch = dyn_cast<BranchInst>(&I)) {
        branch(*Branch);
      } else {
        Instruction *Copy = I.clone();
        for (Use &U : Copy->operands()) {
          if (auto *Target = dyn_cast<BasicBlock>(U))
            U.set(First[Target]);
          else
            U.set(scalar(U));
        }
        B.Insert(Copy);
      }
      break;
    }
    instruction(I);
  }
  Last[&Block] = B.GetInsertBlock();
}

void Packer::startPhis(BasicBlock &Block) {
  for (PHINode &Phi : Block.phis()) {
    B.SetCurrentDebugLocation(Phi.getDebugLoc());
    if (auto It = LeftWith.find(&Phi); It != LeftWith.end()) {
      Wide[&Phi] = It->second;
      continue;
    }
    unsigned Count = Phi.getNumIncomingValues();
    if (Shapes[&Phi].hasBase()) {
      Bases[&Phi] = B.CreatePHI(Phi.getType(), Count, Phi.getName());
    } else {
      Parts &Made = Wide[&Phi];
      for (Type *Ty : partTypes(Phi.getType()))
        Made.push_back(B.CreatePHI(vectorOf(Ty), Count, Phi.getName()));
    }
    Phis.push_back(&Phi);
  }
}

/// What comes into a phi of \p Join from \p From: of the lanes that took the
/// ways to it, their own, of the others what they brought when they skipped
/// them.
Packer::Parts Packer::blend(BasicBlock *From, BasicBlock *Join, Parts In,
                            PHINode &Phi) {
  // From the innermost to the outermost.
  for (DomTreeNode *Node = DT.getNode(From); Node && Node->getIDom();
       Node = Node->getIDom()) {
    BasicBlock *Then = Node->getBlock();
    BasicBlock *Head = Node->getIDom()->getBlock();
    auto It = Control.Skips.find(Head);
    if (It == Control.Skips.end() || It->second.Then != Then ||
        It->second.Join != Join)
      continue;
    Value *Skipping = Phi.getIncomingValueForBlock(Head);
    if (isa<UndefValue>(Skipping))
      continue;
    Parts Others = wide(Skipping);
    for (auto [Value, Other] : zip(In, Others))
      Value = B.CreateSelect(ThenMasks[Then], Value, Other);
  }
  return In;
}

/// Where the lanes that come from \p From bring nothing into \p Phi: what those
/// bring that skipped their way and are with them.
Value *Packer::skippingValue(BasicBlock *From, PHINode &Phi) {
  for (DomTreeNode *Node = DT.getNode(From); Node && Node->getIDom();
       Node = Node->getIDom()) {
    auto It = Control.Skips.find(Node->getIDom()->getBlock());
    if (It == Control.Skips.end() || It->second.Then != Node->getBlock() ||
        It->second.Join != Phi.getParent())
      continue;
    Value *Skipping = Phi.getIncomingValueForBlock(Node->getIDom()->getBlock());
    if (!isa<UndefValue>(Skipping))
      return Skipping;
  }
  return PoisonValue::get(Phi.getType());
}

void Packer::finishPhis() {
  for (PHINode *Phi : Phis) {
    BasicBlock *Block = Phi->getParent();
    bool Blends = Control.Joins.contains(Block);
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
      BasicBlock *From = Phi->getIncomingBlock(I);
      Value *In = Phi->getIncomingValue(I);
      if (Removed.contains({From, Block}))
        continue;
      B.SetInsertPoint(Last[From]->getTerminator());
      if (Shapes[Phi].hasBase()) {
        if (Blends && isa<UndefValue>(In))
          In = skippingValue(From, *Phi);
        cast<PHINode>(Bases[Phi])->addIncoming(scalar(In), Last[From]);
        continue;
      }
      Parts Values = wide(In);
      if (Blends) {
        Current = From;
        Values = blend(From, Block, Values, *Phi);
      }
      for (auto [Made, Value] : zip(Wide[Phi], Values))
        cast<PHINode>(Made)->addIncoming(Value, Last[From]);
    }
  }
}

/// i1: whether a lane of \p Mask is active.
Value *Packer::anyLane(Value *Mask) {
  Type *Bits =
      B.getIntNTy(cast<FixedVectorType>(Mask->getType())->getNumElements());
  return B.CreateICmpNE(B.CreateBitCast(Mask, Bits), ConstantInt::get(Bits, 0),
                        "any");
}

/// Does what \p Usual or \p Otherwise do, as \p Condition says, and what they
/// return.
Packer::Parts Packer::eitherWay(Value *Condition, function_ref<Parts()> Usual,
                                function_ref<Parts()> Otherwise) {
  BasicBlock *Blocks[2] = {BasicBlock::Create(C, "usual", P),
                           BasicBlock::Create(C, "otherwise", P)};
  BasicBlock *After = BasicBlock::Create(C, "after", P);
  B.CreateCondBr(Condition, Blocks[0], Blocks[1],
                 MDBuilder(C).createLikelyBranchWeights());
  Parts Results[2];
  BasicBlock *Ends[2];
  for (unsigned Way = 0; Way != 2; ++Way) {
    B.SetInsertPoint(Blocks[Way]);
    Results[Way] = Way == 0 ? Usual() : Otherwise();
    Ends[Way] = B.GetInsertBlock();
    B.CreateBr(After);
  }
  B.SetInsertPoint(After);
  Parts Made;
  for (auto [U, O] : zip(Results[0], Results[1])) {
    PHINode *Phi = B.CreatePHI(U->getType(), 2);
    Phi->addIncoming(U, Ends[0]);
    Phi->addIncoming(O, Ends[1]);
    Made.push_back(Phi);
  }
  return Made;
}

/// True if the way through \p Skip must not be taken without an active lane, or
/// is so long that a branch is worth while.
bool Packer::mustSkip(const PackControl::Skip &Skip) {
  constexpr unsigned MaxCost = 12;
  unsigned Cost = 0;
  SmallVector<DomTreeNode *, 8> Work{DT.getNode(Skip.Then)};
  while (!Work.empty()) {
    DomTreeNode *Node = Work.pop_back_val();
    if (Node->getBlock() == Skip.Join)
      continue;
    Work.append(Node->begin(), Node->end());
    if (LI.isLoopHeader(Node->getBlock()))
      return true;
    for (Instruction &I : *Node->getBlock()) {
      if (isa<PHINode>(I) || I.isTerminator())
        continue;
      Shape Result = Shapes[&I];
      if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects()) {
        Value *Pointer = getLoadStorePointerOperand(&I);
        if (!Pointer || Shapes[Pointer].isUniform())
          return true;
        Cost += Shapes[Pointer].K == Shape::Strided ? 4 : 2 * Lanes;
      } else if (Result.hasBase() && !isSafeToSpeculativelyExecute(&I)) {
        return true;
      } else if ((isa<CallInst>(I) && !isa<IntrinsicInst>(I)) ||
                 I.getOpcode() == Instruction::FRem) {
        return true;
      } else if (I.isIntDivRem() || isa<CallInst>(I)) {
        Cost += I.isIntDivRem() ? 4 * Lanes : 2;
      } else if (!Result.hasBase()) {
        Cost += I.getOpcode() == Instruction::FDiv ? 8 : 1;
      }
      if (Cost > MaxCost)
        return true;
    }
  }
  return false;
}

void Packer::branch(BranchInst &Branch) {
  BasicBlock *Head = Branch.getParent();
  if (Branch.isUnconditional()) {
    B.CreateBr(First[Branch.getSuccessor(0)])
        ->copyMetadata(Branch, LLVMContext::MD_loop);
    return;
  }
  auto It = Control.Skips.find(Head);
  if (It == Control.Skips.end()) {
    Loop *L = LI.getLoopFor(Head);
    if (L && Control.LoopOfHeader.lookup(L->getHeader()) == L &&
        L->isLoopExiting(Head)) {
      leaveLoop(Branch);
      return;
    }
    B.CreateCondBr(scalar(Branch.getCondition()), First[Branch.getSuccessor(0)],
                   First[Branch.getSuccessor(1)])
        ->copyMetadata(Branch, {LLVMContext::MD_loop, LLVMContext::MD_prof});
    return;
  }
  const PackControl::Skip &Skip = It->second;
  Value *Takes = wideOne(Branch.getCondition());
  if (Branch.getSuccessor(0) != Skip.Then)
    Takes = B.CreateNot(Takes);
  if (Value *Active = Masks[Head])
    Takes = B.CreateLogicalAnd(Active, Takes);
  ThenMasks[Skip.Then] = Takes;
  if (mustSkip(Skip)) {
    B.CreateCondBr(anyLane(Takes), First[Skip.Then], First[Skip.Join]);
  } else {
    Removed.insert({Head, Skip.Join});
    B.CreateBr(First[Skip.Then]);
  }
}
