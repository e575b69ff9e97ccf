//===- WrittenValues.cpp - What checked stores write ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/CheckCalls.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

static void markSpill(Instruction &I) {
  I.setMetadata(SpillKind, MDNode::get(I.getContext(), {}));
}

/// What \p I writes, in memory, for \p Bytes bytes at \p Pointer of it, put
/// there by \p B; null if that is not known.
static Value *writtenValue(IRBuilder<> &B, Instruction &I, const Value *Pointer,
                           uint64_t Bytes) {
  Function &F = *I.getFunction();
  const DataLayout &DL = F.getDataLayout();
  auto Spill = [&](Type *Ty, uint64_t Count) {
    IRBuilder<> Entry(&*F.getEntryBlock().begin());
    return Entry.CreateAlloca(Ty, Entry.getInt64(Count), "written");
  };
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    int64_t To, From;
    const Value *A = GetPointerBaseWithConstantOffset(Pointer, To, DL);
    const Value *Of =
        GetPointerBaseWithConstantOffset(Store->getPointerOperand(), From, DL);
    Type *Ty = Store->getValueOperand()->getType();
    const int64_t Offset = To - From;
    if (A != Of || Offset < 0 ||
        uint64_t(Offset) + Bytes > DL.getTypeStoreSize(Ty))
      return nullptr;
    Value *Place = Spill(Ty, 1);
    markSpill(*B.CreateStore(Store->getValueOperand(), Place));
    Value *Part = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Place, Offset);
    if (Part != Place)
      markSpill(*cast<Instruction>(Part));
    return Part;
  }
  if (auto *Move = dyn_cast<MemTransferInst>(&I))
    return B.CreatePointerBitCastOrAddrSpaceCast(Move->getRawSource(),
                                                 B.getPtrTy());
  constexpr uint64_t Most = 128;
  if (auto *Set = dyn_cast<MemSetInst>(&I); Set && Bytes <= Most) {
    Value *Place = Spill(B.getInt8Ty(), Bytes);
    markSpill(*B.CreateMemSet(Place, Set->getValue(), Bytes, Align(1)));
    return Place;
  }
  return nullptr;
}

static void passValue(CallInst &Call) {
  Instruction *I = Call.getNextNode();
  while (I && !I->isTerminator() &&
         (!I->mayWriteToMemory() || !checkName(I).empty()))
    I = I->getNextNode();
  if (!I)
    return;
  // What is written may have been moved to where it is needed.
  for (Value *V : I->operands())
    if (auto *Operand = dyn_cast<Instruction>(V);
        Operand && Operand->getParent() == Call.getParent() &&
        Call.comesBefore(Operand))
      Call.moveAfter(Operand);
  // The size of a block need not be a number.
  const uint64_t Known = CheckCall(Call).bytes();
  IRBuilder<> B(&Call);
  if (Value *Written = writtenValue(B, *I, CheckCall(Call).pointer(),
                                    Known ? Known : UINT64_MAX))
    Call.setArgOperand(CheckCall::ValueOperand, Written);
}

void ferry::compiler::passValues(Function &F) {
  SmallVector<CallInst *, 16> Writes;
  for (Instruction &I : instructions(F))
    if (checkName(&I) == "ferry_check_write")
      Writes.push_back(cast<CallInst>(&I));
  for (CallInst *Write : Writes)
    passValue(*Write);
}
