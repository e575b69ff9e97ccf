//===- InlineAccesses.cpp - Accesses that need not be asked about ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/CheckCalls.h"
#include "compiler/passes/check/InlineChecks.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;
using abi::CheckedGroup;
using abi::CheckedMemory;

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

/// An access that is judged in the code.
class InlineChecks::Access {
public:
  /// \param Atomic bits of abi::CheckAtomic of an atomic access.
  Access(InlineChecks &Checks, CallInst &Call, bool Writes, uint32_t Atomic)
      : Checks(Checks), Call(Call), Ask(Call),
        Object(Checks.siteOf(Ask.site())), Writes(Writes), Atomic(Atomic),
        Bytes(Ask.bytes()), Alignment(Ask.alignment()), B(Call.getContext()) {}

  /// Whether its memory is some that the group has a table of.
  bool find();
  bool isGlobal() const { return Space == 1 && !IsConstant; }
  /// Puts the code before the call.
  void expand() {
    judge();
    join();
  }
  /// Puts the answer in place of a call of reserved::CheckQuiet.
  void expandQuiet();

private:
  /// Bytes of a coarse cell (ShadowRegion::Granule), and the cells that are
  /// looked at together: as many as the longest vectors of OpenCL C have
  /// components. Of more, as double16 has, the call judges.
  static constexpr uint64_t Granule = 4, MaxCells = 16;
  bool mayBeCoarse() const {
    return Bytes % Granule == 0 && Bytes <= MaxCells * Granule;
  }
  bool mayBeFine() const { return Bytes <= MaxCells; }

  Value *member(std::size_t Offset) { return Checks.load(B, Memory + Offset); }
  BasicBlock *block(const char *Name) {
    return BasicBlock::Create(B.getContext(), Name, Slow->getParent(), Slow);
  }
  void branch(Value *Condition, BasicBlock *Then, BasicBlock *Else);
  void goOnIf(Value *Good, BasicBlock *Otherwise);
  void endIf(Value *Good);
  void judge();
  void join();
  Value *isInside(Value *Offset, Value *Limit, uint64_t Granularity);
  void checkVariable();
  void checkFlights();

  void look(uint64_t CellBytes, std::size_t Limit, BasicBlock *Otherwise);
  Value *wide(Value *V, Type *Ty);
  Value *all(Value *Bits);
  Value *cells(Value *Start) {
    return B.CreateInBoundsGEP(Checks.I64, Start, Cell);
  }
  Value *start(std::size_t Offset) {
    return B.CreateLoad(Checks.Ptr, Checks.at(B, Memory + Offset));
  }
  Value *stamps(Value *Where);
  void stamp(Value *With, Value *Where);
  Value *now();
  Value *time(Value *Stamps) { return B.CreateShl(Stamps, abi::StampFlagBits); }
  Value *isOrdered(Value *Stamps, Value *Least);
  Value *isAtomicOrPast(Value *Stamps, Value *Least);
  void noteWrite(Value *Write, Value *Reads, Value *Others);
  void noteRead(Value *Reads, Value *Others);
  void noteReadByLanes(Value *Read, Value *Other);
  Value *isKept(Value *Where, Value *Stored);
  void checkKept(Value *Where);
  template <typename Function>
  void forEachCell(ArrayRef<Value *> Values, Function F);
  Value *at(Value *Cells, unsigned Number) {
    return B.CreateConstInBoundsGEP1_64(Checks.I64, Cells, Number);
  }

  InlineChecks &Checks;
  CallInst &Call;
  CheckCall Ask;
  Site Object;
  bool Writes;
  uint32_t Atomic;
  uint64_t Bytes, Alignment;
  unsigned Space = 0; ///< 0 for local memory, 1 for global memory.
  std::size_t Memory = offsetof(CheckedGroup, local); ///< In the table.
  bool IsConstant = false, IsNoted = true;

  IRBuilder<> B;
  BasicBlock *Slow = nullptr, *Done = nullptr;
  Value *Address = nullptr, *Offset = nullptr;
  // Of the cells that are looked at.
  Type *Stamps = nullptr;
  Value *Cell = nullptr, *Now = nullptr;
};

/// The first of the instructions before \p Call that put what is written into
/// memory for it, or \p Call.
static Instruction *firstOf(CallInst &Call) {
  Instruction *First = &Call;
  while (Instruction *Before = First->getPrevNode()) {
    if (!Before->hasMetadata(SpillKind))
      break;
    First = Before;
  }
  return First;
}

