//===- PackWidth.cpp - How many work-items a pack has ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/PackWidth.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// Bits of the elements that \p I computes with, or 0 if it counts for nothing.
static unsigned bitsOf(const Instruction &I) {
  const Value *V = &I;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    V = Store->getValueOperand();
  else if (isa<CmpInst>(I))
    V = I.getOperand(0);
  else if (isa<GetElementPtrInst, PHINode, AllocaInst, CastInst>(I))
    return 0;
  Type *Ty = V->getType()->getScalarType();
  if (!Ty->isIntegerTy() && !Ty->isFloatingPointTy())
    return 0;
  return std::max(8u, Ty->getScalarSizeInBits());
}

unsigned ferry::compiler::choosePackWidth(Function &Lane, const LoopInfo &LI,
                                          const UniformityInfo &UI,
                                          unsigned VectorBits) {
  double Bits = 0, Weight = 0;
  for (Instruction &I : instructions(Lane)) {
    bool Counts = isa<StoreInst>(I)
                      ? any_of(I.operands(), [&](Use &U) { return UI.isDivergentUse(U); })
                      : UI.isDivergent(&I);
    unsigned Of = Counts ? bitsOf(I) : 0;
    if (!Of)
      continue;
    auto *Vector = dyn_cast<FixedVectorType>(I.getType());
    double W = Vector ? Vector->getNumElements() : 1;
    for (unsigned Depth = std::min(LI.getLoopDepth(I.getParent()), 3u); Depth;
         --Depth)
      W *= 8;
    Bits += W * Of;
    Weight += W;
  }
  if (Weight == 0)
    return 1;
  // Between two widths the larger: few operations are more costly on halves.
  double Mean = Bits / Weight;
  unsigned Lanes = VectorBits / 64;
  while (Lanes < VectorBits / 16 && Lanes * Mean * 1.5 <= VectorBits)
    Lanes *= 2;
  return Lanes;
}
