//===- VectorState.cpp - What recipes emit into ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/VectorState.h"

#include "compiler/LlvmVersions.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;
using namespace ferry::compiler;

Value *VectorState::scalar(Value *V) const {
  if (isa<Constant, MetadataAsValue, InlineAsm>(V))
    return V;
  Value *Known = Scalars.lookup(V);
  assert(Known && "planned as a scalar, or not emitted yet");
  return Known;
}

static ConstantInt *truncated(int64_t Number, Type *Ty) {
  const APInt All(64, uint64_t(Number), /*isSigned=*/true);
  return ConstantInt::get(Ty->getContext(),
                          All.sextOrTrunc(Ty->getIntegerBitWidth()));
}

Constant *VectorState::lanesOffset(int64_t Stride, Type *Ty) const {
  SmallVector<Constant *, 64> Lane;
  for (unsigned L = 0; L != Lanes; ++L)
    Lane.push_back(truncated(Stride * L, Ty));
  return ConstantVector::get(Lane);
}

/// Puts \p B where a value that follows from \p V can be computed once for all
/// of its uses.
static void moveAfter(IRBuilder<> &B, Value *V, Function &P) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I) {
    B.SetInsertPoint(&P.getEntryBlock(), P.getEntryBlock().begin());
    return;
  }
  BasicBlock *Block = I->getParent();
  B.SetInsertPoint(Block, isa<PHINode>(I) ? Block->getFirstNonPHIIt()
                                          : std::next(I->getIterator()));
}

void VectorState::setWide(Value *V, Parts Made) {
  if (C.Whole.contains(V))
    Whole[V] = Made[0];
  else
    Wide[V] = std::move(Made);
}

Value *VectorState::whole(Value *V) {
  if (Value *Made = Whole.lookup(V))
    return Made;
  Value *Base = scalar(V);
  IRBuilder<>::InsertPointGuard Guard(B);
  moveAfter(B, Base, P);
  SmallVector<int, 64> Each;
  for (unsigned L = 0; L != Lanes; ++L)
    for (unsigned I = 0; I != elementsOf(V->getType()); ++I)
      Each.push_back(int(I));
  return Whole[V] = B.CreateShuffleVector(Base, Each);
}

const Parts &VectorState::wide(Value *V) {
  if (auto It = Wide.find(V); It != Wide.end())
    return It->second;
  if (C.Whole.contains(V)) {
    Value *All = whole(V);
    IRBuilder<>::InsertPointGuard Guard(B);
    moveAfter(B, All, P);
    return Wide[V] = deinterleave(All, elementsOf(V->getType()));
  }
  Parts Made;
  Value *Base = scalar(V);
  Type *Ty = V->getType();
  const Shape S = C.Shapes[V];
  IRBuilder<>::InsertPointGuard Guard(B);
  moveAfter(B, Base, P);
  if (S.isStrided()) {
    Made.push_back(
        Ty->isPointerTy()
            ? B.CreateGEP(B.getInt8Ty(), Base,
                          lanesOffset(S.stride(Lanes), C.DL.getIndexType(Ty)))
            : B.CreateAdd(B.CreateVectorSplat(Lanes, Base),
                          lanesOffset(S.Stride, Ty)));
    return Wide[V] = std::move(Made);
  }
  for (unsigned I = 0; I != partTypes(Ty).size(); ++I)
    Made.push_back(B.CreateVectorSplat(
        Lanes, Ty->isVectorTy()   ? B.CreateExtractElement(Base, I)
               : Ty->isStructTy() ? B.CreateExtractValue(Base, I)
                                  : Base));
  return Wide[V] = std::move(Made);
}

Value *VectorState::interleave(ArrayRef<Value *> Values) {
  if (Values.size() == 1)
    return Values[0];
  // Of vectors whose lengths are powers of two processors know more.
  Parts All(Values);
  All.resize(PowerOf2Ceil(Values.size()),
             PoisonValue::get(Values[0]->getType()));
  return B.CreateShuffleVector(concatenateVectors(B, All),
                               createInterleaveMask(Lanes, Values.size()));
}

Parts VectorState::deinterleave(Value *V, unsigned Count) {
  if (Count == 1)
    return {V};
  Parts Made;
  for (unsigned I = 0; I != Count; ++I)
    Made.push_back(B.CreateShuffleVector(V, createStrideMask(I, Count, Lanes)));
  return Made;
}

Value *VectorState::intrinsic(const CallInst &I, ArrayRef<Value *> Arguments,
                              Type *Result) {
  CallInst *Copy = B.CreateIntrinsic(Result, I.getIntrinsicID(), Arguments);
  Copy->copyIRFlags(&I);
  return Copy;
}

