//===- AbsDiff.cpp - Differences of unsigned vectors ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "compiler/LlvmVersions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// True if \p I is the absolute difference of \p A and \p B, as unsigned.
static bool isAbsDiff(Instruction &I, Value *&A, Value *&B) {
  using namespace PatternMatch;
  if (match(&I, m_Sub(m_UMax(m_Value(A), m_Value(B)),
                      m_c_UMin(m_Deferred(A), m_Deferred(B)))))
    return true;
  CmpPredicate Predicate;
  Value *X, *Y;
  if (!match(&I, m_Select(m_ICmp(Predicate, m_Value(X), m_Value(Y)),
                          m_Sub(m_Value(A), m_Value(B)),
                          m_Sub(m_Deferred(B), m_Deferred(A)))))
    return false;
  if (ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate))
    std::swap(X, Y);
  return ICmpInst::isUnsigned(Predicate) && X == A && Y == B;
}

PreservedAnalyses AbsDiffPass::run(Function &F, FunctionAnalysisManager &) {
  if (registerBits(Level) == 512)
    return PreservedAnalyses::all();
  // The greatest elements that have one of the two, or a difference.
  const unsigned Bits = Level == Isa::Sse2 ? 16 : 32;
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *A, *B;
    if (!I.getType()->isVectorTy() ||
        I.getType()->getScalarSizeInBits() <= Bits || !isAbsDiff(I, A, B))
      continue;
    IRBuilder<> Builder(&I);
    Value *Less = Builder.CreateSExt(Builder.CreateICmpULT(A, B), I.getType());
    Value *Difference = Builder.CreateSub(A, B);
    I.replaceAllUsesWith(
        Builder.CreateSub(Builder.CreateXor(Difference, Less), Less));
    I.eraseFromParent();
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
