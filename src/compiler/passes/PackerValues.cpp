//===- PackerValues.cpp - Values of a pack --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Packer.h"

#include "compiler/passes/Reserved.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace ferry::compiler;

/// Puts \p B where a value that follows from \p V can be computed once for all
/// of its uses.
static void moveAfter(IRBuilder<> &B, Value *V, Function *P) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I) {
    B.SetInsertPoint(&P->getEntryBlock(), P->getEntryBlock().begin());
    return;
  }
  BasicBlock *Block = I->getParent();
  B.SetInsertPoint(Block, isa<PHINode>(I) ? Block->getFirstNonPHIIt()
                                          : std::next(I->getIterator()));
}

/// A uniform value, or lane 0 of a strided one.
Value *Packer::scalar(Value *V) {
  if (isa<Constant, MetadataAsValue, InlineAsm>(V))
    return V;
  if (Value *Known = Bases.lookup(V))
    return Known;
  Failed = true;
  return PoisonValue::get(V->getType());
}

SmallVector<Type *, 1> Packer::partTypes(Type *Ty) const {
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty))
    return SmallVector<Type *, 1>(Vector->getNumElements(),
                                  Vector->getElementType());
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return SmallVector<Type *, 1>(Struct->elements());
  return {Ty};
}

/// The lanes' distances from lane 0: <0, Stride, 2 * Stride, ...>.
Value *Packer::lanesOffset(int64_t Stride, Type *Ty) {
  SmallVector<Constant *, 64> Lane;
  for (unsigned L = 0; L != Lanes; ++L)
    Lane.push_back(ConstantInt::get(Ty, uint64_t(Stride * L), true, true));
  return ConstantVector::get(Lane);
}

const Packer::Parts &Packer::wide(Value *V) {
  if (auto It = Wide.find(V); It != Wide.end())
    return It->second;
  Parts Made;
  Value *Base = scalar(V);
  SmallVector<Type *, 1> Types = partTypes(V->getType());
  Shape S = Shapes[V];
  IRBuilder<>::InsertPointGuard Guard(B);
  moveAfter(B, Base, P);
  if (isa<Constant>(Base) && !V->getType()->isAggregateType() &&
      S.Stride == 0) {
    auto *K = cast<Constant>(Base);
    for (unsigned I = 0; I != Types.size(); ++I) {
      Constant *Part =
          V->getType()->isVectorTy() ? K->getAggregateElement(I) : K;
      Made.push_back(
          Part ? ConstantVector::getSplat(ElementCount::getFixed(Lanes), Part)
               : B.CreateVectorSplat(Lanes, B.CreateExtractElement(K, I)));
    }
  } else if (S.K == Shape::Strided && S.Stride != 0) {
    Type *Ty = V->getType();
    if (Ty->isPointerTy())
      Made.push_back(B.CreateGEP(B.getInt8Ty(), Base,
                                 lanesOffset(S.Stride, DL.getIndexType(Ty))));
    else
      Made.push_back(B.CreateAdd(B.CreateVectorSplat(Lanes, Base),
                                 lanesOffset(S.Stride, Ty)));
  } else if (V->getType()->isVectorTy()) {
    for (unsigned I = 0; I != Types.size(); ++I)
      Made.push_back(
          B.CreateVectorSplat(Lanes, B.CreateExtractElement(Base, I)));
  } else if (V->getType()->isStructTy()) {
    for (unsigned I = 0; I != Types.size(); ++I)
      Made.push_back(B.CreateVectorSplat(Lanes, B.CreateExtractValue(Base, I)));
  } else {
    Made.push_back(B.CreateVectorSplat(Lanes, Base));
  }
  return Wide[V] = std::move(Made);
}

/// The elements of \p Values in turn: those of lane 0, those of lane 1, ...
Value *Packer::interleave(ArrayRef<Value *> Values) {
  if (Values.size() == 1)
    return Values[0];
  // Concatenated, then put in order.
  SmallVector<Value *, 16> Joined(Values);
  unsigned Length = Lanes, Count = Values.size();
  while (Joined.size() > 1) {
    SmallVector<int, 64> All;
    for (unsigned I = 0; I != 2 * Length; ++I)
      All.push_back(I);
    SmallVector<Value *, 16> Next;
    for (unsigned I = 0; I < Joined.size(); I += 2)
      Next.push_back(B.CreateShuffleVector(
          Joined[I],
          I + 1 < Joined.size() ? Joined[I + 1]
                                : PoisonValue::get(Joined[I]->getType()),
          All));
    Joined = std::move(Next);
    Length *= 2;
  }
  SmallVector<int, 64> Order;
  for (unsigned L = 0; L != Lanes; ++L)
    for (unsigned I = 0; I != Count; ++I)
      Order.push_back(I * Lanes + L);
  return B.CreateShuffleVector(Joined[0], Order);
}

