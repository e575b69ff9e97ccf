//===- NarrowCompares.cpp - Comparisons of some of the elements -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace ferry::compiler;

PreservedAnalyses NarrowComparesPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  SmallVector<ShuffleVectorInst *, 8> Picks;
  for (Instruction &I : instructions(F))
    if (auto *S = dyn_cast<ShuffleVectorInst>(&I);
        S && isa<CmpInst>(S->getOperand(0)) &&
        isa<PoisonValue>(S->getOperand(1)) && S->changesLength() &&
        !S->increasesLength())
      Picks.push_back(S);
  for (ShuffleVectorInst *S : Picks) {
    auto *Compare = cast<CmpInst>(S->getOperand(0));
    IRBuilder<> B(S);
    auto Pick = [&](unsigned Operand) {
      return B.CreateShuffleVector(Compare->getOperand(Operand),
                                   S->getShuffleMask());
    };
    Value *First = Pick(0), *Second = Pick(1);
    Value *Narrow = B.CreateCmp(Compare->getPredicate(), First, Second);
    if (auto *Made = dyn_cast<Instruction>(Narrow))
      Made->copyIRFlags(Compare);
    Narrow->takeName(S);
    S->replaceAllUsesWith(Narrow);
    S->eraseFromParent();
    if (Compare->use_empty())
      Compare->eraseFromParent();
  }
  return preservedWithControlFlow(!Picks.empty());
}
