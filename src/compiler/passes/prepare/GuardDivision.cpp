//===- GuardDivision.cpp - Divisions that never trap ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

static bool isSigned(const Instruction &I) {
  return I.getOpcode() == Instruction::SDiv ||
         I.getOpcode() == Instruction::SRem;
}

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
    const bool Signed = isSigned(I);
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

/// The logarithm of \p Power, which is a power of two.
static Value *logarithm(IRBuilder<> &B, Value *Power) {
  if (Value *Distance; match(Power, m_Shl(m_One(), m_Value(Distance))))
    return Distance;
  return B.CreateBinaryIntrinsic(Intrinsic::cttz, Power, B.getTrue());
}

/// What \p I is, which divides by \p Power, a power of two or 0; null for a
/// quotient that may be negative.
static Value *divide(BinaryOperator &I, Value *Power) {
  Value *Dividend = I.getOperand(0);
  const bool IsNegative =
      isSigned(I) && !isKnownNonNegative(Dividend, I.getDataLayout());
  const bool IsQuotient =
      I.getOpcode() == Instruction::UDiv || I.getOpcode() == Instruction::SDiv;
  if (IsQuotient && IsNegative)
    return nullptr;
  IRBuilder<> B(&I);
  // As GuardDivisionPass has it.
  if (!isKnownToBeAPowerOfTwo(Power, I.getDataLayout()))
    Power = B.CreateBinaryIntrinsic(Intrinsic::umax, Power,
                                    ConstantInt::get(I.getType(), 1));
  if (IsQuotient)
    return B.CreateLShr(Dividend, logarithm(B, Power));
  Value *Low = B.CreateAdd(Power, Constant::getAllOnesValue(I.getType()));
  if (!IsNegative || all_of(I.users(), [](const User *U) {
        auto *Compare = dyn_cast<ICmpInst>(U);
        return Compare && Compare->isEquality() &&
               match(Compare->getOperand(1), m_Zero());
      }))
    return B.CreateAnd(Dividend, Low);
  // Rounded to zero.
  Value *Sign = B.CreateAShr(Dividend, I.getType()->getScalarSizeInBits() - 1);
  Value *Up = B.CreateAnd(Sign, Low);
  return B.CreateSub(B.CreateAnd(B.CreateAdd(Dividend, Up), Low), Up);
}

PreservedAnalyses DivideByPowersPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *Divisor;
    if (!I.isIntDivRem() ||
        !match(I.getOperand(1),
               m_Select(m_Value(), m_One(), m_Freeze(m_Value(Divisor)))) ||
        !isKnownToBeAPowerOfTwo(Divisor, F.getDataLayout(), /*OrZero=*/true))
      continue;
    if (Value *Made = divide(cast<BinaryOperator>(I), Divisor)) {
      I.replaceAllUsesWith(Made);
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}
