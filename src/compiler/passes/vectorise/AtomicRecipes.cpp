//===- AtomicRecipes.cpp - Atomics at one place ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/vectorise/VectorState.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ferry::compiler;

/// What changes nothing, if \p Op does it with an integer of \p Bits; nothing
/// if lanes do not combine.
static std::optional<APInt> identityOf(AtomicRMWInst::BinOp Op, unsigned Bits) {
  switch (Op) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::UMax:
    return APInt::getZero(Bits);
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return APInt::getAllOnes(Bits);
  case AtomicRMWInst::Max:
    return APInt::getSignedMinValue(Bits);
  case AtomicRMWInst::Min:
    return APInt::getSignedMaxValue(Bits);
  default:
    return std::nullopt;
  }
}

static Value *reduce(IRBuilder<> &B, AtomicRMWInst::BinOp Op, Value *V) {
  switch (Op) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return B.CreateAddReduce(V);
  case AtomicRMWInst::Or:
    return B.CreateOrReduce(V);
  case AtomicRMWInst::Xor:
    return B.CreateXorReduce(V);
  case AtomicRMWInst::And:
    return B.CreateAndReduce(V);
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
    return Op == AtomicRMWInst::Max ? B.CreateIntMaxReduce(V, true)
                                    : B.CreateIntMinReduce(V, true);
  default:
    return Op == AtomicRMWInst::UMax ? B.CreateIntMaxReduce(V, false)
                                     : B.CreateIntMinReduce(V, false);
  }
}

namespace {

/// What all lanes do to one place, and nobody asks what was there: done once.
/// It may be volatile, as the functions take pointers to volatile objects for
/// those to any.
class ReducedAtomicRecipe final : public WideRecipe {
public:
  using WideRecipe::WideRecipe;

  Cost cost() const override {
    return scalarCost(I) + C.registers(I.getType()) + 2 * Log2_32(C.Lanes);
  }
  void print(raw_ostream &OS) const override { OS << "once for all lanes"; }
  Parts emitParts(VectorState &S) const override {
    auto &Atomic = cast<AtomicRMWInst>(I);
    auto Once = [&]() -> Parts {
      IRBuilder<> &B = S.B;
      Value *V = S.wideOne(Atomic.getValOperand());
      if (S.Mask)
        V = B.CreateSelect(
            S.Mask, V,
            ConstantInt::get(V->getType(),
                             *identityOf(Atomic.getOperation(),
                                         I.getType()->getIntegerBitWidth())));
      auto *Made = cast<AtomicRMWInst>(Atomic.clone());
      Made->setOperand(0, S.scalar(Atomic.getPointerOperand()));
      Made->setOperand(1, reduce(B, Atomic.getOperation(), V));
      B.Insert(Made);
      return {};
    };
    // Where there was no branch around it, there may be no active lane.
    if (!S.Divergent)
      return Once();
    return S.eitherWay(S.anyLane(S.mask()), Once, [] { return Parts(); });
  }
};

} // namespace

WideRecipePtr ferry::compiler::planAtomic(AtomicRMWInst &I,
                                          const PlanContext &C) {
  Type *Ty = I.getType();
  if (!I.use_empty() || !Ty->isIntegerTy() ||
      !C.Shapes[I.getPointerOperand()].isUniform() ||
      !identityOf(I.getOperation(), Ty->getIntegerBitWidth()))
    return nullptr;
  return std::make_unique<ReducedAtomicRecipe>(I, C);
}
