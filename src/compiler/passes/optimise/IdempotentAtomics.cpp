//===- IdempotentAtomics.cpp - Atomics that mostly change nothing ---------===//
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

/// Whether an operation with \c V leaves \c Old, what is in memory, as it is.
using Test = Value *(*)(IRBuilder<> &, Value *Old, Value *V);

template <CmpInst::Predicate If>
static Value *compare(IRBuilder<> &B, Value *Old, Value *V) {
  return B.CreateCmp(If, Old, V);
}

template <Instruction::BinaryOps Op>
static Value *compareResult(IRBuilder<> &B, Value *Old, Value *V) {
  return B.CreateICmpEQ(B.CreateBinOp(Op, Old, V), Old);
}

/// Null if a second one would change something.
static Test testOf(AtomicRMWInst::BinOp Op) {
  switch (Op) {
  case AtomicRMWInst::Min:
    return compare<CmpInst::ICMP_SLE>;
  case AtomicRMWInst::Max:
    return compare<CmpInst::ICMP_SGE>;
  case AtomicRMWInst::UMin:
    return compare<CmpInst::ICMP_ULE>;
  case AtomicRMWInst::UMax:
    return compare<CmpInst::ICMP_UGE>;
  case AtomicRMWInst::FMin:
    return compare<CmpInst::FCMP_OLE>;
  case AtomicRMWInst::FMax:
    return compare<CmpInst::FCMP_OGE>;
  case AtomicRMWInst::Or:
    return compareResult<Instruction::Or>;
  case AtomicRMWInst::And:
    return compareResult<Instruction::And>;
  default:
    return nullptr;
  }
}

PreservedAnalyses IdempotentAtomicsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  SmallVector<std::pair<AtomicRMWInst *, Test>, 4> Atomics;
  for (Instruction &I : instructions(F))
    // What releases something has to be written.
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I);
        RMW && !isReleaseOrStronger(RMW->getOrdering()))
      if (Test IsUnchanged = testOf(RMW->getOperation()))
        Atomics.push_back({RMW, IsUnchanged});
  for (auto [RMW, IsUnchanged] : Atomics) {
    IRBuilder<> B(RMW);
    LoadInst *Old =
        B.CreateAlignedLoad(RMW->getType(), RMW->getPointerOperand(),
                            RMW->getAlign(), RMW->isVolatile(), "old");
    Old->setAtomic(RMW->getOrdering(), RMW->getSyncScopeID());
    Value *Unchanged = IsUnchanged(B, Old, RMW->getValOperand());
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
  return Atomics.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
