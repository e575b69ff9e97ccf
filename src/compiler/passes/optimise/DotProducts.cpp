//===- DotProducts.cpp - Sums of products of bytes ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/optimise/Passes.h"

#include "compiler/passes/vectorise/VectorMath.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

namespace {

/// Four bytes in each 32-bit lane.
struct Bytes {
  Value *of; ///< A vector, or a scalar that all lanes have.
  bool areSigned;
  bool operator==(const Bytes &) const = default;
};

/// Byte number \c number of them, extended to 32 bits.
struct Byte {
  Bytes among;
  unsigned number;
};

/// Products of bytes of the same two; null where there is none yet.
struct Products {
  Bytes x, y;
  std::array<Value *, 4> each = {};
};

} // namespace

static std::optional<Byte> matchByte(Value *V) {
  using namespace PatternMatch;
  if (Value *Scalar = getSplatValue(V))
    V = Scalar;
  Value *X;
  const APInt *By;
  if (match(V, m_AShr(m_Shl(m_Value(X), m_APInt(By)), m_SpecificInt(24))) &&
      (*By == 8 || *By == 16 || *By == 24))
    return Byte{{X, true}, unsigned(3 - By->getZExtValue() / 8)};
  if (match(V, m_AShr(m_Value(X), m_SpecificInt(24))))
    return Byte{{X, true}, 3};
  if (match(V, m_And(m_LShr(m_Value(X), m_APInt(By)), m_SpecificInt(255))) &&
      (*By == 8 || *By == 16))
    return Byte{{X, false}, unsigned(By->getZExtValue() / 8)};
  if (match(V, m_LShr(m_Value(X), m_SpecificInt(24))))
    return Byte{{X, false}, 3};
  if (match(V, m_And(m_Value(X), m_SpecificInt(255))))
    return Byte{{X, false}, 0};
  return std::nullopt;
}

/// What \p Root adds up, through additions that nothing else uses; of more
/// terms than that, which would be compared with each other, sums.
static SmallVector<Value *, 16> termsOf(Instruction &Root) {
  using namespace PatternMatch;
  constexpr unsigned MaxTerms = 256;
  SmallVector<Value *, 16> Terms, Left = {&Root};
  while (!Left.empty()) {
    Value *V = Left.pop_back_val(), *A, *B;
    if ((V == &Root || V->hasOneUse()) &&
        Terms.size() + Left.size() < MaxTerms &&
        match(V, m_Add(m_Value(A), m_Value(B))))
      Left.append({B, A});
    else
      Terms.push_back(V);
  }
  return Terms;
}

/// Adds \p V to those of \p All that it belongs to, if it is a product of
/// bytes.
static void collect(Value *V, SmallVectorImpl<Products> &All) {
  using namespace PatternMatch;
  Value *A, *B;
  if (!V->hasOneUse() || !match(V, m_Mul(m_Value(A), m_Value(B))))
    return;
  const std::optional<Byte> X = matchByte(A), Y = matchByte(B);
  if (!X || !Y || X->number != Y->number)
    return;
  for (Products &P : All)
    if (((P.x == X->among && P.y == Y->among) ||
         (P.x == Y->among && P.y == X->among)) &&
        !P.each[X->number]) {
      P.each[X->number] = V;
      return;
    }
  All.push_back({X->among, Y->among});
  All.back().each[X->number] = V;
}

static Value *vectorOf(IRBuilderBase &Builder, const Bytes &B, unsigned Lanes) {
  return B.of->getType()->isVectorTy() ? B.of
                                       : Builder.CreateVectorSplat(Lanes, B.of);
}

/// The even or the odd bytes of each lane, as 16-bit elements.
static Value *halves(IRBuilderBase &Builder, const Bytes &B, unsigned Lanes,
                     bool Odd) {
  Value *All = Builder.CreateBitCast(
      vectorOf(Builder, B, Lanes),
      FixedVectorType::get(Builder.getInt16Ty(), 2 * Lanes));
  if (!B.areSigned)
    return Odd ? Builder.CreateLShr(All, 8) : Builder.CreateAnd(All, 255);
  return Builder.CreateAShr(Odd ? All : Builder.CreateShl(All, 8), 8);
}

static Value *multiplyPairs(IRBuilderBase &Builder, Value *X, Value *Y,
                            Isa Level) {
  const unsigned Elements =
      cast<FixedVectorType>(X->getType())->getNumElements();
  const unsigned Width = std::min(Elements, registerBits(Level) / 16);
  const Intrinsic::ID Id = Width == 32   ? Intrinsic::x86_avx512_pmaddw_d_512
                           : Width == 16 ? Intrinsic::x86_avx2_pmadd_wd
                                         : Intrinsic::x86_sse2_pmadd_wd;
  return inPieces(Builder, {X, Y}, Width, [&](ArrayRef<Value *> Parts) {
    return Builder.CreateIntrinsic(Id, {}, Parts);
  });
}

