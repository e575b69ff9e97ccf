//===- CheckValues.cpp - Values that must not be --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/CheckValues.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/UserCode.h"
#include "ferry/check.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

static void ask(IRBuilder<> &B, Value *Good, abi::CheckValue What,
                StringRef Name) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      reserved::CheckValue,
      FunctionType::get(B.getVoidTy(),
                        {B.getInt1Ty(), B.getInt32Ty(), B.getPtrTy()}, false));
  B.CreateCall(Callee,
               {Good, B.getInt32(uint32_t(What)), textConstant(M, Name)});
}

PreservedAnalyses CheckDivisionPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  for (Instruction &I : instructions(F)) {
    if (!I.isIntDivRem() || isa<Constant>(I.getOperand(1)))
      continue;
    IRBuilder<> B(&I);
    Value *Good = B.CreateIsNotNull(I.getOperand(1));
    if (Good->getType()->isVectorTy())
      Good = B.CreateAndReduce(Good);
    ask(B, Good, abi::CheckValue::Divisor, "");
  }
  return PreservedAnalyses::none();
}

/// The name in the source of the built-in that \p I calls, or "".
static StringRef builtinName(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee && Callee->isDeclaration() ? Callee->getName() : "";
  size_t Length;
  if (!Name.consume_front("_Z") || Name.consumeInteger(10, Length))
    return "";
  return Name.take_front(Length);
}

/// Section 6.15.19 of OpenCL C and the blocks of cl_intel_subgroups: the others
/// (ballots, shuffles, what is called non-uniform) are for those that come.
static bool isForWholeSubGroup(StringRef Builtin) {
  if (Builtin.consume_front("intel_sub_group_"))
    return Builtin.starts_with("block_");
  return Builtin.consume_front("sub_group_") &&
         (is_contained({"barrier", "all", "any", "broadcast"}, Builtin) ||
          Builtin.starts_with("reduce_") || Builtin.starts_with("scan_"));
}

PreservedAnalyses CheckSubGroupsPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  Module &M = *F.getParent();
  for (Instruction &I : instructions(F)) {
    const StringRef Name = builtinName(I);
    if (!isForWholeSubGroup(Name))
      continue;
    IRBuilder<> B(&I);
    FunctionCallee Ballot = M.getOrInsertFunction(
        "__ferry_sub_group_ballot", B.getInt64Ty(), B.getInt32Ty());
    auto *Callee = cast<Function>(Ballot.getCallee());
    Callee->setDoesNotAccessMemory();
    Callee->setDoesNotThrow();
    Callee->setConvergent();
    Callee->addFnAttr(Attribute::NoMerge);
    CallInst *Active = B.CreateCall(Ballot, {B.getInt32(1)});
    Active->addFnAttr(Attribute::NoMerge);
    Value *Size = B.CreateCall(
        reserved::getPure(M, "__ferry_sub_group_size", B.getInt32Ty(), {}));
    ask(B,
        B.CreateICmpEQ(B.CreateUnaryIntrinsic(Intrinsic::ctpop, Active),
                       B.CreateZExt(Size, B.getInt64Ty())),
        abi::CheckValue::SubGroup, Name);
  }
  return PreservedAnalyses::none();
}

/// A load that changes a part of a vector, or that nobody looks at, is no use
/// of what was there before.
static bool isUse(const LoadInst &Load) {
  return any_of(Load.users(), [&](const User *U) {
    return !(isa<InsertElementInst>(U) && U->getOperand(0) == &Load) &&
           !isa<ShuffleVectorInst>(U);
  });
}

static void follow(AllocaInst &Variable) {
  SmallVector<LoadInst *, 8> Loads;
  for (User *U : Variable.users())
    if (auto *Load = dyn_cast<LoadInst>(U); Load && isUse(*Load))
      Loads.push_back(Load);
  if (Loads.empty())
    return;
  IRBuilder<> B(Variable.getNextNode());
  AllocaInst *IsSet = B.CreateAlloca(B.getInt1Ty());
  B.CreateStore(B.getFalse(), IsSet);
  for (User *U : make_early_inc_range(Variable.users())) {
    auto *I = cast<Instruction>(U);
    if (isa<StoreInst>(I)) {
      B.SetInsertPoint(I);
      B.CreateStore(B.getTrue(), IsSet);
    } else if (auto *Marker = dyn_cast<LifetimeIntrinsic>(I);
               Marker &&
               Marker->getIntrinsicID() == Intrinsic::lifetime_start) {
      B.SetInsertPoint(I);
      B.CreateStore(B.getFalse(), IsSet);
    }
  }
  for (LoadInst *Load : Loads) {
    B.SetInsertPoint(Load);
    ask(B, B.CreateLoad(B.getInt1Ty(), IsSet), abi::CheckValue::Initialised,
        Variable.getName());
  }
}

PreservedAnalyses CheckVariablesPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  if (!F.getSubprogram())
    return PreservedAnalyses::all();
  SmallVector<AllocaInst *, 16> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I); A && isAllocaPromotable(A))
      Variables.push_back(A);
  for (AllocaInst *A : Variables)
    follow(*A);
  return PreservedAnalyses::none();
}
