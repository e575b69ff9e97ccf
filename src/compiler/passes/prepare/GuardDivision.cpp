//===- GuardDivision.cpp - Divisions that never trap ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// True if \p Divisor is a constant no element of which can trap.
static bool isSafe(const Value *Divisor, bool Signed) {
  auto IsSafeElement = [Signed](const APInt &Element) {
    return !Element.isZero() && !(Signed && Element.isAllOnes());
  };
  return match(Divisor, m_CheckedInt(IsSafeElement));
}

PreservedAnalyses GuardDivisionPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    const bool Signed = I.getOpcode() == Instruction::SDiv ||
                        I.getOpcode() == Instruction::SRem;
    if (!I.isIntDivRem() || isSafe(I.getOperand(1), Signed))
      continue;
    IRBuilder<> B(&I);
    Type *Ty = I.getType();
    Value *Divisor = B.CreateFreeze(I.getOperand(1));
    Value *Bad = B.CreateIsNull(Divisor);
    if (Signed) {
      Value *Dividend = B.CreateFreeze(I.getOperand(0));
      Value *Least = ConstantInt::get(
          Ty, APInt::getSignedMinValue(Ty->getScalarSizeInBits()));
      Value *IsMinusOne =
          B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(Ty));
      Value *IsLeast = B.CreateICmpEQ(Dividend, Least);
      Bad = B.CreateOr(Bad, B.CreateAnd(IsMinusOne, IsLeast));
      I.setOperand(0, Dividend);
    }
    I.setOperand(1, B.CreateSelect(Bad, ConstantInt::get(Ty, 1), Divisor));
    if (isa<PossiblyExactOperator>(I))
      I.setIsExact(false);
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
