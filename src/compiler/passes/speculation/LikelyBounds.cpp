//===- LikelyBounds.cpp - Indices in loops that do not wrap around --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Indices of 32 bits could wrap around in the middle of a vector. In loops
/// they depend on counters:
///
///   for (uint k = 0; k < n; ++k)
///     sum += a[k * n + x];
///
/// But a counter is no greater than what it is compared with, and one step
/// more. So the vector asks when it starts whether the greatest `n * n + x`
/// still is a number of 32 bits. Then no operation that leads to it wraps
/// around, and they are marked so: `nuw`, for indices with a sign `nsw`, too.
///
//===----------------------------------------------------------------------===//

#include "compiler/LlvmVersions.h"
#include "compiler/passes/speculation/LikelyVersion.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

/// Collects what bounds one index.
class LikelyVersion::Bounds {
public:
  Bounds(LikelyVersion &P, bool IsSigned)
      : P(P), B(P.B), IsSigned(IsSigned),
        Limit(B.getInt64(IsSigned ? INT32_MAX : UINT32_MAX)) {}

  /// The most that \p V can be in any lane and iteration, a number of 64 bits
  /// in the chooser; null if that is not known when the vector starts.
  Value *most(Value *V, unsigned Depth = 0);
  bool assume(Value *Most);

private:
  Value *compute(Value *V, unsigned Depth);
  Value *ofKnown(Value *V);
  Value *ofCounter(PHINode &Phi, unsigned Depth);
  Value *ofTest(PHINode &Phi, Instruction &Next, const Loop &L, Value *Start,
                bool StepsByOne, bool &HasSign, unsigned Depth);
  Value *limited(Value *Most);
  /// True if all iterations of \p L have the same \p V.
  bool isSame(const Value *V, const Loop &L) const {
    return L.isLoopInvariant(V) || P.isKnown(V);
  }
  Value *wide(Value *V) { return B.CreateZExt(V, B.getInt64Ty()); }

  LikelyVersion &P;
  IRBuilder<> &B;
  const bool IsSigned;
  Value *Limit;
  DenseMap<Value *, Value *> Known;
  SmallVector<Value *, 8> Facts;
  /// What does not wrap around then.
  SmallVector<Instruction *, 8> Operations;
  /// Known when the vector starts, strided, and not known not to wrap around.
  SmallSetVector<Instruction *, 4> Strided;
};

/// \p Most, and the fact that it is no more than the limit.
Value *LikelyVersion::Bounds::limited(Value *Most) {
  Facts.push_back(B.CreateICmpULE(Most, Limit));
  return Most;
}

Value *LikelyVersion::Bounds::ofKnown(Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->getValue().ult(INT32_MAX) ? B.getInt64(C->getZExtValue())
                                        : nullptr;
  // What may well be negative would never fit.
  if (match(V, m_Sub(m_Value(), m_Value())) ||
      match(V, m_ZExtOrSExt(m_Sub(m_Value(), m_Value()))))
    return nullptr;
  const Shape S = (*P.Shapes)[V];
  if (S.isUniform())
    return limited(wide(P.first(V)));
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !P.isStrided(I) || S.Stride < 0)
    return nullptr;
  Facts.push_back(P.staysInOrder(I, /*IsSigned=*/false));
  if (!S.Unsigned || (IsSigned && !S.Signed))
    Strided.insert(I);
  return limited(wide(P.last(I)));
}

