//===- ValueRecipes.cpp - Arithmetic, casts and addresses of all lanes ----===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/VectorMath.h"
#include "compiler/passes/vectorise/VectorState.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

/// A base is that of lane 0, which may not be active: what the lanes do not
/// wrap around in, it may. So extend the value of a lane that is.
static Value *extend(CastInst &I, VectorState &S) {
  IRBuilder<> &B = S.B;
  const int64_t Stride = S.C.Shapes[&I].Stride;
  Type *From = I.getOperand(0)->getType();
  Value *Lane = S.firstLane();
  auto Times = [&](Type *Ty) {
    return B.CreateMul(B.CreateZExtOrTrunc(Lane, Ty),
                       ConstantInt::getSigned(Ty, Stride));
  };
  Value *Active = B.CreateAdd(S.scalar(I.getOperand(0)), Times(From));
  Value *Extended = B.CreateCast(I.getOpcode(), Active, I.getType());
  return B.CreateSub(Extended, Times(I.getType()), I.getName());
}

/// Of a private variable: those of all lanes.
static Value *variable(AllocaInst &I, VectorState &S) {
  const DataLayout &DL = S.C.DL;
  const uint64_t Granule = S.C.Shapes.granule(&I);
  // Interleaved elements: the offset in one lane's variable is Lanes times that
  // in the memory of all.
  const uint64_t Bytes = Granule ? DL.getTypeAllocSize(I.getAllocatedType()) *
                                       S.C.Shapes.spread(&I)
                                 : laneBytes(I, DL);
  AllocaInst *All =
      S.variable(ArrayType::get(S.B.getInt8Ty(), Bytes * S.Lanes), I.getName());
  All->setAlignment(Granule ? std::max(I.getAlign(), Align(Granule * S.Lanes))
                            : I.getAlign());
  return All;
}

/// An address in an interleaved variable.
static Value *addressInVariable(GetElementPtrInst &I, VectorState &S) {
  IRBuilder<> &B = S.B;
  const Strides &Shapes = S.C.Shapes;
  const unsigned Bits = S.C.DL.getIndexTypeSizeInBits(I.getType());
  VariableOffsets Variables;
  APInt Constant(Bits, 0);
  // Down to what is one address and a stride: gathers know a base and indices.
  Value *Base = &I;
  do {
    auto &Address = *cast<GetElementPtrInst>(Base);
    Address.collectOffset(S.C.DL, Bits, Variables, Constant);
    Base = Address.getPointerOperand();
  } while (!Shapes[Base].hasBase());
  const bool HasBase = Shapes[&I].hasBase();
  const unsigned Factor = S.Lanes * Shapes.spread(Shapes.interleaved(&I));
  // Nor are stacks larger.
  Type *Ty = HasBase ? B.getIntNTy(Bits) : B.getInt32Ty();
  auto Times = [&](const APInt &Number) {
    return ConstantInt::get(
        Ty, (Number * Factor).sextOrTrunc(Ty->getIntegerBitWidth()));
  };
  Value *Offset = Times(Constant);
  if (!HasBase)
    Offset = B.CreateAdd(B.CreateVectorSplat(S.Lanes, Offset),
                         S.lanesOffset(Shapes[Base].stride(S.Lanes), Ty));
  for (auto &[Index, Scale] : Variables) {
    Value *By = HasBase ? S.scalar(Index) : S.wideOne(Index);
    By = B.CreateSExtOrTrunc(By, Offset->getType());
    Offset = B.CreateAdd(
        Offset,
        B.CreateMul(By, HasBase ? Times(Scale)
                                : B.CreateVectorSplat(S.Lanes, Times(Scale))));
  }
  return B.CreateGEP(B.getInt8Ty(), S.scalar(Base), Offset, I.getName());
}

