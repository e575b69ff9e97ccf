//===- InvariantLoads.cpp - Constant memory stays as it is ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "compiler/passes/Reserved.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace ferry::compiler;

PreservedAnalyses InvariantLoadsPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (Load->getPointerAddressSpace() == ConstantMemory && Load->isSimple())
        Load->setMetadata(LLVMContext::MD_invariant_load,
                          MDNode::get(F.getContext(), {}));
  return PreservedAnalyses::all();
}
