//===- GatherAddresses.cpp - Addresses beside their gathers ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry::compiler;

/// Has \p U use a copy of \p T's in the block of its user, if it is of another.
template <typename T> static T *bring(Use &U) {
  auto *Made = dyn_cast<T>(U.get());
  auto *User = cast<Instruction>(U.getUser());
  if (!Made || Made->getParent() == User->getParent())
    return Made;
  Instruction *Copy = Made->clone();
  Copy->insertBefore(User->getIterator());
  U.set(Copy);
  if (Made->use_empty())
    Made->eraseFromParent();
  return cast<T>(Copy);
}

PreservedAnalyses GatherAddressesPass::run(Function &F,
                                           FunctionAnalysisManager &) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call)
      continue;
    bool IsScatter = Call->getIntrinsicID() == Intrinsic::masked_scatter;
    if (!IsScatter && Call->getIntrinsicID() != Intrinsic::masked_gather)
      continue;
    auto *Address = bring<GetElementPtrInst>(Call->getArgOperandUse(IsScatter));
    if (!Address || Address->getNumIndices() != 1 ||
        Address->getPointerOperandType()->isVectorTy())
      continue;
    Use &Index = *Address->idx_begin();
    // Where that is the same, code generation knows the other one.
    if (auto *Extended = dyn_cast<ZExtInst>(Index);
        Extended && Extended->hasNonNeg()) {
      Index.set(new SExtInst(Extended->getOperand(0), Extended->getType(),
                             Extended->getName(), Address->getIterator()));
      if (Extended->use_empty())
        Extended->eraseFromParent();
    } else {
      bring<SExtInst>(Index);
    }
  }
  return preservedWithControlFlow(true);
}
