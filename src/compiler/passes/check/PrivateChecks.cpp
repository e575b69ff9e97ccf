//===- PrivateChecks.cpp - Accesses to private variables ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/PrivateChecks.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/check/CheckCalls.h"
#include "compiler/passes/check/Passes.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace PatternMatch;
using namespace ferry;
using namespace ferry::compiler;

/// True if all that is done with \p Pointer is asked about, and offsets say
/// whether it is aligned, as what is aligned to \p Start.
static bool isFollowed(const Value &Pointer, Align Start) {
  return all_of(Pointer.uses(), [&](const Use &U) {
    const auto *I = cast<Instruction>(U.getUser());
    if (isa<GetElementPtrInst, AddrSpaceCastInst>(I))
      return isFollowed(*I, Start);
    if (auto *Store = dyn_cast<StoreInst>(I))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             Store->isSimple() && Store->getAlign() <= Start;
    if (auto *Move = dyn_cast<MemTransferInst>(I);
        Move && Move->getSourceAlign().valueOrOne() > Start)
      return false;
    if (auto *Block = dyn_cast<MemIntrinsic>(I))
      return isa<ConstantInt>(Block->getLength()) && !Block->isVolatile() &&
             Block->getDestAlign().valueOrOne() <= Start;
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->isSimple() && Load->getAlign() <= Start;
    return isa<LifetimeIntrinsic>(I);
  });
}

bool PrivateChecks::follow(AllocaInst &Variable,
                           ArrayRef<Instruction *> Starts) {
  if (!isKernel(*Variable.getFunction()) ||
      !isFollowed(Variable, Variable.getAlign()))
    return false;
  AllocaInst *&Known = Written[&Variable];
  if (Starts.empty())
    return true;
  IRBuilder<> B(Variable.getNextNode());
  const uint64_t Bytes =
      Variable.getDataLayout().getTypeAllocSize(Variable.getAllocatedType());
  Known = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes), nullptr,
                         Variable.getName() + ".written");
  for (Instruction *Start : Starts) {
    B.SetInsertPoint(Start);
    B.CreateMemSet(Known, B.getInt8(0), Bytes, Align(1));
  }
  return true;
}

/// Bytes from \p Variable to \p Pointer, which leads into it.
static Value *offsetIn(IRBuilder<> &B, Value *Pointer,
                       const AllocaInst &Variable) {
  if (Pointer == &Variable)
    return B.getInt64(0);
  if (auto *Cast = dyn_cast<AddrSpaceCastInst>(Pointer))
    return offsetIn(B, Cast->getPointerOperand(), Variable);
  auto *Element = cast<GetElementPtrInst>(Pointer);
  Value *Start = offsetIn(B, Element->getPointerOperand(), Variable);
  // It may be anywhere: that is the question.
  Value *Offset = emitGEPOffset(&B, Variable.getDataLayout(), Element,
                                /*NoAssumptions=*/true);
  return B.CreateAdd(Start, B.CreateSExtOrTrunc(Offset, B.getInt64Ty()));
}

/// Has \p I access the start of \p Variable unless \p Good.
static void keepInside(IRBuilder<> &B, Instruction &I, bool Writes, Value *Good,
                       AllocaInst &Variable) {
  unsigned Operand = 0;
  if (isa<StoreInst>(I))
    Operand = StoreInst::getPointerOperandIndex();
  else if (isa<MemTransferInst>(I))
    Operand = !Writes;
  llvm::Use &Pointer = I.getOperandUse(Operand);
  Value *Start =
      B.CreatePointerBitCastOrAddrSpaceCast(&Variable, Pointer->getType());
  Pointer = B.CreateGEP(
      B.getInt8Ty(), Start,
      B.CreateSelect(Good, offsetIn(B, Pointer, Variable), B.getInt64(0)));
}

