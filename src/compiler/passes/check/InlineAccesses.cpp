//===- InlineAccesses.cpp - Accesses that need not be asked about ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/InlineChecks.h"

#include "compiler/passes/Reserved.h"
#include "ferry/check.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// What the table of sites says of one.
struct InlineChecks::Site {
  bool HasLine;
  abi::CheckPlace Place;
  unsigned Argument;
  uint64_t Bytes;
};

InlineChecks::Site InlineChecks::siteOf(unsigned Number) const {
  const Constant *S = Sites.getAggregateElement(Number);
  auto Member = [&](unsigned I) {
    return cast<ConstantInt>(S->getAggregateElement(I))->getZExtValue();
  };
  return {Member(1) != 0, abi::CheckPlace(Member(3)), unsigned(Member(4)),
          Member(6)};
}

/// Whether nothing is concurrent with what made \p Stamps, one or a vector:
/// they are in [Least, Past), in the order of time, or the work-item's own.
Value *InlineChecks::isOrdered(IRBuilder<> &B, Value *Stamps, Value *Now,
                               Value *Least, unsigned Space) {
  Type *Ty = Stamps->getType();
  auto Wide = [&](Value *V) {
    auto *Vector = dyn_cast<FixedVectorType>(Ty);
    return Vector ? B.CreateVectorSplat(Vector->getNumElements(), V) : V;
  };
  Value *When = B.CreateShl(Stamps, abi::StampFlagBits);
  Value *End = Past[Space];
  if (Least) {
    When = B.CreateSub(When, Wide(Least));
    End = B.CreateSub(End, Least);
  }
  Value *IsPast = B.CreateICmpULT(When, Wide(End));
  Value *IsOwn =
      B.CreateIsNull(B.CreateAnd(B.CreateXor(Stamps, Wide(Now)),
                                 ConstantInt::get(Ty, abi::StampSameItem)));
  return B.CreateOr(IsPast, IsOwn);
}

/// Whether an atomic access to local memory is concurrent with none that made
/// \p Stamps, and all are at least \p Least, if that is not null.
Value *InlineChecks::isAtomicOrPast(IRBuilder<> &B, Value *Stamps,
                                    Value *Least) {
  auto *Vector = dyn_cast<FixedVectorType>(Stamps->getType());
  auto Wide = [&](Value *V) {
    return Vector ? B.CreateVectorSplat(Vector->getNumElements(), V) : V;
  };
  Value *When = B.CreateShl(Stamps, abi::StampFlagBits);
  Value *Good =
      B.CreateOr(B.CreateICmpULT(When, Wide(Past[0])),
                 B.CreateIsNotNull(B.CreateAnd(Stamps, abi::StampIsAtomic)));
  return Least ? B.CreateAnd(Good, B.CreateICmpUGE(When, Wide(Least))) : Good;
}

/// The first of the instructions before \p Call that put what is written into
/// memory for it, or \p Call.
static Instruction *firstOf(CallInst &Call) {
  constexpr unsigned ValueOperand = 4;
  Instruction *First = &Call;
  if (Call.arg_size() <= ValueOperand)
    return First;
  const Value *Written = Call.getArgOperand(ValueOperand);
  if (!Written->getType()->isPointerTy())
    return First;
  const Value *Place = Written->stripInBoundsConstantOffsets();
  if (!isa<AllocaInst>(Place))
    return First;
  while (Instruction *Before = First->getPrevNode()) {
    const Value *To = getPointerOperand(Before);
    if (auto *Set = dyn_cast<MemSetInst>(Before))
      To = Set->getRawDest();
    if (To != Place)
      break;
    First = Before;
  }
  return First;
}

static uint64_t bytesOf(const CallInst &Check) {
  const auto *Size = dyn_cast<ConstantInt>(Check.getArgOperand(1));
  return Size ? Size->getZExtValue() &
                    ((uint64_t(1) << abi::CheckedSizeBits) - 1)
              : 0;
}

/// True if the work-item writes what \p Read reads before another one is at
/// work: who meets it there meets the write.
static bool isWrittenNext(const CallInst &Read) {
  for (const Instruction *I = Read.getNextNode(); I; I = I->getNextNode()) {
    auto *Call = dyn_cast<CallInst>(I);
    if (!Call || isa<IntrinsicInst>(Call))
      continue;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee || !Callee->getName().starts_with("ferry_check_"))
      return false;
    if (Callee->getName() == "ferry_check_write" &&
        Call->getArgOperand(0) == Read.getArgOperand(0) &&
        bytesOf(*Call) == bytesOf(Read))
      return true;
  }
  return false;
}

