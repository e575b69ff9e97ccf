//===- RedirectedAccesses.cpp - Accesses where they do no harm ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/CheckCalls.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// The pointer of \p I that what the function \p Check asks about is accessed
/// through; null if \p I does no such thing.
static Use *accessedThrough(Instruction &I, StringRef Check) {
  const bool Writes = Check == "ferry_check_write";
  unsigned Operand = 0;
  if (Check == "ferry_check_atomic" ? !I.isAtomic() && !I.isVolatile()
      : Writes                      ? !I.mayWriteToMemory()
                                    : !I.mayReadFromMemory())
    return nullptr;
  if (isa<MemTransferInst>(I))
    Operand = Writes ? 0 : 1;
  else if (isa<StoreInst>(I))
    Operand = StoreInst::getPointerOperandIndex();
  else if (!isa<MemSetInst, LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
    return nullptr;
  return &I.getOperandUse(Operand);
}

/// Has what is done at \p Pointer done where \p Check says.
///
/// \param Original what the pointer was in the source.
static void redirect(Use &Pointer, const Value *Original, CallInst &Check) {
  auto &I = *cast<Instruction>(Pointer.getUser());
  const DataLayout &DL = I.getDataLayout();
  int64_t Asked, Accessed;
  const Value *Base =
      GetPointerBaseWithConstantOffset(CheckCall(Check).pointer(), Asked, DL);
  if (Base != GetPointerBaseWithConstantOffset(Original, Accessed, DL) ||
      uint64_t(std::abs(Accessed - Asked)) >= abi::CheckedVectorBytes)
    return;
  IRBuilder<> B(&I);
  Value *Where = &Check;
  if (Accessed != Asked)
    Where = B.CreateConstGEP1_64(B.getInt8Ty(), Where, Accessed - Asked);
  Where = B.CreatePointerBitCastOrAddrSpaceCast(Where, Pointer->getType());
  // Several calls ask about components of a vector.
  if (Pointer != Original)
    Where = B.CreateSelect(B.CreateICmpEQ(&Check, CheckCall(Check).pointer()),
                           Pointer, Where);
  Pointer = Where;
}

void ferry::compiler::redirectAccesses(Function &F) {
  for (BasicBlock &Block : F) {
    SmallVector<CallInst *, 4> Checks;
    for (Instruction &I : make_early_inc_range(Block)) {
      if (const StringRef Name = checkName(&I); !Name.empty()) {
        if (I.getType()->isPointerTy() && Name != "ferry_check_group_begin")
          Checks.push_back(cast<CallInst>(&I));
        continue;
      }
      if (!I.mayReadOrWriteMemory() || I.hasMetadata(SpillKind))
        continue;
      SmallDenseMap<Use *, Value *> Originals;
      for (CallInst *Check : Checks)
        if (Use *Pointer = accessedThrough(I, checkName(Check)))
          redirect(*Pointer,
                   Originals.try_emplace(Pointer, *Pointer).first->second,
                   *Check);
      Checks.clear();
    }
  }
}
