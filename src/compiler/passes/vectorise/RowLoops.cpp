//===- RowLoops.cpp - Loops in which lanes go along rows ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/LaneForm.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/InterleaveGroups.h"
#include "compiler/passes/vectorise/LoopCost.h"
#include "compiler/passes/vectorise/Strides.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace ferry::compiler;

/// Whether the rows of lanes that \p S is the shape of addresses of are apart
/// from each other.
static bool haveGaps(const Shape &S, uint64_t Bytes) {
  return S.K == Shape::Strided ? std::abs(S.Stride) > MaxStride * int64_t(Bytes)
                               : S.K == Shape::Varying && !S.isLikelyStrided();
}

/// The loads and stores of \p L if there is nothing else in it that touches
/// memory, nor what work-items do together.
static SmallVector<Instruction *, 8> accessesOf(const Loop &L) {
  SmallVector<Instruction *, 8> Accesses;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (getLoadStorePointerOperand(&I))
        Accesses.push_back(&I);
      else if (auto *Hint = dyn_cast<IntrinsicInst>(&I);
               Hint && Hint->isAssumeLikeIntrinsic())
        continue;
      else if ((Call && Call->isConvergent()) || I.mayReadOrWriteMemory())
        return {};
    }
  return Accesses;
}

/// \returns the bytes of the largest element of rows that lanes go along in
/// \p L, one in each iteration, and that can be moved past the loop's other
/// accesses; 0 if there is none.
/// \param Shapes null: rows may be anywhere.
static unsigned elementOfRows(Loop &L, ScalarEvolution &SE, AAResults &AA,
                              const Strides *Shapes) {
  const SmallVector<Instruction *, 8> Accesses = accessesOf(L);
  unsigned Largest = 0;
  for (Instruction *I : Accesses) {
    Value *Pointer = getLoadStorePointerOperand(I);
    Type *Ty = getLoadStoreType(I);
    const unsigned Bytes = SE.getDataLayout().getTypeStoreSize(Ty);
    const bool MayMove = all_of(Accesses, [&](Instruction *Other) {
      return Other == I || (isa<LoadInst>(I) && isa<LoadInst>(Other)) ||
             areApart(AA, *I, *Other);
    });
    // What may wrap around is no row.
    if (!Ty->isVectorTy() && isConsecutive(Pointer, Ty, L, SE) &&
        isa<SCEVAddRecExpr>(SE.getSCEV(Pointer)) &&
        (!Shapes || haveGaps((*Shapes)[Pointer], Bytes)) && MayMove)
      Largest = std::max(Largest, Bytes);
  }
  return Largest;
}

/// How many instructions the unrolled loop may have.
static constexpr unsigned MaxSize = 400;

/// True if each iteration of the loop around \p L reads a row again that could
/// be kept.
static bool readsRowAgain(const Loop &L, ScalarEvolution &SE) {
  const Loop *Around = L.getParentLoop();
  return Around && Around->getExitingBlock() &&
         any_of(accessesOf(L), [&](Instruction *I) {
           auto *At = dyn_cast<SCEVAddRecExpr>(
               SE.getSCEV(getLoadStorePointerOperand(I)));
           return isa<LoadInst>(I) && At && At->getLoop() == &L &&
                  SE.isLoopInvariant(At->getStart(), Around);
         });
}

/// How often to unroll \p L, of whose rows an element has \p Bytes; 1 if that
/// is not worth while.
static unsigned timesAlongRows(const Loop &L, unsigned Bytes,
                               ScalarEvolution &SE) {
  // Bytes of a cache line.
  constexpr unsigned Line = 64, MaxTimes = 16;
  unsigned Times = std::min(Line / Bytes, MaxTimes);
  const unsigned Known = SE.getSmallConstantTripCount(&L);
  // A row that is read again stays in registers if its loop is gone.
  if (Known && Known * sizeOf(L) <= MaxSize && readsRowAgain(L, SE))
    return Known;
  while (Times * sizeOf(L) > MaxSize || (Known && Known < Times))
    Times /= 2;
  return Times * Bytes >= MinRowBytes ? Times : 1;
}

/// Unrolls \p L so often, or as often as its source says, if that can be.
static void unroll(Loop &L, unsigned Times, Function &Lane,
                   FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Lane);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Lane);
  auto &AC = FAM.getResult<AssumptionAnalysis>(Lane);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(Lane);
  // LLVM unrolls loops that are left at their end.
  LoopRotation(&L, &LI, &TTI, &AC, &DT, &SE, /*MSSAU=*/nullptr,
               getBestSimplifyQuery(FAM, Lane), /*RotationOnly=*/true,
               /*Threshold=*/16, /*IsUtilMode=*/false);
  const std::optional<int> Asked =
      getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count");
  UnrollLoopOptions Options = {};
  Options.Count = Asked ? unsigned(*Asked) : Times;
  Options.Force = true;
  // What is left over is done by a loop of its own.
  Options.Runtime = SE.getSmallConstantTripMultiple(&L) % Options.Count != 0;
  Options.AllowExpensiveTripCount = true;
  OptimizationRemarkEmitter ORE(&Lane);
  Loop *Remainder = nullptr;
  if (UnrollLoop(&L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                 /*PreserveLCSSA=*/true,
                 &Remainder) != LoopUnrollResult::PartiallyUnrolled)
    return;
  L.setLoopAlreadyUnrolled();
  addStringMetadataToLoop(&L, reserved::Fewer, Options.Count);
  if (Remainder)
    addStringMetadataToLoop(Remainder, reserved::Fewer, Options.Count / 2);
}

void ferry::compiler::unrollAlongRows(FunctionAnalysisManager &FAM,
                                      Function &Lane) {
  auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Lane);
  auto &AA = FAM.getResult<AAManager>(Lane);
  SmallVector<Loop *, 4> Loops;
  for (Loop *L : LI.getLoopsInPreorder())
    // A header and a body, if it is left at its start, as most are written.
    // What LLVM makes vectors of for a work-item alone is faster so.
    if (L->isInnermost() && L->getNumBlocks() <= 2 && L->getExitingBlock() &&
        L->isLoopSimplifyForm() && 2 * sizeOf(*L) <= MaxSize &&
        !(hasUnrollTransformation(L) & TM_Disable) &&
        SE.hasLoopInvariantBackedgeTakenCount(L) &&
        iterationsAtOnce(*L, FAM, MinRowBytes * 8) == 1 &&
        elementOfRows(*L, SE, AA, /*Shapes=*/nullptr))
      Loops.push_back(L);
  if (Loops.empty())
    return;

  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  bool Changed = false;
  for (Loop *L : Loops) {
    auto *Exit = dyn_cast<BranchInst>(L->getExitingBlock()->getTerminator());
    if (!Exit || !Shapes[Exit->getCondition()].isUniform())
      continue;
    const unsigned Bytes = elementOfRows(*L, SE, AA, &Shapes);
    const unsigned Times = Bytes ? timesAlongRows(*L, Bytes, SE) : 1;
    if (Times == 1)
      continue;
    unroll(*L, Times, Lane, FAM);
    Changed = true;
  }
  if (!Changed)
    return;
  // Ways that a known number of iterations never takes.
  SimplifyCFGPass().run(Lane, FAM);
  FAM.invalidate(Lane, PreservedAnalyses::none());
}
