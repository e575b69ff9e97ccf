//===- PackerSubGroups.cpp - What sub-groups do, for a pack ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;
using namespace ferry::compiler;

/// \p V, with what changes nothing in lanes that are not active.
Value *Packer::neutral(Value *V, const SubGroupCall &Call) {
  Value *Active = Masks[Current];
  if (!Active)
    return V;
  // Of floats, -0 is what a sum starts from; but where a scan starts from
  // nothing it has +0.
  Constant *Neutral = Call.identity(V->getType());
  if (Call.Op == SubGroupCall::Add && Call.K != SubGroupCall::Exclusive &&
      V->getType()->isFPOrFPVectorTy())
    Neutral = ConstantFP::getNegativeZero(V->getType());
  return B.CreateSelect(Active, V, Neutral);
}

/// One value of all lanes of \p V. The order is free (OpenCL C 6.15.19.3).
Value *Packer::reduce(Value *V, const SubGroupCall &Call) {
  Type *Ty = V->getType()->getScalarType();
  if (!Ty->isFloatingPointTy()) {
    switch (Call.Op) {
    case SubGroupCall::Add:
      return B.CreateAddReduce(V);
    case SubGroupCall::Mul:
      return B.CreateMulReduce(V);
    case SubGroupCall::Min:
      return B.CreateIntMinReduce(V, !Call.Unsigned);
    case SubGroupCall::Max:
      return B.CreateIntMaxReduce(V, !Call.Unsigned);
    case SubGroupCall::And:
      return B.CreateAndReduce(V);
    case SubGroupCall::Or:
      return B.CreateOrReduce(V);
    case SubGroupCall::Xor:
      return B.CreateXorReduce(V);
    }
  }
  // Halves, until one lane is left.
  for (unsigned Count = Lanes; Count > 1; Count /= 2) {
    SmallVector<int, 32> Low, High;
    for (unsigned L = 0; L != Count / 2; ++L) {
      Low.push_back(L);
      High.push_back(Count / 2 + L);
    }
    V = Call.combine(B, B.CreateShuffleVector(V, Low),
                     B.CreateShuffleVector(V, High));
  }
  return B.CreateExtractElement(V, uint64_t(0));
}

/// Each lane has what the operation makes of it and the lanes before it.
Value *Packer::scan(Value *V, const SubGroupCall &Call) {
  // Lanes of First up to a distance, then those of Second from Start on.
  auto Join = [&](Value *First, Value *Second, unsigned Distance,
                  unsigned Start) {
    SmallVector<int, 64> Order;
    for (unsigned L = 0; L != Lanes; ++L)
      Order.push_back(L < Distance ? L : Lanes + Start + L - Distance);
    return B.CreateShuffleVector(First, Second, Order);
  };
  if (Call.K == SubGroupCall::Exclusive)
    V = Join(Call.identity(V->getType()), V, 1, 0);
  for (unsigned Distance = 1; Distance < Lanes; Distance *= 2) {
    Value *Shifted = Join(PoisonValue::get(V->getType()), V, Distance, 0);
    V = Join(V, Call.combine(B, Shifted, V), Distance, Distance);
  }
  return V;
}

/// Each lane has what the operation makes of \p Size lanes, a power of two.
Value *Packer::reduceClusters(Value *V, Value *Size, const SubGroupCall &Call) {
  for (unsigned Distance = 1; Distance < Lanes; Distance *= 2) {
    SmallVector<int, 64> Order;
    for (unsigned L = 0; L != Lanes; ++L)
      Order.push_back(L ^ Distance);
    V = B.CreateSelect(B.CreateICmpUGT(Size, B.getInt32(Distance)),
                       Call.combine(B, V, B.CreateShuffleVector(V, Order)), V);
  }
  return V;
}

/// In lane l, lane \p Index[l] of \p V: words of 32 bits.
Value *Packer::permuteWords(Value *V, Value *Index) {
  unsigned Piece = std::clamp(Target.VectorBits / 32, 4u, std::max(Lanes, 4u));
  auto Take = [&](Value *From, unsigned First) {
    SmallVector<int, 16> Order;
    for (unsigned L = 0; L != Piece; ++L)
      Order.push_back(First + L < Lanes ? int(First + L) : -1);
    return B.CreateShuffleVector(From, Order);
  };
  auto Permute = [&](Value *From, Value *By) -> Value * {
    if (Piece == 16)
      return B.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512, {},
                               {From, By});
    if (Piece == 8)
      return B.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {From, By});
    Type *Floats = FixedVectorType::get(B.getFloatTy(), 4);
    return B.CreateBitCast(
        B.CreateIntrinsic(Intrinsic::x86_avx_vpermilvar_ps, {},
                          {B.CreateBitCast(From, Floats), By}),
        From->getType());
  };
  // Each instruction looks at one piece, and at the low bits of indices.
  SmallVector<Value *, 8> Results;
  for (unsigned To = 0; To < Lanes; To += Piece) {
    Value *By = Take(Index, To);
    Value *Result = nullptr;
    for (unsigned From = 0; From < Lanes; From += Piece) {
      Value *Here = Permute(Take(V, From), By);
      Result =
          Result
              ? B.CreateSelect(
                    B.CreateICmpUGE(By, ConstantInt::get(By->getType(), From)),
                    Here, Result)
              : Here;
    }
    Results.push_back(Result);
  }
  Value *All = concatenateVectors(B, Results);
  if (Lanes >= Piece)
    return All;
  static constexpr int First[] = {0, 1, 2, 3};
  return B.CreateShuffleVector(All, ArrayRef(First).take_front(Lanes));
}

