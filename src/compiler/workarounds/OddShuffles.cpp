//===- OddShuffles.cpp - Sums of vectors of three -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace ferry::compiler;

/// True for those operations that count what they meet twice.
static bool counts(const Instruction &I) {
  return I.getOpcode() == Instruction::Add ||
         I.getOpcode() == Instruction::Mul || I.getOpcode() == Instruction::Xor;
}

PreservedAnalyses OddShufflesPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *T = dyn_cast<FixedVectorType>(I.getType());
    if (!T || isPowerOf2_32(T->getNumElements()) || !counts(I))
      continue;
    for (Use &U : I.operands())
      if (isa<ShuffleVectorInst>(U)) {
        U = IRBuilder<>(&I).CreateFreeze(U);
        Changed = true;
      }
  }
  return preservedWithControlFlow(Changed);
}
