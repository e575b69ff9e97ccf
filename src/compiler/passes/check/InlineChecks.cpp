//===- InlineChecks.cpp - Code that looks before it asks ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/InlineChecks.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/CheckCalls.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

InlineChecks::InlineChecks(Function &F, const Constant &Kernel, Value &Group)
    : F(F),
      Sites(*cast<Constant>(
          cast<GlobalVariable>(
              cast<GlobalVariable>(Kernel).getInitializer()->getOperand(1))
              ->getInitializer())),
      Group(&Group), Ptr(PointerType::get(F.getContext(), 0)),
      I64(Type::getInt64Ty(F.getContext())) {
  MDBuilder Aliases(F.getContext());
  Table = MDNode::get(
      F.getContext(),
      Aliases.createAnonymousAliasScope(
          Aliases.createAnonymousAliasScopeDomain("checks"), "table"));
  for (const Instruction &I : instructions(F))
    HasCopies |= reserved::calleeName(&I) == reserved::AsyncCopy;
  const Function *Fence = F.getParent()->getFunction("ferry_check_fence");
  HasFences = Fence && !Fence->use_empty();
}

InlineChecks::InlineChecks(const InlineChecks &InKernel, Value &Group)
    : InlineChecks(InKernel) {
  this->Group = &Group;
}

Value *InlineChecks::at(IRBuilder<> &B, std::size_t Offset) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Group, Offset);
}

Value *InlineChecks::load(IRBuilder<> &B, std::size_t Offset) {
  LoadInst *Load = B.CreateLoad(I64, at(B, Offset));
  Load->setMetadata(LLVMContext::MD_alias_scope, Table);
  return Load;
}

void InlineChecks::setAsks(IRBuilder<> &B, bool Asks) {
  B.CreateStore(B.getInt64(Asks), at(B, offsetof(abi::CheckedGroup, asks)));
}

Value *InlineChecks::asks(IRBuilder<> &B) {
  return B.CreateIsNotNull(load(B, offsetof(abi::CheckedGroup, asks)));
}

Value *InlineChecks::isReordered(IRBuilder<> &B) {
  Value *Factor = load(B, offsetof(abi::CheckedGroup, factor)),
        *Shift = load(B, offsetof(abi::CheckedGroup, shift));
  return B.CreateIsNotNull(
      B.CreateOr(B.CreateSub(Factor, B.getInt64(1)), Shift));
}

/// Goes to \p To, with a note, instead of what begins with \p Call.
void InlineChecks::leave(CallInst &Call, BasicBlock *To) {
  BasicBlock *Block = Call.getParent();
  BasicBlock *Rest = Block->splitBasicBlock(&Call);
  Block->getTerminator()->eraseFromParent();
  IRBuilder<> B(Block);
  setAsks(B, true);
  B.CreateBr(To);
  Call.eraseFromParent();
  if (pred_empty(Rest))
    DeleteDeadBlock(Rest);
}

void InlineChecks::setItem(IRBuilder<> &B, Value *Which) {
  B.CreateStore(Which, at(B, offsetof(abi::CheckedGroup, item)));
}

Value *InlineChecks::askLanes(IRBuilder<> &B, StringRef Name,
                              ArrayRef<Value *> Operands) {
  CallInst *Call = callFunction(B, Name, B.getInt1Ty(), Operands);
  Function *Its = Call->getCalledFunction();
  Its->setOnlyReadsMemory();
  Its->setDoesNotThrow();
  Its->setWillReturn();
  Its->setConvergent();
  return Call;
}

void InlineChecks::beginItem(IRBuilder<> &B, Value *Which, bool Looks) {
  using abi::CheckedGroup;
  Item = Which;
  Votes = Looks;
  if (!Looks)
    setItem(B, Item);
  Value *Shifted = B.CreateShl(Item, abi::StampItemShift);
  for (unsigned Space = 0; Space != 2; ++Space) {
    Stamp[Space] =
        B.CreateOr(Shifted, load(B, offsetof(CheckedGroup, now) + Space * 8));
    Past[Space] = load(B, offsetof(CheckedGroup, past) + Space * 8);
  }
}

/// \p Call is only carried out if not \p Good, which \p B has put before it.
void InlineChecks::skipIf(IRBuilder<> &B, Value *Good, CallInst &Call) {
  MDNode *Rarely = MDBuilder(F.getContext()).createUnlikelyBranchWeights();
  Instruction *Slow =
      SplitBlockAndInsertIfThen(B.CreateNot(agreed(B, Good)), &Call,
                                /*Unreachable=*/false, Rarely);
  Call.moveBefore(*Slow->getParent(), Slow->getIterator());
}