void InlineChecks::expandAccess(CallInst &Call, bool Writes, uint32_t Atomic) {
  using abi::CheckedGroup;
  using abi::CheckedMemory;
  const auto *Size = dyn_cast<ConstantInt>(Call.getArgOperand(1));
  const unsigned Number =
      cast<ConstantInt>(Call.getArgOperand(3))->getZExtValue();
  const Site Object = siteOf(Number);
  if (!Size)
    return;
  const uint64_t Bytes = bytesOf(Call);
  const uint64_t Alignment = Size->getZExtValue() >> abi::CheckedSizeBits;
  // Cells of four bytes, or of one.
  constexpr uint64_t Granule = 4, MaxCells = 16;
  const bool MayBeCoarse = Bytes % Granule == 0 && Bytes <= MaxCells * Granule;
  const bool MayBeFine = Bytes <= MaxCells;
  if (!Bytes || (!MayBeCoarse && !MayBeFine) || Alignment > 128)
    return;

  Value *Base = Call.getArgOperand(2);
  bool IsConstant = false;
  unsigned Space = 0;
  std::size_t Memory = offsetof(CheckedGroup, local);
  switch (Object.Place) {
  case abi::CheckPlace::Argument:
    Memory = offsetof(CheckedGroup, arguments) +
             Object.Argument * sizeof(CheckedMemory);
    Space = F.getArg(Object.Argument)->getType()->getPointerAddressSpace() !=
            LocalMemory;
    break;
  case abi::CheckPlace::Local:
    break;
  case abi::CheckPlace::Program: {
    auto *Variable = dyn_cast<GlobalVariable>(Base->stripPointerCasts());
    if (!Variable || !Variable->isConstant())
      return;
    IsConstant = true;
    break;
  }
  default:
    return;
  }
  // Atomics in global memory put groups in order.
  if (Atomic && (Space == 1 || IsConstant))
    return;
  const bool IsVariable = Object.Place != abi::CheckPlace::Argument;
  const bool IsNoted = Writes || !isWrittenNext(Call);

  LLVMContext &C = F.getContext();
  BasicBlock *Head = Call.getParent();
  BasicBlock *Slow = Head->splitBasicBlock(firstOf(Call), "ask");
  BasicBlock *Done = Slow->splitBasicBlock(Call.getNextNode(), "checked");
  Head->getTerminator()->eraseFromParent();
  IRBuilder<> B(Head);
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  MDNode *Likely = MDBuilder(C).createLikelyBranchWeights();
  auto Continue = [&](Value *Good, BasicBlock *Otherwise) {
    BasicBlock *Next = BasicBlock::Create(C, "check", &F, Slow);
    B.CreateCondBr(Good, Next, Otherwise, Likely);
    B.SetInsertPoint(Next);
  };
  auto Member = [&](std::size_t Offset) { return load(B, Memory + Offset); };

  // The first and the last byte are there, at an address that is aligned.
  Value *Address = B.CreatePtrToInt(Call.getArgOperand(0), I64);
  auto shiftFor = [](uint64_t Least) {
    return Log2_64(std::min<uint64_t>(Least, 16));
  };
  const unsigned Shift = shiftFor(Alignment);
  auto unit = [&](Value *Offset, unsigned Shift) {
    return Shift ? B.CreateIntrinsic(Intrinsic::fshr, {I64},
                                     {Offset, Offset, B.getInt64(Shift)})
                 : Offset;
  };
  auto isInside = [&](Value *Unit, Value *Limit, unsigned Shift) {
    const uint64_t Units = (Bytes + (uint64_t(1) << Shift) - 1) >> Shift;
    Limit = B.CreateLShr(Limit, Shift);
    if (Units > 1)
      Limit = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Limit,
                                      B.getInt64(Units - 1));
    return B.CreateICmpULT(Unit, Limit);
  };
  if (Alignment > 16)
    Continue(B.CreateIsNull(B.CreateAnd(Address, Alignment - 1)), Slow);
  if (IsVariable) {
    Value *Inside =
        isInside(unit(B.CreateSub(Address, B.CreatePtrToInt(Base, I64)), Shift),
                 B.getInt64(Object.Bytes), Shift);
    if (IsConstant) {
      B.CreateCondBr(Inside, Done, Slow, Likely);
      return;
    }
    Continue(Inside, Slow);
  }
  Value *Offset = B.CreateSub(Address, Member(offsetof(CheckedMemory, begin)));
  if (!Writes && Space == 1) {
    Value *Quiet = isInside(unit(Offset, Shift),
                            Member(offsetof(CheckedMemory, quiet)), Shift);
    BasicBlock *Next = BasicBlock::Create(C, "check", &F, Slow);
    B.CreateCondBr(Quiet, Done, Next, Likely);
    B.SetInsertPoint(Next);
  }

  // No copy is in flight there.
  if (HasCopies) {
    // [Address, Address + Bytes) and [Begin, Begin + Count).
    auto meets = [&](std::size_t Flights) {
      const std::size_t Flight = Flights + Space * sizeof(abi::CheckedFlight);
      Value *Begin = load(B, Flight + offsetof(abi::CheckedFlight, begin));
      Value *Count = load(B, Flight + offsetof(abi::CheckedFlight, bytes));
      return B.CreateOr(
          B.CreateICmpULT(B.CreateSub(Address, Begin), Count),
          B.CreateICmpULT(B.CreateSub(Begin, Address), B.getInt64(Bytes)));
    };
    Value *Meets = meets(offsetof(CheckedGroup, written));
    if (Writes)
      Meets = B.CreateOr(Meets, meets(offsetof(CheckedGroup, read)));
    Continue(B.CreateNot(Meets), Slow);
  }

  auto look = [&](uint64_t CellBytes, std::size_t Limit,
                  BasicBlock *Otherwise) {
    const unsigned Cells = Bytes / CellBytes;
    const unsigned Shift = shiftFor(std::max(Alignment, CellBytes));
    Value *Unit = unit(Offset, Shift);
    Continue(isInside(Unit, Member(Limit), Shift), Otherwise);
    Value *Cell = B.CreateShl(Unit, Shift - Log2_64(CellBytes));
    Type *Ty = Cells == 1 ? I64 : FixedVectorType::get(I64, Cells);
    auto cells = [&](Value *Start) {
      return B.CreateInBoundsGEP(I64, Start, Cell);
    };
    auto pointer = [&](std::size_t Offset) {
      return B.CreateLoad(Ptr, at(B, Memory + Offset));
    };
    auto all = [&](Value *Bits) {
      return Cells == 1 ? Bits : B.CreateAndReduce(Bits);
    };
    // What the library does is made for who calls it.
    Value *Made =
        Object.HasLine
            ? B.getInt64(abi::stampSite(Number))
            : B.CreateBinaryIntrinsic(Intrinsic::umin,
                                      load(B, offsetof(CheckedGroup, site)),
                                      B.getInt64(abi::StampSites));
    Value *Now = B.CreateOr(Stamp[Space], Made);
    if (Atomic)
      Now = B.CreateOr(Now, abi::StampIsAtomic);
    Value *NowCells = Cells == 1 ? Now : B.CreateVectorSplat(Cells, Now);
    Value *Write = cells(pointer(offsetof(CheckedMemory, writes)));
    Value *Least = !Writes || Atomic & abi::CheckAtomicChanges
                       ? Member(offsetof(CheckedMemory, leastWrite))
                       : nullptr;
    Value *OldWrite = B.CreateAlignedLoad(Ty, Write, Align(8));
    Continue(all(Atomic ? isAtomicOrPast(B, OldWrite, Least)
                        : isOrdered(B, OldWrite, Now, Least, Space)),
             Slow);
    Value *Reads = pointer(offsetof(CheckedMemory, reads));
    Value *Others = pointer(offsetof(CheckedMemory, reads) + 8);
    if (Writes) {
      auto hasNoReader = [&](Value *Start) {
        return isOrdered(B, B.CreateAlignedLoad(Ty, cells(Start), Align(8)),
                         Now, nullptr, Space);
      };
      BasicBlock *Store = BasicBlock::Create(C, "note", &F, Slow);
      if (Space == 1) {
        BasicBlock *Next = BasicBlock::Create(C, "check", &F, Store);
        B.CreateCondBr(B.CreateIsNull(Reads), Store, Next);
        B.SetInsertPoint(Next);
      }
      B.CreateCondBr(all(B.CreateAnd(hasNoReader(Reads), hasNoReader(Others))),
                     Store, Slow, Likely);
      B.SetInsertPoint(Store);
      B.CreateAlignedStore(NowCells, Write, Align(8));
    } else if (IsNoted) {
      Value *Read = cells(Reads);
      Value *Old = B.CreateAlignedLoad(Ty, Read, Align(8));
      Value *Replaces = isOrdered(B, Old, Now, nullptr, Space);
      if (Space == 1) {
        // Only the call tells groups apart.
        Continue(all(Replaces), Slow);
        B.CreateAlignedStore(NowCells, Read, Align(8));
      } else if (Cells == 1) {
        B.CreateAlignedStore(Now, B.CreateSelect(Replaces, Read, cells(Others)),
                             Align(8));
      } else {
        Value *Other = cells(Others);
        Value *OldOther = B.CreateAlignedLoad(Ty, Other, Align(8));
        B.CreateAlignedStore(B.CreateSelect(Replaces, NowCells, Old), Read,
                             Align(8));
        B.CreateAlignedStore(B.CreateSelect(Replaces, OldOther, NowCells),
                             Other, Align(8));
      }
    }
    B.CreateBr(Done);
  };
  BasicBlock *Fine = Slow;
  if (MayBeCoarse && MayBeFine)
    Fine = BasicBlock::Create(C, "fine", &F, Slow);
  if (MayBeCoarse) {
    look(Granule, offsetof(CheckedMemory, coarse), Fine);
    B.SetInsertPoint(Fine);
  }
  if (MayBeFine)
    look(1, offsetof(CheckedMemory, fine), Slow);
}
