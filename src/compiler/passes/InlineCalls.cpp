//===- InlineCalls.cpp - One function per kernel --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/InlineCalls.h"

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ferry::compiler;

Error ferry::compiler::checkRecursion(Module &M) {
  CallGraph CG(M);
  std::string Message;
  for (auto It = scc_begin(&CG); !It.isAtEnd(); ++It) {
    if (!It.hasCycle())
      continue;
    SetVector<StringRef> Names;
    for (CallGraphNode *Node : *It)
      if (Function *F = Node->getFunction(); F && !F->isDeclaration())
        Names.insert(reserved::userName(*F));
    if (Names.empty())
      continue;
    Message += "error: recursion is not allowed in OpenCL C:";
    for (StringRef Name : Names)
      Message += " '" + demangle(Name) + "'";
    Message += "\n";
  }
  if (Message.empty())
    return Error::success();
  return createStringError(Message);
}

/// Functions outside kernels that cannot stay calls.
static SetVector<Function *> mustInline(Module &M) {
  SetVector<Function *> Result;
  auto AddUserOf = [&](Value &V) {
    SmallVector<User *, 16> Work(V.users());
    SmallPtrSet<User *, 16> Seen;
    while (!Work.empty()) {
      User *U = Work.pop_back_val();
      if (!Seen.insert(U).second)
        continue;
      if (auto *I = dyn_cast<Instruction>(U))
        Result.insert(I->getFunction());
      else if (isa<Constant>(U))
        Work.append(U->user_begin(), U->user_end());
    }
  };
  for (Function &F : M)
    if (reserved::isReserved(F) || F.getName() == "printf")
      AddUserOf(F);
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == LocalMemory)
      AddUserOf(G);
  for (unsigned I = 0; I != Result.size(); ++I)
    AddUserOf(*Result[I]);
  return Result;
}

PreservedAnalyses MarkInlinePass::run(Module &M, ModuleAnalysisManager &) {
  SetVector<Function *> Must = mustInline(M);
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() == CallingConv::SPIR_KERNEL)
      continue;
    if (F.hasFnAttribute(Attribute::NoInline) && !Must.contains(&F))
      continue;
    F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(Attribute::OptimizeNone);
    F.addFnAttr(Attribute::AlwaysInline);
    // A call may say noinline, too.
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->removeFnAttr(Attribute::NoInline);
  }
  return PreservedAnalyses::none();
}
