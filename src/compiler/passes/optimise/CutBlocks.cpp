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

/// How many accesses \p I becomes: no instruction set gathers or scatters
/// elements of less than 32 bits, so that these are one for each.
static unsigned accesses(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  const Type *Ty = nullptr;
  if (Call && Call->getIntrinsicID() == Intrinsic::masked_gather)
    Ty = Call->getType();
  if (Call && Call->getIntrinsicID() == Intrinsic::masked_scatter)
    Ty = Call->getArgOperand(0)->getType();
  const auto *Vector = dyn_cast_or_null<FixedVectorType>(Ty);
  if (!Vector || Vector->getScalarSizeInBits() >= 32)
    return I.mayReadOrWriteMemory();
  return Vector->getNumElements();
}

PreservedAnalyses CutBlocksPass::run(Function &F, FunctionAnalysisManager &) {
  auto *Ty = FunctionType::get(Type::getVoidTy(F.getContext()), false);
  bool Changed = false;
  for (BasicBlock &Block : F) {
    unsigned Accesses = 0, Instructions = 0;
    for (Instruction &I : make_range(Block.getFirstNonPHIIt(), Block.end())) {
      Accesses += accesses(I);
      if (Accesses <= MaxAccesses && ++Instructions <= MaxInstructions)
        continue;
      CallInst *Cut = IRBuilder<>(&I).CreateCall(
          InlineAsm::get(Ty, "", "", /*hasSideEffects=*/true));
      Cut->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
      Cut->setDoesNotThrow();
      Cut->addFnAttr(Attribute::WillReturn);
      Accesses = accesses(I);
      Instructions = 1;
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}