Packer::Parts Packer::deinterleave(Value *V, unsigned Count) {
  if (Count == 1)
    return {V};
  Parts Made;
  for (unsigned I = 0; I != Count; ++I) {
    SmallVector<int, 64> Order;
    for (unsigned L = 0; L != Lanes; ++L)
      Order.push_back(L * Count + I);
    Made.push_back(B.CreateShuffleVector(V, Order));
  }
  return Made;
}

Value *Packer::mask() {
  if (Value *Mask = Masks[Current])
    return Mask;
  return Constant::getAllOnesValue(vectorOf(B.getInt1Ty()));
}

/// i64: the number of the first active lane.
Value *Packer::firstLane() {
  if (!Masks[Current] || !Divergent[Current])
    return B.getInt64(0);
  Value *Bits = B.CreateBitCast(Masks[Current], B.getIntNTy(Lanes));
  return B.CreateZExtOrTrunc(
      B.CreateBinaryIntrinsic(Intrinsic::cttz, Bits, B.getFalse()),
      B.getInt64Ty());
}

/// A base is that of lane 0, which may not be active: what the lanes do not
/// wrap around in, it may. So extend the value of a lane that is.
void Packer::extendBase(CastInst &I) {
  Shape S = Shapes[&I];
  Type *From = I.getOperand(0)->getType();
  Value *Lane = firstLane();
  auto Times = [&](Type *Ty) {
    return B.CreateMul(B.CreateZExtOrTrunc(Lane, Ty),
                       ConstantInt::getSigned(Ty, S.Stride));
  };
  Value *Active = B.CreateAdd(scalar(I.getOperand(0)), Times(From));
  Value *Extended = B.CreateCast(I.getOpcode(), Active, I.getType());
  Bases[&I] = B.CreateSub(Extended, Times(I.getType()), I.getName());
}

void Packer::computeBase(Instruction &I) {
  if (isa<SExtInst, ZExtInst>(I) && Shapes[&I].Stride != 0 &&
      Divergent[Current]) {
    extendBase(cast<CastInst>(I));
    return;
  }
  if (const AllocaInst *Variable = Shapes.interleaved(&I)) {
    if (auto *A = dyn_cast<AllocaInst>(&I)) {
      // Interleaved elements: the offset in one lane's variable is Lanes times
      // that in the memory of all.
      IRBuilder<> Entry(&P->getEntryBlock(), P->getEntryBlock().begin());
      uint64_t Granule = Shapes.granule(Variable);
      uint64_t Bytes = DL.getTypeAllocSize(A->getAllocatedType());
      AllocaInst *All =
          Entry.CreateAlloca(ArrayType::get(Entry.getInt8Ty(), Bytes * Lanes),
                             nullptr, A->getName());
      All->setAlignment(std::max(A->getAlign(), Align(Granule * Lanes)));
      Bases[&I] = All;
      return;
    }
    address(cast<GetElementPtrInst>(I));
    return;
  }
  if (auto *A = dyn_cast<AllocaInst>(&I)) {
    IRBuilder<> Entry(&P->getEntryBlock(), P->getEntryBlock().begin());
    AllocaInst *All = Entry.CreateAlloca(
        ArrayType::get(Entry.getInt8Ty(), laneBytes(*A, DL) * Lanes), nullptr,
        A->getName());
    All->setAlignment(A->getAlign());
    Bases[&I] = All;
    return;
  }
  // The lanes that are active have no bits in common; lane 0 may.
  Instruction *Copy =
      I.getOpcode() == Instruction::Or && Shapes[&I].K == Shape::Strided &&
              cast<PossiblyDisjointInst>(I).isDisjoint()
          ? BinaryOperator::CreateAdd(I.getOperand(0), I.getOperand(1))
          : I.clone();
  for (Use &U : Copy->operands())
    U.set(scalar(U));
  // Of lane 0, which may not be active.
  if (Shapes[&I].K == Shape::Strided && Divergent[Current]) {
    Copy->dropPoisonGeneratingFlags();
    Copy->dropPoisonGeneratingMetadata();
  }
  B.Insert(Copy, I.getName());
  if (!I.getType()->isVoidTy())
    Bases[&I] = Copy;
}

