//===- ShortMasks.cpp - No halves of masks that are false -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/workarounds/Passes.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace ferry::compiler;

/// The first elements of \p Mask, a power of two of them, behind which it is
/// known to be false.
static unsigned lengthOf(Value *Mask) {
  using namespace PatternMatch;
  unsigned Length = cast<FixedVectorType>(Mask->getType())->getNumElements();
  Constant *Possible;
  if (!match(Mask, m_c_And(m_Value(), m_Constant(Possible))))
    return Length;
  while (Length) {
    Constant *Last = Possible->getAggregateElement(Length - 1);
    if (!Last || !Last->isNullValue())
      break;
    --Length;
  }
  return PowerOf2Ceil(Length);
}

/// The first \p Length elements of \p V.
static Value *first(IRBuilderBase &B, Value *V, unsigned Length) {
  return B.CreateShuffleVector(V, createSequentialMask(0, Length, 0));
}

static void shorten(IntrinsicInst &Load, unsigned Length) {
  Value *Mask = Load.getArgOperand(1), *Inactive = Load.getArgOperand(2);
  auto *Ty = cast<FixedVectorType>(Load.getType());
  const unsigned All = Ty->getNumElements();
  IRBuilder<> B(&Load);
  CallInst *Short = B.CreateMaskedLoad(
      FixedVectorType::get(Ty->getElementType(), Length), Load.getArgOperand(0),
      Load.getParamAlign(0).valueOrOne(), first(B, Mask, Length),
      first(B, Inactive, Length));
  Short->copyMetadata(Load);
  Value *Whole = B.CreateShuffleVector(
      Short, createSequentialMask(0, Length, All - Length));
  SmallVector<int, 64> Chosen;
  for (unsigned I = 0; I != All; ++I)
    Chosen.push_back(int(I < Length ? I : All + I));
  Load.replaceAllUsesWith(B.CreateShuffleVector(Whole, Inactive, Chosen));
}

PreservedAnalyses ShortMasksPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || Call->getIntrinsicID() != Intrinsic::masked_load)
      continue;
    Value *Mask = Call->getArgOperand(1);
    auto *Ty = dyn_cast<FixedVectorType>(Mask->getType());
    if (!Ty)
      continue;
    const unsigned Length = lengthOf(Mask);
    if (!Length || Length >= Ty->getNumElements())
      continue;
    shorten(*Call, Length);
    Call->eraseFromParent();
    Changed = true;
  }
  return preservedWithControlFlow(Changed);
}
