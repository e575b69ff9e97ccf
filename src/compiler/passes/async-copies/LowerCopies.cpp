//===- LowerCopies.cpp - Async copies as code -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/async-copies/Passes.h"

#include "compiler/passes/Reserved.h"
#include "ferry/abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// Bytes and lines up to which a copy of constant size is carried out where it
/// is started.
static constexpr uint64_t MaxInlineBytes = 512;
static constexpr uint64_t MaxInlineLines = 16;
static constexpr uint64_t CacheLine = 64;

namespace {

/// The operands of __ferry_async_copy.
enum Operand : unsigned {
  Dst,
  Src,
  LineBytes,
  Lines,
  DstLineStep,
  SrcLineStep,
  Planes,
  DstPlaneStep,
  SrcPlaneStep,
  ToLocal, ///< i32, 1 or 0: the direction.
  Event
};

class CopyLowering {
public:
  CopyLowering(Function &F, bool Inline)
      : F(F), C(F.getContext()), Ptr(PointerType::get(C, 0)),
        I64(Type::getInt64Ty(C)), Void(Type::getVoidTy(C)),
        CallsAlways(!Inline), Inline(Inline) {}

  bool run();

private:
  Value *state(IRBuilder<> &B) {
    return reserved::ask(B, reserved::State, Ptr);
  }
  /// The abi::CopyState of the running thread.
  Value *copies(IRBuilder<> &B) {
    return reserved::loadState(B, offsetof(abi::ThreadState, copies));
  }
  Value *member(IRBuilder<> &B, Value *Copies, size_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Copies, Offset);
  }
  Value *start(CallInst *Copy);
  Value *startHere(CallInst *Copy, Value *IsMine,
                   function_ref<void(IRBuilder<> &, Instruction *)> Move);
  Value *hasNoHelpers(IRBuilder<> &B, const CallInst *Copy);
  Value *nothingPending(IRBuilder<> &B);
  bool mayGoOn(const CallInst *Copy) const;
  Value *streams(IRBuilder<> &B, CallInst *Copy);
  void carryOut(IRBuilder<> &B, CallInst *Copy, Instruction *Before);
  void carryOut(IRBuilder<> &B, CallInst *Copy, bool Streams);
  Value *takeTicket(IRBuilder<> &B, CallInst *Copy);
  Value *callEngine(IRBuilder<> &B, CallInst *Copy);
  void moveTicket(IRBuilder<> &B, bool ToEngine);
  void callIfPending(Instruction *Before, StringRef Name, Value *Event);
  void endGroup(ReturnInst *Return);

  Function &F;
  LLVMContext &C;
  Type *Ptr, *I64, *Void;
  const bool CallsAlways; ///< Though nothing is pending.
  bool Inline;
  bool MayPend = true; ///< Some copy may be pending behind its start.
  AllocaInst *LinesPlace = nullptr; ///< Shared by all calls.
  AllocaInst *Ticket = nullptr;     ///< CopyState::lastTicket.
  Value *StreamsNothing = nullptr;  ///< 1 or 0.
};

} // namespace

/// An operand that is a small constant.
static std::optional<uint64_t> smallNumber(const CallInst *Copy,
                                           Operand Index) {
  auto *Number = dyn_cast<ConstantInt>(Copy->getArgOperand(Index));
  if (!Number || Number->getValue().ugt(MaxInlineBytes))
    return std::nullopt;
  return Number->getZExtValue();
}

/// True for a copy of constant size to carry out where it is started.
static bool isSmall(const CallInst *Copy) {
  std::optional<uint64_t> Bytes = smallNumber(Copy, LineBytes);
  std::optional<uint64_t> Y = smallNumber(Copy, Lines);
  std::optional<uint64_t> Z = smallNumber(Copy, Planes);
  return Bytes && Y && Z && *Y * *Z <= MaxInlineLines &&
         *Bytes * *Y * *Z <= MaxInlineBytes;
}

/// True for a small copy to global memory that may consist of whole cache
/// lines.
static bool maySmallStream(const CallInst *Copy) {
  return isSmall(Copy) && smallNumber(Copy, ToLocal) == 0 &&
         smallNumber(Copy, LineBytes).value_or(0) % CacheLine == 0;
}

static bool isOneLine(const CallInst *Copy) {
  return smallNumber(Copy, Lines) == 1 && smallNumber(Copy, Planes) == 1;
}