/// \p I of the scalars of its operands.
static Value *compute(Instruction &I, VectorState &S) {
  const bool IsStrided = S.C.Shapes[&I].K == Shape::Strided;
  // The lanes that are active have no bits in common; lane 0 may.
  Instruction *Copy =
      IsStrided && I.getOpcode() == Instruction::Or &&
              cast<PossiblyDisjointInst>(I).isDisjoint()
          ? BinaryOperator::CreateAdd(I.getOperand(0), I.getOperand(1))
          : I.clone();
  for (Use &U : Copy->operands())
    U.set(S.scalar(U));
  // Of lane 0, which may not be active.
  if (IsStrided && S.Divergent) {
    Copy->dropPoisonGeneratingFlags();
    Copy->dropPoisonGeneratingMetadata();
  }
  return S.B.Insert(Copy, I.getName());
}

namespace {

class ScalarRecipe final : public Recipe {
public:
  using Recipe::Recipe;

  Cost cost() const override { return scalarCost(I); }
  void print(raw_ostream &OS) const override {
    const Shape S = C.Shapes[&I];
    if (S.isUniform())
      OS << "uniform";
    else
      OS << "stride " << S.stride(C.Lanes);
  }
  void emit(VectorState &S) const override {
    const Shape Result = C.Shapes[&I];
    auto *Variable = dyn_cast<AllocaInst>(&I);
    Value *Made =
        isa<SExtInst, ZExtInst>(I) && Result.Stride != 0 && S.Divergent
            ? extend(cast<CastInst>(I), S)
        : Variable ? variable(*Variable, S)
        : C.Shapes.interleaved(&I)
            ? addressInVariable(cast<GetElementPtrInst>(I), S)
            : compute(I, S);
    if (!I.getType()->isVoidTy())
      S.setScalar(&I, Made);
  }
  bool isScalar() const override { return true; }
};

class SimpleRecipe final : public WideRecipe {
public:
  using Emitter = Parts (*)(Instruction &I, VectorState &S);
  SimpleRecipe(StringRef Name, Instruction &I, const PlanContext &C, Cost Price,
               Emitter Emit)
      : WideRecipe(I, C), Name(Name), Price(Price), Emit(Emit) {}

  Cost cost() const override { return Price; }
  void print(raw_ostream &OS) const override { OS << Name; }
  Parts emitParts(VectorState &S) const override { return Emit(I, S); }

private:
  StringRef Name;
  Cost Price;
  Emitter Emit;
};

} // namespace

RecipePtr ferry::compiler::makeScalar(Instruction &I, const PlanContext &C) {
  if (!all_of(I.operands(), [&](Use &U) { return C.Shapes[U].hasBase(); }))
    return nullptr;
  return std::make_unique<ScalarRecipe>(I, C);
}

WideRecipePtr ferry::compiler::makeSimple(StringRef Name, Instruction &I,
                                          const PlanContext &C, Cost Price,
                                          SimpleRecipe::Emitter Emit) {
  return std::make_unique<SimpleRecipe>(Name, I, C, Price, Emit);
}

void WideRecipe::emit(VectorState &S) const {
  Parts Made = emitParts(S);
  if (!I.getType()->isVoidTy())
    S.setWide(&I, std::move(Made));
}

/// The instruction itself, once for each part.
static Parts widen(Instruction &I, VectorState &S) {
  SmallVector<Parts, 3> Operands;
  for (Value *Operand : I.operands())
    Operands.push_back(S.wide(Operand));
  Parts Made;
  for (auto [Index, Ty] : enumerate(partTypes(I.getType()))) {
    Instruction *Copy = I.clone();
    for (auto [At, Operand] : enumerate(Operands))
      Copy->setOperand(At, Operand[Operand.size() == 1 ? 0 : Index]);
    Copy->mutateType(S.vectorOf(Ty));
    Made.push_back(S.B.Insert(Copy, I.getName()));
  }
  return Made;
}

