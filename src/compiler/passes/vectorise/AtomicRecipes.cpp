//===- AtomicRecipes.cpp - Atomics at one place ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/LlvmVersions.h"
#include "compiler/passes/SubGroups.h"
#include "compiler/passes/vectorise/VectorState.h"

using namespace llvm;
using namespace ferry::compiler;

/// What lanes do together; nothing if they do not combine.
static std::optional<RecurKind> kindOf(AtomicRMWInst::BinOp Op) {
  switch (Op) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return RecurKind::Add;
  case AtomicRMWInst::Or:
    return RecurKind::Or;
  case AtomicRMWInst::Xor:
    return RecurKind::Xor;
  case AtomicRMWInst::And:
    return RecurKind::And;
  case AtomicRMWInst::Max:
    return RecurKind::SMax;
  case AtomicRMWInst::Min:
    return RecurKind::SMin;
  case AtomicRMWInst::UMax:
    return RecurKind::UMax;
  case AtomicRMWInst::UMin:
    return RecurKind::UMin;
  default:
    return std::nullopt;
  }
}

namespace {

/// What all lanes do to one place, done once. If they ask what was there, each
/// finds what those before it have left. It may be volatile, as the functions
/// take pointers to volatile objects for those to any.
class AtomicAtOnePlaceRecipe final : public WideRecipe {
public:
  AtomicAtOnePlaceRecipe(AtomicRMWInst &I, const PlanContext &C)
      : WideRecipe(I, C), Atomic(I), Kind(*kindOf(I.getOperation())) {}

  // Taken for lane by lane where the result is asked for, as a place in a list:
  // one lane or two tend to come there.
  Cost cost() const override {
    return isForEach() ? makeLaneByLane(I, C)->cost()
                       : scalarCost(I) + C.registers(I.getType()) +
                             2 * Log2_32(C.Lanes);
  }
  void print(raw_ostream &OS) const override { OS << "once for all lanes"; }
  bool gathers() const override { return isForEach(); }
  bool isForEach() const override { return !I.use_empty(); }

  Parts emitParts(VectorState &S) const override {
    // Where there was no branch around it, there may be no active lane.
    if (!S.Divergent)
      return once(S);
    return S.eitherWay(
        S.anyLane(S.mask()), [&] { return once(S); },
        [&]() -> Parts {
          if (I.use_empty())
            return {};
          return {PoisonValue::get(S.vectorOf(I.getType()))};
        });
  }

private:
  Parts once(VectorState &S) const {
    IRBuilder<> &B = S.B;
    Value *V = S.wideOne(Atomic.getValOperand());
    if (S.Mask)
      V = B.CreateSelect(S.Mask, V, identityOf(Kind, V->getType()));
    Instruction *Made = Atomic.clone();
    Made->setOperand(0, S.scalar(Atomic.getPointerOperand()));
    Made->setOperand(1, createSimpleReduction(B, V, Kind));
    B.Insert(Made);
    if (I.use_empty())
      return {};
    SubGroupCall Scan;
    Scan.K = SubGroupCall::Exclusive;
    Scan.Op = Kind;
    Value *There = B.CreateVectorSplat(S.Lanes, Made),
          *Before = scanLanes(S, V, Scan);
    return {Atomic.getOperation() == AtomicRMWInst::Sub
                ? B.CreateSub(There, Before)
                : Scan.combine(B, There, Before)};
  }

  AtomicRMWInst &Atomic;
  const RecurKind Kind;
};

} // namespace

WideRecipePtr ferry::compiler::planAtomic(AtomicRMWInst &I,
                                          const PlanContext &C) {
  if (!I.getType()->isIntegerTy() || !kindOf(I.getOperation()) ||
      !C.Shapes[I.getPointerOperand()].isUniform())
    return nullptr;
  return std::make_unique<AtomicAtOnePlaceRecipe>(I, C);
}
