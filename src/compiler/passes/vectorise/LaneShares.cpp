//===- LaneShares.cpp - How many lanes come to a block --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/LaneShares.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/vectorise/DivergentControl.h"
#include "compiler/passes/vectorise/Strides.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// Items that a work-group is taken to have where one of them is chosen.
static constexpr unsigned UsualGroup = 64;

/// The share of lanes for which \p Condition is \p Holds.
static double shareOf(Value *Condition, bool Holds, bool IsInLoop,
                      const Strides &Shapes) {
  Value *A, *B;
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return std::min(shareOf(A, Holds, IsInLoop, Shapes),
                    shareOf(B, Holds, IsInLoop, Shapes));
  CmpPredicate Predicate;
  if (!match(Condition, m_ICmp(Predicate, m_Value(A), m_Value(B))) ||
      Predicate != (Holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE))
    return 1;
  const Value *Number;
  uint64_t By;
  if (match(A, m_And(m_Value(Number), m_LowBitMask())))
    By = cast<ConstantInt>(cast<Instruction>(A)->getOperand(1))
             ->getLimitedValue(UINT32_MAX) +
         1;
  else if (!match(A, m_IRem(m_Value(Number), m_ConstantInt(By))))
    return !IsInLoop && Shapes[A].isStrided() && Shapes[B].isUniform()
               ? 1.0 / UsualGroup
               : 1;
  return Shapes[Number].isStrided() && isa<Constant>(B) && By != 0 ? 1.0 / By
                                                                   : 1;
}

LaneShares::LaneShares(Function &Lane, FunctionAnalysisManager &FAM) {
  const Strides &Shapes = FAM.getResult<StridesAnalysis>(Lane);
  const DominatorTree &DT = FAM.getResult<DominatorTreeAnalysis>(Lane);
  const LoopInfo &LI = FAM.getResult<LoopAnalysis>(Lane);
  const auto &Skips = FAM.getResult<DivergentControlAnalysis>(Lane).Skips;
  for (const DomTreeNode *Node : depth_first(DT.getRootNode())) {
    if (!Node->getIDom())
      continue;
    const BasicBlock *Block = Node->getBlock();
    const BasicBlock *Head = Node->getIDom()->getBlock();
    Share S = lookup(*Head);
    if (auto *Branch = dyn_cast<BranchInst>(Head->getTerminator());
        Branch && Branch->isConditional() &&
        Block->getSinglePredecessor() == Head) {
      const double Chosen =
          shareOf(Branch->getCondition(), Branch->getSuccessor(0) == Block,
                  LI.getLoopFor(Head) != nullptr, Shapes);
      S.Chosen *= Chosen;
      if (auto Skip = Skips.find(Head);
          Chosen == 1 && Skip != Skips.end() && Skip->second.Then == Block)
        S.Others /= 2;
    }
    if (S.Chosen < 1 || S.Others < 1)
      Shares[Block] = S;
  }
}

void LaneShares::print(raw_ostream &OS) const {
  for (const auto &[Block, S] : Shares) {
    Block->printAsOperand(OS, /*PrintType=*/false);
    OS << ": " << format("%g", S.Chosen) << " by number, "
       << format("%g", S.Others) << " of these by other conditions\n";
  }
}