/// The instruction itself, once for all elements of all lanes.
static Parts wholly(Instruction &I, VectorState &S) {
  const unsigned Count = elementsOf(I.getType());
  if (isSpread(I)) {
    Value *Of = cast<InsertElementInst>(I.getOperand(0))->getOperand(1);
    return {S.B.CreateShuffleVector(S.wideOne(Of),
                                    createReplicatedMask(Count, S.Lanes))};
  }
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
    SmallVector<int, 64> Each;
    for (unsigned L = 0; L != S.Lanes; ++L)
      for (int From : Shuffle->getShuffleMask())
        Each.push_back(From < 0 || unsigned(From) >= Count
                           ? PoisonMaskElem
                           : int(L * Count) + From);
    return {S.B.CreateShuffleVector(S.whole(I.getOperand(0)), Each)};
  }
  auto Operand = [&](Value *V) {
    return V->getType()->isVectorTy() ? S.whole(V) : S.scalar(V);
  };
  Type *All = S.vectorOf(I.getType()->getScalarType(), Count);
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    SmallVector<Value *, 3> Arguments;
    for (Value *Argument : Call->args())
      Arguments.push_back(Operand(Argument));
    return {S.intrinsic(*Call, Arguments, All)};
  }
  Instruction *Copy = I.clone();
  for (Use &U : Copy->operands())
    U.set(Operand(U));
  Copy->mutateType(All);
  return {S.B.Insert(Copy, I.getName())};
}

/// No register has larger elements: LLVM goes lane by lane.
static constexpr unsigned MaxBits = 64;

namespace {

/// A bitcast between vectors of other lengths, or a vector and a scalar.
class RegroupRecipe final : public WideRecipe {
public:
  RegroupRecipe(Instruction &I, const PlanContext &C)
      : WideRecipe(I, C), From(partTypes(I.getOperand(0)->getType())),
        To(partTypes(I.getType())) {}

  Cost cost() const override {
    // A shift and a change of width, of which one of a group's parts has none.
    constexpr double OfPart = 1.5;
    Type *Wider = From.size() < To.size() ? From[0] : To[0];
    return OfPart * double(std::max(From.size(), To.size())) *
           C.registers(Wider);
  }
  void print(raw_ostream &OS) const override { OS << "regroup"; }
  Parts emitParts(VectorState &S) const override {
    Value *Operand = I.getOperand(0);
    const bool IsWhole = C.Whole.contains(Operand);
    if (IsWhole || !shifts()) {
      Value *All = IsWhole ? S.whole(Operand) : S.interleave(S.wide(Operand));
      return S.deinterleave(
          S.B.CreateBitCast(All, S.vectorOf(To[0], To.size())), To.size());
    }
    return From.size() < To.size() ? split(S) : join(S);
  }

private:
  static unsigned bitsOf(const Type *Ty) { return Ty->getScalarSizeInBits(); }
  Type *vectorOfBits(VectorState &S, const Type *Ty) const {
    return S.vectorOf(S.B.getIntNTy(bitsOf(Ty)));
  }

  /// Shuffles of small elements take many steps, and code generation long to
  /// find them.
  bool shifts() const {
    constexpr unsigned MaxNarrow = 16;
    const unsigned Narrow = std::min(bitsOf(From[0]), bitsOf(To[0])),
                   Wide = std::max(bitsOf(From[0]), bitsOf(To[0]));
    return Narrow <= MaxNarrow && Wide <= MaxBits && Wide % Narrow == 0;
  }

  Parts split(VectorState &S) const {
    Parts Made;
    for (Value *Part : S.wide(I.getOperand(0))) {
      Value *Bits = S.B.CreateBitCast(Part, vectorOfBits(S, From[0]));
      for (unsigned At = 0; At != bitsOf(From[0]); At += bitsOf(To[0]))
        Made.push_back(S.B.CreateBitCast(
            S.B.CreateTrunc(S.B.CreateLShr(Bits, At), vectorOfBits(S, To[0])),
            S.vectorOf(To[0])));
    }
    return Made;
  }

