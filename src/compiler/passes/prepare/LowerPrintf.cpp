//===- LowerPrintf.cpp - printf as a runtime call -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Alignment.h"

using namespace llvm;
using namespace ferry::compiler;

/// What the C default argument promotions make of \p V.
static Value *promote(IRBuilder<> &B, Value *V) {
  Type *Ty = V->getType();
  if (Ty->isHalfTy() || Ty->isFloatTy())
    return B.CreateFPExt(V, B.getDoubleTy());
  // Clang has widened by the sign already, but for bool.
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() < 32)
    return B.CreateZExt(V, B.getInt32Ty());
  return V;
}

/// What argument \p Number of \p Call is worth: Clang hands vectors of more
/// than 64 bytes on as the address of a copy.
static Value *argument(IRBuilder<> &B, const CallInst &Call, unsigned Number) {
  Value *V = Call.getArgOperand(Number);
  if (!Call.isByValArgument(Number))
    return promote(B, V);
  return B.CreateAlignedLoad(Call.getParamByValType(Number), V,
                             Call.getParamAlign(Number));
}

/// Each argument lies behind its size: what a conversion takes for it does not
/// shift those that follow.
static void lower(CallInst *Call, FunctionCallee Runtime) {
  const DataLayout &DL = Call->getDataLayout();
  IRBuilder<> B(Call);
  SmallVector<std::pair<Value *, uint64_t>, 16> Placed;
  uint64_t Bytes = 0;
  for (unsigned Number = 1; Number < Call->arg_size(); ++Number) {
    Value *V = argument(B, *Call, Number);
    const uint64_t Size = DL.getTypeAllocSize(V->getType());
    Placed.emplace_back(B.getInt64(Size), Bytes);
    Placed.emplace_back(V, Bytes + 8);
    Bytes += 8 + alignTo(Size, 8);
  }
  BasicBlock &Entry = Call->getFunction()->getEntryBlock();
  IRBuilder<> EntryBuilder(&Entry, Entry.begin());
  AllocaInst *Block = EntryBuilder.CreateAlloca(
      ArrayType::get(B.getInt8Ty(), std::max<uint64_t>(Bytes, 1)));
  Block->setAlignment(Align(8));
  for (auto [V, Offset] : Placed)
    B.CreateAlignedStore(
        V, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, Offset),
        Align(8));
  Value *Format = B.CreateAddrSpaceCast(Call->getArgOperand(0), B.getPtrTy());
  Value *State = reserved::ask(B, reserved::State, B.getPtrTy());
  Call->replaceAllUsesWith(
      B.CreateCall(Runtime, {State, Format, Block, B.getInt64(Bytes)}));
  Call->eraseFromParent();
}

PreservedAnalyses LowerPrintfPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Printf = M.getFunction("printf");
  if (!Printf || !Printf->isDeclaration())
    return PreservedAnalyses::all();
  Type *Ptr = PointerType::get(M.getContext(), 0);
  Type *I32 = Type::getInt32Ty(M.getContext());
  FunctionCallee Runtime = M.getOrInsertFunction(
      "ferry_printf",
      FunctionType::get(I32, {Ptr, Ptr, Ptr, Type::getInt64Ty(M.getContext())},
                        false));
  for (unsigned Argument : {1u, 2u})
    cast<Function>(Runtime.getCallee())
        ->addParamAttr(Argument, capturesNone(M.getContext()));
  SmallVector<CallInst *, 8> Calls;
  for (User *U : Printf->users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->arg_size())
      Calls.push_back(Call);
  for (CallInst *Call : Calls)
    lower(Call, Runtime);
  if (Printf->use_empty())
    Printf->eraseFromParent();
  return PreservedAnalyses::none();
}