/// The most that \p Phi, and \p Next after it, are compared with where \p L
/// goes on; null if they are not.
/// \param HasSign is set if they are compared as numbers with a sign.
Value *LikelyVersion::Bounds::ofTest(PHINode &Phi, Instruction &Next,
                                     const Loop &L, Value *Start,
                                     bool StepsByOne, bool &HasSign,
                                     unsigned Depth) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *Block : Exiting) {
    CmpPredicate Predicate;
    Value *Counter, *End;
    BasicBlock *Inside, *Outside;
    if (!P.DT->dominates(Block, L.getLoopLatch()) ||
        !match(Block->getTerminator(),
               m_Br(m_ICmp(Predicate, m_Value(Counter), m_Value(End)),
                    m_BasicBlock(Inside), m_BasicBlock(Outside))))
      continue;
    CmpInst::Predicate Stays = Predicate;
    if (!L.contains(Inside)) {
      std::swap(Inside, Outside);
      Stays = CmpInst::getInversePredicate(Stays);
    }
    if (isSame(Counter, L)) {
      std::swap(Counter, End);
      Stays = CmpInst::getSwappedPredicate(Stays);
    }
    bool TestHasSign = ICmpInst::isSigned(Stays);
    if (auto *Cast = dyn_cast<CastInst>(Counter);
        Cast && isa<ZExtInst, SExtInst>(Cast)) {
      TestHasSign |= isa<SExtInst>(Cast);
      Counter = Cast->getOperand(0);
    }
    if ((Counter != &Phi && Counter != &Next) || !isSame(End, L))
      continue;
    // One by one, every lane comes to an end that is not behind its start.
    const bool Reaches = Stays == CmpInst::ICMP_NE && StepsByOne &&
                         P.isKnown(End) && (*P.Shapes)[End].isUniform();
    if (!ICmpInst::isLT(Stays) && !ICmpInst::isLE(Stays) && !Reaches)
      continue;
    // In the last iteration there may be one more step.
    if (Counter == &Phi && !(StepsByOne && !ICmpInst::isLE(Stays)) &&
        !P.DT->dominates(BasicBlockEdge(Block, Inside), Next.getParent()))
      continue;
    Value *Most = most(End, Depth);
    if (!Most)
      continue;
    if (Reaches)
      Facts.push_back(Counter == &Phi ? B.CreateICmpULE(Start, Most)
                                      : B.CreateICmpULT(Start, Most));
    HasSign |= TestHasSign;
    return Most;
  }
  return nullptr;
}

Value *LikelyVersion::Bounds::ofCounter(PHINode &Phi, unsigned Depth) {
  const Loop *L = P.LI->getLoopFor(Phi.getParent());
  const Shape S = (*P.Shapes)[&Phi];
  if (!L || L->getHeader() != Phi.getParent() || !L->getLoopPredecessor() ||
      !L->getLoopLatch() || !S.hasBase() || S.Stride < 0 ||
      Phi.getNumIncomingValues() != 2)
    return nullptr;
  Value *Start =
      most(Phi.getIncomingValueForBlock(L->getLoopPredecessor()), Depth);
  auto *Next =
      dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L->getLoopLatch()));
  if (!Start || !Next)
    return nullptr;
  Value *Step;
  uint64_t Shift;
  if (match(Next, m_LShr(m_Specific(&Phi), m_Value())))
    return Start;
  // Lanes that have left the loop are no more than a vector's length ahead.
  Value *Span = S.Stride ? P.span(B.getInt64Ty(), S.Stride) : B.getInt64(0);
  bool HasSign = false;
  auto Greatest = [&](bool StepsByOne) {
    Value *Test = ofTest(Phi, *Next, *L, Start, StepsByOne, HasSign, Depth);
    if (!Test)
      return Test;
    Value *Last = B.CreateAdd(Test, Span);
    return B.CreateSelect(B.CreateICmpUGT(Start, Last), Start, Last);
  };
  Value *Most = nullptr;
  if (match(Next, m_c_Add(m_Specific(&Phi), m_Value(Step))) &&
      isSame(Step, *L)) {
    if (Value *By = most(Step, Depth))
      if (Most = Greatest(match(Step, m_One())); Most)
        Most = B.CreateAdd(Most, By);
  } else if (match(Next, m_Shl(m_Specific(&Phi), m_ConstantInt(Shift))) &&
             Shift < 8) {
    if (Most = Greatest(/*StepsByOne=*/false); Most)
      Most = B.CreateShl(Most, Shift);
  }
  if (!Most)
    return nullptr;
  // What is negative is less than the end, too.
  if (HasSign)
    Facts.push_back(B.CreateICmpULE(Most, B.getInt64(INT32_MAX)));
  Operations.push_back(Next);
  return limited(Most);
}

