//===- LowerLocalAtomics.cpp - Atomics that nobody else sees --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/LowerLocalAtomics.h"

#include "compiler/passes/Reserved.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace ferry::compiler;

PreservedAnalyses LowerLocalAtomicsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
      if (RMW->getPointerAddressSpace() == LocalMemory)
        Changed |= lowerAtomicRMWInst(RMW);
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      if (Exchange->getPointerAddressSpace() == LocalMemory)
        Changed |= lowerAtomicCmpXchgInst(Exchange);
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (Load->isAtomic() && Load->getPointerAddressSpace() == LocalMemory) {
        Load->setAtomic(AtomicOrdering::NotAtomic);
        Changed = true;
      }
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      if (Store->isAtomic() && Store->getPointerAddressSpace() == LocalMemory) {
        Store->setAtomic(AtomicOrdering::NotAtomic);
        Changed = true;
      }
    }
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
