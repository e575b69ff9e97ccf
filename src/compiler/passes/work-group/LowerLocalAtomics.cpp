//===- LowerLocalAtomics.cpp - Atomics that nobody else sees --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace ferry::compiler;

bool ferry::compiler::isLocalAtomic(const Instruction &I) {
  auto At = MemoryLocation::getOrNone(&I);
  return I.isAtomic() && At &&
         At->Ptr->getType()->getPointerAddressSpace() == LocalMemory;
}

PreservedAnalyses LowerLocalAtomicsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!isLocalAtomic(I))
      continue;
    Changed = true;
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
      lowerAtomicRMWInst(RMW);
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      lowerAtomicCmpXchgInst(Exchange);
    else if (auto *Load = dyn_cast<LoadInst>(&I))
      Load->setAtomic(AtomicOrdering::NotAtomic);
    else
      cast<StoreInst>(I).setAtomic(AtomicOrdering::NotAtomic);
  }
  return preservedWithControlFlow(Changed);
}
