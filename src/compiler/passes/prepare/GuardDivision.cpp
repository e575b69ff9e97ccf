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
  SmallVector<BinaryOperator *, 8> Divisions;
  for (Instruction &I : instructions(F))
    if (auto *Op = dyn_cast<BinaryOperator>(&I);
        Op && Op->isIntDivRem() &&
        !isSafe(Op->getOperand(1), Op->getOpcode() == Instruction::SDiv ||
                                       Op->getOpcode() == Instruction::SRem))
      Divisions.push_back(Op);
  for (BinaryOperator *Op : Divisions) {
    IRBuilder<> B(Op);
    Type *Ty = Op->getType();
    Value *Divisor = B.CreateFreeze(Op->getOperand(1));
    Value *Bad = B.CreateIsNull(Divisor);
    if (Op->getOpcode() == Instruction::SDiv ||
        Op->getOpcode() == Instruction::SRem) {
      Value *Dividend = B.CreateFreeze(Op->getOperand(0));
      Value *Least = ConstantInt::get(
          Ty, APInt::getSignedMinValue(Ty->getScalarSizeInBits()));
      Value *IsMinusOne =
          B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(Ty));
      Value *IsLeast = B.CreateICmpEQ(Dividend, Least);
      Bad = B.CreateOr(Bad, B.CreateAnd(IsMinusOne, IsLeast));
      Op->setOperand(0, Dividend);
    }
    Op->setOperand(1, B.CreateSelect(Bad, ConstantInt::get(Ty, 1), Divisor));
    if (isa<PossiblyExactOperator>(Op))
      Op->setIsExact(false);
  }
  return preservedWithControlFlow(!Divisions.empty());
}
