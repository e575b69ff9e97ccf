//===- BuildEntries.cpp - What the runtime calls --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/Passes.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/prepare/Passes.h"
#include "compiler/passes/work-group/KernelDescription.h"
#include "compiler/passes/work-group/Regions.h"
#include "ferry/check.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

class EntryBuilder {
public:
  explicit EntryBuilder(Function &Kernel)
      : Kernel(Kernel), M(*Kernel.getParent()), C(M.getContext()),
        Ptr(PointerType::get(C, 0)), I32(Type::getInt32Ty(C)),
        I64(Type::getInt64Ty(C)) {}

  Function *build(const KernelDescription &Description);

private:
  Value *parameter(IRBuilder<> &B, size_t Offset, unsigned Dimension,
                   uint64_t Least = 0, uint64_t Bound = 0);
  SmallVector<Value *, 8> unpack(IRBuilder<> &B,
                                 const KernelDescription &Description);
  void answer(CallInst *Call);
  Value *answerFor(IRBuilder<> &B, StringRef Name, unsigned Dimension);
  Value *localSize(IRBuilder<> &B, unsigned Dimension);
  Value *rowBound(IRBuilder<> &B, unsigned Dimension, bool Last);

  Function &Kernel;
  Module &M;
  LLVMContext &C;
  Type *Ptr, *I32, *I64;
  Function *Entry = nullptr;
  Value *Params = nullptr, *Args = nullptr, *State = nullptr;
  /// The group that runs; for a kernel that sees no group, the first of its
  /// row.
  Value *Group[3] = {};
  Value *RowEnd = nullptr;
  std::array<uint32_t, 3> RequiredSize = {};
  bool NonUniform = false;
};

} // namespace

/// A member of abi::LaunchParams, in [Least, Bound) if Bound is not 0.
Value *EntryBuilder::parameter(IRBuilder<> &B, size_t Offset,
                               unsigned Dimension, uint64_t Least,
                               uint64_t Bound) {
  LoadInst *Load = B.CreateLoad(
      I64, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Params,
                                        Offset + Dimension * sizeof(uint64_t)));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
  if (Bound)
    Load->setMetadata(
        LLVMContext::MD_range,
        MDBuilder(C).createRange(APInt(64, Least), APInt(64, Bound)));
  return Load;
}

SmallVector<Value *, 8>
EntryBuilder::unpack(IRBuilder<> &B, const KernelDescription &Description) {
  SmallVector<Value *, 8> Values;
  for (auto [Argument, Info] : zip(Kernel.args(), Description.Arguments)) {
    Value *Place =
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Args, Info.Offset);
    Type *Ty = Argument.getType();
    if (Argument.hasByValAttr()) {
      Values.push_back(Place);
      continue;
    }
    if (Info.Kind == abi::ArgKind::LocalPointer) {
      Value *Offset = B.CreateAlignedLoad(I64, Place, Align(8));
      if (Kernel.hasFnAttribute(reserved::CheckedAttr))
        Offset =
            B.CreateAnd(Offset, (uint64_t(1) << abi::CheckedOffsetBits) - 1);
      Value *Arena = B.CreateLoad(Ptr, State);
      Values.push_back(B.CreateAddrSpaceCast(
          B.CreateInBoundsGEP(B.getInt8Ty(), Arena, Offset), Ty));
      continue;
    }
    Values.push_back(B.CreateAlignedLoad(Ty, Place, Align(Info.Alignment)));
  }
  return Values;
}

Value *EntryBuilder::localSize(IRBuilder<> &B, unsigned D) {
  Value *Full = answerFor(B, reserved::EnqueuedLocalSize, D);
  if (!NonUniform)
    return Full;
  Value *Left =
      B.CreateSub(parameter(B, offsetof(abi::LaunchParams, globalSize), D),
                  B.CreateMul(Group[D], Full));
  return B.CreateBinaryIntrinsic(Intrinsic::umin, Full, Left);
}

/// The first work-item of the row, or the one after its last.
Value *EntryBuilder::rowBound(IRBuilder<> &B, unsigned D, bool Last) {
  // The groups are the driver's, not those that the source requires.
  Value *Size = parameter(B, offsetof(abi::LaunchParams, localSize), D, 1,
                          abi::MaxWorkGroupSize + 1);
  Value *Groups = Group[D];
  if (Last)
    Groups = D == 0 ? RowEnd : B.CreateAdd(Groups, B.getInt64(1));
  Value *Bound = B.CreateMul(Groups, Size);
  if (!Last)
    return Bound;
  return B.CreateBinaryIntrinsic(
      Intrinsic::umin, Bound,
      parameter(B, offsetof(abi::LaunchParams, globalSize), D));
}

