//===- UniformExits.cpp - Loops that all lanes leave at once --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/LaneForm.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/vectorise/Strides.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// The comparison that \p L is left by, if it is the only way out and of an
/// index that does not begin at a constant.
static ICmpInst *exitTest(const Loop &L, ScalarEvolution &SE) {
  const BasicBlock *Exiting = L.getExitingBlock();
  auto *Exit =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  auto *Test = Exit && Exit->isConditional()
                   ? dyn_cast<ICmpInst>(Exit->getCondition())
                   : nullptr;
  if (!Test || !L.isLoopSimplifyForm())
    return nullptr;
  const bool Varies = any_of(Test->operands(), [&](Value *Operand) {
    auto *Index = SE.isSCEVable(Operand->getType())
                      ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Operand))
                      : nullptr;
    return Index && Index->getLoop() == &L &&
           !isa<SCEVConstant>(Index->getStart());
  });
  return Varies ? Test : nullptr;
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

/// How many iterations of \p L go on with another one, if that is the same in
/// all lanes; else null.
static const SCEV *uniformCount(const Loop &L, const ICmpInst &Test,
                                const Strides &Shapes, ScalarEvolution &SE) {
  auto IsUniform = [&](const SCEV *Count) {
    return Count && !SCEVExprContains(Count, [&](const SCEV *Part) {
             auto *Unknown = dyn_cast<SCEVUnknown>(Part);
             return isa<SCEVCouldNotCompute, SCEVAddRecExpr>(Part) ||
                    (Unknown && !Shapes[Unknown->getValue()].isUniform());
           });
  };
  const SCEV *Count = SE.getExitCount(&L, L.getExitingBlock());
  if (!IsUniform(Count))
    Count = countExactly(L, Test, SE);
  return IsUniform(Count) ? Count : nullptr;
}

/// Has \p L leave once it has gone back \p Count times.
/// \returns whether that can be.
static bool leaveAfter(Loop &L, const SCEV *Count, ScalarEvolution &SE) {
  BasicBlock *Before = L.getLoopPreheader(), *Latch = L.getLoopLatch(),
             *Exiting = L.getExitingBlock();
  auto *Exit = cast<BranchInst>(Exiting->getTerminator());
  Type *Ty = Count->getType();
  Expander Expand(SE, "count");
  if (!Expand.isSafeToExpandAt(Count, Before->getTerminator()))
    return false;
  Value *Last = Expand.expandCodeFor(Count, Ty, Before->getTerminator());
  IRBuilder<> B(L.getHeader(), L.getHeader()->begin());
  PHINode *Done = B.CreatePHI(Ty, 2, "done");
  B.SetInsertPoint(Exit);
  Exit->setCondition(L.contains(Exit->getSuccessor(0))
                         ? B.CreateICmpNE(Done, Last)
                         : B.CreateICmpEQ(Done, Last));
  B.SetInsertPoint(Latch->getTerminator());
  Done->addIncoming(ConstantInt::get(Ty, 0), Before);
  Done->addIncoming(B.CreateAdd(Done, ConstantInt::get(Ty, 1)), Latch);
  return true;
}

void ferry::compiler::makeExitsUniform(FunctionAnalysisManager &FAM,
                                       Function &Lane) {
  auto &LI = FAM.getResult<LoopAnalysis>(Lane);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Lane);
  SmallVector<std::pair<Loop *, ICmpInst *>, 4> Tests;
  for (Loop *L : LI.getLoopsInPreorder())
    if (ICmpInst *Test = exitTest(*L, SE))
      Tests.push_back({L, Test});
  if (Tests.empty())
    return;
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  bool Changed = false;
  for (auto [L, Test] : Tests) {
    if (Shapes[Test].isUniform())
      continue;
    if (const SCEV *Count = uniformCount(*L, *Test, Shapes, SE))
      Changed |= leaveAfter(*L, Count, SE);
  }
  if (Changed)
    FAM.invalidate(Lane, PreservedAnalyses::none());
}
