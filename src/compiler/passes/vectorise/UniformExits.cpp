//===- UniformExits.cpp - Loops that all lanes leave at once --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/LaneForm.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/LoopCost.h"
#include "compiler/passes/vectorise/Strides.h"
#include "ferry/isa.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// The branch that \p L is left by, if it is the only way out.
static BranchInst *exitBranch(const Loop &L) {
  return cast<BranchInst>(L.getExitingBlock()->getTerminator());
}

/// The index in the comparison that \p L is left by, if that is the only way
/// out and it does not begin at a constant.
static const SCEVAddRecExpr *exitIndex(const Loop &L, ScalarEvolution &SE) {
  const BasicBlock *Exiting = L.getExitingBlock();
  auto *Exit =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  auto *Test = Exit && Exit->isConditional()
                   ? dyn_cast<ICmpInst>(Exit->getCondition())
                   : nullptr;
  if (!Test || !L.isLoopSimplifyForm())
    return nullptr;
  for (Value *Operand : Test->operands()) {
    auto *Index = SE.isSCEVable(Operand->getType())
                      ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Operand))
                      : nullptr;
    if (Index && Index->getLoop() == &L &&
        !isa<SCEVConstant>(Index->getStart()))
      return Index;
  }
  return nullptr;
}

/// \p V, of type \p Ty or to be sign-extended to it, as if integers had no
/// ends: that is what the source means where nothing may wrap around.
static const SCEV *exactly(Value *V, Type *Ty, ScalarEvolution &SE,
                           unsigned Depth = 0) {
  auto Part = [&](Value *Operand) {
    return exactly(Operand, Ty, SE, Depth + 1);
  };
  Value *LHS, *RHS;
  // Operands of operands may be the same again and again.
  if (Depth != MaxAnalysisRecursionDepth) {
    if (match(V, m_SExt(m_Value(LHS))))
      return Part(LHS);
    if (match(V, m_NSWAdd(m_Value(LHS), m_Value(RHS))))
      return SE.getAddExpr(Part(LHS), Part(RHS));
    if (match(V, m_NSWSub(m_Value(LHS), m_Value(RHS))))
      return SE.getMinusSCEV(Part(LHS), Part(RHS));
    if (match(V, m_NSWMul(m_Value(LHS), m_Value(RHS))))
      return SE.getMulExpr(Part(LHS), Part(RHS));
  }
  return SE.getNoopOrSignExtend(SE.getSCEV(V), Ty);
}

/// The iterations of \p L that begin with \p Test, of an index that goes up by
/// one, with what does not wrap around; null if it is another test.
static const SCEV *countExactly(const Loop &L, const ICmpInst &Test,
                                ScalarEvolution &SE) {
  auto *Index = dyn_cast<PHINode>(Test.getOperand(0));
  auto *Steps = Index ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Index)) : nullptr;
  const bool Goes = L.getExitingBlock() == L.getHeader() && Steps &&
                    Index->getParent() == L.getHeader() && Steps->isAffine() &&
                    Steps->getStepRecurrence(SE)->isOne();
  // More than a difference of 63 bits nobody counts.
  Type *Ty = Type::getInt64Ty(Test.getContext());
  if (!Goes || !Index->getType()->isIntegerTy() ||
      Index->getType()->getIntegerBitWidth() > 64 ||
      !SE.isLoopInvariant(SE.getSCEV(Test.getOperand(1)), &L))
    return nullptr;
  const bool Stays = L.contains(
      cast<BranchInst>(L.getHeader()->getTerminator())->getSuccessor(0));
  if (Test.getPredicate() != (Stays ? ICmpInst::ICMP_SLT : ICmpInst::ICMP_SGE))
    return nullptr;
  Value *Start = Index->getIncomingValueForBlock(L.getLoopPreheader());
  return SE.getSMaxExpr(SE.getZero(Ty),
                        SE.getMinusSCEV(exactly(Test.getOperand(1), Ty, SE),
                                        exactly(Start, Ty, SE)));
}

/// True if \p Count is known and the same for all lanes.
static bool isUniform(const SCEV *Count, const Strides &Shapes) {
  return Count && !SCEVExprContains(Count, [&](const SCEV *Part) {
           auto *Unknown = dyn_cast<SCEVUnknown>(Part);
           return isa<SCEVCouldNotCompute, SCEVAddRecExpr>(Part) ||
                  (Unknown && !Shapes[Unknown->getValue()].isUniform());
         });
}

namespace {

/// What a number of iterations is in most vectors, if integers had no ends:
/// nothing wraps around, no lane comes to a limit that is the same for all, as
/// `min(start + n, size)` does, and none has its end before its start.
class LikelyCount : public SCEVRewriteVisitor<LikelyCount> {
public:
  LikelyCount(const SCEV *First, const Strides &Shapes, ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), Shapes(Shapes), Start(visit(First)) {}