/// Of bytes of \p X without a sign and of \p Y with one, in each lane.
static Value *multiplyMixed(IRBuilderBase &Builder, Value *X, Value *Y) {
  const unsigned Lanes = cast<FixedVectorType>(X->getType())->getNumElements();
  const unsigned Width = std::min(Lanes, 16u);
  const Intrinsic::ID Id = Width == 16  ? Intrinsic::x86_avx512_vpdpbusd_512
                           : Width == 8 ? Intrinsic::x86_avx512_vpdpbusd_256
                                        : Intrinsic::x86_avx512_vpdpbusd_128;
  // Of LLVM 22 bytes, of older ones the 32-bit elements that hold them.
  Type *Bytes = Intrinsic::getType(Builder.getContext(), Id)->getParamType(1);
  return inPieces(Builder, {X, Y}, Width, [&](ArrayRef<Value *> Parts) {
    return Builder.CreateIntrinsic(Id, {},
                                   {Constant::getNullValue(Parts[0]->getType()),
                                    Builder.CreateBitCast(Parts[0], Bytes),
                                    Builder.CreateBitCast(Parts[1], Bytes)});
  });
}

/// The sum of the products of \p X and \p Y in each of so many lanes.
static Value *multiply(IRBuilderBase &Builder, Bytes X, Bytes Y, unsigned Lanes,
                       Isa Level) {
  if (!hasByteProducts(Level) || (!X.areSigned && !Y.areSigned)) {
    auto Half = [&](bool Odd) {
      Value *A = halves(Builder, X, Lanes, Odd);
      Value *B = halves(Builder, Y, Lanes, Odd);
      return multiplyPairs(Builder, A, B, Level);
    };
    Value *Even = Half(false);
    return Builder.CreateAdd(Even, Half(true));
  }
  // What is the same for all lanes is multiplied twice: outside of loops.
  if (!Y.areSigned || (X.areSigned && !X.of->getType()->isVectorTy()))
    std::swap(X, Y);
  Value *A = vectorOf(Builder, X, Lanes), *B = vectorOf(Builder, Y, Lanes);
  if (!X.areSigned)
    return multiplyMixed(Builder, A, B);
  Value *Signs = ConstantInt::get(A->getType(), 0x80808080);
  Value *Flipped = multiplyMixed(Builder, Builder.CreateXor(A, Signs), B);
  return Builder.CreateSub(Flipped, multiplyMixed(Builder, Signs, B));
}

/// Rewrites the dot products that \p Root, the last addition of a sum, adds up.
static bool rewrite(Instruction &Root, Isa Level) {
  auto *T = dyn_cast<FixedVectorType>(Root.getType());
  if (!T || !T->getElementType()->isIntegerTy(32) || T->getNumElements() < 4 ||
      !isPowerOf2_32(T->getNumElements()))
    return false;
  SmallVector<Value *, 16> Terms = termsOf(Root);
  SmallVector<Products, 4> All;
  for (Value *Term : Terms)
    collect(Term, All);
  erase_if(All,
           [](const Products &P) { return is_contained(P.each, nullptr); });
  if (All.empty())
    return false;
  IRBuilder<> Builder(&Root);
  Value *Sum = nullptr;
  auto Add = [&](Value *V) { Sum = Sum ? Builder.CreateAdd(Sum, V) : V; };
  for (const Products &P : All) {
    erase_if(Terms, [&](Value *V) { return is_contained(P.each, V); });
    Add(multiply(Builder, P.x, P.y, T->getNumElements(), Level));
  }
  for (Value *Term : Terms)
    Add(Term);
  Root.replaceAllUsesWith(Sum);
  RecursivelyDeleteTriviallyDeadInstructions(&Root);
  return true;
}

PreservedAnalyses DotProductsPass::run(Function &F, FunctionAnalysisManager &) {
  if (Level == Isa::Neon)
    return PreservedAnalyses::all();
  SmallVector<WeakTrackingVH, 8> Sums;
  for (Instruction &I : instructions(F))
    if (I.getOpcode() == Instruction::Add && I.getType()->isVectorTy() &&
        !(I.hasOneUse() &&
          cast<Instruction>(I.user_back())->getOpcode() == Instruction::Add))
      Sums.emplace_back(&I);
  bool Changed = false;
  for (const WeakTrackingVH &Sum : Sums)
    if (Sum)
      Changed |= rewrite(*cast<Instruction>(Sum), Level);
  return preservedWithControlFlow(Changed);
}
