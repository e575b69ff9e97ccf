//===- VoteRecipes.cpp - What lanes that only look agree on ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Reserved.h"
#include "compiler/passes/vectorise/VectorState.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {

/// reserved::AllLanes.
class AllRecipe final : public Recipe {
public:
  using Recipe::Recipe;

  Cost cost() const override { return 2; }
  void print(raw_ostream &OS) const override { OS << "all lanes"; }
  void emit(VectorState &S) const override {
    Value *Has = I.getOperand(0);
    if (C.Shapes[Has].isUniform())
      return S.setScalar(&I, S.scalar(Has));
    Value *Lacks = S.B.CreateNot(S.wideOne(Has));
    if (S.Mask)
      Lacks = S.B.CreateAnd(Lacks, S.Mask);
    S.setScalar(&I, S.B.CreateNot(S.anyLane(Lacks)));
  }
  bool isScalar() const override { return true; }
};

} // namespace

/// reserved::CheckKept.
static Parts kept(Instruction &I, VectorState &S) {
  IRBuilder<> &B = S.B;
  Value *Pointer = I.getOperand(0);
  Type *Ty = S.vectorOf(I.getOperand(1)->getType());
  Value *There =
      S.C.Shapes[Pointer].isUniform()
          ? B.CreateVectorSplat(
                S.Lanes, B.CreateLoad(Ty->getScalarType(), S.scalar(Pointer)))
          : B.CreateMaskedGather(Ty, S.wideOne(Pointer), Align(8), S.mask());
  return {B.CreateICmpEQ(There, S.wideOne(I.getOperand(1)))};
}

static Parts yes(Instruction &I, VectorState &S) {
  return {Constant::getAllOnesValue(S.vectorOf(I.getType()))};
}

RecipePtr ferry::compiler::planVote(CallInst &I, const PlanContext &C) {
  const StringRef Name = reserved::calleeName(&I);
  if (Name == reserved::AllLanes)
    return std::make_unique<AllRecipe>(I, C);
  if (Name != reserved::CheckKept)
    return nullptr;
  const Shape At = C.Shapes[I.getArgOperand(0)];
  const auto Bytes = cast<ConstantInt>(I.getArgOperand(2))->getSExtValue();
  if (At.K == Shape::Strided && std::abs(At.Stride) >= Bytes)
    return makeSimple("kept", I, C, 0, yes);
  return makeSimple("kept by the last", I, C, C.Target.GatherCost * C.Lanes,
                    kept);
}
