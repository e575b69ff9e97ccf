//===- BlockKernels.cpp - Functions that OpEnqueueKernel names ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/spirv/BlockKernels.h"

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ferry::compiler;

static bool isCallee(const Use &U) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isCallee(&U);
}

static Function *makeKernelOf(Function &Body) {
  const Twine Name =
      Body.hasName() ? Body.getName() + "_kernel" : Twine("block_kernel");
  auto *Kernel =
      Function::Create(Body.getFunctionType(), GlobalValue::InternalLinkage,
                       Name, Body.getParent());
  Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  IRBuilder<> Builder(BasicBlock::Create(Body.getContext(), "entry", Kernel));
  SmallVector<Value *, 4> Arguments(make_pointer_range(Kernel->args()));
  Builder.CreateCall(&Body, Arguments)->setCallingConv(Body.getCallingConv());
  Builder.CreateRetVoid();
  return Kernel;
}

void ferry::compiler::makeBlockKernels(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (F.isDeclaration() || isKernel(F) || all_of(F.uses(), isCallee))
      continue;
    Function *Kernel = makeKernelOf(F);
    F.replaceUsesWithIf(Kernel, [](Use &U) { return !isCallee(U); });
  }
}