Value *VectorState::mask() const {
  return Mask ? Mask
              : Constant::getAllOnesValue(
                    vectorOf(IntegerType::getInt1Ty(P.getContext())));
}

Value *VectorState::firstLane() {
  if (!Mask || !Divergent)
    return B.getInt64(0);
  Value *Bits = B.CreateBitCast(Mask, B.getIntNTy(Lanes));
  return B.CreateZExtOrTrunc(
      B.CreateBinaryIntrinsic(Intrinsic::cttz, Bits, B.getFalse()),
      B.getInt64Ty());
}

Value *VectorState::anyLane(Value *Mask) {
  Type *Bits =
      B.getIntNTy(cast<FixedVectorType>(Mask->getType())->getNumElements());
  return B.CreateICmpNE(B.CreateBitCast(Mask, Bits), ConstantInt::get(Bits, 0),
                        "any");
}

Parts VectorState::eitherWay(Value *Condition, function_ref<Parts()> Usual,
                             function_ref<Parts()> Otherwise) {
  BasicBlock *Blocks[2] = {BasicBlock::Create(B.getContext(), "usual", &P),
                           BasicBlock::Create(B.getContext(), "otherwise", &P)};
  BasicBlock *After = BasicBlock::Create(B.getContext(), "after", &P);
  B.CreateCondBr(Condition, Blocks[0], Blocks[1],
                 MDBuilder(B.getContext()).createLikelyBranchWeights());
  Parts Results[2];
  BasicBlock *Ends[2];
  for (unsigned Way = 0; Way != 2; ++Way) {
    B.SetInsertPoint(Blocks[Way]);
    Results[Way] = Way == 0 ? Usual() : Otherwise();
    Ends[Way] = B.GetInsertBlock();
    B.CreateBr(After);
  }
  B.SetInsertPoint(After);
  Parts Made;
  for (auto [U, O] : zip(Results[0], Results[1])) {
    PHINode *Phi = B.CreatePHI(U->getType(), 2);
    Phi->addIncoming(U, Ends[0]);
    Phi->addIncoming(O, Ends[1]);
    Made.push_back(Phi);
  }
  return Made;
}

Value *VectorState::pointers(Value *Pointer, uint64_t Offset) {
  Value *All;
  if (C.Shapes[Pointer].isUniform())
    All = B.CreateVectorSplat(Lanes, scalar(Pointer));
  else
    All = wideOne(Pointer);
  return Offset ? B.CreateGEP(B.getInt8Ty(), All, B.getInt64(Offset)) : All;
}

Value *VectorState::inLane(Value *V, Value *Lane) {
  Shape S = C.Shapes[V];
  Type *Ty = V->getType();
  if (S.isUniform())
    return scalar(V);
  if (S.K == Shape::Strided) {
    if (Ty->isPointerTy())
      return B.CreateGEP(
          B.getInt8Ty(), scalar(V),
          B.CreateMul(
              Lane, ConstantInt::getSigned(Lane->getType(), S.stride(Lanes))));
    return B.CreateAdd(scalar(V), B.CreateMul(B.CreateZExtOrTrunc(Lane, Ty),
                                              truncated(S.Stride, Ty)));
  }
  // One address from its base and its short index, which processors add, sooner
  // than all addresses for this one.
  if (isa<GetElementPtrInst, SExtInst, ZExtInst>(V) && !Ty->isVectorTy() &&
      !C.Shapes.interleaved(V)) {
    Instruction *Copy = cast<Instruction>(V)->clone();
    for (Use &U : Copy->operands())
      U.set(inLane(U, Lane));
    B.Insert(Copy);
    return Copy;
  }
  Parts From = wide(V);
  if (!Ty->isVectorTy() && !Ty->isStructTy())
    return B.CreateExtractElement(From[0], Lane);
  Value *Result = PoisonValue::get(Ty);
  for (auto [Index, Part] : enumerate(From)) {
    Value *Element = B.CreateExtractElement(Part, Lane);
    Result = Ty->isVectorTy()
                 ? B.CreateInsertElement(Result, Element, B.getInt64(Index))
                 : B.CreateInsertValue(Result, Element, unsigned(Index));
  }
  return Result;
}

AllocaInst *VectorState::variable(Type *Ty, const Twine &Name) {
  IRBuilder<> Entry(&P.getEntryBlock(), P.getEntryBlock().begin());
  AllocaInst *Made = Entry.CreateAlloca(Ty, nullptr, Name);
  // That of a register: LLVM's, of long vectors, is as much as they take.
  if (Ty->isVectorTy())
    Made->setAlignment(
        std::min(Made->getAlign(), Align(C.Target.VectorBits / 8)));
  return Made;
}