void PrivateChecks::access(Instruction &I, Use How, Value *Pointer,
                           uint64_t Bytes, Align A, AllocaInst &Variable,
                           unsigned Site) {
  if (!Bytes)
    return;
  const uint64_t Size =
      Variable.getDataLayout().getTypeAllocSize(Variable.getAllocatedType());
  IRBuilder<> B(&I);
  Value *Offset = offsetIn(B, Pointer, Variable);
  auto report = [&](uint32_t What) {
    callCheck(B, "ferry_check_private",
              {Offset, B.getInt64(Bytes | A.value() << abi::CheckedSizeBits),
               B.getInt32(Site), B.getInt32(What)});
  };
  const bool Writes = How == Use::Writes;
  const uint32_t What = Writes ? abi::CheckWrites : abi::CheckReads;
  Value *Good = Bytes > Size
                    ? B.getFalse()
                    : B.CreateICmpULE(Offset, B.getInt64(Size - Bytes));
  if (!match(Good, m_One()))
    keepInside(B, I, Writes, Good, Variable);
  Good = B.CreateAnd(Good, B.CreateIsNull(B.CreateAnd(Offset, A.value() - 1)));
  MDBuilder Weights(I.getContext());
  if (auto *Known = dyn_cast<ConstantInt>(Good)) {
    if (Known->isZero())
      return report(What);
  } else {
    Instruction *Inside, *Outside;
    SplitBlockAndInsertIfThenElse(Good, &I, &Inside, &Outside,
                                  Weights.createLikelyBranchWeights());
    B.SetInsertPoint(Outside);
    report(What);
    B.SetInsertPoint(Inside);
  }
  AllocaInst *Set = Written.lookup(&Variable);
  if (!Set || How == Use::ReadsBlock)
    return;
  Value *Its = B.CreateInBoundsGEP(B.getInt8Ty(), Set, Offset);
  if (Writes) {
    B.CreateMemSet(Its, B.getInt8(1), Bytes, Align(1));
    return;
  }
  Value *Bits =
      B.CreateAlignedLoad(B.getIntNTy(unsigned(Bytes) * 8), Its, Align(1));
  B.SetInsertPoint(SplitBlockAndInsertIfThen(
      B.CreateIsNull(Bits), B.GetInsertPoint(), /*Unreachable=*/false,
      Weights.createUnlikelyBranchWeights()));
  report(What | abi::CheckUnset);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether indices of private variables change with \p L, and nothing is there
/// that should not be there twice.
static bool shouldUnroll(const Loop &L, unsigned Trips) {
  // A block of 8 x 8, longer than most private arrays; and what may make
  // building a kernel up to a second longer.
  constexpr unsigned MaxTrips = 64, MaxInstructions = 8192;
  if (Trips < 2 || Trips > MaxTrips)
    return false;
  unsigned Count = 0;
  bool HasIndex = false;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      ++Count;
      if (reserved::isSynchronisation(&I))
        return false;
      if (auto *Element = dyn_cast<GetElementPtrInst>(&I))
        HasIndex |= isa<AllocaInst>(getUnderlyingObject(Element)) &&
                    !all_of(Element->indices(),
                            [&](Value *V) { return L.isLoopInvariant(V); });
    }
  return HasIndex && Count * Trips <= MaxInstructions;
}

PreservedAnalyses UnrollPrivatePass::run(Function &F,
                                         FunctionAnalysisManager &AM) {
  if (!isKernel(F) || !F.hasFnAttribute(reserved::CheckedAttr))
    return PreservedAnalyses::all();
  auto &LI = AM.getResult<LoopAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = AM.getResult<AssumptionAnalysis>(F);
  auto &TTI = AM.getResult<TargetIRAnalysis>(F);
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  const auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    const unsigned Trips = SE.getSmallConstantTripCount(L);
    if (!shouldUnroll(*L, Trips))
      continue;
    simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, DT, &LI, &SE);
    UnrollLoopOptions Options{};
    Options.Count = Trips;
    Options.Force = true;
    Options.ForgetAllSCEV = true;
    UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
               /*PreserveLCSSA=*/true);
  }
  return PreservedAnalyses::none();
}
