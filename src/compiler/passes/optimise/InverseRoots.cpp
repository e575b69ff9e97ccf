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
/// The instructions for so many floats or doubles.
struct Register {
  unsigned Lanes;
  Intrinsic::ID Estimate, Range;
};
} // namespace

static constexpr Register OfFloats[] = {
    {4, Intrinsic::x86_avx512_rsqrt14_ps_128,
     Intrinsic::x86_avx512_mask_range_ps_128},
    {8, Intrinsic::x86_avx512_rsqrt14_ps_256,
     Intrinsic::x86_avx512_mask_range_ps_256},
    {16, Intrinsic::x86_avx512_rsqrt14_ps_512,
     Intrinsic::x86_avx512_mask_range_ps_512}};
static constexpr Register OfDoubles[] = {
    {2, Intrinsic::x86_avx512_rsqrt14_pd_128,
     Intrinsic::x86_avx512_mask_range_pd_128},
    {4, Intrinsic::x86_avx512_rsqrt14_pd_256,
     Intrinsic::x86_avx512_mask_range_pd_256},
    {8, Intrinsic::x86_avx512_rsqrt14_pd_512,
     Intrinsic::x86_avx512_mask_range_pd_512}};

/// A step of Newton's iteration from \p Rough on.
static Value *refine(IRBuilderBase &B, Value *X, Value *Rough,
                     const Register &R) {
  Type *Ty = X->getType();
  Value *All = Constant::getAllOnesValue(B.getIntNTy(std::max(8u, R.Lanes)));
  Value *Negative = B.CreateFNeg(B.CreateFMul(X, Rough));
  Value *Error = B.CreateIntrinsic(Intrinsic::fma, {Ty},
                                   {Negative, Rough, ConstantFP::get(Ty, 1.0)});
  // The smaller of it and 1/2, with its sign, is a number also where it is none
  // as 0 has met infinity; the estimate is exact then.
  constexpr unsigned SmallerMagnitude = 2, SignOfResult = 4;
  SmallVector<Value *, 6> Arguments{Error, ConstantFP::get(Ty, 0.5),
                                    B.getInt32(SmallerMagnitude | SignOfResult),
                                    Constant::getNullValue(Ty), All};
  if (Ty->getPrimitiveSizeInBits() == 512)
    Arguments.push_back(B.getInt32(/*_MM_FROUND_CUR_DIRECTION=*/4));
  Error = B.CreateIntrinsic(R.Range, {}, Arguments);
  Value *Half = B.CreateFMul(Rough, ConstantFP::get(Ty, 0.5));
  return B.CreateIntrinsic(Intrinsic::fma, {Ty}, {Half, Error, Rough});
}

/// Of \p X, as many numbers as \p R has.
static Value *inverseRoot(IRBuilderBase &B, Value *X, const Register &R) {
  Value *All = Constant::getAllOnesValue(B.getIntNTy(std::max(8u, R.Lanes)));
  Value *Root = B.CreateIntrinsic(
      R.Estimate, {}, {X, Constant::getNullValue(X->getType()), All});
  // Each doubles the bits that are right: 14, 28, 56.
  Root = refine(B, X, Root, R);
  return X->getType()->getScalarType()->isDoubleTy() ? refine(B, X, Root, R)
                                                     : Root;
}

/// Of \p X, a number or a vector of any number of them.
static Value *inverseRoots(IRBuilderBase &B, Value *X) {
  const ArrayRef<Register> Registers =
      X->getType()->getScalarType()->isDoubleTy() ? ArrayRef(OfDoubles)
                                                  : ArrayRef(OfFloats);
  if (!X->getType()->isVectorTy()) {
    auto *Ty = FixedVectorType::get(X->getType(), Registers[0].Lanes);
    X = B.CreateInsertElement(Constant::getNullValue(Ty), X, uint64_t(0));
    return B.CreateExtractElement(inverseRoot(B, X, Registers[0]), uint64_t(0));
  }
  const unsigned Lanes = cast<FixedVectorType>(X->getType())->getNumElements();
  const Register *R =
      find_if(Registers, [&](const Register &R) { return R.Lanes >= Lanes; });
  if (R == Registers.end())
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
    Type *Ty = I.getType()->getScalarType();
    if ((Ty->isFloatTy() || Ty->isDoubleTy()) &&
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
