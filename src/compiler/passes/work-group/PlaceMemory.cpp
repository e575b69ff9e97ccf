//===- PlaceMemory.cpp - Variables in the thread's arenas -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/PlaceMemory.h"

#include "compiler/passes/DebugInfo.h"
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

/// The variables in local memory of \p M, used by instructions alone.
static SmallVector<GlobalVariable *, 8> localVariables(Module &M) {
  SmallVector<GlobalVariable *, 8> Variables;
  SmallVector<Constant *, 8> Constants;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == LocalMemory) {
      Variables.push_back(&G);
      Constants.push_back(&G);
    }
  convertUsersOfConstantsToInstructions(Constants);
  return Variables;
}

/// Calls \p Place with each of \p Variables that \p F uses, its uses there, and
/// its offset in bytes. \returns the bytes of all.
static uint64_t
layOut(Function &F, ArrayRef<GlobalVariable *> Variables,
       function_ref<void(GlobalVariable &, ArrayRef<Use *>, uint64_t)> Place) {
  const DataLayout &DL = F.getDataLayout();
  uint64_t Bytes = 0;
  for (GlobalVariable *G : Variables) {
    SmallVector<Use *, 8> Uses;
    for (Use &U : G->uses())
      if (auto *I = dyn_cast<Instruction>(U.getUser());
          I && I->getFunction() == &F)
        Uses.push_back(&U);
    if (Uses.empty())
      continue;
    Bytes = alignTo(
        Bytes, std::max(LocalAlignment, G->getAlign().valueOrOne().value()));
    Place(*G, Uses, Bytes);
    Bytes += DL.getTypeAllocSize(G->getValueType());
  }
  return Bytes;
}

static void placeLocalVariables(Function &F,
                                ArrayRef<GlobalVariable *> Variables) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Arena = nullptr;
  layOut(F, Variables,
         [&](GlobalVariable &G, ArrayRef<Use *> Uses, uint64_t Offset) {
           if (!Arena)
             Arena = B.CreateAddrSpaceCast(
                 loadArena(B, *F.getParent(),
                           offsetof(abi::ThreadState, localMemory)),
                 G.getType());
           Value *Place =
               B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Arena, Offset);
           Place->takeName(&G);
           describePlace(G, Place, &*B.GetInsertPoint());
           for (Use *U : Uses)
             U->set(Place);
         });
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
      describePlace(*A, Place, &*B.GetInsertPoint());
      A->replaceAllUsesWith(Place);
      A->eraseFromParent();
    }
  }
  F.addFnAttr(reserved::GroupBytesAttr,
              std::to_string(alignTo(Bytes, 2 * LocalAlignment)));
}

PreservedAnalyses MeasureLocalMemoryPass::run(Module &M,
                                              ModuleAnalysisManager &) {
  const SmallVector<GlobalVariable *, 8> Variables = localVariables(M);
  for (Function &F : M)
    if (isKernel(F))
      F.addFnAttr(reserved::LocalBytesAttr,
                  std::to_string(layOut(F, Variables, [](auto &&...) {})));
  return PreservedAnalyses::none();
}

PreservedAnalyses PlaceMemoryPass::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<GlobalVariable *, 8> Variables = localVariables(M);
  for (Function &F : M)
    if (isKernel(F)) {
      placeLocalVariables(F, Variables);
      placePrivateVariables(F);
    }
  for (GlobalVariable *G : Variables)
    if (G->use_empty())
      G->eraseFromParent();
  return PreservedAnalyses::none();
}
