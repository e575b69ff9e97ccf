//===- LowerChecks.cpp - Asks about what groups do ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/Passes.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/check/CheckCalls.h"
#include "compiler/passes/check/InlineChecks.h"
#include "compiler/passes/check/JudgeRegions.h"
#include "compiler/passes/work-group/Regions.h"
#include "ferry/check.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

class Lowering {
public:
  explicit Lowering(Function &F)
      : F(F), M(*F.getParent()), C(F.getContext()), Ptr(PointerType::get(C, 0)),
        I32(Type::getInt32Ty(C)), I64(Type::getInt64Ty(C)),
        HasSubGroups(usesSubGroups(F)) {}

  void run(FunctionAnalysisManager &FAM);

private:
  CallInst *markGroup(CallInst &Kernel);
  void markItems(Function &Region, InlineChecks &Inline);
  void lookAtItems(Function &Region, InlineChecks &Inline);
  void markLanes(Function &Region, InlineChecks &Inline);
  void askInTurn(CallInst &Check, InlineChecks &Inline, Value *Item,
                 Value *Lane);
  void lower(CallInst *Call, const InlineChecks &InKernel, CallInst &Group);
  void handOver(CallInst &Call);
  /// Of the pointer to it: what is the same for all work-items can be looked up
  /// once.
  AttrBuilder tableAttributes() const {
    AttrBuilder Attributes(C);
    Attributes.addDereferenceableAttr(
        sizeof(abi::CheckedGroup) + F.arg_size() * sizeof(abi::CheckedMemory));
    Attributes.addAlignmentAttr(Align(8));
    return Attributes;
  }
  /// i32: how many work-items the kernel's sub-groups have, known later.
  Value *subGroupSize(IRBuilder<> &B) {
    return reserved::ask(B, reserved::SubGroupMaxSize, I32);
  }

  Function &F;
  Module &M;
  LLVMContext &C;
  Type *Ptr, *I32, *I64;
  const bool HasSubGroups;
};

} // namespace

/// \param Kernel the call that CheckAccesses has left.
/// \returns where what can be looked up is.
CallInst *Lowering::markGroup(CallInst &Kernel) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto Pointer = [&](StringRef Name) { return reserved::ask(B, Name, Ptr); };
  Value *Operands[] = {Kernel.getArgOperand(0),
                       Pointer(reserved::LaunchParams),
                       Pointer(reserved::Arguments),
                       Pointer(reserved::State),
                       reserved::askIn(B, reserved::GroupId, 0),
                       reserved::askIn(B, reserved::GroupId, 1),
                       reserved::askIn(B, reserved::GroupId, 2)};
  CallInst *Group = callCheck(B, "ferry_check_group_begin", Operands, Ptr);
  Group->setAttributes(
      Group->getAttributes().addRetAttributes(C, tableAttributes()));
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      B.SetInsertPoint(Return);
      callCheck(B, "ferry_check_group_end", {});
    }
  return Group;
}