Value *LikelyVersion::Bounds::compute(Value *V, unsigned Depth) {
  constexpr unsigned MaxDepth = 8;
  if (Depth == MaxDepth ||
      !(V->getType()->isIntegerTy(32) || V->getType()->isIntegerTy(64)))
    return nullptr;
  if (P.isKnown(V) && (*P.Shapes)[V].K != Shape::Varying)
    return ofKnown(V);
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return nullptr;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return ofCounter(*Phi, Depth + 1);
  if (isa<ZExtInst>(I))
    return most(I->getOperand(0), Depth + 1);
  if (!isa<BinaryOperator, TruncInst>(I))
    return nullptr;
  Value *X = most(I->getOperand(0), Depth + 1);
  if (!X)
    return nullptr;
  if (isa<TruncInst>(I)) {
    Operations.push_back(I);
    return limited(X);
  }
  if (I->getOpcode() == Instruction::LShr)
    return X;
  if (uint64_t Shift;
      match(I, m_Shl(m_Value(), m_ConstantInt(Shift))) && Shift < 16) {
    Operations.push_back(I);
    return limited(B.CreateShl(X, Shift));
  }
  Value *Y = most(I->getOperand(1), Depth + 1);
  if (!Y)
    return nullptr;
  if (match(I, m_DisjointOr(m_Value(), m_Value())))
    return limited(B.CreateAdd(X, Y));
  if (I->getOpcode() != Instruction::Add && I->getOpcode() != Instruction::Mul)
    return nullptr;
  Operations.push_back(I);
  return limited(I->getOpcode() == Instruction::Add ? B.CreateAdd(X, Y)
                                                    : B.CreateMul(X, Y));
}

Value *LikelyVersion::Bounds::most(Value *V, unsigned Depth) {
  auto [It, IsNew] = Known.try_emplace(V, nullptr);
  return IsNew ? Known[V] = compute(V, Depth) : It->second;
}

/// Takes for granted that \p Most is what it can be at most.
/// \returns false if nothing comes of it.
bool LikelyVersion::Bounds::assume(Value *Most) {
  limited(Most);
  if (any_of(Facts, [](Value *Fact) { return match(Fact, m_Zero()); }))
    return false;
  bool Changed = !Strided.empty();
  for (Instruction *I : Operations) {
    Changed |= !I->hasNoUnsignedWrap() || (IsSigned && !I->hasNoSignedWrap());
    I->setHasNoUnsignedWrap();
    if (IsSigned)
      I->setHasNoSignedWrap();
  }
  if (!Changed)
    return false;
  for (Value *Fact : Facts)
    P.require(Fact);
  for (Instruction *I : Strided) {
    const Shape S = (*P.Shapes)[I];
    P.replaceByStrided(*I, P.first(I), S.Stride, IsSigned || S.Signed, true);
  }
  return true;
}

/// \p V of a wider type, as a sum if it is one: ScalarEvolution does not take
/// flags for granted where an iteration may end before.
static Value *extendSum(IRBuilder<> &B, Value *V, Type *Ty) {
  Value *Whole, *Other;
  if (match(V, m_NUWTrunc(m_Value(Whole))) && Whole->getType() == Ty)
    return Whole;
  if (match(V, m_NUWAdd(m_Value(Whole), m_Value(Other))))
    return B.CreateAdd(extendSum(B, Whole, Ty), extendSum(B, Other, Ty), "",
                       /*HasNUW=*/true, /*HasNSW=*/true);
  return B.CreateZExt(V, Ty);
}

bool LikelyVersion::assumeBounded(Instruction &I) {
  Value *Index = I.getOperand(0);
  if ((*Shapes)[&I].K != Shape::Varying || (*Shapes)[Index].isUniform() ||
      !Index->getType()->isIntegerTy(32) || isKnown(Index))
    return false;
  Bounds Of(*this, isa<SExtInst>(I));
  Value *Most = Of.most(Index);
  if (!Most || !Of.assume(Most))
    return false;
  if (IRBuilder<> Here(&I); isa<ZExtInst>(I) && !(*Shapes)[Index].hasBase())
    replace(I, extendSum(Here, Index, I.getType()));
  return true;
}
