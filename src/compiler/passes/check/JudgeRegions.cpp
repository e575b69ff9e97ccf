//===- JudgeRegions.cpp - Regions that are judged before they run ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/JudgeRegions.h"

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/check/CheckCalls.h"
#include "compiler/passes/check/InlineChecks.h"
#include "compiler/passes/prepare/Passes.h"
#include "compiler/passes/work-group/Regions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// True if nothing else than stores and what asks has to be left out of \p I,
/// an instruction of a region, so that it can run once more.
static bool mayLook(Instruction &I, InlineChecks &Inline) {
  if (I.isAtomic() || I.isVolatile())
    return false;
  if (I.isTerminator())
    return isa<BranchInst, SwitchInst, ReturnInst>(I);
  auto *Call = dyn_cast<CallInst>(&I);
  if (!Call || isa<MemIntrinsic, LifetimeIntrinsic>(Call))
    return true;
  const StringRef Name = checkName(Call);
  if (Name.empty())
    return !Call->mayWriteToMemory();
  return Name == "ferry_check_at" || Name == "ferry_check_value" ||
         Name == "ferry_check_private" ||
         Name.starts_with("ferry_check_arrive") || Inline.canTell(*Call);
}

namespace {

/// The region that is called.
class Region {
public:
  Region(Function &Kernel, InlineChecks &Inline, FunctionAnalysisManager &FAM,
         CallInst &Call)
      : Kernel(Kernel), Inline(Inline), FAM(FAM), Call(Call),
        Item(*Call.getCalledFunction()) {}

  void judge();

private:
  Function *makeLook();
  Function *makePlain();
  const Value *objectOf(const Value *Pointer) const;
  void removeStores(Function &Look);
  bool isKnown(LoadInst &Load) const;
  bool needsQuiet(LoadInst &Load) const;
  void run(IRBuilder<> &B, Function &Body) {
    B.CreateCall(&Body, SmallVector<Value *, 8>(Call.args()));
  }
  void fork(Function *Look, Function &Plain);

  Function &Kernel;
  InlineChecks &Inline;
  FunctionAnalysisManager &FAM;
  CallInst &Call;
  Function &Item;
  /// Private memory that is written in the region.
  SmallPtrSet<const Value *, 8> Stored;
  bool WritesLocal = false;
};

} // namespace

/// What stands for the object that \p Pointer leads to: of slots of work-items,
/// their offset.
const Value *Region::objectOf(const Value *Pointer) const {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (auto *Passed = dyn_cast<Argument>(Object);
      Passed && Passed->getParent() != &Kernel)
    Object = getUnderlyingObject(Call.getArgOperand(Passed->getArgNo()), 0);
  if (reserved::calleeName(Object) == reserved::ItemSlot)
    return cast<CallInst>(Object)->getArgOperand(0);
  return Object;
}

/// Slots are told by a number.
static bool isPrivate(const Value *Object) {
  return isa<AllocaInst, ConstantInt>(Object);
}

void Region::removeStores(Function &Look) {
  for (Instruction &I : make_early_inc_range(instructions(Look))) {
    const Value *To = nullptr;
    if (auto *Store = dyn_cast<StoreInst>(&I))
      To = Store->getPointerOperand();
    else if (auto *Block = dyn_cast<MemIntrinsic>(&I))
      To = Block->getRawDest();
    else if (checkName(&I) == "ferry_check_write")
      cast<CallInst>(I).setArgOperand(
          CheckCall::ValueOperand,
          ConstantPointerNull::get(PointerType::get(I.getContext(), 0)));
    if (To) {
      const Value *Object = objectOf(To);
      if (isPrivate(Object))
        Stored.insert(Object);
      else
        WritesLocal |= To->getType()->getPointerAddressSpace() != GlobalMemory;
    }
    if (To || isa<LifetimeIntrinsic>(I))
      I.eraseFromParent();
  }
}

