//===- IndexSums.cpp - Sums of ints and sizes ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/IndexSums.h"

#include "compiler/passes/Preserved.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// \p V in type \p Wide, with constants added last.
static Value *extended(IRBuilder<> &B, Value *V, Type *Wide) {
  Value *Rest;
  Constant *C;
  if (match(V, m_NSWAdd(m_Value(Rest), m_ImmConstant(C))))
    return B.CreateNSWAdd(extended(B, Rest, Wide), B.CreateSExt(C, Wide));
  if (match(V, m_NSWSub(m_Value(Rest), m_ImmConstant(C))))
    return B.CreateNSWSub(extended(B, Rest, Wide), B.CreateSExt(C, Wide));
  return B.CreateSExt(V, Wide);
}

/// \returns null if \p I stays as it is.
static Value *better(Instruction &I) {
  IRBuilder<> B(&I);
  Value *V;
  if (match(&I, m_SExt(m_CombineAnd(
                    m_CombineOr(m_NSWAdd(m_Value(), m_ImmConstant()),
                                m_NSWSub(m_Value(), m_ImmConstant())),
                    m_Value(V)))))
    return extended(B, V, I.getType());
  Instruction *Sum;
  Value *Other;
  if (match(&I, m_Trunc(m_OneUse(m_Instruction(Sum)))) &&
      match(Sum, m_c_Add(m_ZExtOrSExt(m_Value(V)), m_Value(Other))) &&
      V->getType() == I.getType())
    return B.CreateAdd(V, B.CreateTrunc(Other, I.getType()));
  return nullptr;
}

PreservedAnalyses IndexSumsPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH, 16> Dead;
  for (Instruction &I : instructions(F))
    if (Value *Better = better(I)) {
      I.replaceAllUsesWith(Better);
      Dead.push_back(&I);
    }
  RecursivelyDeleteTriviallyDeadInstructions(Dead);
  return preservedWithControlFlow(!Dead.empty());
}
