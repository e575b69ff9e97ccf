//===- AtomicExtrema.cpp - Extrema that mostly are there already ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace ferry::compiler;

/// The comparison of what is in memory with the operand of \p RMW under which
/// nothing changes; BAD_ICMP_PREDICATE if it is no minimum or maximum.
static CmpInst::Predicate unchangedIf(const AtomicRMWInst &RMW) {
  switch (RMW.getOperation()) {
  case AtomicRMWInst::Min:
    return CmpInst::ICMP_SLE;
  case AtomicRMWInst::Max:
    return CmpInst::ICMP_SGE;
  case AtomicRMWInst::UMin:
    return CmpInst::ICMP_ULE;
  case AtomicRMWInst::UMax:
    return CmpInst::ICMP_UGE;
  case AtomicRMWInst::FMin:
    return CmpInst::FCMP_OLE;
  case AtomicRMWInst::FMax:
    return CmpInst::FCMP_OGE;
  default:
    return CmpInst::BAD_ICMP_PREDICATE;
  }
}

PreservedAnalyses AtomicExtremaPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  SmallVector<std::pair<AtomicRMWInst *, CmpInst::Predicate>, 4> Extrema;
  for (Instruction &I : instructions(F))
    // What releases something has to be written.
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I);
        RMW && !isReleaseOrStronger(RMW->getOrdering()))
      if (auto If = unchangedIf(*RMW); If != CmpInst::BAD_ICMP_PREDICATE)
        Extrema.push_back({RMW, If});
  for (auto [RMW, If] : Extrema) {
    IRBuilder<> B(RMW);
    LoadInst *Old =
        B.CreateAlignedLoad(RMW->getType(), RMW->getPointerOperand(),
                            RMW->getAlign(), RMW->isVolatile(), "old");
    Old->setAtomic(RMW->getOrdering(), RMW->getSyncScopeID());
    Value *Unchanged = B.CreateCmp(If, Old, RMW->getValOperand());
    Instruction *Then = SplitBlockAndInsertIfThen(
        B.CreateNot(Unchanged), RMW->getIterator(), /*Unreachable=*/false);
    BasicBlock *Before = Old->getParent(), *After = RMW->getParent();
    RMW->moveBefore(*Then->getParent(), Then->getIterator());
    B.SetInsertPoint(After, After->begin());
    PHINode *Seen = B.CreatePHI(RMW->getType(), 2);
    RMW->replaceAllUsesWith(Seen);
    Seen->addIncoming(Old, Before);
    Seen->addIncoming(RMW, RMW->getParent());
  }
  return Extrema.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
