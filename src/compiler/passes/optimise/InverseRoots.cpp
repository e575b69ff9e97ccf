//===- InverseRoots.cpp - 1 / sqrt(x) without division --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "compiler/passes/vectorise/VectorMath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {
/// The instructions for so many floats.
struct Register {
  unsigned Lanes;
  Intrinsic::ID Estimate, Range;
};
} // namespace

static constexpr Register Registers[] = {
    {4, Intrinsic::x86_avx512_rsqrt14_ps_128,
     Intrinsic::x86_avx512_mask_range_ps_128},
    {8, Intrinsic::x86_avx512_rsqrt14_ps_256,
     Intrinsic::x86_avx512_mask_range_ps_256},
    {16, Intrinsic::x86_avx512_rsqrt14_ps_512,
     Intrinsic::x86_avx512_mask_range_ps_512}};

/// Of \p X, as many floats as \p R has.
static Value *inverseRoot(IRBuilderBase &B, Value *X, const Register &R) {
  auto *Ty = FixedVectorType::get(B.getFloatTy(), R.Lanes);
  Value *All = Constant::getAllOnesValue(B.getIntNTy(std::max(8u, R.Lanes)));
  Value *Rough =
      B.CreateIntrinsic(R.Estimate, {}, {X, Constant::getNullValue(Ty), All});
  Value *Negative = B.CreateFNeg(B.CreateFMul(X, Rough));
  Value *Error = B.CreateIntrinsic(Intrinsic::fma, {Ty},
                                   {Negative, Rough, ConstantFP::get(Ty, 1.0)});
  // The smaller of it and 1/2, with its sign, is a number also where it is none
  // as 0 has met infinity; the estimate is exact then.
  constexpr unsigned SmallerMagnitude = 2, SignOfResult = 4;
  SmallVector<Value *, 6> Arguments{Error, ConstantFP::get(Ty, 0.5),
                                    B.getInt32(SmallerMagnitude | SignOfResult),
                                    Constant::getNullValue(Ty), All};
  if (R.Lanes == 16)
    Arguments.push_back(B.getInt32(/*_MM_FROUND_CUR_DIRECTION=*/4));
  Error = B.CreateIntrinsic(R.Range, {}, Arguments);
  Value *Half = B.CreateFMul(Rough, ConstantFP::get(Ty, 0.5));
  return B.CreateIntrinsic(Intrinsic::fma, {Ty}, {Half, Error, Rough});
}

/// Of \p X, a float or a vector of any number of them.
static Value *inverseRoots(IRBuilderBase &B, Value *X) {
  if (!X->getType()->isVectorTy()) {
    auto *Ty = FixedVectorType::get(B.getFloatTy(), Registers[0].Lanes);
    X = B.CreateInsertElement(Constant::getNullValue(Ty), X, uint64_t(0));
    return B.CreateExtractElement(inverseRoot(B, X, Registers[0]), uint64_t(0));
  }
  const unsigned Lanes = cast<FixedVectorType>(X->getType())->getNumElements();
  const Register *R =
      find_if(Registers, [&](const Register &R) { return R.Lanes >= Lanes; });
  if (R == std::end(Registers))
    --R;
  return inPieces(B, X, R->Lanes, [&](ArrayRef<Value *> Piece) {
    return inverseRoot(B, Piece[0], *R);
  });
}

PreservedAnalyses InverseRootsPass::run(Function &F,
                                        FunctionAnalysisManager &) {
  using namespace PatternMatch;
  SmallVector<std::pair<Instruction *, Value *>, 8> Inverses;
  for (Instruction &I : instructions(F)) {
    Value *X;
    if (I.getType()->getScalarType()->isFloatTy() &&
        match(&I, m_FDiv(m_FPOne(), m_OneUse(m_Sqrt(m_Value(X))))) &&
        I.hasAllowReciprocal())
      Inverses.push_back({&I, X});
  }
  for (auto [Inverse, X] : Inverses) {
    IRBuilder<> B(Inverse);
    auto *Root = cast<Instruction>(Inverse->getOperand(1));
    Inverse->replaceAllUsesWith(inverseRoots(B, X));
    Inverse->eraseFromParent();
    Root->eraseFromParent();
  }
  return preservedWithControlFlow(!Inverses.empty());
}
