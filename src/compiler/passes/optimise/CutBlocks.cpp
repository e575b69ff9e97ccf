//===- CutBlocks.cpp - Large blocks in bounded time -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/CutBlocks.h"

#include "compiler/passes/Preserved.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace ferry::compiler;

PreservedAnalyses CutBlocksPass::run(Function &F, FunctionAnalysisManager &) {
  auto *Ty = FunctionType::get(Type::getVoidTy(F.getContext()), false);
  bool Changed = false;
  for (BasicBlock &Block : F) {
    unsigned Accesses = 0, Instructions = 0;
    for (Instruction &I : make_range(Block.getFirstNonPHIIt(), Block.end())) {
      Accesses += I.mayReadOrWriteMemory();
      if (Accesses <= MaxAccesses && ++Instructions <= MaxInstructions)
        continue;
      CallInst *Cut = IRBuilder<>(&I).CreateCall(
          InlineAsm::get(Ty, "", "", /*hasSideEffects=*/true));
      Cut->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
      Cut->setDoesNotThrow();
      Cut->addFnAttr(Attribute::WillReturn);
      Accesses = I.mayReadOrWriteMemory();
      Instructions = 1;
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}
