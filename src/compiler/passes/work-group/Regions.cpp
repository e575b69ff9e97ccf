//===- Regions.cpp - Functions of what work-items do ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Regions.h"

#include "compiler/passes/Parameters.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

class Outliner {
public:
  Outliner(BasicBlock &First, BasicBlock *Last);

  Function &outline(unsigned Number);

private:
  bool isInside(User *U) const {
    return Blocks.contains(cast<Instruction>(U)->getParent());
  }
  void findValues();
  Function &create(unsigned Number);
  void useParameters(Function &Region);

  Function &Kernel;
  BasicBlock &First, *Last;
  SmallSetVector<BasicBlock *, 16> Blocks;
  SmallSetVector<AllocaInst *, 8> Own;  ///< They move along.
  SmallSetVector<Value *, 16> In;       ///< Used inside.
  SmallSetVector<Instruction *, 4> Out; ///< Used after it.
};

} // namespace

Outliner::Outliner(BasicBlock &First, BasicBlock *Last)
    : Kernel(*First.getParent()), First(First), Last(Last) {
  Blocks.insert(&First);
  for (unsigned I = 0; I != Blocks.size(); ++I)
    if (Blocks[I] != Last)
      Blocks.insert(succ_begin(Blocks[I]), succ_end(Blocks[I]));
}

void Outliner::findValues() {
  for (Instruction &I : Kernel.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I);
        A && !A->use_empty() &&
        all_of(A->users(), [&](User *U) { return isInside(U); }))
      Own.insert(A);
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : *Block) {
      for (Value *V : I.operands())
        if (isa<Argument>(V) ||
            (isa<Instruction>(V) && !isInside(cast<Instruction>(V)) &&
             !Own.contains(dyn_cast<AllocaInst>(V))))
          In.insert(V);
      if (!all_of(I.users(), [&](User *U) { return isInside(U); }))
        Out.insert(&I);
    }
  // No parameter may have markers of its lifetime.
  for (Value *V : In)
    if (isa<AllocaInst>(V))
      for (User *U : make_early_inc_range(V->users()))
        if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U))
          Marker->eraseFromParent();
}

Function &Outliner::create(unsigned Number) {
  SmallVector<Type *, 16> Types;
  for (Value *V : In)
    Types.push_back(V->getType());
  auto *Region = Function::Create(
      FunctionType::get(Type::getVoidTy(Kernel.getContext()), Types, false),
      GlobalValue::InternalLinkage);
  Module &M = *Kernel.getParent();
  M.getFunctionList().insert(
      std::find_if_not(std::next(Kernel.getIterator()), M.end(),
                       [](Function &F) { return isRegion(F); }),
      Region);
  Region->setName(Kernel.getName() + ".region" + Twine(Number));
  // How to compile it, but nothing that one pass says to the next of a kernel.
  AttrBuilder Attributes(Kernel.getContext(),
                         Kernel.getAttributes().getFnAttrs());
  for (const Attribute &A : Kernel.getAttributes().getFnAttrs())
    if (A.isStringAttribute() && A.getKindAsString().starts_with("ferry-"))
      Attributes.removeAttribute(A.getKindAsString());
  // Slots and what comes back are memory that the kernel has not had.
  Attributes.removeAttribute(Attribute::Memory);
  Region->addFnAttrs(Attributes);
  Region->addFnAttr(reserved::RegionAttr, std::to_string(Number));
  return *Region;
}

void Outliner::useParameters(Function &Region) {
  ValueToValueMapTy Parameters;
  for (auto [V, Parameter] : zip(In, Region.args())) {
    Parameter.setName(V->getName());
    Parameters[V] = &Parameter;
  }
  remapInstructionsInBlocks(Blocks.getArrayRef(), Parameters);
}

Function &Outliner::outline(unsigned Number) {
  findValues();
  const DataLayout &DL = Kernel.getDataLayout();
  SmallVector<AllocaInst *, 4> Places;
  for (Instruction *I : Out) {
    Places.push_back(new AllocaInst(I->getType(), DL.getAllocaAddrSpace(),
                                    I->getName() + ".out",
                                    Kernel.getEntryBlock().begin()));
    new StoreInst(I, Places.back(), Last->getTerminator()->getIterator());
    In.insert(Places.back());
  }
  Function &Region = create(Number);
  BasicBlock *Before = First.getSinglePredecessor();
  BasicBlock *After = Last ? Last->getSingleSuccessor() : nullptr;

  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  B.CreateCall(&Region, In.getArrayRef());
  SmallVector<LoadInst *, 4> Loads;
  for (auto [I, Place] : zip(Out, Places)) {
    Loads.push_back(B.CreateLoad(I->getType(), Place));
    I->replaceUsesWithIf(Loads.back(),
                         [&](Use &U) { return !isInside(U.getUser()); });
  }
  if (After) {
    B.CreateBr(After);
    After->replacePhiUsesWith(Last, Before);
    Last->getTerminator()->eraseFromParent();
    ReturnInst::Create(Kernel.getContext(), Last);
  } else {
    B.CreateUnreachable();
  }

  BasicBlock *Entry = BasicBlock::Create(Kernel.getContext(), "entry", &Region);
  BranchInst::Create(&First, Entry);
  for (AllocaInst *A : Own)
    A->moveBefore(*Entry, Entry->getTerminator()->getIterator());
  useParameters(Region);
  for (BasicBlock *Block : Blocks)
    Region.splice(Region.end(), &Kernel, Block->getIterator());
  for (auto [I, Load] : zip(Out, Loads))
    Load->setName(I->getName());
  return Region;
}

Function &ferry::compiler::outlineRegion(BasicBlock &First, BasicBlock *Last,
                                         unsigned Number) {
  return Outliner(First, Last).outline(Number);
}

SmallVector<CallInst *, 8> ferry::compiler::regionCalls(Function &Kernel) {
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(Kernel))
    if (Function *Callee = definedCallee(I); Callee && isRegion(*Callee))
      Calls.push_back(cast<CallInst>(&I));
  return Calls;
}

SmallVector<Function *, 8> ferry::compiler::bodies(Function &F) {
  SmallVector<Function *, 8> All{&F};
  for (CallInst *Call : regionCalls(F))
    All.push_back(Call->getCalledFunction());
  return All;
}

Argument &ferry::compiler::passToRegion(CallInst *&Call, Value &Passed) {
  Function *Old = Call->getCalledFunction();
  Function *Region = withParameters(*Old, {Passed.getType()});
  Call = callWith(*Call, *Region, {&Passed});
  Old->eraseFromParent();
  return *std::prev(Region->arg_end());
}