  const SCEV *visitConstant(const SCEVConstant *S) { return exact(S); }
  const SCEV *visitUnknown(const SCEVUnknown *S) { return exact(S); }
  const SCEV *visitPtrToIntExpr(const SCEVPtrToIntExpr *S) { return S; }
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *S) { return exact(S); }
  const SCEV *visitTruncateExpr(const SCEVTruncateExpr *S) {
    return visit(S->getOperand());
  }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *S) {
    return visit(S->getOperand());
  }
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *S) {
    return visit(S->getOperand());
  }
  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *S) { return ofLimits(S); }
  const SCEV *visitUMaxExpr(const SCEVUMaxExpr *S) { return ofLimits(S); }
  const SCEV *visitSMinExpr(const SCEVSMinExpr *S) { return ofLimits(S); }
  const SCEV *visitUMinExpr(const SCEVUMinExpr *S) { return ofLimits(S); }

  const SCEV *start() const { return Start; }

private:
  const SCEV *exact(const SCEV *S) {
    return SE.getTruncateOrSignExtend(S, Type::getInt64Ty(SE.getContext()));
  }
  const SCEV *ofLimits(const SCEVMinMaxExpr *S) {
    SmallVector<const SCEV *, 4> All, Varying;
    for (const SCEV *Operand : S->operands()) {
      All.push_back(visit(Operand));
      if (All.back() != Start && !isUniform(All.back(), Shapes))
        Varying.push_back(All.back());
    }
    return Varying.size() == 1 ? Varying[0]
                               : SE.getMinMaxExpr(S->getSCEVType(), All);
  }

  const Strides &Shapes;
  const SCEV *Start = nullptr;
};

} // namespace

/// \p Count before \p L, as a number of its type or of \p Ty; null if it cannot
/// be computed there.
static Value *expand(const SCEV *Count, const Loop &L, ScalarEvolution &SE,
                     Type *Ty = nullptr) {
  Expander Expand(SE, "count");
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  if (!Expand.isSafeToExpandAt(Count, Before))
    return nullptr;
  if (Ty)
    Count = SE.getTruncateOrZeroExtend(Count, Ty);
  return Expand.expandCodeFor(Count, Count->getType(), Before);
}

/// Has \p L leave once it has gone back \p Last times.
static void leaveAfter(Loop &L, Value *Last) {
  Type *Ty = Last->getType();
  BranchInst *Exit = exitBranch(L);
  IRBuilder<> B(L.getHeader(), L.getHeader()->begin());
  PHINode *Done = B.CreatePHI(Ty, 2, "done");
  B.SetInsertPoint(Exit);
  Exit->setCondition(L.contains(Exit->getSuccessor(0))
                         ? B.CreateICmpNE(Done, Last)
                         : B.CreateICmpEQ(Done, Last));
  B.SetInsertPoint(L.getLoopLatch()->getTerminator());
  Done->addIncoming(ConstantInt::get(Ty, 0), L.getLoopPreheader());
  Done->addIncoming(B.CreateAdd(Done, ConstantInt::get(Ty, 1)),
                    L.getLoopLatch());
}

/// Makes a copy of \p L, for vectors that do not have \p Same.
static void copyLoop(Loop &L, Value *Same, DominatorTree &DT, LoopInfo &LI,
                     ScalarEvolution &SE) {
  // How many times fewer iterations a plan counts of it, for it decides
  // nothing.
  constexpr unsigned Rarely = 16;
  BasicBlock *Exit = L.getExitBlock(), *Before = L.getLoopPreheader();
  BasicBlock *Start = SplitBlock(Before, Before->getTerminator(), &DT, &LI);
  ValueToValueMapTy Copies;
  SmallVector<BasicBlock *, 8> Blocks;
  Loop *Copy = cloneLoopWithPreheader(Start, Before, &L, Copies, ".differ", &LI,
                                      &DT, Blocks);
  remapInstructionsInBlocks(Blocks, Copies);
  ReplaceInstWithInst(
      Before->getTerminator(),
      BranchInst::Create(Start, Copy->getLoopPreheader(), Same));
  for (PHINode &Phi : Exit->phis()) {
    Value *V = Phi.getIncomingValueForBlock(L.getExitingBlock());
    Value *Other = Copies.lookup(V);
    Phi.addIncoming(Other ? Other : V, Copy->getExitingBlock());
    SE.forgetLcssaPhiWithNewPredecessor(&L, &Phi);
  }
  DT.changeImmediateDominator(Exit, Before);
  for (Loop *Within : Copy->getLoopsInPreorder()) {
    Within->setLoopAlreadyUnrolled();
    addStringMetadataToLoop(Within, reserved::Fewer, Rarely);
  }
}