/// Notes with what \p Call is made, and goes on behind that, if no work-item
/// has come to a synchronisation point so far.
void InlineChecks::noteFirst(IRBuilder<> &B, CallInst &Call,
                             unsigned Operands) {
  using abi::CheckedArrival;
  constexpr std::size_t First = offsetof(abi::CheckedGroup, firstArrival);
  constexpr std::size_t Site = First + offsetof(CheckedArrival, site);
  MDNode *Rarely = MDBuilder(F.getContext()).createUnlikelyBranchWeights();
  B.SetInsertPoint(SplitBlockAndInsertIfThen(
      B.CreateIsNull(load(B, Site)), &Call, /*Unreachable=*/false, Rarely));
  auto Note = [&](Value *V, std::size_t Offset) {
    B.CreateStore(asNumber(B, V), at(B, Offset));
  };
  Note(B.CreateZExt(Call.getArgOperand(0), I64), Site);
  for (unsigned I = 0; I != Operands; ++I)
    Note(Call.getArgOperand(1 + I),
         First + offsetof(CheckedArrival, operands) + I * 8);
  for (unsigned I = 1 + Operands; I != Call.arg_size(); ++I)
    Note(Call.getArgOperand(I),
         First + offsetof(CheckedArrival, bases) + (I - 1 - Operands) * 8);
  B.SetInsertPoint(&Call);
}

/// A work-item that comes to where the first one was last, with the same
/// operands, has no more to tell.
void InlineChecks::expandArrival(CallInst &Call, unsigned Operands) {
  using abi::CheckedGroup;
  constexpr std::size_t First = offsetof(CheckedGroup, firstArrival);
  Value *Site = Call.getArgOperand(0);
  IRBuilder<> B(&Call);
  Value *Arrivals = B.CreateLoad(Ptr, at(B, offsetof(CheckedGroup, arrivals)));
  B.CreateStore(Site, B.CreateInBoundsGEP(B.getInt32Ty(), Arrivals, Item));
  if (!Operands) {
    Call.eraseFromParent();
    return;
  }
  noteFirst(B, Call, Operands);
  Value *Differs =
      B.CreateXor(load(B, First + offsetof(abi::CheckedArrival, site)),
                  B.CreateZExt(Site, I64));
  for (unsigned I = 0; I != Operands; ++I) {
    Value *Mine = Call.getArgOperand(1 + I);
    // The same for all that come there.
    if (isa<Constant, Argument>(Mine))
      continue;
    Value *Known =
        load(B, First + offsetof(abi::CheckedArrival, operands) + I * 8);
    Differs = B.CreateOr(Differs, B.CreateXor(Known, asNumber(B, Mine)));
  }
  skipIf(B, B.CreateIsNull(Differs), Call);
}

void InlineChecks::expand(CallInst &Call, BasicBlock *Otherwise) {
  if (reserved::calleeName(&Call) == reserved::CheckQuiet)
    return expandQuiet(Call);
  const StringRef Name = checkName(&Call);
  if (Name == "ferry_check_read" || Name == "ferry_check_write") {
    expandAccess(Call, Name == "ferry_check_write", 0);
  } else if (Name == "ferry_check_atomic") {
    if (const uint32_t What = CheckCall(Call).what();
        What & abi::CheckAtomicWrites)
      expandAccess(Call, true, What);
  } else if (Name == "ferry_check_value") {
    IRBuilder<> B(&Call);
    skipIf(B, B.CreateIsNotNull(Call.getArgOperand(0)), Call);
  } else if (Name == "ferry_check_at") {
    IRBuilder<> B(&Call);
    B.CreateStore(B.CreateZExt(Call.getArgOperand(0), I64),
                  at(B, offsetof(abi::CheckedGroup, site)));
    Call.eraseFromParent();
    return;
  } else if (Name == "ferry_check_arrive") {
    return expandArrival(Call, 0);
  } else if (Name == "ferry_check_arrive_wait") {
    return expandArrival(Call, 1);
  } else if (Name == "ferry_check_arrive_copy") {
    return expandArrival(Call, abi::CheckedOperands);
  } else if (Name != "ferry_check_private") {
    return;
  }
  if (Otherwise)
    leave(Call, Otherwise);
}
