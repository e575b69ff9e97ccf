//===- VectorOperations.cpp - What processors do not do with vectors ------===//
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

/// \returns null if LLVM does with \p I what can be done.
static Value *emitOperation(Instruction &I) {
  if (!isa<FixedVectorType>(I.getType()))
    return nullptr;
  IRBuilder<> B(&I);
  if (I.isIntDivRem())
    return dividesAsFloats(I.getOperand(1))
               ? emitDivision(B, cast<BinaryOperator>(I).getOpcode(),
                              I.getOperand(0), I.getOperand(1))
               : nullptr;
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && hasVectorMath(*Call)
             ? emitVectorMath(B, *Call, SmallVector<Value *, 2>(Call->args()))
             : nullptr;
}

PreservedAnalyses VectorOperationsPass::run(Function &F,
                                            FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (Value *Made = emitOperation(I)) {
      I.replaceAllUsesWith(Made);
      I.eraseFromParent();
      Changed = true;
    }
  return preservedWithControlFlow(Changed);
}
