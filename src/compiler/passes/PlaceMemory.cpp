//===- PlaceMemory.cpp - Variables in the thread's arenas -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/PlaceMemory.h"

#include "compiler/passes/Reserved.h"
#include "ferry/abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// Larger private variables leave the stack; the optimiser knows more of those
/// that stay.
static constexpr uint64_t MaxStackBytes = 1024;
/// Bytes. Each variable starts on a cache line: copies move whole lines.
static constexpr uint64_t LocalAlignment = 64;

/// A pointer member of the running thread's abi::ThreadState.
static Value *loadArena(IRBuilder<> &B, Module &M, size_t Offset) {
  Value *State =
      B.CreateCall(reserved::getPure(M, reserved::State, B.getPtrTy(), {}));
  LoadInst *Arena = B.CreateLoad(
      B.getPtrTy(), B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), State, Offset));
  Arena->setMetadata(LLVMContext::MD_invariant_load,
                     MDNode::get(M.getContext(), {}));
  return Arena;
}

static void placeLocalVariables(Function &F,
                                ArrayRef<GlobalVariable *> Variables) {
  Module &M = *F.getParent();
  const DataLayout &DL = M.getDataLayout();
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  uint64_t Bytes = 0;
  Value *Arena = nullptr;
  for (GlobalVariable *G : Variables) {
    SmallVector<Use *, 8> Uses;
    for (Use &U : G->uses())
      if (auto *I = dyn_cast<Instruction>(U.getUser());
          I && I->getFunction() == &F)
        Uses.push_back(&U);
    if (Uses.empty())
      continue;
    if (!Arena)
      Arena = B.CreateAddrSpaceCast(
          loadArena(B, M, offsetof(abi::ThreadState, localMemory)),
          G->getType());
    Bytes = alignTo(
        Bytes, std::max(LocalAlignment, G->getAlign().valueOrOne().value()));
    Value *Place = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Arena, Bytes);
    Place->takeName(G);
    Bytes += DL.getTypeAllocSize(G->getValueType());
    for (Use *U : Uses)
      U->set(Place);
  }
  F.addFnAttr(reserved::LocalBytesAttr, std::to_string(Bytes));
}

static void placePrivateVariables(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  SmallVector<AllocaInst *, 4> Large;
  for (Instruction &I : F.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I);
        A && DL.getTypeAllocSize(A->getAllocatedType()) > MaxStackBytes)
      Large.push_back(A);
  uint64_t Bytes = 0;
  if (!Large.empty()) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *Arena =
        loadArena(B, *F.getParent(), offsetof(abi::ThreadState, privateMemory));
    for (AllocaInst *A : Large) {
      Bytes = alignTo(Bytes, A->getAlign());
      Value *Place = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Arena, Bytes);
      Bytes += DL.getTypeAllocSize(A->getAllocatedType());
      for (User *U : make_early_inc_range(A->users()))
        if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U))
          Marker->eraseFromParent();
      A->replaceAllUsesWith(Place);
      A->eraseFromParent();
    }
  }
  F.addFnAttr(reserved::GroupBytesAttr,
              std::to_string(alignTo(Bytes, 2 * LocalAlignment)));
}

PreservedAnalyses PlaceMemoryPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<GlobalVariable *, 8> Variables;
  SmallVector<Constant *, 8> Constants;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == LocalMemory) {
      Variables.push_back(&G);
      Constants.push_back(&G);
    }
  convertUsersOfConstantsToInstructions(Constants);
  for (Function &F : M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::SPIR_KERNEL) {
      placeLocalVariables(F, Variables);
      placePrivateVariables(F);
    }
  for (GlobalVariable *G : Variables)
    if (G->use_empty())
      G->eraseFromParent();
  return PreservedAnalyses::none();
}