/// True if the work-item writes what \p Read reads before another one is at
/// work: who meets it there meets the write.
static bool isWrittenNext(CallInst &Read) {
  for (Instruction *I = Read.getNextNode(); I; I = I->getNextNode()) {
    auto *Other = dyn_cast<CallInst>(I);
    if (!Other || isa<IntrinsicInst>(Other))
      continue;
    const StringRef Name = checkName(Other);
    if (Name.empty())
      return false;
    if (Name == "ferry_check_write" &&
        CheckCall(*Other).pointer() == CheckCall(Read).pointer() &&
        CheckCall(*Other).bytes() == CheckCall(Read).bytes())
      return true;
  }
  return false;
}

bool InlineChecks::Access::find() {
  if (!Bytes || (!mayBeCoarse() && !mayBeFine()) || Alignment > 128)
    return false;
  switch (Object.Place) {
  case abi::CheckPlace::Argument:
    Memory = offsetof(CheckedGroup, arguments) +
             Object.Argument * sizeof(CheckedMemory);
    Space =
        Checks.F.getArg(Object.Argument)->getType()->getPointerAddressSpace() !=
        LocalMemory;
    break;
  case abi::CheckPlace::Local:
    break;
  case abi::CheckPlace::Program: {
    auto *Variable = dyn_cast<GlobalVariable>(Ask.base()->stripPointerCasts());
    if (!Variable || !Variable->isConstant())
      return false;
    IsConstant = true;
    break;
  }
  default:
    return false;
  }
  // Atomics in global memory put groups in order, these put work-items.
  const bool Orders =
      Space == 1 || Checks.HasFences ||
      Atomic & (abi::CheckAtomicAcquires | abi::CheckAtomicReleases);
  return !Atomic || (!Orders && !IsConstant);
}

void InlineChecks::Access::branch(Value *Condition, BasicBlock *Then,
                                  BasicBlock *Else) {
  B.CreateCondBr(Checks.agreed(B, Condition), Then, Else,
                 MDBuilder(B.getContext()).createLikelyBranchWeights());
}

void InlineChecks::Access::goOnIf(Value *Good, BasicBlock *Otherwise) {
  BasicBlock *Next = block("check");
  branch(Good, Next, Otherwise);
  B.SetInsertPoint(Next);
}

/// Nothing more need be looked at if \p Good.
void InlineChecks::Access::endIf(Value *Good) {
  BasicBlock *Next = block("check");
  branch(Good, Done, Next);
  B.SetInsertPoint(Next);
}

/// Whether the access that starts at \p Offset ends before \p Limit bytes, and
/// \p Offset is a multiple of its alignment, up to 16, and of \p Granularity.
Value *InlineChecks::Access::isInside(Value *Offset, Value *Limit,
                                      uint64_t Granularity) {
  const uint64_t Multiple =
      std::max(std::min<uint64_t>(Alignment, 16), Granularity);
  Value *End = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Limit,
                                       B.getInt64(Bytes - 1));
  Value *Good = B.CreateICmpULT(Offset, End);
  return Multiple == 1
             ? Good
             : B.CreateAnd(B.CreateIsNull(B.CreateAnd(Offset, Multiple - 1)),
                           Good);
}

/// The access is inside of its variable. Of constants, no more is asked.
void InlineChecks::Access::checkVariable() {
  Value *Inside = isInside(
      B.CreateNSWSub(Address, B.CreatePtrToInt(Ask.base(), Checks.I64)),
      B.getInt64(Object.Bytes), 1);
  if (IsConstant)
    branch(Inside, Done, Slow);
  else
    goOnIf(Inside, Slow);
}

/// No copy is in flight there.
void InlineChecks::Access::checkFlights() {
  // [Address, Address + Bytes) and [Begin, Begin + Count).
  auto Meets = [&](std::size_t Flights) {
    const std::size_t Flight = Flights + Space * sizeof(abi::CheckedFlight);
    Value *Begin = Checks.load(B, Flight + offsetof(abi::CheckedFlight, begin));
    Value *Count = Checks.load(B, Flight + offsetof(abi::CheckedFlight, bytes));
    return B.CreateOr(
        B.CreateICmpULT(B.CreateSub(Address, Begin), Count),
        B.CreateICmpULT(B.CreateSub(Begin, Address), B.getInt64(Bytes)));
  };
  Value *Any = Meets(offsetof(CheckedGroup, written));
  if (Writes)
    Any = B.CreateOr(Any, Meets(offsetof(CheckedGroup, read)));
  goOnIf(B.CreateNot(Any), Slow);
}