Value *EntryBuilder::answerFor(IRBuilder<> &B, StringRef Name, unsigned D) {
  using abi::LaunchParams;
  if (Name == reserved::GroupId)
    return Group[D];
  if (Name == reserved::LocalSize)
    return localSize(B, D);
  if (Name == reserved::EnqueuedLocalSize) {
    if (RequiredSize[0] != 0)
      return B.getInt64(RequiredSize[D]);
    return parameter(B, offsetof(LaunchParams, localSize), D, 1,
                     abi::MaxWorkGroupSize + 1);
  }
  if (Name == reserved::GlobalSize)
    return parameter(B, offsetof(LaunchParams, globalSize), D);
  if (Name == reserved::GlobalOffset)
    return parameter(B, offsetof(LaunchParams, globalOffset), D);
  if (Name == reserved::NumGroups)
    return parameter(B, offsetof(LaunchParams, numGroups), D);
  if (Name == reserved::RowBegin || Name == reserved::RowEnd)
    return rowBound(B, D, Name == reserved::RowEnd);
  // Only a region that never ends is left without loops: it runs for the first
  // work-item.
  return B.getInt64(0);
}

/// Replaces a call of a reserved function.
void EntryBuilder::answer(CallInst *Call) {
  StringRef Name = reserved::calleeName(Call);
  IRBuilder<> B(Call);
  Value *Answer = nullptr;
  if (Name == reserved::State)
    Answer = State;
  else if (Name == reserved::LaunchParams)
    Answer = Params;
  else if (Name == reserved::Arguments)
    Answer = Args;
  else if (Name == reserved::WorkDim)
    Answer = B.CreateLoad(
        I32, B.CreateConstInBoundsGEP1_64(
                 B.getInt8Ty(), Params, offsetof(abi::LaunchParams, workDim)));
  else if (Name == reserved::ItemSlot)
    Answer = Constant::getNullValue(Call->getType());
  else if (!Call->getType()->isVoidTy())
    Answer = answerFor(
        B, Name, cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue());
  if (Answer)
    Call->replaceAllUsesWith(Answer);
  Call->eraseFromParent();
}

Function *EntryBuilder::build(const KernelDescription &Description) {
  RequiredSize = Description.RequiredSize;
  std::swap(RequiredSize[0], RequiredSize[Description.VectorDimension]);
  NonUniform = Kernel.hasFnAttribute(reserved::NonUniformAttr);
  bool Agnostic = Kernel.hasFnAttribute(reserved::GroupAgnosticAttr);

  Entry = Function::Create(
      FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr, Ptr, I64, I64, I64, I64},
                        false),
      GlobalValue::InternalLinkage, "ferry.kernel." + Description.Name, M);
  Entry->addFnAttr(Attribute::NoUnwind);
  if (Kernel.hasOptNone()) {
    Entry->addFnAttr(Attribute::NoInline);
    Entry->addFnAttr(Attribute::OptimizeNone);
  }
  Entry->setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);
  for (unsigned I : {0u, 1u}) {
    Entry->addParamAttr(I, Attribute::NoAlias);
    Entry->addParamAttr(I, Attribute::ReadOnly);
  }
  Params = Entry->getArg(0);
  Args = Entry->getArg(1);
  State = Entry->getArg(2);
  Value *GroupBegin = Entry->getArg(3);
  RowEnd = Entry->getArg(4);
  Group[1] = Entry->getArg(5);
  Group[2] = Entry->getArg(6);

  BasicBlock *Start = BasicBlock::Create(C, "entry", Entry);
  BasicBlock *Return = BasicBlock::Create(C, "return", Entry);
  IRBuilder<> B(Start);
  SmallVector<Value *, 8> Values = unpack(B, Description);
  ReturnInst::Create(C, Return);
  CallInst *Call;
  if (Agnostic) {
    Group[0] = GroupBegin;
    Call = B.CreateCall(&Kernel, Values);
    B.CreateBr(Return);
  } else {
    BasicBlock *Loop = BasicBlock::Create(C, "group", Entry, Return);
    B.CreateBr(Loop);
    B.SetInsertPoint(Loop);
    PHINode *Index = B.CreatePHI(I64, 2, "group.index");
    Group[0] = Index;
    Call = B.CreateCall(&Kernel, Values);
    Value *Next = B.CreateAdd(Index, B.getInt64(1), "", true, true);
    Index->addIncoming(GroupBegin, Start);
    Index->addIncoming(Next, Loop);
    B.CreateCondBr(B.CreateICmpULT(Next, RowEnd), Loop, Return);
  }
  Call->setCallingConv(Kernel.getCallingConv());
  InlineFunctionInfo Info;
  [[maybe_unused]] InlineResult Inlined =
      InlineFunction(*Call, Info, /*MergeAttributes=*/false);
  assert(Inlined.isSuccess() && "a kernel has nothing that hinders inlining");

  SmallVector<CallInst *, 16> Reserved;
  for (Instruction &I : instructions(*Entry))
    if (!reserved::calleeName(&I).empty())
      Reserved.push_back(cast<CallInst>(&I));
  for (CallInst *R : Reserved)
    answer(R);
  return Entry;
}

PreservedAnalyses BuildEntriesPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function *Kernel : kernels(M)) {
    // Regions that have stayed functions are given what they ask for.
    for (CallInst *Call : regionCalls(*Kernel))
      liftQueries(*Call->getCalledFunction());
    Function *Entry = EntryBuilder(*Kernel).build(describeKernel(*Kernel));
    emitKernelCode(*Kernel, *Entry);
    if (Kernel->use_empty())
      Kernel->eraseFromParent();
  }
  return PreservedAnalyses::none();
}