void Lowering::markItems(Function &Region, InlineChecks &Inline) {
  SmallVector<CallInst *, 8> Ids, Checks;
  for (Instruction &I : instructions(Region)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (reserved::callsOne(&I, reserved::ItemId))
      Ids.push_back(Call);
    else if (Call && reserved::calleeName(&I).empty())
      Checks.push_back(Call);
  }

  IRBuilder<> B(&*Region.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Index[3];
  for (unsigned D = 0; D != 3; ++D)
    Index[D] = reserved::askIn(B, reserved::LocalId, D);
  Value *Number = linearLocalId(B);
  // Another order than that of the loop.
  using abi::CheckedGroup;
  Value *Moves = Inline.isReordered(B);
  BasicBlock *Head = B.GetInsertBlock();
  Instruction *Moved =
      SplitBlockAndInsertIfThen(Moves, &*B.GetInsertPoint(), false);
  B.SetInsertPoint(Moved);
  Value *Factor = Inline.load(B, offsetof(CheckedGroup, factor)),
        *Shift = Inline.load(B, offsetof(CheckedGroup, shift));
  Value *Other = B.CreateURem(B.CreateAdd(B.CreateMul(Number, Factor), Shift),
                              Inline.load(B, offsetof(CheckedGroup, items)));
  const std::array<Value *, 3> OtherId = localIds(B, Other);
  BasicBlock *Tail = Moved->getSuccessor(0);
  B.SetInsertPoint(&Tail->front());
  auto Choose = [&](Value *AsLoop, Value *InOtherOrder) {
    PHINode *Phi = B.CreatePHI(I64, 2);
    Phi->addIncoming(AsLoop, Head);
    Phi->addIncoming(InOtherOrder, Moved->getParent());
    return Phi;
  };
  Value *Item = Choose(Number, Other);
  Value *Local[3], *Global[3];
  for (unsigned D = 0; D != 3; ++D)
    Local[D] = Choose(Index[D], OtherId[D]);
  for (unsigned D = 0; D != 3; ++D)
    Global[D] = B.CreateAdd(
        B.CreateSub(reserved::askIn(B, reserved::GlobalId, D), Index[D]),
        Local[D]);
  Inline.beginItem(B, Item, /*Looks=*/false);
  for (CallInst *Id : Ids) {
    const uint64_t D = cast<ConstantInt>(Id->getArgOperand(0))->getZExtValue();
    Id->replaceAllUsesWith(
        reserved::calleeName(Id) == reserved::LocalId ? Local[D] : Global[D]);
    Id->eraseFromParent();
  }
  // Values that are needed all along, and several blocks for each check: LLVM
  // takes the square of their number.
  constexpr unsigned MaxExpanded = 100;
  if (Checks.size() > MaxExpanded)
    return reportLimit(Region, "its " + Twine(Checks.size()) +
                                   " checks stay calls, as there are more "
                                   "than " +
                                   Twine(MaxExpanded));
  for (CallInst *Check : Checks)
    Inline.expand(*Check);
}

/// In a region that only looks, until something is found.
void Lowering::lookAtItems(Function &Region, InlineChecks &Inline) {
  // What is behind one that always leaves goes with its code.
  SmallVector<WeakVH, 8> Checks;
  SmallVector<ReturnInst *, 2> Returns;
  for (Instruction &I : instructions(Region))
    if (auto *Return = dyn_cast<ReturnInst>(&I))
      Returns.push_back(Return);
    else if (!checkName(&I).empty() ||
             reserved::calleeName(&I) == reserved::CheckQuiet)
      Checks.push_back(&I);
  BasicBlock *Last = BasicBlock::Create(C, "looked", &Region);
  ReturnInst::Create(C, Last);
  for (ReturnInst *Return : Returns)
    ReplaceInstWithInst(Return, BranchInst::Create(Last));
  BasicBlock *Head = &Region.getEntryBlock();
  BasicBlock *First = SplitBlock(Head, &*Head->getFirstNonPHIOrDbgOrAlloca());
  IRBuilder<> B(Head->getTerminator());
  ReplaceInstWithInst(Head->getTerminator(),
                      BranchInst::Create(Last, First, Inline.asks(B)));
  B.SetInsertPoint(&First->front());
  Inline.beginItem(B, linearLocalId(B), /*Looks=*/true);
  for (const WeakVH &Check : Checks)
    if (Check)
      Inline.expand(*cast<CallInst>(Check), Last);
}

/// Has the lanes of a sub-group make \p Check one after the other, in ascending
/// order, each as its work-item.
void Lowering::askInTurn(CallInst &Check, InlineChecks &Inline, Value *Item,
                         Value *Lane) {
  IRBuilder<> B(&Check);
  BasicBlock *Before = Check.getParent();
  const auto [Turn, Number] =
      SplitBlockAndInsertSimpleForLoop(subGroupSize(B), PlaceArgument{Check});
  BasicBlock *Others = Turn->getParent();
  B.SetInsertPoint(Turn);
  Instruction *Mine = SplitBlockAndInsertIfThen(B.CreateICmpEQ(Number, Lane),
                                                Turn, /*Unreachable=*/false);
  Check.moveBefore(*Mine->getParent(), Mine->getIterator());
  B.SetInsertPoint(&Check);
  Inline.setItem(B, Item);
  if (Check.use_empty())
    return;
  // What the lane was told in its turn.
  B.SetInsertPoint(Others->begin());
  PHINode *SoFar = B.CreatePHI(Check.getType(), 2);
  B.SetInsertPoint(Turn->getParent()->begin());
  PHINode *Told = B.CreatePHI(Check.getType(), 2);
  Check.replaceAllUsesWith(Told);
  SoFar->addIncoming(PoisonValue::get(Check.getType()), Before);
  SoFar->addIncoming(Told, Told->getParent());
  Told->addIncoming(SoFar, Others);
  Told->addIncoming(&Check, Check.getParent());
}

/// Where sub-groups have several work-items, they come to each access together,
/// and stay in the order that the kernel knows.
void Lowering::markLanes(Function &Region, InlineChecks &Inline) {
  SmallVector<CallInst *, 8> Checks;
  for (Instruction &I : make_early_inc_range(instructions(Region))) {
    if (!checkName(&I).empty())
      Checks.push_back(cast<CallInst>(&I));
    if (SubGroupCall(&I).K != SubGroupCall::Barrier)
      continue;
    IRBuilder<> B(&I);
    Checks.push_back(
        callCheck(B, "ferry_check_sub_group_barrier",
                  {cast<CallInst>(I).getArgOperand(0), subGroupSize(B)}));
  }
  IRBuilder<> B(&*Region.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Item = linearLocalId(B);
  Value *Lane = reserved::ask(B, reserved::SubGroupLocalId, I32);
  for (CallInst *Check : Checks)
    askInTurn(*Check, Inline, Item, Lane);
}

void Lowering::handOver(CallInst &Call) {
  const StringRef Name = reserved::calleeName(&Call);
  const MDNode *Node = Call.getMetadata(reserved::CheckSite);
  IRBuilder<> B(&Call);
  SmallVector<Value *, 12> Operands{
      Node ? cast<ConstantAsMetadata>(Node->getOperand(0))->getValue()
           : B.getInt32(0)};
  auto Operand = [&](unsigned I) {
    Value *V = Call.getArgOperand(I);
    if (!V->getType()->isPointerTy())
      return V;
    return B.CreatePointerBitCastOrAddrSpaceCast(V, Ptr);
  };
  if (Name == reserved::AsyncCopy) {
    for (unsigned I = 0; I != 9; ++I)
      Operands.push_back(Operand(I));
    Operands.push_back(asNumber(B, Call.getArgOperand(10)));
    Value *New = callCheck(B, "ferry_check_copy", Operands, I64);
    if (Call.getType()->isPointerTy())
      New = B.CreateIntToPtr(New, Call.getType());
    Call.replaceAllUsesWith(New);
  } else if (Name == reserved::WaitEvent) {
    Operands.push_back(asNumber(B, Call.getArgOperand(0)));
    callCheck(B, "ferry_check_wait", Operands);
  } else if (Name == reserved::CopyFence) {
    callCheck(B, "ferry_check_copy_fence", Operands);
  } else {
    Operands.push_back(Call.getArgOperand(0));
    callCheck(B, "ferry_check_barrier", Operands);
  }
  Call.eraseFromParent();
}

/// Lowers what asks in the region that \p Call calls.
void Lowering::lower(CallInst *Call, const InlineChecks &InKernel,
                     CallInst &Group) {
  const bool Looks =
      Call->getCalledFunction()->hasFnAttribute(reserved::JudgedAttr);
  if (!Looks &&
      !Call->getCalledFunction()->hasFnAttribute(reserved::CheckedAttr))
    return;
  Argument &Table = passToRegion(Call, Group);
  AttrBuilder Attributes = tableAttributes();
  Table.addAttrs(Attributes);
  InlineChecks Inline(InKernel, Table);
  Function &Region = *Call->getCalledFunction();
  passValues(Region);
  if (Looks)
    return lookAtItems(Region, Inline);
  redirectAccesses(Region);
  if (HasSubGroups)
    markLanes(Region, Inline);
  else
    markItems(Region, Inline);
}

void Lowering::run(FunctionAnalysisManager &FAM) {
  SmallVector<CallInst *, 8> Synchronisations;
  CallInst *Kernel = nullptr;
  for (Function *Body : bodies(F))
    for (Instruction &I : instructions(Body)) {
      const StringRef Name = reserved::calleeName(&I);
      if (Name == reserved::CheckKernel)
        Kernel = cast<CallInst>(&I);
      else if (reserved::isSynchronisation(&I) &&
               Name != reserved::ImplicitBarrier)
        Synchronisations.push_back(cast<CallInst>(&I));
    }
  if (!Kernel)
    return;
  CallInst *Group = markGroup(*Kernel);
  InlineChecks Inline(F, *cast<Constant>(Kernel->getArgOperand(0)), *Group);
  Kernel->eraseFromParent();
  // A pointer that was computed again for each use is one, and what a region
  // stores and loads again is known.
  if (!F.hasOptNone())
    for (CallInst *Call : regionCalls(F)) {
      Function &Region = *Call->getCalledFunction();
      EarlyCSEPass(/*UseMemorySSA=*/true).run(Region, FAM);
      FAM.invalidate(Region, PreservedAnalyses::none());
    }
  judgeRegions(F, Inline, FAM);
  passValues(F);
  for (CallInst *Call : regionCalls(F))
    lower(Call, Inline, *Group);
  for (CallInst *Call : Synchronisations)
    handOver(*Call);
}

PreservedAnalyses LowerChecksPass::run(Module &M, ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function &F : M)
    if (!isKernel(F) && !isRegion(F)) {
      passValues(F);
      redirectAccesses(F);
    }
  for (Function *Kernel : kernels(M))
    if (Kernel->hasFnAttribute(reserved::CheckedAttr))
      Lowering(*Kernel).run(FAM);
  return PreservedAnalyses::none();
}