/// The access is done where the call says, or where it was to be.
void InlineChecks::Access::join() {
  if (Call.use_empty())
    return;
  B.SetInsertPoint(&Done->front());
  PHINode *Where = B.CreatePHI(Checks.Ptr, pred_size(Done));
  Call.replaceAllUsesWith(Where);
  for (BasicBlock *From : predecessors(Done))
    Where->addIncoming(From == Slow ? &Call : Ask.pointer(), From);
}

void InlineChecks::Access::judge() {
  IsNoted = Writes || !isWrittenNext(Call);
  BasicBlock *Head = Call.getParent();
  Slow = Head->splitBasicBlock(firstOf(Call), "ask");
  Done = Slow->splitBasicBlock(Call.getNextNode(), "checked");
  Head->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Head);
  B.SetCurrentDebugLocation(Call.getDebugLoc());

  // The first and the last byte are there, at an address that is aligned.
  Address = B.CreatePtrToInt(Ask.pointer(), Checks.I64);
  if (Alignment > 16)
    goOnIf(B.CreateIsNull(B.CreateAnd(Address, Alignment - 1)), Slow);
  if (Object.Place != abi::CheckPlace::Argument)
    checkVariable();
  if (IsConstant)
    return;
  Offset = B.CreateNSWSub(Address, member(offsetof(CheckedMemory, begin)));
  if (!Writes && Space == 1) {
    Value *Quiet = isInside(Offset, member(offsetof(CheckedMemory, quiet)), 1);
    if (Call.hasFnAttr(reserved::QuietAttr)) {
      branch(Quiet, Done, Slow);
      return;
    }
    endIf(Quiet);
  }
  if (Checks.HasCopies)
    checkFlights();
  // Vectors that only look leave pieces of four bytes in fine memory alone.
  const bool HasBoth = mayBeCoarse() && mayBeFine() && !Checks.Votes;
  BasicBlock *Fine = HasBoth ? block("fine") : Slow;
  if (mayBeCoarse())
    look(Granule, offsetof(CheckedMemory, coarse), Fine);
  if (HasBoth)
    B.SetInsertPoint(Fine);
  if (HasBoth || !mayBeCoarse())
    look(1, offsetof(CheckedMemory, fine), Slow);
}

