//===- HalvesAsFloats.cpp - Operations that are exact with floats ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry::compiler;

/// True if a float, rounded to a half, is what \p Operation on halves is. A
/// root is, as floats have more than twice the bits.
static bool isOfFloats(Intrinsic::ID Operation) {
  switch (Operation) {
  case Intrinsic::fmuladd:
  case Intrinsic::maxnum:
  case Intrinsic::minnum:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sqrt:
    return true;
  default:
    return false;
  }
}

PreservedAnalyses HalvesAsFloatsPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || !Call->getType()->getScalarType()->isHalfTy() ||
        !isOfFloats(Call->getIntrinsicID()))
      continue;
    IRBuilder<> B(Call);
    B.setFastMathFlags(Call->getFastMathFlags());
    Type *Float = Call->getType()->getWithNewType(B.getFloatTy());
    SmallVector<Value *, 3> Operands;
    for (Value *Operand : Call->args())
      Operands.push_back(B.CreateFPExt(Operand, Float));
    Value *Result =
        B.CreateIntrinsic(Call->getIntrinsicID(), {Float}, Operands);
    Call->replaceAllUsesWith(B.CreateFPTrunc(Result, Call->getType()));
    Call->eraseFromParent();
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
