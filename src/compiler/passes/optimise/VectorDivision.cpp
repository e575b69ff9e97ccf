//===- VectorDivision.cpp - Division of vectors of integers ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "compiler/passes/vectorise/VectorMath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace ferry::compiler;

PreservedAnalyses VectorDivisionPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!I.isIntDivRem() || !isa<FixedVectorType>(I.getType()) ||
        !dividesAsFloats(I.getOperand(1)))
      continue;
    IRBuilder<> B(&I);
    Value *Made = emitDivision(B, cast<BinaryOperator>(I).getOpcode(),
                               I.getOperand(0), I.getOperand(1));
    I.replaceAllUsesWith(Made);
    I.eraseFromParent();
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
