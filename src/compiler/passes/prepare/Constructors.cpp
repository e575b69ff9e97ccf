//===- Constructors.cpp - Constructors of program scope -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "compiler/passes/Reserved.h"
#include "ferry/abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

PreservedAnalyses GatherConstructorsPass::run(Module &M,
                                              ModuleAnalysisManager &) {
  GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
  if (!List)
    return PreservedAnalyses::all();
  SmallVector<std::pair<uint64_t, Function *>, 4> Callers;
  if (auto *Entries = dyn_cast<ConstantArray>(List->getInitializer()))
    for (Value *Entry : Entries->operands())
      if (auto *Fields = dyn_cast<ConstantStruct>(Entry))
        if (auto *F =
                dyn_cast<Function>(Fields->getOperand(1)->stripPointerCasts());
            F && F->arg_empty())
          Callers.emplace_back(
              cast<ConstantInt>(Fields->getOperand(0))->getZExtValue(), F);
  List->eraseFromParent();
  if (Callers.empty())
    return PreservedAnalyses::none();
  stable_sort(Callers, less_first());
  LLVMContext &C = M.getContext();
  auto *All = Function::Create(
      FunctionType::get(Type::getVoidTy(C), false),
      GlobalValue::ExternalLinkage,
      Twine(reserved::KernelPrefix) + abi::ConstructorsKernel, M);
  All->setCallingConv(CallingConv::SPIR_KERNEL);
  All->setAttributes(Callers.front().second->getAttributes());
  All->addFnAttr(reserved::InternalAttr);
  IRBuilder<> B(BasicBlock::Create(C, "entry", All));
  for (auto [Priority, F] : Callers) {
    // Clang makes a kernel of it.
    F->setCallingConv(CallingConv::C);
    F->setSection("");
    B.CreateCall(F);
  }
  B.CreateRetVoid();
  return PreservedAnalyses::none();
}