void Packer::computeParts(Instruction &I) {
  SmallVector<Type *, 1> Types = partTypes(I.getType());
  SmallVector<Parts, 3> Operands;
  for (Value *Operand : I.operands())
    Operands.push_back(wide(Operand));
  Parts Made;
  for (auto [Index, Ty] : enumerate(Types)) {
    Instruction *Copy = I.clone();
    for (auto [At, Operand] : enumerate(Operands))
      Copy->setOperand(At, Operand[Operand.size() == 1 ? 0 : Index]);
    Copy->mutateType(vectorOf(Ty));
    Made.push_back(B.Insert(Copy, I.getName()));
  }
  Wide[&I] = std::move(Made);
}

void Packer::bitcast(BitCastInst &I) {
  const Parts &From = wide(I.getOperand(0));
  SmallVector<Type *, 1> Types = partTypes(I.getType());
  if (From.size() == Types.size()) {
    computeParts(I);
    return;
  }
  Value *All =
      B.CreateBitCast(interleave(From), vectorOf(Types[0], Types.size()));
  Wide[&I] = deinterleave(All, Types.size());
}

void Packer::shuffle(ShuffleVectorInst &I) {
  Parts Made, A = wide(I.getOperand(0)), Other = wide(I.getOperand(1));
  for (int Index : I.getShuffleMask()) {
    if (Index < 0)
      Made.push_back(PoisonValue::get(A[0]->getType()));
    else
      Made.push_back(unsigned(Index) < A.size() ? A[Index]
                                                : Other[Index - A.size()]);
  }
  Wide[&I] = std::move(Made);
}

void Packer::extract(ExtractElementInst &I) {
  const Parts From = wide(I.getVectorOperand());
  if (auto *Index = dyn_cast<ConstantInt>(I.getIndexOperand())) {
    uint64_t At = Index->getLimitedValue();
    Wide[&I] = {At < From.size() ? From[At]
                                 : PoisonValue::get(From[0]->getType())};
    return;
  }
  Value *Index = wideOne(I.getIndexOperand());
  Value *Result = From[0];
  for (unsigned At = 1; At != From.size(); ++At)
    Result = B.CreateSelect(
        B.CreateICmpEQ(Index, ConstantInt::get(Index->getType(), At)), From[At],
        Result);
  Wide[&I] = {Result};
}

void Packer::insert(InsertElementInst &I) {
  Parts Made = wide(I.getOperand(0));
  Value *Element = wideOne(I.getOperand(1));
  if (auto *Index = dyn_cast<ConstantInt>(I.getOperand(2))) {
    if (Index->getLimitedValue() < Made.size())
      Made[Index->getZExtValue()] = Element;
  } else {
    Value *Index2 = wideOne(I.getOperand(2));
    for (unsigned At = 0; At != Made.size(); ++At)
      Made[At] = B.CreateSelect(
          B.CreateICmpEQ(Index2, ConstantInt::get(Index2->getType(), At)),
          Element, Made[At]);
  }
  Wide[&I] = std::move(Made);
}

/// Integer division: inactive lanes divide by one, as they must not trap, and
/// 32 bits fit into a double exactly.
void Packer::divide(BinaryOperator &I) {
  Parts Made;
  const Parts Dividends = wide(I.getOperand(0)),
              Divisors = wide(I.getOperand(1));
  bool Signed =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  bool Quotient =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::UDiv;
  for (auto [A, D] : zip(Dividends, Divisors)) {
    Value *By = D;
    Type *Ty = A->getType();
    if (isa<Constant>(By)) {
      Made.push_back(B.CreateBinOp(I.getOpcode(), A, By));
      continue;
    }
    if (Value *Active = Masks[Current])
      By = B.CreateSelect(Active, By, ConstantInt::get(Ty, 1));
    if (Ty->getScalarSizeInBits() > 32) {
      Made.push_back(B.CreateBinOp(I.getOpcode(), A, By));
      continue;
    }
    auto *Double = vectorOf(B.getDoubleTy());
    auto ToDouble = [&](Value *V) {
      return Signed ? B.CreateSIToFP(V, Double) : B.CreateUIToFP(V, Double);
    };
    Value *Q = B.CreateFDiv(ToDouble(A), ToDouble(By));
    Q = Signed ? B.CreateFPToSI(Q, Ty) : B.CreateFPToUI(Q, Ty);
    Made.push_back(Quotient ? Q : B.CreateSub(A, B.CreateMul(Q, By)));
  }
  Wide[&I] = std::move(Made);
}

