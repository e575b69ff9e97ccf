//===- Reserved.cpp - Functions between library and passes ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Reserved.h"

using namespace llvm;

FunctionCallee ferry::compiler::reserved::getPure(Module &M, StringRef Name,
                                                  Type *Result,
                                                  ArrayRef<Type *> Parameters) {
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, FunctionType::get(Result, Parameters, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setSpeculatable();
  return Callee;
}

void ferry::compiler::reserved::markDefined(Module &M) {
  for (Function &F : M)
    if (isReserved(F) && F.doesNotAccessMemory() &&
        F.getReturnType()->isIntegerTy())
      F.addRetAttr(Attribute::NoUndef);
}
