//===- CallRecipes.cpp - Calls, and what goes lane by lane ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/vectorise/VectorFunctions.h"
#include "compiler/passes/vectorise/VectorMath.h"
#include "compiler/passes/vectorise/VectorState.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

class LaneByLaneRecipe final : public WideRecipe {
public:
  using WideRecipe::WideRecipe;

  Cost cost() const override {
    if (isAccess())
      return 5.0 * C.Lanes * elementsOf(getLoadStoreType(&I));
    // What comes out of vectors for one lane, and goes into them, waits: in
    // simple instructions.
    constexpr double Moves = 12;
    Function *Callee = definedCallee(I);
    const double OfLane =
        Callee ? C.Functions.costOfOneLane(*Callee).Work : scalarCost(I);
    return {C.Lanes * (OfLane + Moves), C.Lanes * (scalarCost(I) + Moves)};
  }
  void print(raw_ostream &OS) const override { OS << "lane by lane"; }
  Parts emitParts(VectorState &S) const override {
    IRBuilder<> &B = S.B;
    Type *Bits = B.getIntNTy(S.Lanes);
    Value *Active = B.CreateBitCast(S.mask(), Bits);
    BasicBlock *Before = B.GetInsertBlock();
    BasicBlock *Body = BasicBlock::Create(B.getContext(), "lane", &S.P);
    BasicBlock *After = BasicBlock::Create(B.getContext(), "lanes.done", &S.P);
    // Where there was no branch around it, there may be no active lane.
    bool MayBeNone = S.Divergent;
    if (MayBeNone)
      B.CreateCondBr(B.CreateICmpNE(Active, ConstantInt::get(Bits, 0)), Body,
                     After);
    else
      B.CreateBr(Body);
    B.SetInsertPoint(Body);
    PHINode *Left = B.CreatePHI(Bits, 2, "lanes");
    Left->addIncoming(Active, Before);
    // Processors put elements at variable places into memory alone.
    SmallVector<Type *, 1> Types;
    SmallVector<AllocaInst *, 1> Results;
    if (!I.getType()->isVoidTy())
      Types = partTypes(I.getType());
    for (Type *Ty : Types)
      Results.push_back(S.variable(S.vectorOf(kept(Ty)), "lanes"));
    Value *Lane = B.CreateZExtOrTrunc(
        B.CreateBinaryIntrinsic(Intrinsic::cttz, Left, B.getTrue()),
        B.getInt64Ty(), "lane");
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      if (!isa<MetadataAsValue, InlineAsm>(U))
        U.set(S.inLane(U, Lane));
    // The elements of one lane are not together.
    if (Value *Pointer = getLoadStorePointerOperand(&I))
      if (const AllocaInst *Variable = C.Shapes.interleaved(Pointer)) {
        Align Alignment(C.Shapes.granule(Variable));
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
      Type *Ty = kept(Part->getType());
      if (Ty->isIntegerTy())
        Part = B.CreateZExt(Part, Ty);
      B.CreateStore(Part, B.CreateGEP(Ty, Result, Lane));
    }
    Value *Rest =
        B.CreateAnd(Left, B.CreateSub(Left, ConstantInt::get(Bits, 1)));
    Left->addIncoming(Rest, Body);
    B.CreateCondBr(B.CreateICmpNE(Rest, ConstantInt::get(Bits, 0)), Body,
                   After);
    B.SetInsertPoint(After);
    Parts Made;
    for (auto [Ty, Result] : zip(Types, Results)) {
      Value *All = B.CreateAlignedLoad(Result->getAllocatedType(), Result,
                                       Result->getAlign());
      if (Ty->isIntegerTy())
        All = B.CreateTrunc(All, S.vectorOf(Ty));
      Made.push_back(All);
    }
    return Made;
  }
  bool gathers() const override { return true; }
  bool isForEach() const override { return true; }

private:
  /// What holds a \p Ty, and lies in vectors as it does in arrays.
  static Type *kept(Type *Ty) {
    return Ty->isIntegerTy()
               ? IntegerType::get(
                     Ty->getContext(),
                     std::max<unsigned>(8,
                                        PowerOf2Ceil(Ty->getIntegerBitWidth())))
               : Ty;
  }
  bool isAccess() const {
    return isa<LoadInst, StoreInst>(I) && !I.isAtomic() && !I.isVolatile();
  }
};

} // namespace

WideRecipePtr ferry::compiler::makeLaneByLane(Instruction &I,
                                              const PlanContext &C) {
  return std::make_unique<LaneByLaneRecipe>(I, C);
}

namespace {

/// A function of the program for all lanes.
class VectorCallRecipe final : public WideRecipe {
public:
  VectorCallRecipe(CallInst &I, const PlanContext &C, VectorFunction &Form)
      : WideRecipe(I, C), Form(Form) {}

  Cost cost() const override {
    const double OfCall = scalarCost(I);
    return {Form.Price.Work + OfCall, OfCall};
  }
  void print(raw_ostream &OS) const override { OS << "vector function"; }
  Parts emitParts(VectorState &S) const override {
    IRBuilder<> &B = S.B;
    SmallVector<Value *, 8> Arguments;
    for (auto [Passed, Is] : zip(cast<CallInst>(I).args(), Form.Shapes))
      if (Is.hasBase())
        Arguments.push_back(S.scalar(Passed));
      else
        append_range(Arguments, S.wide(Passed));
    Arguments.push_back(S.mask());
    Function &Callee = C.Functions.make(Form);
    CallInst *Call = B.CreateCall(&Callee, Arguments);
    Call->setCallingConv(Callee.getCallingConv());
    Type *Ty = I.getType();
    if (Ty->isVoidTy())
      return {};
    const unsigned Count = partTypes(Ty).size();
    if (Count == 1)
      return {Call};
    Parts Results;
    for (unsigned Part = 0; Part != Count; ++Part)
      Results.push_back(B.CreateExtractValue(Call, Part));
    return Results;
  }
  bool gathers() const override { return Form.Plan->gathers(); }

private:
  VectorFunction &Form;
};

} // namespace

