//===- PackerCalls.cpp - Calls of a pack, and what goes lane by lane ------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"

#include "compiler/passes/Reserved.h"
#include "compiler/passes/VectorMath.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace ferry::compiler;

/// The value of \p V in one lane.
Value *Packer::laneOf(Value *V, Value *Lane) {
  Shape S = Shapes[V];
  Type *Ty = V->getType();
  if (!isa<Instruction>(V) || S.isUniform())
    return scalar(V);
  if (S.K == Shape::Strided) {
    if (Ty->isPointerTy())
      return B.CreateGEP(
          B.getInt8Ty(), scalar(V),
          B.CreateMul(Lane, ConstantInt::getSigned(Lane->getType(), S.Stride)));
    return B.CreateAdd(scalar(V),
                       B.CreateMul(B.CreateZExtOrTrunc(Lane, Ty),
                                   ConstantInt::getSigned(Ty, S.Stride, true)));
  }
  // One address from its base and its short index, which processors add, sooner
  // than all addresses for this one.
  if (isa<GetElementPtrInst, SExtInst, ZExtInst>(V) && !Ty->isVectorTy() &&
      !Shapes.interleaved(V)) {
    Instruction *Copy = cast<Instruction>(V)->clone();
    for (Use &U : Copy->operands())
      U.set(laneOf(U, Lane));
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

/// Carries out \p I for one active lane after the other.
void Packer::laneByLane(Instruction &I) {
  bool HasResult = !I.getType()->isVoidTy();
  SmallVector<Type *, 1> Types;
  if (HasResult)
    Types = partTypes(I.getType());
  if (any_of(Types,
             [](Type *Ty) { return !VectorType::isValidElementType(Ty); })) {
    Failed = true;
    return;
  }
  Type *Bits = B.getIntNTy(Lanes);
  Value *Active = B.CreateBitCast(mask(), Bits);
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Body = BasicBlock::Create(C, "lane", P);
  BasicBlock *After = BasicBlock::Create(C, "lanes.done", P);
  // Where there was no branch around it, there may be no active lane.
  bool MayBeNone = Divergent[Current];
  if (MayBeNone)
    B.CreateCondBr(B.CreateICmpNE(Active, ConstantInt::get(Bits, 0)), Body,
                   After);
  else
    B.CreateBr(Body);
  B.SetInsertPoint(Body);
  PHINode *Left = B.CreatePHI(Bits, 2, "lanes");
  Left->addIncoming(Active, Before);
  Parts Results;
  for (Type *Ty : Types) {
    PHINode *Sofar = B.CreatePHI(vectorOf(Ty), 2);
    Sofar->addIncoming(PoisonValue::get(Sofar->getType()), Before);
    Results.push_back(Sofar);
  }
  Value *Lane = B.CreateZExtOrTrunc(
      B.CreateBinaryIntrinsic(Intrinsic::cttz, Left, B.getTrue()),
      B.getInt64Ty(), "lane");
  Instruction *Copy = I.clone();
  for (Use &U : Copy->operands())
    if (!isa<MetadataAsValue, InlineAsm>(U))
      U.set(laneOf(U, Lane));
  // The elements of one lane are not together.
  if (Value *Pointer = getLoadStorePointerOperand(&I))
    if (const AllocaInst *Variable = Shapes.interleaved(Pointer)) {
      Align Alignment(Shapes.granule(Variable));
      if (auto *Load = dyn_cast<LoadInst>(Copy))
        Load->setAlignment(Alignment);
      else
        cast<StoreInst>(Copy)->setAlignment(Alignment);
    }
  B.Insert(Copy);
  for (auto [Index, Result] : enumerate(Results)) {
    Value *Part = Copy;
    if (I.getType()->isVectorTy())
      Part = B.CreateExtractElement(Copy, B.getInt64(Index));
    else if (I.getType()->isStructTy())
      Part = B.CreateExtractValue(Copy, unsigned(Index));
    auto *Sofar = cast<PHINode>(Result);
    Result = B.CreateInsertElement(Sofar, Part, Lane);
    Sofar->addIncoming(Result, Body);
  }
  Value *Rest = B.CreateAnd(Left, B.CreateSub(Left, ConstantInt::get(Bits, 1)));
  Left->addIncoming(Rest, Body);
  B.CreateCondBr(B.CreateICmpNE(Rest, ConstantInt::get(Bits, 0)), Body, After);
  B.SetInsertPoint(After);
  if (MayBeNone)
    for (Value *&Result : Results) {
      PHINode *Phi = B.CreatePHI(Result->getType(), 2);
      Phi->addIncoming(PoisonValue::get(Result->getType()), Before);
      Phi->addIncoming(Result, Body);
      Result = Phi;
    }
  if (HasResult)
    Wide[&I] = std::move(Results);
}

/// \returns false if \p I has no form for all lanes at once.
bool Packer::intrinsic(CallInst &I) {
  Intrinsic::ID ID = I.getIntrinsicID();
  switch (ID) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
    return true;
  case Intrinsic::experimental_noalias_scope_decl:
    B.Insert(I.clone());
    return true;
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor: {
    const Parts &Values = wide(I.getArgOperand(0));
    Value *Sum = Values.front();
    for (Value *V : drop_begin(Values))
      Sum = ID == Intrinsic::vector_reduce_add   ? B.CreateAdd(Sum, V)
            : ID == Intrinsic::vector_reduce_and ? B.CreateAnd(Sum, V)
            : ID == Intrinsic::vector_reduce_or  ? B.CreateOr(Sum, V)
                                                 : B.CreateXor(Sum, V);
    Wide[&I] = {Sum};
    return true;
  }
  default:
    break;
  }
  if (!isTriviallyVectorizable(ID) || I.getType()->isStructTy())
    return false;
  SmallVector<Type *, 1> Types = partTypes(I.getType());
  SmallVector<Parts, 3> Operands;
  for (auto [Index, Operand] : enumerate(I.args())) {
    if (!isVectorIntrinsicWithScalarOpAtArg(ID, Index, nullptr)) {
      Operands.push_back(wide(Operand));
      continue;
    }
    if (!Shapes[Operand].isUniform())
      return false;
    Operands.push_back({scalar(Operand)});
  }
  Parts Made;
  for (unsigned Part = 0; Part != Types.size(); ++Part) {
    SmallVector<Value *, 3> Arguments;
    SmallVector<Type *, 3> Overloads;
    if (isVectorIntrinsicWithOverloadTypeAtArg(ID, -1, nullptr))
      Overloads.push_back(vectorOf(Types[Part]));
    for (auto [Index, Operand] : enumerate(Operands)) {
      Value *Argument = Operand[Operand.size() == 1 ? 0 : Part];
      Arguments.push_back(Argument);
      if (isVectorIntrinsicWithOverloadTypeAtArg(ID, Index, nullptr))
        Overloads.push_back(Argument->getType());
    }
    CallInst *Call = B.CreateIntrinsic(ID, Overloads, Arguments);
    Call->copyIRFlags(&I);
    Made.push_back(Call);
  }
  Wide[&I] = std::move(Made);
  return true;
}

void Packer::call(CallInst &I) {
  if (SubGroupCall Call(&I); Call)
    return subGroup(I, Call);
  bool Reserved = !reserved::calleeName(&I).empty();
  if (Reserved || (!I.getType()->isVoidTy() && Shapes[&I].K == Shape::Uniform))
    return computeBase(I);
  if (I.getType()->isFloatingPointTy() && !I.mayHaveSideEffects()) {
    SmallVector<Value *, 2> Arguments;
    for (Value *Argument : I.args())
      if (Argument->getType() == I.getType())
        Arguments.push_back(wideOne(Argument));
    if (Arguments.size() == I.arg_size())
      if (Value *Result = emitVectorMath(B, I, Arguments, Lanes)) {
        Wide[&I] = {Result};
        return;
      }
  }
  if (isa<IntrinsicInst>(I) && intrinsic(I))
    return;
  laneByLane(I);
}
