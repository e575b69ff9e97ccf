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

/// What all lanes do to one place, and nobody asks what was there: done once.
/// It may be volatile, as the functions take pointers to volatile objects for
/// those to any.
static Parts changeOnce(Instruction &I, VectorState &S) {
  auto &Atomic = cast<AtomicRMWInst>(I);
  auto Once = [&]() -> Parts {
    IRBuilder<> &B = S.B;
    const RecurKind Kind = *kindOf(Atomic.getOperation());
    Value *V = S.wideOne(Atomic.getValOperand());
    if (S.Mask)
      V = B.CreateSelect(S.Mask, V, identityOf(Kind, V->getType()));
    auto *Made = cast<AtomicRMWInst>(Atomic.clone());
    Made->setOperand(0, S.scalar(Atomic.getPointerOperand()));
    Made->setOperand(1, createSimpleReduction(B, V, Kind));
    B.Insert(Made);
    return {};
  };
  // Where there was no branch around it, there may be no active lane.
  if (!S.Divergent)
    return Once();
  return S.eitherWay(S.anyLane(S.mask()), Once, [] { return Parts(); });
}

WideRecipePtr ferry::compiler::planAtomic(AtomicRMWInst &I,
                                          const PlanContext &C) {
  Type *Ty = I.getType();
  if (!I.use_empty() || !Ty->isIntegerTy() ||
      !C.Shapes[I.getPointerOperand()].isUniform() || !kindOf(I.getOperation()))
    return nullptr;
  return makeSimple("once for all lanes", I, C,
                    scalarCost(I) + C.registers(Ty) + 2 * Log2_32(C.Lanes),
                    changeOnce);
}
