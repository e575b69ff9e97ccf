//===- SubGroupRecipes.cpp - What sub-groups do, for all lanes ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/LlvmVersions.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/vectorise/Permutations.h"
#include "compiler/passes/vectorise/VectorState.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

/// \p V, with what changes nothing in lanes that are not active.
static Value *neutral(VectorState &S, Value *V, const SubGroupCall &Call) {
  Value *Active = S.Mask;
  if (!Active)
    return V;
  // Of floats, -0 is what a sum starts from; but where a scan starts from
  // nothing it has +0.
  Constant *Neutral = identityOf(Call.Op, V->getType());
  if (Call.Op == RecurKind::FAdd && Call.K != SubGroupCall::Exclusive)
    Neutral = ConstantFP::getNegativeZero(V->getType());
  return S.B.CreateSelect(Active, V, Neutral);
}

/// One value of all lanes of \p V. The order is free (OpenCL C 6.15.19.3).
static Value *reduce(VectorState &S, Value *V, const SubGroupCall &Call) {
  Type *Ty = V->getType()->getScalarType();
  if (!Ty->isFloatingPointTy())
    return createSimpleReduction(S.B, V, Call.Op);
  // Halves, until one lane is left.
  for (unsigned Half = S.Lanes / 2; Half; Half /= 2) {
    Value *Low = S.B.CreateShuffleVector(V, createSequentialMask(0, Half, 0)),
          *High =
              S.B.CreateShuffleVector(V, createSequentialMask(Half, Half, 0));
    V = Call.combine(S.B, Low, High);
  }
  return S.B.CreateExtractElement(V, uint64_t(0));
}

Value *ferry::compiler::scanLanes(VectorState &S, Value *V,
                                  const SubGroupCall &Call) {
  // Lanes of First up to a distance, then those of Second from Start on.
  auto Join = [&](Value *First, Value *Second, unsigned Distance,
                  unsigned Start) {
    SmallVector<int, 64> Order;
    for (unsigned L = 0; L != S.Lanes; ++L)
      Order.push_back(L < Distance ? L : S.Lanes + Start + L - Distance);
    return S.B.CreateShuffleVector(First, Second, Order);
  };
  if (Call.K == SubGroupCall::Exclusive)
    V = Join(identityOf(Call.Op, V->getType()), V, 1, 0);
  for (unsigned Distance = 1; Distance < S.Lanes; Distance *= 2) {
    Value *Shifted = Join(PoisonValue::get(V->getType()), V, Distance, 0);
    V = Join(V, Call.combine(S.B, Shifted, V), Distance, Distance);
  }
  return V;
}

/// Each lane has what the operation makes of \p Size lanes, a power of two.
static Value *reduceClusters(VectorState &S, Value *V, Value *Size,
                             const SubGroupCall &Call) {
  for (unsigned Distance = 1; Distance < S.Lanes; Distance *= 2) {
    SmallVector<int, 64> Order;
    for (unsigned L = 0; L != S.Lanes; ++L)
      Order.push_back(L ^ Distance);
    V = S.B.CreateSelect(
        S.B.CreateICmpUGT(Size, S.B.getInt32(Distance)),
        Call.combine(S.B, V, S.B.CreateShuffleVector(V, Order)), V);
  }
  return V;
}

/// In lane l, lane \p Index[l] of \p V: words of 32 bits.
static Value *permuteWords(VectorState &S, Value *V, Value *Index) {
  const unsigned Bits = S.C.Target.VectorBits,
                 Width = std::clamp(S.Lanes, 4u, Bits / 32);
  SmallVector<Value *, 8> Registers;
  for (unsigned First = 0; First < S.Lanes; First += Width) {
    const unsigned Count = std::min(Width, S.Lanes - First);
    Registers.push_back(S.B.CreateShuffleVector(
        V, createSequentialMask(First, Count, Width - Count)));
  }
  return pickElements(S.B, Registers, Index, /*OfTwo=*/Bits == 512);
}