  Parts join(VectorState &S) const {
    Parts Made;
    Value *Sofar = nullptr;
    unsigned At = 0;
    for (Value *Part : S.wide(I.getOperand(0))) {
      Value *Bits =
          S.B.CreateZExt(S.B.CreateBitCast(Part, vectorOfBits(S, From[0])),
                         vectorOfBits(S, To[0]));
      Sofar = At == 0 ? Bits : S.B.CreateOr(Sofar, S.B.CreateShl(Bits, At));
      At += bitsOf(From[0]);
      if (At == bitsOf(To[0])) {
        Made.push_back(S.B.CreateBitCast(Sofar, S.vectorOf(To[0])));
        At = 0;
      }
    }
    return Made;
  }

  const SmallVector<Type *, 1> From, To; ///< Types of the parts.
};

} // namespace

static Parts shuffle(Instruction &I, VectorState &S) {
  Parts Made, A = S.wide(I.getOperand(0)), Other = S.wide(I.getOperand(1));
  for (int Index : cast<ShuffleVectorInst>(I).getShuffleMask()) {
    if (Index < 0)
      Made.push_back(PoisonValue::get(A[0]->getType()));
    else
      Made.push_back(unsigned(Index) < A.size() ? A[Index]
                                                : Other[Index - A.size()]);
  }
  return Made;
}

static Parts extract(Instruction &I, VectorState &S) {
  auto &Extract = cast<ExtractElementInst>(I);
  const Parts From = S.wide(Extract.getVectorOperand());
  if (auto *Index = dyn_cast<ConstantInt>(Extract.getIndexOperand())) {
    uint64_t At = Index->getLimitedValue();
    return {At < From.size() ? From[At] : PoisonValue::get(From[0]->getType())};
  }
  Value *Index = S.wideOne(Extract.getIndexOperand());
  Value *Result = From[0];
  for (unsigned At = 1; At != From.size(); ++At)
    Result = S.B.CreateSelect(
        S.B.CreateICmpEQ(Index, ConstantInt::get(Index->getType(), At)),
        From[At], Result);
  return {Result};
}

static Parts insert(Instruction &I, VectorState &S) {
  Parts Made = S.wide(I.getOperand(0));
  Value *Element = S.wideOne(I.getOperand(1));
  if (auto *Index = dyn_cast<ConstantInt>(I.getOperand(2))) {
    if (Index->getLimitedValue() < Made.size())
      Made[Index->getZExtValue()] = Element;
  } else {
    Value *Index2 = S.wideOne(I.getOperand(2));
    for (unsigned At = 0; At != Made.size(); ++At)
      Made[At] = S.B.CreateSelect(
          S.B.CreateICmpEQ(Index2, ConstantInt::get(Index2->getType(), At)),
          Element, Made[At]);
  }
  return Made;
}

/// Integer division: inactive lanes divide by one, as they must not trap.
static Parts divide(Instruction &I, VectorState &S) {
  // Copies: the second may move the first.
  const Parts Dividends = S.wide(I.getOperand(0)),
              Divisors = S.wide(I.getOperand(1));
  const bool HasNoSign = isKnownNonNegative(I.getOperand(0), S.C.DL);
  Parts Made;
  for (auto [A, By] : zip(Dividends, Divisors)) {
    Value *Divisor = By;
    if (S.Mask && !isa<Constant>(By))
      Divisor =
          S.B.CreateSelect(S.Mask, By, ConstantInt::get(By->getType(), 1));
    Made.push_back(emitDivision(S.B, cast<BinaryOperator>(I).getOpcode(), A,
                                Divisor, HasNoSign));
  }
  return Made;
}

static Parts field(Instruction &I, VectorState &S) {
  auto &Field = cast<ExtractValueInst>(I);
  return {S.wide(Field.getAggregateOperand())[Field.getIndices()[0]]};
}

