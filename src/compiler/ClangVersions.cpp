//===- ClangVersions.cpp - What differs from Clang 19 to 22 ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/ClangVersions.h"

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

#if CLANG_VERSION_MAJOR < 21
namespace reserved = ferry::compiler::reserved;

/// Moves what \p Kernel does, if it is defined, to \p Body.
static void moveBlocks(Function &Kernel, Function &Body) {
  if (Kernel.isDeclaration())
    return;
  for (auto [Old, New] : zip(Kernel.args(), Body.args())) {
    New.takeName(&Old);
    Old.replaceAllUsesWith(&New);
  }
  Body.splice(Body.begin(), &Kernel);
  Body.setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);

  IRBuilder<> B(BasicBlock::Create(Kernel.getContext(), "entry", &Kernel));
  const SmallVector<Value *, 8> Arguments(make_pointer_range(Kernel.args()));
  B.CreateCall(&Body, Arguments)->setAttributes(Body.getAttributes());
  B.CreateRetVoid();
}

void ferry::compiler::makeBodies(Module &M) {
  for (Function &Kernel : make_early_inc_range(M)) {
    if (Kernel.getCallingConv() != CallingConv::SPIR_KERNEL)
      continue;
    Function &Body = *Function::Create(
        Kernel.getFunctionType(), Kernel.getLinkage(), Kernel.getAddressSpace(),
        reserved::BodyPrefix + Kernel.getName(), &M);
    Body.copyAttributesFrom(&Kernel);
    Body.setCallingConv(CallingConv::C);
    Kernel.replaceUsesWithIf(&Body, [&](Use &U) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      const bool IsCallee = Call && Call->isCallee(&U);
      if (IsCallee)
        Call->setCallingConv(CallingConv::C);
      return IsCallee;
    });
    moveBlocks(Kernel, Body);
  }
}
#endif
