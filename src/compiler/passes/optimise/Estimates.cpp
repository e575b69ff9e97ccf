//===- Estimates.cpp - Quotients without division -------------------------===//
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
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace ferry::compiler;

namespace {
/// The instructions for so many floats or doubles.
struct Register {
  unsigned Lanes;
  Intrinsic::ID Inverse, InverseRoot, Range;
};
} // namespace

static constexpr Register OfFloats[] = {
    {4, Intrinsic::x86_avx512_rcp14_ps_128,
     Intrinsic::x86_avx512_rsqrt14_ps_128,
     Intrinsic::x86_avx512_mask_range_ps_128},
    {8, Intrinsic::x86_avx512_rcp14_ps_256,
     Intrinsic::x86_avx512_rsqrt14_ps_256,
     Intrinsic::x86_avx512_mask_range_ps_256},
    {16, Intrinsic::x86_avx512_rcp14_ps_512,
     Intrinsic::x86_avx512_rsqrt14_ps_512,
     Intrinsic::x86_avx512_mask_range_ps_512}};
static constexpr Register OfDoubles[] = {
    {2, Intrinsic::x86_avx512_rcp14_pd_128,
     Intrinsic::x86_avx512_rsqrt14_pd_128,
     Intrinsic::x86_avx512_mask_range_pd_128},
    {4, Intrinsic::x86_avx512_rcp14_pd_256,
     Intrinsic::x86_avx512_rsqrt14_pd_256,
     Intrinsic::x86_avx512_mask_range_pd_256},
    {8, Intrinsic::x86_avx512_rcp14_pd_512,
     Intrinsic::x86_avx512_rsqrt14_pd_512,
     Intrinsic::x86_avx512_mask_range_pd_512}};

/// The mask of all lanes.
static Value *allLanes(IRBuilderBase &B, const Register &R) {
  return Constant::getAllOnesValue(B.getIntNTy(std::max(8u, R.Lanes)));
}

/// The estimate \p ID of \p X.
static Value *estimate(IRBuilderBase &B, Intrinsic::ID ID, Value *X,
                       const Register &R) {
  return B.CreateIntrinsic(
      ID, {}, {X, Constant::getNullValue(X->getType()), allLanes(B, R)});
}

/// A step of Newton's iteration: \p Rough + \p Slope (1 - \p X \p Rough).
static Value *refine(IRBuilderBase &B, Value *X, Value *Rough, Value *Slope,
                     const Register &R) {
  Type *Ty = X->getType();
  Value *Error = B.CreateIntrinsic(
      Intrinsic::fma, {Ty}, {B.CreateFNeg(X), Rough, ConstantFP::get(Ty, 1.0)});
  // The smaller of it and 1/2, with its sign, is a number also where it is none
  // as 0 has met infinity; the estimate is exact then.
  constexpr unsigned SmallerMagnitude = 2, SignOfResult = 4;
  SmallVector<Value *, 6> Arguments{Error, ConstantFP::get(Ty, 0.5),
                                    B.getInt32(SmallerMagnitude | SignOfResult),
                                    Constant::getNullValue(Ty), allLanes(B, R)};
  if (Ty->getPrimitiveSizeInBits() == 512)
    Arguments.push_back(B.getInt32(/*_MM_FROUND_CUR_DIRECTION=*/4));
  Error = B.CreateIntrinsic(R.Range, {}, Arguments);
  return B.CreateIntrinsic(Intrinsic::fma, {Ty}, {Slope, Error, Rough});
}

/// 1 / \p X, floats, as many as \p R has.
static Value *inverse(IRBuilderBase &B, Value *X, const Register &R) {
  Value *Rough = estimate(B, R.Inverse, X, R);
  return refine(B, X, Rough, Rough, R);
}

/// 1 / sqrt(\p X), as many numbers as \p R has.
static Value *inverseRoot(IRBuilderBase &B, Value *X, const Register &R) {
  Value *Root = estimate(B, R.InverseRoot, X, R);
  // Each doubles the bits that are right: 14, 28, 56.
  const unsigned Steps = X->getType()->getScalarType()->isDoubleTy() ? 2 : 1;
  for (unsigned I = 0; I != Steps; ++I) {
    Value *Half = B.CreateFMul(Root, ConstantFP::get(X->getType(), 0.5));
    Root = refine(B, B.CreateFMul(X, Root), Root, Half, R);
  }
  return Root;
}

/// What \p Compute makes of \p X, a number or a vector of any number of them.
static Value *inRegisters(IRBuilderBase &B, Value *X,
                          Value *Compute(IRBuilderBase &B, Value *X,
                                         const Register &R)) {
  const ArrayRef<Register> Registers =
      X->getType()->getScalarType()->isDoubleTy() ? ArrayRef(OfDoubles)
                                                  : ArrayRef(OfFloats);
  if (!X->getType()->isVectorTy()) {
    auto *Ty = FixedVectorType::get(X->getType(), Registers[0].Lanes);
    X = B.CreateInsertElement(Constant::getNullValue(Ty), X, uint64_t(0));
    return B.CreateExtractElement(Compute(B, X, Registers[0]), uint64_t(0));
  }
  const unsigned Lanes = cast<FixedVectorType>(X->getType())->getNumElements();
  const Register *R =
      find_if(Registers, [&](const Register &R) { return R.Lanes >= Lanes; });
  if (R == Registers.end())
    --R;
  return inPieces(B, X, R->Lanes, [&](ArrayRef<Value *> Piece) {
    return Compute(B, Piece[0], *R);
  });
}

/// True if quotients that may be inexact are divided by \p V, and no more is
/// done with it.
static bool onlyDivides(const Value *V) {
  return all_of(V->uses(), [](const Use &U) {
    auto *Quotient = dyn_cast<FPMathOperator>(U.getUser());
    return Quotient && Quotient->getOpcode() == Instruction::FDiv &&
           U.getOperandNo() == 1 && Quotient->hasAllowReciprocal();
  });
}

/// \p Quotient by estimates, or null if they are not exact enough, or nothing
/// is gained.
static Value *estimated(BinaryOperator &Quotient) {
  using namespace PatternMatch;
  Value *Dividend = Quotient.getOperand(0), *Divisor = Quotient.getOperand(1);
  const Type *Ty = Quotient.getType()->getScalarType();
  if (!Quotient.hasAllowReciprocal() || isa<Constant>(Divisor) ||
      !(Ty->isFloatTy() || Ty->isDoubleTy()))
    return nullptr;
  IRBuilder<> B(&Quotient);
  Value *Inverse, *X;
  if (match(Divisor, m_Sqrt(m_Value(X))) && onlyDivides(Divisor))
    Inverse = inRegisters(B, X, inverseRoot);
  else if (Ty->isFloatTy())
    Inverse = inRegisters(B, Divisor, inverse);
  else
    return nullptr;
  return match(Dividend, m_FPOne()) ? Inverse : B.CreateFMul(Dividend, Inverse);
}

PreservedAnalyses EstimatesPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (I.getOpcode() != Instruction::FDiv)
      continue;
    if (Value *Estimate = estimated(cast<BinaryOperator>(I))) {
      I.replaceAllUsesWith(Estimate);
      RecursivelyDeleteTriviallyDeadInstructions(&I);
      Changed = true;
    }
  }
  return preservedWithControlFlow(Changed);
}