/// In lane l, lane \p Index[l] of \p V, modulo the number of lanes.
Value *Packer::permute(Value *V, Value *Index) {
  Type *Ty = V->getType();
  if (Masks[Current]) {
    // Lanes that are not active may hold poison, which must not spread; what
    // is read from them is any value.
    V = B.CreateFreeze(V);
    Index = B.CreateFreeze(Index);
  }
  Index = B.CreateAnd(Index, ConstantInt::get(Index->getType(), Lanes - 1));
  if (Target.VectorBits < 256) {
    // No instruction does it: through memory.
    IRBuilder<> Entry(&P->getEntryBlock(), P->getEntryBlock().begin());
    Value *Memory = Entry.CreateAlloca(Ty);
    B.CreateStore(V, Memory);
    Type *Element = Ty->getScalarType();
    Value *Result = PoisonValue::get(Ty);
    for (uint64_t L = 0; L != Lanes; ++L)
      Result = B.CreateInsertElement(
          Result,
          B.CreateLoad(Element, B.CreateGEP(Element, Memory,
                                            B.CreateExtractElement(Index, L))),
          L);
    return Result;
  }
  unsigned Bits = Ty->getScalarSizeInBits();
  Type *Words = vectorOf(B.getInt32Ty());
  Value *Whole = B.CreateBitCast(V, vectorOf(B.getIntNTy(Bits)));
  Value *Low = permuteWords(B.CreateZExtOrTrunc(Whole, Words), Index);
  Low = B.CreateZExtOrTrunc(Low, Whole->getType());
  if (Bits > 32) {
    Value *High = permuteWords(
        B.CreateTrunc(B.CreateLShr(Whole, uint64_t(32)), Words), Index);
    High = B.CreateShl(B.CreateZExt(High, Whole->getType()), uint64_t(32));
    Low = B.CreateOr(Low, High);
  }
  return B.CreateBitCast(Low, Ty);
}

void Packer::subGroup(CallInst &I, const SubGroupCall &Call) {
  auto Operand = [&](unsigned Index) { return I.getArgOperand(Index); };
  switch (Call.K) {
  case SubGroupCall::None:
  case SubGroupCall::MaxSize:
    return computeBase(I);
  case SubGroupCall::Size:
    Bases[&I] = Items ? B.CreateTrunc(Items, I.getType()) : B.getInt32(Lanes);
    return;
  case SubGroupCall::Id:
    Bases[&I] = subGroupId(B, Lanes);
    return;
  case SubGroupCall::LocalId:
    Bases[&I] = B.getInt32(0);
    return;
  case SubGroupCall::Barrier:
    B.CreateFence(AtomicOrdering::AcquireRelease, SyncScope::SingleThread);
    return;
  case SubGroupCall::Ballot: {
    Value *Bits = B.CreateIsNotNull(wideOne(Operand(0)));
    if (Value *Active = Masks[Current])
      Bits = B.CreateLogicalAnd(Active, Bits);
    Bases[&I] = B.CreateZExtOrTrunc(B.CreateBitCast(Bits, B.getIntNTy(Lanes)),
                                    I.getType());
    return;
  }
  case SubGroupCall::Broadcast: {
    Value *From = Shapes[Operand(1)].isUniform()
                      ? scalar(Operand(1))
                      : laneOf(Operand(1), firstLane());
    Bases[&I] = B.CreateFreeze(B.CreateExtractElement(
        wideOne(Operand(0)), B.CreateAnd(From, Lanes - 1)));
    return;
  }
  case SubGroupCall::Shuffle:
    Wide[&I] = {permute(wideOne(Operand(0)), wideOne(Operand(1)))};
    return;
  case SubGroupCall::Reduce:
    Bases[&I] = reduce(neutral(wideOne(Operand(0)), Call), Call);
    return;
  case SubGroupCall::Inclusive:
  case SubGroupCall::Exclusive:
    Wide[&I] = {scan(neutral(wideOne(Operand(0)), Call), Call)};
    return;
  case SubGroupCall::Cluster: {
    Value *Size = Shapes[Operand(1)].isUniform()
                      ? scalar(Operand(1))
                      : laneOf(Operand(1), firstLane());
    Wide[&I] = {reduceClusters(neutral(wideOne(Operand(0)), Call), Size, Call)};
    return;
  }
  }
}
