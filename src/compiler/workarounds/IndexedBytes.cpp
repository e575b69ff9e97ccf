//===- IndexedBytes.cpp - Bytes of vectors by other vectors ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace ferry::compiler;

PreservedAnalyses IndexedBytesPass::run(Function &F,
                                        FunctionAnalysisManager &) {
  if (!Triple(F.getParent()->getTargetTriple()).isAArch64())
    return PreservedAnalyses::all();
  Type *Index = Type::getInt64Ty(F.getContext());
  InlineAsm *Hide = InlineAsm::get(FunctionType::get(Index, {Index}, false), "",
                                   "=r,0", /*hasSideEffects=*/false);
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Byte = dyn_cast<ExtractElementInst>(&I);
    if (!Byte || !Byte->getType()->isIntegerTy(8) ||
        !isa<ExtractElementInst>(Byte->getIndexOperand()))
      continue;
    IRBuilder<> B(Byte);
    Value *Known = B.CreateZExtOrTrunc(Byte->getIndexOperand(), Index);
    Byte->setOperand(1, B.CreateCall(Hide, {Known}));
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
