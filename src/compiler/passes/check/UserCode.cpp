//===- UserCode.cpp - What of a program is the user's ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/check/UserCode.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ferry::compiler;

DenseSet<const Function *> ferry::compiler::definedFunctions(const Module &M) {
  DenseSet<const Function *> Result;
  for (const Function &F : M)
    if (!F.isDeclaration())
      Result.insert(&F);
  return Result;
}

/// Whether \p I reads or writes what a pointer leads to that \p I's function
/// was given. What describes an image is constant memory. Of functions that are
/// passed by (pipes, waits), only where a packet is read to is the program's:
/// a pipe is not, and who judges events does not look at their variables.
static bool isProgramsAccess(const Instruction &I) {
  const auto *Block = dyn_cast<MemIntrinsic>(&I);
  const auto At =
      Block ? MemoryLocation::getForDest(Block) : MemoryLocation::getOrNone(&I);
  auto *Given = At ? dyn_cast<Argument>(getUnderlyingObject(At->Ptr)) : nullptr;
  if (!Given)
    return false;
  const unsigned Space = Given->getType()->getPointerAddressSpace();
  if (I.getFunction()->hasFnAttribute(
          Attribute::DisableSanitizerInstrumentation))
    return Space != GlobalMemory && I.mayWriteToMemory();
  return Space != ConstantMemory;
}

void ferry::compiler::markLibrary(Module &M,
                                  const DenseSet<const Function *> &Own) {
  MDNode *Empty = MDNode::get(M.getContext(), {});
  for (Function &F : M) {
    if (F.isDeclaration() || Own.contains(&F))
      continue;
    for (Instruction &I : instructions(F))
      if (I.mayReadOrWriteMemory() && !isProgramsAccess(I) &&
          !isa<FenceInst>(I) && (!isa<CallBase>(I) || isa<MemIntrinsic>(I)))
        I.setMetadata(LLVMContext::MD_nosanitize, Empty);
  }
}

Constant *ferry::compiler::textConstant(Module &M, StringRef Text) {
  const std::string Name = ("ferry.text." + Text).str();
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  Constant *Bytes = ConstantDataArray::getString(M.getContext(), Text);
  auto *New = new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                                 GlobalValue::PrivateLinkage, Bytes, Name);
  New->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return New;
}
