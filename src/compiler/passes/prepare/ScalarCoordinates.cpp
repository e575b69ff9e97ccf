//===- ScalarCoordinates.cpp - Elements of coordinates --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/prepare/Passes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

namespace {

class Elements {
public:
  /// Element \p Number of \p V as a scalar of its own; null if there is none
  /// but in the vector.
  Value *of(Value *V, uint64_t Number) {
    if (auto *C = dyn_cast<Constant>(V))
      return C->getAggregateElement(Number);
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !isa<FixedVectorType>(V->getType()))
      return nullptr;
    auto [It, IsNew] = Known.try_emplace({I, Number}, nullptr);
    if (!IsNew)
      return It->second;
    Value *Element = compute(*I, Number);
    return Known[{I, Number}] = Element;
  }

private:
  Value *compute(Instruction &I, uint64_t Number) {
    Value *Vector, *Other, *Element;
    uint64_t Place;
    ArrayRef<int> Mask;
    if (match(&I, m_InsertElt(m_Value(Vector), m_Value(Element),
                              m_ConstantInt(Place))))
      return Place == Number ? Element : of(Vector, Number);
    if (match(&I, m_Shuffle(m_Value(Vector), m_Value(Other), m_Mask(Mask)))) {
      const unsigned Width =
          cast<FixedVectorType>(Vector->getType())->getNumElements();
      const int From = Number < Mask.size() ? Mask[Number] : -1;
      if (From < 0)
        return nullptr;
      return unsigned(From) < Width ? of(Vector, From)
                                    : of(Other, From - Width);
    }
    if (!I.getType()->isIntOrIntVectorTy())
      return nullptr;
    IRBuilder<> B(&I);
    if (auto *Operation = dyn_cast<BinaryOperator>(&I)) {
      Value *X = of(I.getOperand(0), Number), *Y = of(I.getOperand(1), Number);
      if (!X || !Y)
        return nullptr;
      Value *New = B.CreateBinOp(Operation->getOpcode(), X, Y);
      if (auto *Made = dyn_cast<Instruction>(New))
        Made->copyIRFlags(&I);
      return New;
    }
    if (auto *MinMax = dyn_cast<MinMaxIntrinsic>(&I)) {
      Value *X = of(MinMax->getLHS(), Number),
            *Y = of(MinMax->getRHS(), Number);
      return X && Y ? B.CreateBinaryIntrinsic(MinMax->getIntrinsicID(), X, Y)
                    : nullptr;
    }
    return nullptr;
  }

  DenseMap<std::pair<Instruction *, uint64_t>, Value *> Known;
};

} // namespace

PreservedAnalyses ScalarCoordinatesPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  SmallVector<std::pair<ExtractElementInst *, uint64_t>, 16> Extracts;
  for (Instruction &I : instructions(F))
    if (uint64_t Number;
        I.getType()->isIntegerTy() &&
        match(&I, m_ExtractElt(m_Value(), m_ConstantInt(Number))))
      Extracts.push_back({cast<ExtractElementInst>(&I), Number});
  Elements Scalars;
  SmallVector<WeakTrackingVH, 16> Dead;
  for (auto [Extract, Number] : Extracts)
    if (Value *Scalar = Scalars.of(Extract->getVectorOperand(), Number)) {
      Extract->replaceAllUsesWith(Scalar);
      Dead.push_back(Extract);
    }
  const bool Changed = !Dead.empty();
  RecursivelyDeleteTriviallyDeadInstructions(Dead);
  return preservedWithControlFlow(Changed);
}