void InlineChecks::Access::expandQuiet() {
  B.SetInsertPoint(&Call);
  Value *Good = B.getTrue();
  // The last one takes the place of a base.
  for (Value *Pointer : {Ask.pointer(), Ask.base()}) {
    Value *At = B.CreatePtrToInt(Pointer, Checks.I64);
    Value *From = B.CreateNSWSub(At, member(offsetof(CheckedMemory, begin)));
    Good = B.CreateAnd(
        Good, isInside(From, member(offsetof(CheckedMemory, quiet)), 1));
    if (Alignment > 16)
      Good = B.CreateAnd(Good, B.CreateIsNull(B.CreateAnd(At, Alignment - 1)));
  }
  Call.replaceAllUsesWith(Good);
  Call.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Stamps
//===----------------------------------------------------------------------===//

/// \p V for each stamp of \p Ty, one or a vector.
Value *InlineChecks::Access::wide(Value *V, Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? B.CreateVectorSplat(Vector->getNumElements(), V) : V;
}

Value *InlineChecks::Access::all(Value *Bits) {
  return Bits->getType()->isVectorTy() ? B.CreateAndReduce(Bits) : Bits;
}

Value *InlineChecks::Access::stamps(Value *Where) {
  LoadInst *Load = B.CreateAlignedLoad(Stamps, Where, Align(8));
  Load->setMetadata(LLVMContext::MD_noalias, Checks.Table);
  return Load;
}

void InlineChecks::Access::stamp(Value *With, Value *Where) {
  B.CreateAlignedStore(With, Where, Align(8))
      ->setMetadata(LLVMContext::MD_noalias, Checks.Table);
}

/// The stamp of this access.
Value *InlineChecks::Access::now() {
  // What the library does is made for who calls it.
  Value *Made =
      Object.HasLine
          ? B.getInt64(abi::stampSite(Ask.site()))
          : B.CreateBinaryIntrinsic(
                Intrinsic::umin, Checks.load(B, offsetof(CheckedGroup, site)),
                B.getInt64(abi::StampSites));
  Value *Plain = B.CreateOr(Checks.Stamp[Space], Made);
  return Atomic ? B.CreateOr(Plain, abi::StampIsAtomic) : Plain;
}

/// Whether nothing is concurrent with what made \p Stamps, one or a vector:
/// they are in [Least, past), in the order of time, or the work-item's own.
Value *InlineChecks::Access::isOrdered(Value *Stamps, Value *Least) {
  Type *Ty = Stamps->getType();
  Value *When = time(Stamps);
  Value *End = Checks.Past[Space];
  if (Least) {
    When = B.CreateSub(When, wide(Least, Ty));
    End = B.CreateSub(End, Least);
  }
  Value *IsPast = B.CreateICmpULT(When, wide(End, Ty));
  Value *IsOwn = B.CreateIsNull(B.CreateAnd(
      B.CreateXor(Stamps, Now), ConstantInt::get(Ty, abi::StampSameItem)));
  return B.CreateOr(IsPast, IsOwn);
}

/// Whether an atomic access to local memory is concurrent with none that made
/// \p Stamps, and all are at least \p Least, if that is not null.
Value *InlineChecks::Access::isAtomicOrPast(Value *Stamps, Value *Least) {
  Type *Ty = Stamps->getType();
  Value *When = time(Stamps);
  Value *Good =
      B.CreateOr(B.CreateICmpULT(When, wide(Checks.Past[0], Ty)),
                 B.CreateIsNotNull(B.CreateAnd(Stamps, abi::StampIsAtomic)));
  return Least ? B.CreateAnd(Good, B.CreateICmpUGE(When, wide(Least, Ty)))
               : Good;
}

void InlineChecks::Access::noteWrite(Value *Write, Value *Reads,
                                     Value *Others) {
  // The call makes an atomic forget reads, also its own work-item's.
  auto HasNoReader = [&](Value *Start) {
    Value *Readers = stamps(cells(Start));
    return Atomic ? B.CreateICmpULT(time(Readers), wide(Checks.Past[Space],
                                                        Readers->getType()))
                  : isOrdered(Readers, nullptr);
  };
  BasicBlock *Store = block("note");
  if (Space == 1) {
    BasicBlock *Next = block("check");
    B.CreateCondBr(B.CreateIsNull(Reads), Store, Next);
    B.SetInsertPoint(Next);
  }
  branch(all(B.CreateAnd(HasNoReader(Reads), HasNoReader(Others))), Store,
         Slow);
  B.SetInsertPoint(Store);
  stamp(Now, Write);
  checkKept(Write);
}

void InlineChecks::Access::noteRead(Value *Reads, Value *Others) {
  Value *Read = cells(Reads), *Other = cells(Others);
  if (Checks.Votes && Space == 0)
    return noteReadByLanes(Read, Other);
  Value *Old = stamps(Read);
  Value *Replaces = isOrdered(Old, nullptr);
  if (Space == 1) {
    // Only the call tells groups apart.
    goOnIf(all(Replaces), Slow);
    stamp(Now, Read);
    checkKept(Read);
  } else if (!Stamps->isVectorTy()) {
    stamp(Now, B.CreateSelect(Replaces, Read, Other));
  } else {
    Value *OldOther = stamps(Other);
    stamp(B.CreateSelect(Replaces, Now, Old), Read);
    stamp(B.CreateSelect(Replaces, OldOther, Now), Other);
  }
}

/// Whether the stamp that was stored there is there yet after all lanes have
/// stored.
Value *InlineChecks::Access::isKept(Value *Where, Value *Stored) {
  const uint64_t Size = Call.getDataLayout().getTypeStoreSize(Stamps);
  return askLanes(B, reserved::CheckKept, {Where, Stored, B.getInt64(Size)});
}

/// Calls \p F with the number of each cell and what of \p Values is its.
template <typename Function>
void InlineChecks::Access::forEachCell(ArrayRef<Value *> Values, Function F) {
  auto *Vector = dyn_cast<FixedVectorType>(Stamps);
  for (unsigned I = 0; I != (Vector ? Vector->getNumElements() : 1); ++I) {
    SmallVector<Value *, 4> Its;
    for (Value *V : Values)
      Its.push_back(Vector ? B.CreateExtractElement(V, I) : V);
    F(I, ArrayRef(Its));
  }
}

/// Two lanes that have noted the same cells are for the call.
void InlineChecks::Access::checkKept(Value *Where) {
  if (Checks.Votes)
    forEachCell(Now, [&](unsigned I, ArrayRef<Value *> Its) {
      goOnIf(isKept(at(Where, I), Its[0]), Slow);
    });
}

/// Notes a read of local memory. Of lanes that have read the same, two are
/// known in the end.
void InlineChecks::Access::noteReadByLanes(Value *Read, Value *Other) {
  Value *Old = stamps(Read), *OldOther = stamps(Other);
  Value *Replaces = isOrdered(Old, nullptr);
  Value *First = B.CreateSelect(Replaces, Now, Old);
  stamp(First, Read);
  stamp(B.CreateSelect(Replaces, OldOther, Now), Other);
  // Whoever finds its work-item there has lost nothing.
  Value *Past = B.CreateICmpULT(time(Old), wide(Checks.Past[Space], Stamps));
  forEachCell({First, Past}, [&](unsigned I, ArrayRef<Value *> Its) {
    Value *Has = B.CreateOr(isKept(at(Read, I), Its[0]), B.CreateNot(Its[1]));
    BasicBlock *Several = block("several"), *Next = block("check");
    branch(Has, Next, Several);
    B.SetInsertPoint(Several);
    stamp(Its[0], B.CreateSelect(Has, at(Read, I), at(Other, I)));
    B.CreateBr(Next);
    B.SetInsertPoint(Next);
  });
}

/// Looks at the cells, of \p CellBytes each, if the access is inside of the
/// bytes that have such.
///
/// \param Limit offset of their number in the abi::CheckedMemory.
void InlineChecks::Access::look(uint64_t CellBytes, std::size_t Limit,
                                BasicBlock *Otherwise) {
  const unsigned Cells = Bytes / CellBytes;
  goOnIf(isInside(Offset, member(Limit), CellBytes), Otherwise);
  Cell = B.CreateAShr(Offset, Log2_64(CellBytes));
  Stamps = Cells == 1 ? Checks.I64 : FixedVectorType::get(Checks.I64, Cells);
  constexpr std::size_t ReadsOffset = offsetof(CheckedMemory, reads);
  // Whoever writes there finds a reader that it is not, if two of the interval
  // are known; and they found no write, unless they may read beside one.
  if (!Writes && Space == 0) {
    Value *Other = stamps(cells(start(ReadsOffset + 8)));
    endIf(all(
        B.CreateAnd(B.CreateICmpUGE(time(Other), wide(Checks.Past[0], Stamps)),
                    B.CreateIsNull(B.CreateAnd(Other, abi::StampIsAtomic)))));
  }
  Now = wide(now(), Stamps);
  Value *Write = cells(start(offsetof(CheckedMemory, writes)));
  Value *Least = !Writes || Atomic & abi::CheckAtomicChanges
                     ? member(offsetof(CheckedMemory, leastWrite))
                     : nullptr;
  Value *Old = stamps(Write);
  goOnIf(all(Atomic ? isAtomicOrPast(Old, Least) : isOrdered(Old, Least)),
         Slow);
  if (Writes)
    noteWrite(Write, start(ReadsOffset), start(ReadsOffset + 8));
  else if (IsNoted)
    noteRead(start(ReadsOffset), start(ReadsOffset + 8));
  B.CreateBr(Done);
}

//===----------------------------------------------------------------------===//

bool InlineChecks::canTell(CallInst &Call) {
  const StringRef Name = checkName(&Call);
  const bool Writes = Name == "ferry_check_write";
  return (Writes || Name == "ferry_check_read") &&
         Access(*this, Call, Writes, 0).find();
}

bool InlineChecks::isGlobalRead(CallInst &Call) {
  Access Read(*this, Call, /*Writes=*/false, 0);
  return Read.find() && Read.isGlobal();
}

void InlineChecks::expandQuiet(CallInst &Call) {
  Access Read(*this, Call, /*Writes=*/false, 0);
  Read.find();
  Read.expandQuiet();
}

void InlineChecks::expandAccess(CallInst &Call, bool Writes, uint32_t Atomic) {
  if (Access It(*this, Call, Writes, Atomic); It.find())
    It.expand();
}