/// Whether \p Load, which is needed to look, reads what it would read when the
/// region runs.
bool Region::isKnown(LoadInst &Load) const {
  const Value *Object = objectOf(Load.getPointerOperand());
  if (isPrivate(Object))
    return !Stored.contains(Object);
  if (Load.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  if (auto *Variable = dyn_cast<GlobalVariable>(Object);
      Variable && Variable->isConstant())
    return true;
  if (Load.getPointerAddressSpace() == LocalMemory)
    return !WritesLocal;
  return isa<Argument>(Object) && needsQuiet(Load);
}

/// Has what asks about \p Load find whether anything may write there.
/// \returns false if nothing asks.
bool Region::needsQuiet(LoadInst &Load) const {
  const DataLayout &DL = Kernel.getDataLayout();
  int64_t Offset;
  auto Start = [&](const Value *Pointer) {
    return GetPointerBaseWithConstantOffset(Pointer, Offset, DL);
  };
  bool Asks = false;
  for (Instruction *I = Load.getPrevNode(); I; I = I->getPrevNode())
    if (checkName(I) == "ferry_check_read" &&
        Start(CheckCall(*cast<CallInst>(I)).pointer()) ==
            Start(Load.getPointerOperand())) {
      cast<CallInst>(I)->addFnAttr(
          Attribute::get(Load.getContext(), reserved::QuietAttr));
      Asks = true;
    }
  return Asks;
}

/// What only looks; null if it would need more than it may read.
Function *Region::makeLook() {
  ValueToValueMapTy Copies;
  Function *Look = CloneFunction(&Item, Copies);
  Look->setName(Item.getName() + ".look");
  removeStores(*Look);
  // Where the region does not come to an end, neither need this.
  Look->addFnAttr(Attribute::MustProgress);
  FunctionPassManager Clean;
  for (unsigned I = 0; I != 2; ++I) {
    LoopPassManager Loops;
    Loops.addPass(LoopRotatePass());
    Loops.addPass(LoopDeletionPass());
    Clean.addPass(ADCEPass());
    Clean.addPass(createFunctionToLoopPassAdaptor(std::move(Loops)));
    Clean.addPass(SimplifyCFGPass());
  }
  Clean.run(*Look, FAM);
  FAM.invalidate(*Look, PreservedAnalyses::none());
  bool IsGood = true;
  for (Instruction &I : instructions(*Look)) {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      IsGood &= isKnown(*Load);
    else if (auto *Other = dyn_cast<CallInst>(&I))
      IsGood &= !checkName(Other).empty() || Other->doesNotAccessMemory();
  }
  if (IsGood) {
    judgeRanges(*Look, Inline, FAM);
    return Look;
  }
  FAM.clear(*Look, Look->getName());
  Look->eraseFromParent();
  return nullptr;
}

/// Whether \p I says that an access is outside of a private variable.
static bool isOutside(Instruction &I) {
  return checkName(&I) == "ferry_check_private" &&
         !(cast<ConstantInt>(cast<CallInst>(I).getArgOperand(3))
               ->getZExtValue() &
           abi::CheckUnset);
}

/// What only computes. Nothing comes to where a mistake is certain.
Function *Region::makePlain() {
  ValueToValueMapTy Copies;
  Function *Plain = CloneFunction(&Item, Copies);
  Plain->setName(Item.getName() + ".plain");
  SmallVector<WeakVH, 8> Mistakes;
  for (Instruction &I : make_early_inc_range(instructions(*Plain)))
    if (isOutside(I))
      Mistakes.push_back(&I);
    else if (!checkName(&I).empty())
      I.eraseFromParent();
  for (const WeakVH &Mistake : Mistakes)
    if (Mistake)
      changeToUnreachable(cast<Instruction>(Mistake));
  SimplifyCFGPass().run(*Plain, FAM);
  cleanUp().run(*Plain, FAM);
  FAM.invalidate(*Plain, PreservedAnalyses::none());
  return Plain;
}

/// Puts \p Plain beside the region, behind \p Look if that is not null.
void Region::fork(Function *Look, Function &Plain) {
  LLVMContext &C = Kernel.getContext();
  BasicBlock *Head = Call.getParent();
  BasicBlock *AsItIs = Head->splitBasicBlock(&Call, "asks");
  BasicBlock *After = AsItIs->splitBasicBlock(Call.getNextNode(), "done");
  BasicBlock *Apart = BasicBlock::Create(C, "apart", &Kernel, After);
  BasicBlock *Runs = BasicBlock::Create(C, "runs", &Kernel, After);
  Head->getTerminator()->eraseFromParent();
  IRBuilder<> B(Head);
  B.CreateCondBr(Inline.isReordered(B), AsItIs, Apart);
  B.SetInsertPoint(Runs);
  run(B, Plain);
  B.CreateBr(After);
  B.SetInsertPoint(Apart);
  if (!Look) {
    B.CreateBr(Runs);
    return;
  }
  Look->addFnAttr(reserved::JudgedAttr);
  Inline.setAsks(B, false);
  run(B, *Look);
  B.CreateCondBr(Inline.asks(B), AsItIs, Runs);
}

void Region::judge() {
  if (!all_of(instructions(Item),
              [&](Instruction &I) { return mayLook(I, Inline); }))
    return;
  const unsigned Checks = count_if(instructions(Item), [](Instruction &I) {
    return !checkName(&I).empty();
  });
  // Each is code of some hundred instructions, and what LLVM takes for them
  // grows faster than their number.
  constexpr unsigned MaxChecks = 500;
  if (Checks > MaxChecks)
    return reportLimit(Item, "is not judged before it runs, as it has " +
                                 Twine(Checks) + " checks, more than " +
                                 Twine(MaxChecks));
  Function *Look = Checks ? makeLook() : nullptr;
  if (Look || !Checks)
    fork(Look, *makePlain());
}

void ferry::compiler::judgeRegions(Function &Kernel, InlineChecks &Inline,
                                   FunctionAnalysisManager &FAM) {
  const bool IsAsItIs = Kernel.hasOptNone() || usesSubGroups(Kernel);
  for (CallInst *Call : regionCalls(Kernel)) {
    if (!IsAsItIs)
      Region(Kernel, Inline, FAM, *Call).judge();
    Call->getCalledFunction()->addFnAttr(reserved::CheckedAttr);
  }
}