/// In lane l, lane \p Index[l] of \p V, modulo the number of lanes.
static Value *permute(VectorState &S, Value *V, Value *Index) {
  Type *Ty = V->getType();
  if (S.Mask) {
    // Lanes that are not active may hold poison, which must not spread; what
    // is read from them is any value.
    V = S.B.CreateFreeze(V);
    Index = S.B.CreateFreeze(Index);
  }
  Index = S.B.CreateAnd(Index, ConstantInt::get(Index->getType(), S.Lanes - 1));
  if (S.C.Target.VectorBits < 256) {
    // No instruction does it: through memory.
    AllocaInst *Memory = S.variable(Ty);
    S.B.CreateAlignedStore(V, Memory, Memory->getAlign());
    Type *Element = Ty->getScalarType();
    Value *Result = PoisonValue::get(Ty);
    for (uint64_t L = 0; L != S.Lanes; ++L)
      Result = S.B.CreateInsertElement(
          Result,
          S.B.CreateLoad(Element,
                         S.B.CreateGEP(Element, Memory,
                                       S.B.CreateExtractElement(Index, L))),
          L);
    return Result;
  }
  unsigned Bits = Ty->getScalarSizeInBits();
  Type *Words = S.vectorOf(S.B.getInt32Ty());
  Value *Whole = S.B.CreateBitCast(V, S.vectorOf(S.B.getIntNTy(Bits)));
  Value *Low = permuteWords(S, S.B.CreateZExtOrTrunc(Whole, Words), Index);
  Low = S.B.CreateZExtOrTrunc(Low, Whole->getType());
  if (Bits > 32) {
    Value *High = permuteWords(
        S, S.B.CreateTrunc(S.B.CreateLShr(Whole, uint64_t(32)), Words), Index);
    High = S.B.CreateShl(S.B.CreateZExt(High, Whole->getType()), uint64_t(32));
    Low = S.B.CreateOr(Low, High);
  }
  return S.B.CreateBitCast(Low, Ty);
}

namespace {

class SubGroupRecipe final : public Recipe {
public:
  SubGroupRecipe(CallInst &I, const PlanContext &C) : Recipe(I, C), Call(&I) {}

  Cost cost() const override {
    Type *Ty = I.getType();
    return isScalar() || Ty->isVoidTy() ? 1 : C.registers(Ty);
  }
  void print(raw_ostream &OS) const override { OS << "sub-group operation"; }
  void emit(VectorState &S) const override {
    if (Value *Made = result(S))
      isScalar() ? S.setScalar(&I, Made) : S.setWide(&I, {Made});
  }
  bool isScalar() const override {
    return Call.isUniform() || Call.K == SubGroupCall::LocalId;
  }

private:
  Value *operand(VectorState &S, unsigned Index) const {
    return S.wideOne(I.getOperand(Index));
  }
  /// Of all lanes the first active one's, if they differ.
  Value *uniform(VectorState &S, unsigned Index) const {
    Value *V = I.getOperand(Index);
    return C.Shapes[V].isUniform() ? S.scalar(V) : S.inLane(V, S.firstLane());
  }
  Value *result(VectorState &S) const {
    IRBuilder<> &B = S.B;
    switch (Call.K) {
    case SubGroupCall::None:
    case SubGroupCall::MaxSize:
    case SubGroupCall::InOrder:
      return B.Insert(I.clone(), I.getName());
    case SubGroupCall::Size:
      return S.Items ? B.CreateTrunc(
                           B.CreateBinaryIntrinsic(Intrinsic::umin, S.Items,
                                                   B.getInt64(S.Lanes)),
                           I.getType())
                     : B.getInt32(S.Lanes);
    case SubGroupCall::Id:
      return subGroupId(B, S.Lanes);
    case SubGroupCall::LocalId:
      return B.getInt32(0);
    case SubGroupCall::Barrier:
      B.CreateFence(AtomicOrdering::AcquireRelease, SyncScope::SingleThread);
      return nullptr;
    case SubGroupCall::Ballot: {
      Value *Bits = B.CreateIsNotNull(operand(S, 0));
      if (S.Mask)
        Bits = B.CreateLogicalAnd(S.Mask, Bits);
      return B.CreateZExtOrTrunc(B.CreateBitCast(Bits, B.getIntNTy(S.Lanes)),
                                 I.getType());
    }
    case SubGroupCall::Broadcast: {
      Value *From = uniform(S, 1);
      return B.CreateFreeze(B.CreateExtractElement(
          operand(S, 0), B.CreateAnd(From, S.Lanes - 1)));
    }
    case SubGroupCall::Shuffle: {
      Value *V = operand(S, 0);
      return permute(S, V, operand(S, 1));
    }
    case SubGroupCall::Reduce:
      return reduce(S, neutral(S, operand(S, 0), Call), Call);
    case SubGroupCall::Inclusive:
    case SubGroupCall::Exclusive:
      return scanLanes(S, neutral(S, operand(S, 0), Call), Call);
    case SubGroupCall::Cluster: {
      Value *Size = uniform(S, 1);
      return reduceClusters(S, neutral(S, operand(S, 0), Call), Size, Call);
    }
    }
    llvm_unreachable("all kinds are covered");
  }

  const SubGroupCall Call;
};

} // namespace

RecipePtr ferry::compiler::planSubGroup(CallInst &I, const PlanContext &C) {
  return std::make_unique<SubGroupRecipe>(I, C);
}
