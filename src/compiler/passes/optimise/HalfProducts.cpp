//===- HalfProducts.cpp - a * b + c of halves -----------------------------===//
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

PreservedAnalyses HalfProductsPass::run(Function &F,
                                        FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Sum = dyn_cast<IntrinsicInst>(&I);
    if (!Sum || Sum->getIntrinsicID() != Intrinsic::fmuladd ||
        !Sum->getType()->getScalarType()->isHalfTy())
      continue;
    IRBuilder<> B(Sum);
    B.setFastMathFlags(Sum->getFastMathFlags());
    Type *Float = Sum->getType()->getWithNewType(B.getFloatTy());
    SmallVector<Value *, 3> Operands;
    for (Value *Operand : Sum->args())
      Operands.push_back(B.CreateFPExt(Operand, Float));
    Value *Result = B.CreateIntrinsic(Intrinsic::fmuladd, {Float}, Operands);
    Sum->replaceAllUsesWith(B.CreateFPTrunc(Result, Sum->getType()));
    Sum->eraseFromParent();
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
