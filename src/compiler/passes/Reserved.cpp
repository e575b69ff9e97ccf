//===- Reserved.cpp - Functions between library and passes ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

unsigned ferry::compiler::reserved::properties(StringRef Name) {
  return StringSwitch<unsigned>(Name)
      .Case(GlobalId, PerItem | ItemId)
      .Case(LocalId, PerItem | ItemId | WithinGroup | TellsGroup)
      .Case(ItemSlot, PerItem | TellsGroup)
      .Case(CheckKept, PerItem)
      .Case(Near, PerItem)
      .Case(GroupId, OfRange | TellsGroup)
      .Case(LocalSize, OfRange | Count | WithinGroup | TellsGroup)
      .Case(EnqueuedLocalSize, OfRange | Count | WithinGroup | TellsGroup)
      .Case(GlobalSize, OfRange | Count)
      .Case(GlobalOffset, OfRange)
      .Case(NumGroups, OfRange | Count | TellsGroup)
      .Case(Barrier, Synchronises)
      .Case(ImplicitBarrier, Synchronises)
      .Case(AsyncCopy, Synchronises)
      .Case(WaitEvent, Synchronises)
      .Case(CopyFence, Synchronises)
      .Default(0);
}

CallInst *ferry::compiler::callFunction(IRBuilderBase &B, StringRef Name,
                                        Type *Result,
                                        ArrayRef<Value *> Operands) {
  SmallVector<Type *, 12> Types;
  for (const Value *V : Operands)
    Types.push_back(V->getType());
  return B.CreateCall(
      B.GetInsertBlock()->getModule()->getOrInsertFunction(
          Name, FunctionType::get(Result, Types, /*isVarArg=*/false)),
      Operands);
}

CallInst *ferry::compiler::reserved::ask(IRBuilderBase &B, StringRef Name,
                                         Type *Result,
                                         ArrayRef<Value *> Operands) {
  CallInst *Call = callFunction(B, Name, Result, Operands);
  auto *F = cast<Function>(Call->getCalledOperand());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setSpeculatable();
  return Call;
}

CallInst *ferry::compiler::reserved::askIn(IRBuilderBase &B, StringRef Name,
                                           unsigned Dimension) {
  return ask(B, Name, B.getInt64Ty(), B.getInt32(Dimension));
}

LoadInst *ferry::compiler::reserved::loadState(IRBuilderBase &B,
                                               size_t Offset) {
  Value *Thread = ask(B, State, B.getPtrTy());
  LoadInst *Load =
      B.CreateLoad(B.getPtrTy(),
                   B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Thread, Offset));
  Load->setMetadata(LLVMContext::MD_invariant_load,
                    MDNode::get(B.getContext(), {}));
  return Load;
}

void ferry::compiler::reserved::markDefined(Module &M) {
  for (Function &F : M)
    if (isReserved(F) && F.doesNotAccessMemory() &&
        F.getReturnType()->isIntegerTy())
      F.addRetAttr(Attribute::NoUndef);
}