/// Tells that the indices at which lanes start \p L are close to each other.
static void startNear(Loop &L, const Strides &Shapes, ScalarEvolution &SE) {
  BasicBlock *Before = L.getLoopPreheader();
  IRBuilder<> B(Before->getTerminator());
  for (PHINode &Phi : L.getHeader()->phis()) {
    Value *Start = Phi.getIncomingValueForBlock(Before);
    if (!Phi.getType()->isIntegerTy() ||
        Phi.getType()->getIntegerBitWidth() > 64 ||
        Shapes[Start].K != Shape::Varying ||
        !isa<SCEVAddRecExpr>(SE.getSCEV(&Phi)))
      continue;
    Value *Near = reserved::ask(B, reserved::Near, B.getInt64Ty(),
                                B.CreateZExt(Start, B.getInt64Ty()));
    Phi.setIncomingValueForBlock(Before, B.CreateTrunc(Near, Phi.getType()));
  }
}

/// Has lanes leave \p L, whose index begins at \p Start, at once in most
/// vectors, if they are likely to do so after as many iterations.
static bool leaveAtOnceIfLikely(Loop &L, const SCEV &Start, Function &Lane,
                                FunctionAnalysisManager &FAM) {
  // Instructions: a second loop of more is too much code for what few vectors
  // do.
  constexpr unsigned MaxSize = 200;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Lane);
  auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Lane);
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  const SCEV *Each = SE.getExitCount(&L, L.getExitingBlock());
  // Four lanes without gathers gain less than a second loop takes.
  if (ferry::registerBits(ferry::isa()) == 128 ||
      isa<SCEVCouldNotCompute>(Each) ||
      SE.getTypeSizeInBits(Each->getType()) > 64 || sizeOf(L) > MaxSize ||
      getOptionalIntLoopAttribute(&L, reserved::Fewer) ||
      !L.isRecursivelyLCSSAForm(DT, LI))
    return false;
  LikelyCount Counter(&Start, Shapes, SE);
  const SCEV *Likely = Counter.visit(Each);
  if (!isUniform(Likely, Shapes))
    return false;
  // Lanes that start so many apart go along rows (see unrollAlongRows); others
  // see windows, which are short and overlap.
  const bool InRows = SCEVExprContains(Counter.start(), [&](const SCEV *Part) {
    return isa<SCEVMulExpr>(Part) && is_contained(Part->operands(), Likely);
  });
  Value *Most = expand(Likely, L, SE);
  Value *Count = Most ? expand(Each, L, SE, Most->getType()) : nullptr;
  if (!Count)
    return false;
  IRBuilder<> B(L.getLoopPreheader()->getTerminator());
  Value *Same = reserved::ask(B, reserved::AllLanes, B.getInt1Ty(),
                              B.CreateFreeze(B.CreateICmpEQ(Count, Most)));
  copyLoop(L, Same, DT, LI, SE);
  leaveAfter(L, Most);
  if (!InRows) {
    L.setLoopAlreadyUnrolled();
    startNear(L, Shapes, SE);
  }
  return true;
}

void ferry::compiler::makeExitsUniform(FunctionAnalysisManager &FAM,
                                       Function &Lane) {
  auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Lane);
  SmallVector<std::pair<Loop *, const SCEVAddRecExpr *>, 4> Loops;
  for (Loop *L : LI.getLoopsInPreorder())
    if (const SCEVAddRecExpr *Index = exitIndex(*L, SE))
      Loops.push_back({L, Index});
  if (Loops.empty())
    return;
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  bool Changed = false;
  for (auto [L, Index] : Loops) {
    auto *Test = cast<ICmpInst>(exitBranch(*L)->getCondition());
    if (Shapes[Test].isUniform())
      continue;
    const SCEV *Count = SE.getExitCount(L, L->getExitingBlock());
    if (!isUniform(Count, Shapes))
      Count = countExactly(*L, *Test, SE);
    if (!isUniform(Count, Shapes)) {
      Changed |= leaveAtOnceIfLikely(*L, *Index->getStart(), Lane, FAM);
    } else if (Value *Last = expand(Count, *L, SE)) {
      leaveAfter(*L, Last);
      Changed = true;
    }
  }
  if (!Changed)
    return;
  FAM.invalidate(Lane, PreservedAnalyses::none());
  // Copies come out where the loops do.
  FunctionPassManager Simplify;
  Simplify.addPass(LoopSimplifyPass());
  Simplify.addPass(LCSSAPass());
  Simplify.run(Lane, FAM);
  FAM.invalidate(Lane, PreservedAnalyses::none());
}
