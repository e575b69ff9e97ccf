//===- LiftQueries.cpp - Functions that ask for nothing -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "compiler/passes/Parameters.h"
#include "compiler/passes/Reserved.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// Something that a function asks for: a `__local` variable, or a reserved
/// function and its operand, which is null if it has none.
using Query = std::pair<GlobalValue *, ConstantInt *>;

} // namespace

/// What \p I asks for; nothing if it is no call of such a function.
static std::optional<Query> queryOf(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  if (reserved::calleeName(&I).empty() || !Call->doesNotAccessMemory() ||
      Call->isConvergent() || Call->arg_size() > 1)
    return std::nullopt;
  auto *Operand = Call->arg_empty()
                      ? nullptr
                      : dyn_cast<ConstantInt>(Call->getArgOperand(0));
  if (!Call->arg_empty() && !Operand)
    return std::nullopt;
  return Query{Call->getCalledFunction(), Operand};
}

/// The answer to \p Q at \p B, in a function that may ask.
static Value *ask(IRBuilder<> &B, Query Q) {
  auto *Callee = dyn_cast<Function>(Q.first);
  if (!Callee)
    return Q.first;
  if (Q.second)
    return B.CreateCall(Callee, {Q.second});
  return B.CreateCall(Callee);
}

void ferry::compiler::liftQueries(Function &F) {
  MapVector<Query, SmallVector<Use *, 4>> Asked;
  SmallVector<Instruction *, 8> Calls;
  for (Instruction &I : instructions(F)) {
    if (auto Q = queryOf(I)) {
      Asked[*Q];
      Calls.push_back(&I);
    }
    for (Use &U : I.operands())
      if (auto *G = dyn_cast<GlobalVariable>(U);
          G && G->getAddressSpace() == LocalMemory)
        Asked[{G, nullptr}].push_back(&U);
  }
  // Who is called other than by a call, is not called at all in OpenCL C.
  if (F.hasAddressTaken())
    return;
  SmallVector<Query, 8> Queries;
  SmallVector<Type *, 8> Types;
  for (auto &[Q, Uses] : Asked) {
    Queries.push_back(Q);
    auto *Callee = dyn_cast<Function>(Q.first);
    Types.push_back(Callee ? Callee->getReturnType() : Q.first->getType());
  }
  Function *New = withParameters(F, Types);
  New->setCallingConv(CallingConv::Fast);
  DenseMap<Query, Value *> Answers;
  for (auto [Q, Answer] : zip(Queries, drop_begin(New->args(), F.arg_size()))) {
    Answers[Q] = &Answer;
    for (Use *U : Asked[Q])
      U->set(&Answer);
  }
  for (Instruction *I : Calls) {
    I->replaceAllUsesWith(Answers[*queryOf(*I)]);
    I->eraseFromParent();
  }
  for (User *U : make_early_inc_range(F.users())) {
    IRBuilder<> B(cast<CallBase>(U));
    SmallVector<Value *, 8> More;
    for (Query Q : Queries)
      More.push_back(ask(B, Q));
    callWith(*cast<CallBase>(U), *New, More);
  }
  F.eraseFromParent();
}

PreservedAnalyses LiftQueriesPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Constant *, 8> Variables;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == LocalMemory)
      Variables.push_back(&G);
  convertUsersOfConstantsToInstructions(Variables);
  // Who calls comes after what it calls, and then asks for that.
  SmallVector<Function *, 16> Functions;
  {
    CallGraph CG(M);
    for (CallGraphNode *Node : post_order(&CG))
      if (Function *F = Node->getFunction();
          F && !F->isDeclaration() &&
          F->getCallingConv() != CallingConv::SPIR_KERNEL)
        Functions.push_back(F);
  }
  for (Function *F : Functions)
    liftQueries(*F);
  return PreservedAnalyses::none();
}
