//===- PackWidth.cpp - How many work-items a pack has ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/PackWidth.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <array>

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
  // By the logarithm of the bits of the elements.
  std::array<double, 7> Weights = {};
  double Sum = 0, Full = 0;
  for (Instruction &I : instructions(Lane)) {
    bool Counts = isa<StoreInst>(I) ? any_of(I.operands(),
                                             [&](Use &U) {
                                               return UI.isDivergentUse(U);
                                             })
                                    : UI.isDivergent(&I);
    unsigned Bits = Counts ? bitsOf(I) : 0;
    if (!Bits)
      continue;
    Type *Ty = isa<StoreInst>(I) ? I.getOperand(0)->getType() : I.getType();
    auto *Vector = dyn_cast<FixedVectorType>(Ty);
    unsigned Count = Vector ? Vector->getNumElements() : 1;
    double Weight = Count;
    for (unsigned Depth = std::min(LI.getLoopDepth(I.getParent()), 3u); Depth;
         --Depth)
      Weight *= 8;
    Weights[std::min(Log2_32(Bits), 6u)] += Weight;
    Sum += Weight;
    if (Count * Bits * 2 >= VectorBits)
      Full += Weight;
  }
  // One work-item fills the registers: more would only be more code.
  if (Sum == 0 || Full > Sum / 2)
    return 1;
  // The widest of what there is much of.
  unsigned Log = 6;
  while (Weights[Log] < Sum / 4)
    --Log;
  return std::min(VectorBits >> Log, 32u);
}