/// Addresses that are more than a copy of the instruction with other operands.
void Packer::address(GetElementPtrInst &I) {
  const AllocaInst *Variable = Shapes.interleaved(&I);
  Shape S = Shapes[&I];
  Value *Base = I.getPointerOperand();
  if (!Variable) {
    // Scalar where it can be: gathers know a base and an index. One within
    // local memory has 31 bits, so that a register holds those of more lanes.
    const bool IsShort = I.isInBounds() && I.getAddressSpace() == LocalMemory;
    SmallVector<Value *, 4> Indices;
    for (Value *Index : I.indices()) {
      Value *At = Shapes[Index].isUniform() ? scalar(Index) : wideOne(Index);
      if (IsShort && At->getType()->isVectorTy() &&
          At->getType()->getScalarSizeInBits() > 32)
        At = B.CreateTrunc(At, vectorOf(B.getInt32Ty()));
      Indices.push_back(At);
    }
    Value *From = Shapes[Base].isUniform() ? scalar(Base) : wideOne(Base);
    Wide[&I] = {B.CreateGEP(I.getSourceElementType(), From, Indices,
                            I.getName(), I.getNoWrapFlags())};
    return;
  }
  unsigned Bits = DL.getIndexTypeSizeInBits(I.getType());
  SmallMapVector<Value *, APInt, 4> Variables;
  APInt Constant(Bits, 0);
  if (!I.collectOffset(DL, Bits, Variables, Constant)) {
    Failed = true;
    return;
  }
  bool HasBase = S.hasBase();
  // Nor are stacks larger.
  Type *Ty = HasBase ? B.getIntNTy(Bits) : B.getInt32Ty();
  auto Times = [&](const APInt &Number) {
    return ConstantInt::get(
        Ty, (Number * Lanes).sextOrTrunc(Ty->getIntegerBitWidth()));
  };
  Value *Offset = Times(Constant);
  if (!HasBase)
    Offset = B.CreateVectorSplat(Lanes, Offset);
  for (auto &[Index, Scale] : Variables) {
    Value *At = HasBase ? scalar(Index) : wideOne(Index);
    At = B.CreateSExtOrTrunc(At, Offset->getType());
    Offset = B.CreateAdd(
        Offset,
        B.CreateMul(At, HasBase ? Times(Scale)
                                : B.CreateVectorSplat(Lanes, Times(Scale))));
  }
  Value *From =
      HasBase || Shapes[Base].isUniform() ? scalar(Base) : wideOne(Base);
  Value *Result = B.CreateGEP(B.getInt8Ty(), From, Offset, I.getName());
  if (HasBase)
    Bases[&I] = Result;
  else
    Wide[&I] = {Result};
}

void Packer::instruction(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return store(*Store);
  if (auto *Call = dyn_cast<CallInst>(&I))
    return call(*Call);
  if (isa<FenceInst>(I)) {
    B.Insert(I.clone());
    return;
  }
  if (I.mayReadOrWriteMemory() || isa<InsertValueInst>(I))
    return laneByLane(I);
  if (Shapes[&I].hasBase())
    return computeBase(I);
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&I))
    return GEP->getType()->isVectorTy() ? laneByLane(I) : address(*GEP);
  if (auto *Cast = dyn_cast<BitCastInst>(&I))
    return bitcast(*Cast);
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
    return shuffle(*Shuffle);
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
    return extract(*Extract);
  if (auto *Insert = dyn_cast<InsertElementInst>(&I))
    return insert(*Insert);
  if (auto *Field = dyn_cast<ExtractValueInst>(&I)) {
    Wide[&I] = {wide(Field->getAggregateOperand())[Field->getIndices()[0]]};
    return;
  }
  if (I.isIntDivRem())
    return divide(cast<BinaryOperator>(I));
  if (isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst,
          FreezeInst>(I))
    return computeParts(I);
  laneByLane(I);
}
