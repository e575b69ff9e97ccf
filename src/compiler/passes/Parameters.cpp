//===- Parameters.cpp - Functions with more parameters --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Parameters.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

Function *ferry::compiler::withParameters(Function &F, ArrayRef<Type *> More) {
  SmallVector<Type *, 8> Types(F.getFunctionType()->params());
  Types.append(More.begin(), More.end());
  auto *New = Function::Create(
      FunctionType::get(F.getReturnType(), Types, /*isVarArg=*/false),
      F.getLinkage());
  F.getParent()->getFunctionList().insert(F.getIterator(), New);
  New->copyAttributesFrom(&F);
  New->setLinkage(GlobalValue::InternalLinkage);
  New->copyMetadata(&F, 0);
  New->takeName(&F);
  New->splice(New->begin(), &F);
  for (auto [Old, Parameter] : zip(F.args(), New->args())) {
    Parameter.takeName(&Old);
    Old.replaceAllUsesWith(&Parameter);
  }
  return New;
}

CallInst *ferry::compiler::callWith(CallBase &Call, Function &New,
                                    ArrayRef<Value *> More) {
  SmallVector<Value *, 8> Operands(Call.args());
  Operands.append(More.begin(), More.end());
  CallInst *Made = IRBuilder<>(&Call).CreateCall(&New, Operands);
  Made->setAttributes(Call.getAttributes());
  Made->setCallingConv(New.getCallingConv());
  Made->copyMetadata(Call);
  if (auto *Plain = dyn_cast<CallInst>(&Call))
    Made->setTailCallKind(Plain->getTailCallKind());
  Made->takeName(&Call);
  Call.replaceAllUsesWith(Made);
  Call.eraseFromParent();
  return Made;
}
