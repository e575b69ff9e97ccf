//===- PlaceMemory.cpp - Variables in the thread's arenas -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/DebugInfo.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/work-group/KernelDescription.h"
#include "compiler/passes/work-group/Regions.h"
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

/// The variables in local memory of \p M, used by instructions alone.
static SmallVector<GlobalVariable *, 8> localVariables(Module &M) {
  SmallVector<GlobalVariable *, 8> Variables;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == LocalMemory)
      Variables.push_back(&G);
  convertUsersOfConstantsToInstructions(
      SmallVector<Constant *, 8>(Variables.begin(), Variables.end()));
  return Variables;
}

namespace {

/// Where in local memory the variables of a kernel lie.
struct LocalLayout {
  SmallVector<std::pair<GlobalVariable *, uint64_t>, 8> Offsets;
  uint64_t Bytes = 0;
};

} // namespace

/// The function that \p U is in; null if it is in none.
static const Function *functionOf(const Use &U) {
  auto *I = dyn_cast<Instruction>(U.getUser());
  return I ? I->getFunction() : nullptr;
}

/// Lays out those of \p Variables that one of \p Bodies uses. How many bytes
/// they take is measured in the program, whose modules may have them in another
/// order than that of the kernel: it must not depend on it.
static LocalLayout layOut(ArrayRef<Function *> Bodies,
                          ArrayRef<GlobalVariable *> Variables) {
  const DataLayout &DL = Bodies.front()->getDataLayout();
  const SmallPtrSet<const Function *, 8> All(Bodies.begin(), Bodies.end());
  auto AlignmentOf = [](const GlobalVariable *G) {
    return std::max(LocalAlignment, G->getAlign().valueOrOne().value());
  };
  auto SizeOf = [&](const GlobalVariable *G) {
    return DL.getTypeAllocSize(G->getValueType()).getFixedValue();
  };
  SmallVector<GlobalVariable *, 8> Used;
  copy_if(Variables, std::back_inserter(Used), [&](GlobalVariable *G) {
    return any_of(G->uses(),
                  [&](const Use &U) { return All.contains(functionOf(U)); });
  });
  stable_sort(Used, [&](const GlobalVariable *A, const GlobalVariable *B) {
    return std::pair(AlignmentOf(A), SizeOf(A)) >
           std::pair(AlignmentOf(B), SizeOf(B));
  });
  LocalLayout Layout;
  for (GlobalVariable *G : Used) {
    const uint64_t Offset = alignTo(Layout.Bytes, AlignmentOf(G));
    Layout.Offsets.push_back({G, Offset});
    Layout.Bytes = Offset + SizeOf(G);
  }
  return Layout;
}

static void placeLocalVariables(Function &F, const LocalLayout &Layout) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto IsHere = [&](const Use &U) { return functionOf(U) == &F; };
  Value *Arena = nullptr;
  for (auto [G, Offset] : Layout.Offsets) {
    if (none_of(G->uses(), IsHere))
      continue;
    if (!Arena)
      Arena = B.CreateAddrSpaceCast(
          reserved::loadState(B, offsetof(abi::ThreadState, localMemory)),
          G->getType());
    Value *Place = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Arena, Offset);
    Place->setName(G->getName());
    describePlace(*G, Place, &*B.GetInsertPoint());
    G->replaceUsesWithIf(Place, IsHere);
  }
}

/// \param Bytes of the group's private memory that are taken.
static void placePrivateVariables(Function &F, uint64_t &Bytes) {
  const DataLayout &DL = F.getDataLayout();
  SmallVector<AllocaInst *, 4> Large;
  for (Instruction &I : F.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I);
        A && DL.getTypeAllocSize(A->getAllocatedType()) > MaxStackBytes)
      Large.push_back(A);
  if (Large.empty())
    return;
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Arena =
      reserved::loadState(B, offsetof(abi::ThreadState, privateMemory));
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

/// Says where the slots of a group's work-items start: at \p Place, or if that
/// is null after \p Bytes of the group's private memory.
static void placeSlots(Function &F, Value *Place, uint64_t Bytes) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (reserved::calleeName(&I) == reserved::Slots) {
      IRBuilder<> B(&I);
      I.replaceAllUsesWith(
          Place ? Place
                : B.CreateConstInBoundsGEP1_64(
                      B.getInt8Ty(),
                      reserved::loadState(
                          B, offsetof(abi::ThreadState, privateMemory)),
                      Bytes));
      I.eraseFromParent();
    }
}

/// The slots of the one work-item of a group, on the stack, where the optimiser
/// makes values of them again. Null if there are more, or they are too large.
static AllocaInst *slotsOnStack(Function &Kernel, ArrayRef<Function *> Bodies) {
  const uint64_t Bytes = reserved::numberAttr(Kernel, reserved::ItemBytesAttr);
  if (!hasOneItem(Kernel) || Bodies.size() != 1 || !Bytes ||
      Bytes > MaxStackBytes)
    return nullptr;
  BasicBlock &Entry = Kernel.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *Slots = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes),
                                     /*ArraySize=*/nullptr, "slots");
  Slots->setAlignment(Align(2 * LocalAlignment));
  return Slots;
}

static void placePrivateMemory(Function &Kernel, ArrayRef<Function *> Bodies) {
  uint64_t Bytes = 0;
  for (Function *F : Bodies)
    placePrivateVariables(*F, Bytes);
  Bytes = alignTo(Bytes, 2 * LocalAlignment);
  Value *const OnStack = slotsOnStack(Kernel, Bodies);
  for (Function *F : Bodies)
    placeSlots(*F, OnStack, Bytes);
  Kernel.addFnAttr(reserved::GroupBytesAttr, std::to_string(Bytes));
}

PreservedAnalyses MeasureLocalMemoryPass::run(Module &M,
                                              ModuleAnalysisManager &) {
  const SmallVector<GlobalVariable *, 8> Variables = localVariables(M);
  for (Function *Kernel : kernels(M))
    Kernel->addFnAttr(reserved::LocalBytesAttr,
                      std::to_string(layOut(bodies(*Kernel), Variables).Bytes));
  return PreservedAnalyses::none();
}

PreservedAnalyses PlaceMemoryPass::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<GlobalVariable *, 8> Variables = localVariables(M);
  for (Function *Kernel : kernels(M)) {
    const SmallVector<Function *, 8> Bodies = bodies(*Kernel);
    const LocalLayout Layout = layOut(Bodies, Variables);
    for (Function *F : Bodies)
      placeLocalVariables(*F, Layout);
    placePrivateMemory(*Kernel, Bodies);
  }
  for (GlobalVariable *G : Variables)
    if (G->use_empty())
      G->eraseFromParent();
  return PreservedAnalyses::none();
}