/// \returns null if \p I goes better lane by lane.
static WideRecipePtr makeVectorCall(CallInst &I, const PlanContext &C) {
  if (VectorFunction *Form = C.Functions.find(I, C)) {
    auto Vector = std::make_unique<VectorCallRecipe>(I, C, *Form);
    if (Vector->cost().Work < LaneByLaneRecipe(I, C).cost().Work)
      return Vector;
  }
  return nullptr;
}

static Parts nothing(Instruction &, VectorState &) { return {}; }

/// Of the elements of each lane's vector.
static Parts reduce(Instruction &I, VectorState &S) {
  const auto Op = Instruction::BinaryOps(getArithmeticReductionInstruction(
      cast<IntrinsicInst>(I).getIntrinsicID()));
  const Parts &Values = S.wide(I.getOperand(0));
  Value *Sum = Values.front();
  for (Value *V : drop_begin(Values))
    Sum = S.B.CreateBinOp(Op, Sum, V);
  return {Sum};
}

static bool hasVectorForm(const CallInst &I, const PlanContext &C) {
  const Intrinsic::ID ID = I.getIntrinsicID();
  return isTriviallyVectorizable(ID) && !I.getType()->isStructTy() &&
         all_of(I.args(), [&](const Use &U) {
           return C.Shapes[U].isUniform() ||
                  !isScalarAt(ID, I.getArgOperandNo(&U));
         });
}

/// An intrinsic, once for each part.
static Parts widen(Instruction &I, VectorState &S) {
  auto &Call = cast<CallInst>(I);
  const Intrinsic::ID ID = Call.getIntrinsicID();
  SmallVector<Type *, 1> Types = partTypes(I.getType());
  SmallVector<Parts, 3> Operands;
  for (auto [Index, Operand] : enumerate(Call.args()))
    Operands.push_back(isScalarAt(ID, Index) ? Parts{S.scalar(Operand)}
                                             : S.wide(Operand));
  Parts Made;
  for (unsigned Part = 0; Part != Types.size(); ++Part) {
    SmallVector<Value *, 3> Arguments;
    for (const Parts &Operand : Operands)
      Arguments.push_back(Operand[Operand.size() == 1 ? 0 : Part]);
    Made.push_back(S.intrinsic(Call, Arguments, S.vectorOf(Types[Part])));
  }
  return Made;
}

static Parts vectorMath(Instruction &I, VectorState &S) {
  auto &Call = cast<CallInst>(I);
  SmallVector<Value *, 2> Arguments;
  for (Value *Argument : Call.args())
    Arguments.push_back(S.wideOne(Argument));
  return {emitVectorMath(S.B, Call, Arguments)};
}

namespace {

/// reserved::Near, of which the shape has been told.
class NearRecipe final : public Recipe {
public:
  using Recipe::Recipe;

  Cost cost() const override { return 0; }
  void print(raw_ostream &OS) const override { OS << "near"; }
  void emit(VectorState &S) const override {
    if (isScalar())
      return S.setScalar(&I, S.scalar(I.getOperand(0)));
    S.setWide(&I, S.wide(I.getOperand(0)));
  }
  bool isScalar() const override { return C.Shapes[&I].hasBase(); }
};

} // namespace

RecipePtr ferry::compiler::planCall(CallInst &I, const PlanContext &C) {
  if (SubGroupCall(&I))
    return planSubGroup(I, C);
  if (RecipePtr Vote = planVote(I, C))
    return Vote;
  Type *Ty = I.getType();
  if (reserved::calleeName(&I) == reserved::Near)
    return std::make_unique<NearRecipe>(I, C);
  if (!reserved::calleeName(&I).empty() ||
      (!Ty->isVoidTy() && C.Shapes[&I].K == Shape::Uniform))
    return makeScalar(I, C);
  const Cost All = scalarCost(I) * (Ty->isVoidTy() ? 1 : C.registers(Ty));
  const Intrinsic::ID ID = I.getIntrinsicID();
  if (ID == Intrinsic::lifetime_start || ID == Intrinsic::lifetime_end ||
      ID == Intrinsic::assume)
    return makeSimple("nothing", I, C, 0, nothing);
  if (is_contained({Intrinsic::vector_reduce_add, Intrinsic::vector_reduce_and,
                    Intrinsic::vector_reduce_or, Intrinsic::vector_reduce_xor},
                   ID))
    return makeSimple("reduce parts", I, C, All, reduce);
  if (hasVectorForm(I, C))
    return makeSimple("widen", I, C, All, widen);
  if (hasVectorMath(I) && !I.mayHaveSideEffects() &&
      all_of(I.args(), [&](Use &U) { return U->getType() == Ty; }))
    return makeSimple("vector math", I, C, All, vectorMath);
  if (RecipePtr Vector = makeVectorCall(I, C))
    return Vector;
  return makeLaneByLane(I, C);
}