/// Whether a copy of which maySmallStream is true goes past the caches.
Value *CopyLowering::streams(IRBuilder<> &B, CallInst *Copy) {
  if (!StreamsNothing) {
    // Where the group begins, so that it is done once for all groups.
    IRBuilder<> Begin(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    LoadInst *Move =
        Begin.CreateLoad(Ptr, member(Begin, copies(Begin),
                                     offsetof(abi::CopyState, moveLinesOut)));
    Move->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
    StreamsNothing = Begin.CreateZExt(Begin.CreateIsNotNull(Move), I64);
  }
  Value *Places = B.CreatePtrToInt(Copy->getArgOperand(Dst), I64);
  if (smallNumber(Copy, Lines) != 1)
    Places = B.CreateOr(Places, Copy->getArgOperand(DstLineStep));
  if (smallNumber(Copy, Planes) != 1)
    Places = B.CreateOr(Places, Copy->getArgOperand(DstPlaneStep));
  Places = B.CreateOr(B.CreateAnd(Places, B.getInt64(CacheLine - 1)),
                      StreamsNothing);
  return B.CreateIsNull(Places);
}

/// As values, so that what is copied in and out again is not loaded again.
/// Local memory is never global memory.
static void moveCacheLines(IRBuilder<> &B, Value *To, Value *From,
                           uint64_t Bytes, bool Streams) {
  LLVMContext &C = B.getContext();
  auto *Line = FixedVectorType::get(B.getInt64Ty(), CacheLine / 8);
  for (uint64_t I = 0; I != Bytes; I += CacheLine) {
    Value *Loaded = B.CreateAlignedLoad(
        Line, B.CreateConstGEP1_64(B.getInt8Ty(), From, I), Align(1));
    StoreInst *Store =
        B.CreateAlignedStore(Loaded, B.CreateConstGEP1_64(B.getInt8Ty(), To, I),
                             Align(Streams ? CacheLine : 1));
    if (Streams)
      Store->setMetadata(
          LLVMContext::MD_nontemporal,
          MDNode::get(C, ConstantAsMetadata::get(B.getInt32(1))));
  }
}

/// \param Before where \p B inserts, then and afterwards.
void CopyLowering::carryOut(IRBuilder<> &B, CallInst *Copy,
                            Instruction *Before) {
  if (!maySmallStream(Copy))
    return carryOut(B, Copy, /*Streams=*/false);
  F.addFnAttr(reserved::StreamsCopiesAttr);
  Instruction *Then, *Else;
  // Memory is slow anyway; the caches should not wait for a jump.
  SplitBlockAndInsertIfThenElse(streams(B, Copy), Before, &Then, &Else,
                                MDBuilder(C).createUnlikelyBranchWeights());
  B.SetInsertPoint(Then);
  carryOut(B, Copy, /*Streams=*/true);
  B.SetInsertPoint(Else);
  carryOut(B, Copy, /*Streams=*/false);
  B.SetInsertPoint(Before);
}

/// \param Streams past the caches; every line is whole cache lines.
void CopyLowering::carryOut(IRBuilder<> &B, CallInst *Copy, bool Streams) {
  auto Number = [&](Operand Index) {
    return cast<ConstantInt>(Copy->getArgOperand(Index))->getZExtValue();
  };
  auto Line = [&](Operand Side, uint64_t Y, Operand LineStep, uint64_t Z,
                  Operand PlaneStep) {
    Value *Offset =
        B.CreateAdd(B.CreateMul(Copy->getArgOperand(LineStep), B.getInt64(Y)),
                    B.CreateMul(Copy->getArgOperand(PlaneStep), B.getInt64(Z)));
    return B.CreateGEP(B.getInt8Ty(), Copy->getArgOperand(Side), Offset);
  };
  for (uint64_t Z = 0; Z != Number(Planes); ++Z)
    for (uint64_t Y = 0; Y != Number(Lines); ++Y) {
      Value *To = Line(Dst, Y, DstLineStep, Z, DstPlaneStep);
      Value *From = Line(Src, Y, SrcLineStep, Z, SrcPlaneStep);
      if (Number(LineBytes) % CacheLine == 0)
        moveCacheLines(B, To, From, Number(LineBytes), Streams);
      else
        B.CreateMemMove(To, Align(1), From, Align(1),
                        Copy->getArgOperand(LineBytes));
    }
}

/// Whether the copy may be pending behind its start.
bool CopyLowering::mayGoOn(const CallInst *Copy) const {
  return !Inline ||
         (!isSmall(Copy) && MarkCopiesPass::verdict(Copy) != abi::CopyEarly);
}

Value *CopyLowering::nothingPending(IRBuilder<> &B) {
  if (!MayPend)
    return B.getTrue();
  Value *Pending = B.CreateLoad(
      I64, member(B, copies(B), offsetof(abi::CopyState, pending)));
  return B.CreateIsNull(Pending);
}

/// Whether nobody would help with the copy.
Value *CopyLowering::hasNoHelpers(IRBuilder<> &B, const CallInst *Copy) {
  const abi::CopyWhen When = MarkCopiesPass::verdict(Copy);
  if (When == abi::CopyEarly)
    return B.getTrue();
  Value *Place =
      B.CreateLoad(Ptr, member(B, copies(B),
                               When == abi::CopyAsync
                                   ? offsetof(abi::CopyState, helpers)
                                   : offsetof(abi::CopyState, helpersIfApart)));
  LoadInst *Helpers = B.CreateAlignedLoad(I64, Place, Align(8));
  Helpers->setAtomic(AtomicOrdering::Monotonic);
  return B.CreateIsNull(Helpers);
}

/// The event of a copy that is carried out here.
Value *CopyLowering::takeTicket(IRBuilder<> &B, CallInst *Copy) {
  Value *Given = B.CreatePtrToInt(Copy->getArgOperand(Event), I64);
  Value *IsNew = B.CreateIsNull(Given);
  Value *Last =
      B.CreateAdd(B.CreateLoad(I64, Ticket), B.CreateZExt(IsNew, I64));
  B.CreateStore(Last, Ticket);
  return B.CreateSelect(IsNew, Last, Given);
}

/// \returns the event.
Value *CopyLowering::callEngine(IRBuilder<> &B, CallInst *Copy) {
  static constexpr std::pair<Operand, size_t> Members[] = {
      {Lines, offsetof(abi::CopyLines, lines.count)},
      {DstLineStep, offsetof(abi::CopyLines, lines.dstStep)},
      {SrcLineStep, offsetof(abi::CopyLines, lines.srcStep)},
      {Planes, offsetof(abi::CopyLines, planes.count)},
      {DstPlaneStep, offsetof(abi::CopyLines, planes.dstStep)},
      {SrcPlaneStep, offsetof(abi::CopyLines, planes.srcStep)}};
  Value *Place = ConstantPointerNull::get(PointerType::get(C, 0));
  if (!isOneLine(Copy)) {
    if (!LinesPlace)
      LinesPlace =
          new AllocaInst(ArrayType::get(I64, sizeof(abi::CopyLines) / 8), 0,
                         "lines", F.getEntryBlock().begin());
    Place = LinesPlace;
    for (auto [Index, Offset] : Members)
      B.CreateStore(Copy->getArgOperand(Index), member(B, Place, Offset));
  }
  moveTicket(B, /*ToEngine=*/true);
  Value *Given = callFunction(
      B, "ferry_copy_start", I64,
      {state(B), B.CreateAddrSpaceCast(Copy->getArgOperand(Dst), Ptr),
       B.CreateAddrSpaceCast(Copy->getArgOperand(Src), Ptr),
       Copy->getArgOperand(LineBytes), Place,
       B.CreatePtrToInt(Copy->getArgOperand(Event), I64),
       B.getInt32(MarkCopiesPass::verdict(Copy))});
  moveTicket(B, /*ToEngine=*/false);
  return Given;
}

/// Between calls of the engine, the ticket given last is a value of the group.
void CopyLowering::moveTicket(IRBuilder<> &B, bool ToEngine) {
  Value *From = Ticket;
  Value *To = member(B, copies(B), offsetof(abi::CopyState, lastTicket));
  if (!ToEngine)
    std::swap(From, To);
  B.CreateStore(B.CreateLoad(I64, From), To);
}

/// \param Event null for a function without it.
void CopyLowering::callIfPending(Instruction *Before, StringRef Name,
                                 Value *Event) {
  IRBuilder<> B(Before);
  if (!CallsAlways) {
    Value *Pending = B.CreateLoad(
        I64, member(B, copies(B), offsetof(abi::CopyState, pending)));
    B.SetInsertPoint(SplitBlockAndInsertIfThen(B.CreateIsNotNull(Pending),
                                               Before, /*Unreachable=*/false));
  }
  moveTicket(B, /*ToEngine=*/true);
  SmallVector<Value *, 2> Operands{state(B)};
  if (Event)
    Operands.push_back(B.CreatePtrToInt(Event, I64));
  callFunction(B, Name, Void, Operands);
}

void CopyLowering::endGroup(ReturnInst *Return) {
  callIfPending(Return, "ferry_copy_finish", nullptr);
  IRBuilder<> B(Return);
  moveTicket(B, /*ToEngine=*/true);
  B.CreateStore(B.CreateLoad(I64, Ticket),
                member(B, copies(B), offsetof(abi::CopyState, earlierTicket)));
}

/// Has \p Move carry the copy out if \p IsMine; the engine does otherwise.
/// \returns the event.
Value *
CopyLowering::startHere(CallInst *Copy, Value *IsMine,
                        function_ref<void(IRBuilder<> &, Instruction *)> Move) {
  Instruction *Then, *Else;
  SplitBlockAndInsertIfThenElse(IsMine, Copy, &Then, &Else);
  IRBuilder<> B(Then);
  Move(B, Then);
  Value *Here = takeTicket(B, Copy);
  BasicBlock *MoveEnd = B.GetInsertBlock();
  B.SetInsertPoint(Else);
  Value *Engine = callEngine(B, Copy);
  B.SetInsertPoint(Copy);
  PHINode *Given = B.CreatePHI(I64, 2);
  Given->addIncoming(Here, MoveEnd);
  Given->addIncoming(Engine, Else->getParent());
  return Given;
}

/// \returns the event.
Value *CopyLowering::start(CallInst *Copy) {
  IRBuilder<> B(Copy);
  if (Inline && isSmall(Copy)) {
    if (MayPend)
      return startHere(Copy, nothingPending(B),
                       [&](IRBuilder<> &B, Instruction *Before) {
                         carryOut(B, Copy, Before);
                       });
    carryOut(B, Copy, Copy);
    return takeTicket(B, Copy);
  }
  if (!Inline || smallNumber(Copy, Planes) != 1)
    return callEngine(B, Copy);
  Value *To = B.CreatePtrToInt(Copy->getArgOperand(Dst), I64);
  Value *From = B.CreatePtrToInt(Copy->getArgOperand(Src), I64);
  SmallVector<Value *, 6> Arguments{
      B.CreateAddrSpaceCast(Copy->getArgOperand(Dst), Ptr),
      B.CreateAddrSpaceCast(Copy->getArgOperand(Src), Ptr),
      Copy->getArgOperand(LineBytes)};
  Value *Bytes = Copy->getArgOperand(LineBytes);
  Value *DstExtent = Bytes, *SrcExtent = Bytes, *IsPlain = B.getTrue();
  if (!isOneLine(Copy)) {
    Value *Line = Bytes, *Count = Copy->getArgOperand(Lines);
    Value *DstStep = Copy->getArgOperand(DstLineStep);
    Value *SrcStep = Copy->getArgOperand(SrcLineStep);
    Arguments.append({Count, DstStep, SrcStep});
    Bytes = B.CreateMul(Line, Count);
    // The engine knows what to do with nothing, and lines that overlap.
    IsPlain =
        B.CreateAnd(B.CreateIsNotNull(Bytes), B.CreateICmpUGE(DstStep, Line));
    Value *Before = B.CreateSub(Count, B.getInt64(1));
    DstExtent = B.CreateAdd(B.CreateMul(Before, DstStep), Line);
    SrcExtent = B.CreateAdd(B.CreateMul(Before, SrcStep), Line);
  }
  Value *Copies = copies(B);
  Value *IsShort = B.CreateICmpULE(Bytes, B.getInt64(abi::ShortCopyBytes));
  Value *HasNoHelpers = hasNoHelpers(B, Copy);
  const bool IsIn = smallNumber(Copy, ToLocal) == 1;
  const size_t Offset = isOneLine(Copy)
                            ? (IsIn ? offsetof(abi::CopyState, moveIn)
                                    : offsetof(abi::CopyState, moveOut))
                            : (IsIn ? offsetof(abi::CopyState, moveLinesIn)
                                    : offsetof(abi::CopyState, moveLinesOut));
  Value *Mover = B.CreateLoad(Ptr, member(B, Copies, Offset));
  if (!isOneLine(Copy) && !IsIn)
    IsPlain = B.CreateAnd(IsPlain, B.CreateIsNotNull(Mover));
  // Sides that overlap are the engine's, too.
  Value *AreApart =
      B.CreateAnd(B.CreateICmpUGE(B.CreateSub(To, From), SrcExtent),
                  B.CreateICmpUGE(B.CreateSub(From, To), DstExtent));
  Value *IsMine =
      B.CreateAnd(B.CreateAnd(B.CreateOr(IsShort, HasNoHelpers), AreApart),
                  B.CreateAnd(IsPlain, nothingPending(B)));
  return startHere(Copy, IsMine, [&](IRBuilder<> &B, Instruction *) {
    SmallVector<Type *, 6> Types{Ptr, Ptr};
    Types.resize(Arguments.size(), I64);
    B.CreateCall(FunctionType::get(Void, Types, false), Mover, Arguments);
  });
}

/// See abi::OrdersMemory. Calls of functions that were not inlined may have
/// what is not seen here.
static bool ordersMemory(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return !isa<IntrinsicInst>(I) && reserved::calleeName(&I).empty() &&
           !Call->onlyReadsMemory();
  return I.isAtomic() || I.isVolatile();
}

bool CopyLowering::run() {
  SmallVector<CallInst *, 8> Starts, Waits, Fences;
  SmallVector<ReturnInst *, 2> Returns;
  bool OrdersMemory = false;
  for (Instruction &I : instructions(F)) {
    StringRef Name = reserved::calleeName(&I);
    if (Name == reserved::AsyncCopy)
      Starts.push_back(cast<CallInst>(&I));
    else if (Name == reserved::WaitEvent)
      Waits.push_back(cast<CallInst>(&I));
    else if (Name == reserved::CopyFence)
      Fences.push_back(cast<CallInst>(&I));
    else if (auto *Return = dyn_cast<ReturnInst>(&I))
      Returns.push_back(Return);
    OrdersMemory |= ordersMemory(I);
  }
  if (OrdersMemory)
    F.addFnAttr(reserved::OrdersMemoryAttr);
  if (Starts.empty() && Waits.empty() && Fences.empty())
    return false;
  MayPend = any_of(Starts, [&](CallInst *Copy) { return mayGoOn(Copy); });
  // A copy behind a fence may have to be kept back.
  Inline &= Fences.empty() || !MayPend;
  // Where all copies are carried out when they are started there is nothing to
  // wait for, and any event will do.
  if (Starts.empty() || (Inline && all_of(Starts, isSmall))) {
    for (CallInst *Copy : Starts) {
      IRBuilder<> B(Copy);
      carryOut(B, Copy, Copy);
      Value *Given = Copy->getArgOperand(Event);
      Value *Done = B.CreateIntToPtr(B.getInt64(1), Given->getType());
      Copy->replaceAllUsesWith(
          B.CreateSelect(B.CreateIsNull(Given), Done, Given));
    }
    for (CallInst *Call : concat<CallInst *>(Starts, Waits, Fences))
      Call->eraseFromParent();
    return true;
  }
  F.addFnAttr(reserved::StartsCopiesAttr);
  if (MayPend)
    F.addFnAttr(reserved::SharesCopiesAttr);
  IRBuilder<> Begin(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Ticket = new AllocaInst(I64, 0, "ticket", F.getEntryBlock().begin());
  moveTicket(Begin, /*ToEngine=*/false);
  for (CallInst *Copy : Starts) {
    Value *Given = start(Copy);
    IRBuilder<> B(Copy);
    Copy->replaceAllUsesWith(B.CreateIntToPtr(Given, Copy->getType()));
    Copy->eraseFromParent();
  }
  if (MayPend) {
    for (CallInst *Wait : Waits)
      callIfPending(Wait, "ferry_copy_wait", Wait->getArgOperand(0));
    for (CallInst *Fence : Fences)
      callIfPending(Fence, "ferry_copy_fence", nullptr);
    for (ReturnInst *Return : Returns)
      endGroup(Return);
  }
  for (CallInst *Call : concat<CallInst *>(Waits, Fences))
    Call->eraseFromParent();
  return true;
}

PreservedAnalyses LowerCopiesPass::run(Function &F, FunctionAnalysisManager &) {
  if (!isKernel(F) || !CopyLowering(F, Inline).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}
