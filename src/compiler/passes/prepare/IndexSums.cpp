//===- IndexSums.cpp - Sums of ints and sizes -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// Constants of one sum at most: where control never comes, sums may wrap
/// in circles.
static constexpr unsigned MaxConstants = 4096;

/// Whether \p V is a sum that cannot wrap around, of \p Rest and a constant (1)
/// or its negative (-1); else 0.
static int constantSum(Value *V, Value *&Rest, Constant *&C) {
  if (match(V, m_NSWAdd(m_Value(Rest), m_ImmConstant(C))))
    return 1;
  return match(V, m_NSWSub(m_Value(Rest), m_ImmConstant(C))) ? -1 : 0;
}

/// In the type of the result what is extended for the addition only; null if
/// \p I stays as it is.
static Value *narrowed(Instruction &I) {
  Instruction *Sum;
  Value *V, *Other;
  if (!match(&I, m_Trunc(m_OneUse(m_Instruction(Sum)))) ||
      !match(Sum, m_c_Add(m_ZExtOrSExt(m_Value(V)), m_Value(Other))) ||
      V->getType() != I.getType())
    return nullptr;
  IRBuilder<> B(&I);
  return B.CreateAdd(V, B.CreateTrunc(Other, I.getType()));
}

/// Constants behind the extension, in one sum; null if \p I stays as it is.
static Value *widened(Instruction &I) {
  Value *V, *Rest;
  Constant *C;
  if (!match(&I, m_SExt(m_Value(V))) || !constantSum(V, Rest, C))
    return nullptr;
  IRBuilder<> B(&I);
  Type *Wide = I.getType();
  Value *Sum = Constant::getNullValue(Wide);
  for (unsigned N = 0; N != MaxConstants; ++N, V = Rest) {
    const int Sign = constantSum(V, Rest, C);
    if (Sign == 0)
      break;
    Value *More = B.CreateSExt(C, Wide);
    Sum = Sign > 0 ? B.CreateAdd(Sum, More) : B.CreateSub(Sum, More);
  }
  return B.CreateNSWAdd(B.CreateSExt(V, Wide), Sum);
}

static bool replaceAll(Function &F,
                       function_ref<Value *(Instruction &)> Better) {
  SmallVector<WeakTrackingVH, 16> Dead;
  for (Instruction &I : instructions(F))
    if (Value *New = Better(I)) {
      I.replaceAllUsesWith(New);
      Dead.push_back(&I);
    }
  const bool Changed = !Dead.empty();
  RecursivelyDeleteTriviallyDeadInstructions(Dead);
  return Changed;
}

PreservedAnalyses IndexSumsPass::run(Function &F, FunctionAnalysisManager &) {
  // The second may change what the first looks for.
  const bool Narrowed = replaceAll(F, narrowed);
  const bool Widened = replaceAll(F, widened);
  return preservedWithControlFlow(Narrowed || Widened);
}
