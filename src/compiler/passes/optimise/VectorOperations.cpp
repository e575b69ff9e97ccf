//===- VectorOperations.cpp - What processors do not do with vectors ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "compiler/passes/vectorise/VectorMath.h"
#include "ferry/isa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/DivisionByConstantInfo.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry;
using namespace ferry::compiler;

/// The high halves of the products of 64-bit elements: processors multiply
/// halves of them.
static Value *emitHighProduct(IRBuilder<> &B, Value *X, const APInt &Factor) {
  Type *Ty = X->getType();
  constexpr unsigned Half = 32;
  const auto OfFactor = [&](unsigned Number) {
    return ConstantInt::get(Ty,
                            Factor.extractBitsAsZExtValue(Half, Number * Half));
  };
  auto LowHalf = [&](Value *V) {
    return B.CreateAnd(V,
                       ConstantInt::get(Ty, maskTrailingOnes<uint64_t>(Half)));
  };
  Value *Low = LowHalf(X), *High = B.CreateLShr(X, Half);
  Value *Carried =
      B.CreateAdd(B.CreateLShr(B.CreateMul(Low, OfFactor(0)), Half),
                  B.CreateMul(High, OfFactor(0)));
  Value *Middle = B.CreateAdd(LowHalf(Carried), B.CreateMul(Low, OfFactor(1)));
  return B.CreateAdd(
      B.CreateMul(High, OfFactor(1)),
      B.CreateAdd(B.CreateLShr(Carried, Half), B.CreateLShr(Middle, Half)));
}

/// As code generation does it for elements whose products it finds whole
/// (TargetLowering::BuildUDIV and BuildSDIV; Hacker's Delight, chapter 10).
static Value *emitQuotient(IRBuilder<> &B, Value *X, const APInt &Divisor,
                           bool Signed) {
  if (!Signed) {
    const auto Magic = UnsignedDivisionByConstantInfo::get(Divisor);
    Value *Q = emitHighProduct(B, B.CreateLShr(X, Magic.PreShift), Magic.Magic);
    if (Magic.IsAdd)
      Q = B.CreateAdd(B.CreateLShr(B.CreateSub(X, Q), 1), Q);
    return B.CreateLShr(Q, Magic.PostShift);
  }
  const auto [Magic, Shift] = SignedDivisionByConstantInfo::get(Divisor);
  const unsigned Sign = Magic.getBitWidth() - 1;
  // Of a product of signed numbers, one is taken off where the other is
  // negative. Where the magic number is, X is to be added as well.
  Value *Q = B.CreateSub(emitHighProduct(B, X, Magic),
                         B.CreateAnd(B.CreateAShr(X, Sign),
                                     ConstantInt::get(X->getType(), Magic)));
  if (Divisor.isNegative())
    Q = B.CreateSub(Q, X);
  Q = B.CreateAShr(Q, Shift);
  return B.CreateAdd(Q, B.CreateLShr(Q, Sign));
}

/// Of 64-bit elements by a constant that is no power of two; null for others,
/// and for pairs, whose products are as fast one by one.
static Value *emitDivisionByConstant(IRBuilder<> &B, Instruction &I) {
  const APInt *Divisor;
  constexpr unsigned MinElements = 4;
  if (!match(I.getOperand(1), m_APInt(Divisor)) ||
      Divisor->getBitWidth() != 64 || Divisor->isZero() ||
      Divisor->isPowerOf2() || Divisor->isNegatedPowerOf2() ||
      cast<FixedVectorType>(I.getType())->getNumElements() < MinElements ||
      registerBits(isa()) < 64 * MinElements)
    return nullptr;
  const unsigned Opcode = I.getOpcode();
  const bool Signed =
      Opcode == Instruction::SDiv || Opcode == Instruction::SRem;
  Value *X = B.CreateFreeze(I.getOperand(0));
  Value *Q = emitQuotient(B, X, *Divisor, Signed);
  return Opcode == Instruction::UDiv || Opcode == Instruction::SDiv
             ? Q
             : B.CreateSub(X, B.CreateMul(Q, I.getOperand(1)));
}

/// \returns null if LLVM does with \p I what can be done.
static Value *emitOperation(Instruction &I) {
  if (!isa<FixedVectorType>(I.getType()))
    return nullptr;
  IRBuilder<> B(&I);
  if (I.isIntDivRem())
    return dividesAsFloats(I.getOperand(1))
               ? emitDivision(
                     B, cast<BinaryOperator>(I).getOpcode(), I.getOperand(0),
                     I.getOperand(1),
                     isKnownNonNegative(I.getOperand(0), I.getDataLayout()))
               : emitDivisionByConstant(B, I);
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
