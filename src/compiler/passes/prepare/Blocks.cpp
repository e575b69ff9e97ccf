//===- Blocks.cpp - Blocks that kernels enqueue ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace ferry::compiler;

/// Whether \p U hands a function's address on, other than to call it. What
/// LLVM's own variables have (llvm.used, annotations) is of no account.
static bool isData(const Use &U) {
  const User *By = U.getUser();
  if (auto *Call = dyn_cast<CallBase>(By))
    return !Call->isCallee(&U);
  if (auto *G = dyn_cast<GlobalVariable>(By))
    return !G->getName().starts_with("llvm.");
  return isa<Instruction>(By) || (isa<Constant>(By) && !isa<GlobalValue>(By) &&
                                  any_of(By->uses(), isData));
}

/// The name that the driver knows \p Kernel by.
static Constant *nameOf(Function &Kernel) {
  Module &M = *Kernel.getParent();
  Constant *Text =
      ConstantDataArray::getString(M.getContext(), reserved::userName(Kernel));
  auto *G = new GlobalVariable(M, Text->getType(), /*isConstant=*/true,
                               GlobalValue::PrivateLinkage, Text, "block.name");
  G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return G;
}

PreservedAnalyses NameBlocksPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration() || none_of(F.uses(), isData))
      continue;
    Changed = true;
    Constant *Instead = ConstantPointerNull::get(F.getType());
    if (isKernel(F)) {
      F.setLinkage(GlobalValue::ExternalLinkage);
      F.addFnAttr(reserved::InternalAttr);
      Instead = nameOf(F);
    }
    F.replaceUsesWithIf(Instead, [](Use &U) { return isData(U); });
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
