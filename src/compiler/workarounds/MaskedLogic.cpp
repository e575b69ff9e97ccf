//===- MaskedLogic.cpp - Bitwise operations under a mask ------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry;
using namespace ferry::compiler;

static Value *withoutCasts(Value *V) {
  while (auto *Cast = dyn_cast<BitCastInst>(V))
    V = Cast->getOperand(0);
  return V;
}

static bool isCopySign(Value *V) {
  return match(V, m_Intrinsic<Intrinsic::copysign>());
}

/// True if code makes bitwise operations of \p V.
static bool isLogic(Value *V) {
  V = withoutCasts(V);
  return match(V, m_CombineOr(
                      m_BitwiseLogic(m_Value(), m_Value()),
                      m_CombineOr(m_FNeg(m_Value()), m_FAbs(m_Value())))) ||
         isCopySign(V);
}

/// True if \p V, or what is made of \p S, of which it is an arm, may become one
/// bitwise operation of three values.
static bool mayBeTernary(Value *V, SelectInst &S) {
  if (!isLogic(V))
    return false;
  V = withoutCasts(V);
  return isCopySign(V) || any_of(cast<User>(V)->operands(), isLogic) ||
         any_of(S.users(), [](User *U) {
           return isLogic(U) ||
                  (isa<BitCastInst>(U) && any_of(U->users(), isLogic));
         });
}

PreservedAnalyses MaskedLogicPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Select = dyn_cast<SelectInst>(&I);
    if (!Select || !Select->getCondition()->getType()->isVectorTy())
      continue;
    Type *T = Select->getType();
    const unsigned Bits = T->getScalarSizeInBits();
    if (Bits != 32 && Bits != 64)
      continue;
    IRBuilder<> B(Select);
    Type *Fenced =
        T->getWithNewType(Bits == 32 ? B.getFloatTy() : B.getDoubleTy());
    for (unsigned Arm : {1, 2}) {
      Value *V = Select->getOperand(Arm);
      if (!mayBeTernary(V, *Select))
        continue;
      V = B.CreateBitCast(V, Fenced);
      V = B.CreateUnaryIntrinsic(Intrinsic::arithmetic_fence, V);
      Select->setOperand(Arm, B.CreateBitCast(V, T));
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}