/// The addresses of all lanes.
static Parts address(Instruction &I, VectorState &S) {
  auto &Address = cast<GetElementPtrInst>(I);
  if (S.C.Shapes.interleaved(&I))
    return {addressInVariable(Address, S)};
  auto Operand = [&](Value *V) {
    return S.C.Shapes[V].isUniform() ? S.scalar(V) : S.wideOne(V);
  };
  // Scalar where it can be: gathers know a base and an index. One within local
  // memory has 31 bits, so that a register holds those of more lanes.
  const bool IsShort =
      Address.isInBounds() && Address.getAddressSpace() == LocalMemory;
  SmallVector<Value *, 4> Indices;
  for (Value *Index : Address.indices()) {
    Value *At = Operand(Index);
    if (IsShort && At->getType()->isVectorTy() &&
        At->getType()->getScalarSizeInBits() > 32)
      At = S.B.CreateTrunc(At, S.vectorOf(S.B.getInt32Ty()));
    Indices.push_back(At);
  }
  Value *From = Operand(Address.getPointerOperand());
  return {S.B.CreateGEP(Address.getSourceElementType(), From, Indices,
                        I.getName(), Address.getNoWrapFlags())};
}

static Parts copy(Instruction &I, VectorState &S) {
  S.B.Insert(I.clone());
  return {};
}

/// What \p I costs, which takes an element of a vector or replaces one: a
/// comparison and a select for each that it may be.
static double costOfElement(const Instruction &I, const PlanContext &C) {
  if (isa<ConstantInt>(I.getOperand(I.getNumOperands() - 1)))
    return 0;
  Type *Ty = I.getOperand(0)->getType();
  return 2 * elementsOf(Ty) * C.registers(Ty->getScalarType());
}

RecipePtr ferry::compiler::planInstruction(Instruction &I, const PlanContext &C,
                                           Active Lanes) {
  if (isa<LoadInst, StoreInst>(I))
    return planAccess(I, C, Lanes);
  if (C.Whole.contains(&I))
    return makeSimple("whole", I, C,
                      (isa<ShuffleVectorInst>(I) ? 1 : scalarCost(I)) *
                          C.wholeRegisters(I.getType()),
                      wholly);
  if (isa<FenceInst, NoAliasScopeDeclInst>(I))
    return makeSimple("once", I, C, scalarCost(I), copy);
  if (auto *Call = dyn_cast<CallInst>(&I))
    return planCall(*Call, C);
  if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    if (RecipePtr Once = planAtomic(*Atomic, C))
      return Once;
  if (I.mayReadOrWriteMemory())
    return makeLaneByLane(I, C);
  if (C.Shapes[&I].hasBase())
    return makeScalar(I, C);
  Type *Ty = I.getType();
  constexpr double Moves = 6;
  // What is compared or converted may fill more registers than what comes of
  // it.
  const double Registers =
      isa<CmpInst, CastInst>(I)
          ? std::max(C.registers(Ty), C.registers(I.getOperand(0)->getType()))
          : C.registers(Ty);
  const double One = scalarCost(I),
               All = Ty->isIntegerTy() && Ty->getIntegerBitWidth() > MaxBits
                         ? C.Lanes * (One + Moves)
                         : One * Registers;
  auto Simple = [&](StringRef Name, SimpleRecipe::Emitter Emit, Cost Price) {
    return makeSimple(Name, I, C, Price, Emit);
  };
  switch (I.getOpcode()) {
  case Instruction::GetElementPtr:
    return Ty->isVectorTy() ? makeLaneByLane(I, C)
                            : Simple("addresses", address, 2);
  case Instruction::ShuffleVector:
    return Simple("parts", shuffle, All);
  case Instruction::ExtractElement:
    return Simple("parts", extract, costOfElement(I, C));
  case Instruction::InsertElement:
    return Simple("parts", insert, costOfElement(I, C));
  case Instruction::ExtractValue:
    return Simple("parts", field, All);
  case Instruction::FRem:
    return Simple("widen", widen, C.Lanes * One);
  case Instruction::BitCast:
    if (partTypes(I.getOperand(0)->getType()).size() != partTypes(Ty).size())
      return std::make_unique<RegroupRecipe>(I, C);
    break;
  default:
    break;
  }
  if (I.isIntDivRem())
    return Simple("divide", divide,
                  Ty->getScalarSizeInBits() > 32 ? C.Lanes * One : All);
  if (isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst,
          FreezeInst>(I))
    return Simple("widen", widen, All);
  return makeLaneByLane(I, C);
}
