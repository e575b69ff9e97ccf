//===- NarrowSums.cpp - Sums of ints and sizes ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/NarrowSums.h"

#include "compiler/passes/Preserved.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

PreservedAnalyses NarrowSumsPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH, 16> Dead;
  for (Instruction &I : instructions(F)) {
    Instruction *Sum;
    Value *Extended, *Other;
    if (!match(&I, m_Trunc(m_OneUse(m_Instruction(Sum)))) ||
        !match(Sum, m_c_Add(m_ZExtOrSExt(m_Value(Extended)), m_Value(Other))) ||
        Extended->getType() != I.getType())
      continue;
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(
        B.CreateAdd(Extended, B.CreateTrunc(Other, I.getType())));
    Dead.push_back(&I);
  }
  RecursivelyDeleteTriviallyDeadInstructions(Dead);
  return preservedWithControlFlow(!Dead.empty());
}
