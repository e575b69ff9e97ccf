//===- PathValues.cpp - What a kernel computes on its ways ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/async-copies/PathValues.h"

#include "compiler/LlvmVersions.h"
#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace ferry::compiler;

namespace {
/// Residues of larger numbers are not told apart.
constexpr uint64_t MaxModulus = 8;
/// What is beyond is no bound that says where in an object something is.
constexpr uint64_t MaxBound = uint64_t(1) << 24;
bool isInteger(const Value *V) { return V->getType()->isIntegerTy(); }
} // namespace

Bounds PathValues::boundsOf(const Value *V) {
  if (!isInteger(V) || !SE.isSCEVable(V->getType()))
    return {};
  const ConstantRange Range =
      SE.getSignedRange(SE.getSCEV(const_cast<Value *>(V)));
  auto Limit = [](const APInt &A) {
    return A.abs().ule(MaxBound) ? A.getSExtValue()
           : A.isNegative()      ? -Bounds::Far
                                 : Bounds::Far;
  };
  return {Limit(Range.getSignedMin()), Limit(Range.getSignedMax())};
}

/// A bit that cases are made of.
Expression PathValues::unknownBit(Expression Key) { return X.residue(Key, 2); }

Expression PathValues::unknown(const Value *V, unsigned Time) {
  const Bounds B = boundsOf(V);
  if (V->getType()->isIntegerTy(1) || (B.Least == 0 && B.Most == 1))
    return unknownBit(X.leaf(V, Time, {0, Bounds::Far}));
  return X.leaf(V, Time, B);
}

Expression PathValues::offsetOf(const Value *Pointer, unsigned Time,
                                Bounds Proved) {
  return X.operation(Offset, {X.leaf(Pointer, Time, {})}, Proved);
}

Expression PathValues::atStart(const Value *V) {
  if (auto *Number = dyn_cast<ConstantInt>(V))
    return Number->getValue().getSignificantBits() <= 62
               ? X.constant(Number->getType()->isIntegerTy(1)
                                ? int64_t(Number->getZExtValue())
                                : Number->getSExtValue())
               : X.leaf(V, 0, {});
  if (isa<ConstantPointerNull>(V))
    return X.constant(0);
  if (auto *Address = dyn_cast<ConstantExpr>(V)) {
    if (auto *GEP = dyn_cast<GEPOperator>(Address)) {
      APInt Offset(64, 0);
      if (GEP->accumulateConstantOffset(SE.getDataLayout(), Offset))
        return X.add(atStart(GEP->getPointerOperand()),
                     X.constant(Offset.getSExtValue()));
    }
    if (Address->isCast())
      return atStart(Address->getOperand(0));
    return X.leaf(V, 0, {});
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return unknown(V, 0);
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  Expression Result;
  const Loop *L = LI.getLoopFor(I->getParent());
  if (L && !L->contains(Start.getParent()))
    // Its operands may have changed since.
    Result = unknown(I, 0);
  else if (auto *Phi = dyn_cast<PHINode>(I))
    Result = phiAtStart(*Phi);
  else
    Result = compute(
        *I, [this](const Value *Operand) { return atStart(Operand); }, 0);
  return Known[V] = Result;
}

/// Phis of a loop that hold one of two things by turns are what they were at
/// first, or the other.
Expression PathValues::phiAtStart(const PHINode &Phi) {
  Known[&Phi] = unknown(&Phi, 0); // What is found on the way to itself.
  const Loop *L = LI.getLoopFor(Phi.getParent());
  if (!L || L->getHeader() != Phi.getParent() || !L->getLoopPredecessor() ||
      !L->getLoopLatch())
    return unknown(&Phi, 0);
  auto First = [&](const PHINode &P) {
    return P.getIncomingValueForBlock(L->getLoopPredecessor());
  };
  auto Next = [&](const PHINode &P) {
    return P.getIncomingValueForBlock(L->getLoopLatch());
  };
  // A bit that changes each time.
  if (match(Next(Phi), m_c_Xor(m_Specific(&Phi), m_One())) ||
      match(Next(Phi), m_Sub(m_One(), m_Specific(&Phi))) ||
      (Phi.getType()->isIntegerTy(1) &&
       match(Next(Phi), m_Not(m_Specific(&Phi)))))
    if (match(First(Phi), m_CombineOr(m_Zero(), m_One())))
      return unknownBit(X.leaf(&Phi, 0, {0, Bounds::Far}));
  // Two that are exchanged.
  if (auto *Other = dyn_cast<PHINode>(Next(Phi));
      Other && Other != &Phi && Other->getParent() == Phi.getParent() &&
      Next(*Other) == &Phi) {
    const PHINode *Lower = Other->comesBefore(&Phi) ? Other : &Phi;
    const Value *Firsts[] = {First(Phi), First(*Other)};
    Expression A = atStart(Firsts[0]), B = atStart(Firsts[1]);
    Expression Turn = unknownBit(X.leaf(Lower, 0, {0, Bounds::Far}));
    if (Expression Moved = X.multiply(Turn, X.subtract(B, A)))
      return X.add(A, Moved);
  }
  // A pointer that moves through an object.
  if (auto *Moved = dyn_cast<GEPOperator>(Next(Phi));
      Moved && Moved->getPointerOperand() == &Phi)
    return X.add(atStart(First(Phi)), offsetOf(&Phi, 0));
  return unknown(&Phi, 0);
}

Expression PathValues::compute(const Instruction &I, const PathState &S,
                               unsigned Time) {
  return compute(I, [&](const Value *V) { return get(V, S); }, Time);
}

Expression PathValues::compute(const Instruction &I, Operands Get,
                               unsigned Time) {
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
    if (GEP->getType()->isVectorTy())
      return X.leaf(&I, Time, {});
    const DataLayout &DL = SE.getDataLayout();
    const unsigned Bits = DL.getIndexTypeSizeInBits(GEP->getType());
    VariableOffsets Variables;
    APInt Constant(Bits, 0);
    GEP->collectOffset(DL, Bits, Variables, Constant);
    Expression Address = X.add(Get(GEP->getPointerOperand()),
                               X.constant(Constant.getSExtValue()));
    for (const auto &[Index, Scale] : Variables)
      Address = X.add(Address, Get(Index), Scale.getSExtValue());
    return Address;
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(&I); Binary && isInteger(&I)) {
    if (Expression Result = computeBinary(*Binary, Get))
      return Result;
    return X.operation(Binary->getOpcode(),
                       {Get(I.getOperand(0)), Get(I.getOperand(1))},
                       boundsOf(&I));
  }
  if (auto *Cast = dyn_cast<CastInst>(&I)) {
    const Value *From = Cast->getOperand(0);
    Type *FromType = From->getType(), *ToType = Cast->getType();
    if (FromType->isPointerTy() || ToType->isPointerTy())
      return Get(From);
    if (!isInteger(Cast) || !isInteger(From))
      return X.leaf(&I, Time, {});
    const unsigned FromBits = FromType->getIntegerBitWidth();
    const unsigned ToBits = ToType->getIntegerBitWidth();
    if (ToBits == 1)
      return X.residue(Get(From), 2);
    if (FromBits == 1)
      return isa<SExtInst>(Cast) ? X.subtract(X.constant(0), Get(From))
                                 : Get(From);
    const Bounds B = X.bounds(Get(From), /*Assume=*/false);
    const bool IsSmall = B.Least >= 0 && B.Most < 128;
    if (IsSmall || std::min(FromBits, ToBits) >= 32)
      return Get(From);
    return X.operation(Cast->getOpcode() + 100 * ToBits, {Get(From)},
                       boundsOf(&I));
  }
  if (auto *Compare = dyn_cast<ICmpInst>(&I);
      Compare && !Compare->getType()->isVectorTy())
    return compare(Compare->getPredicate(), Get(Compare->getOperand(0)),
                   Get(Compare->getOperand(1)));
  if (auto *Select = dyn_cast<SelectInst>(&I);
      Select && Select->getCondition()->getType()->isIntegerTy(1) &&
      (isInteger(&I) || I.getType()->isPointerTy())) {
    Expression A = Get(Select->getTrueValue());
    Expression B = Get(Select->getFalseValue());
    if (Expression Chosen =
            X.multiply(Get(Select->getCondition()), X.subtract(A, B)))
      return X.add(B, Chosen);
    return X.leaf(&I, Time, {});
  }
  if (isa<FreezeInst>(I))
    return Get(I.getOperand(0));
  if (auto *Called = dyn_cast<CallBase>(&I))
    return computeCall(*Called, Get, Time);
  return unknown(&I, Time);
}

/// \returns null if it is as well an operation of which nothing is known.
Expression PathValues::computeBinary(const BinaryOperator &I, Operands Get) {
  Expression A = Get(I.getOperand(0)), B = Get(I.getOperand(1));
  const std::optional<int64_t> N = X.number(B);
  const bool IsBit = I.getType()->isIntegerTy(1);
  switch (I.getOpcode()) {
  case Instruction::Add:
    return IsBit ? X.residue(X.add(A, B), 2) : X.add(A, B);
  case Instruction::Sub:
    return IsBit ? X.residue(X.add(A, B), 2) : X.subtract(A, B);
  case Instruction::Mul:
    return X.multiply(A, B);
  case Instruction::Shl:
    return N && *N >= 0 && *N < 40 ? X.multiply(A, X.constant(int64_t(1) << *N))
                                   : nullptr;
  case Instruction::AShr:
  case Instruction::LShr:
    return N && *N >= 0 && *N < 40 ? X.divide(A, int64_t(1) << *N) : nullptr;
  case Instruction::SDiv:
  case Instruction::UDiv:
    return N && *N > 0 ? X.divide(A, *N) : nullptr;
  case Instruction::URem:
  case Instruction::SRem:
    return N && *N >= 2 && *N <= int64_t(MaxModulus)
               ? X.residue(A, unsigned(*N))
               : nullptr;
  case Instruction::And:
    if (IsBit)
      return X.multiply(A, B);
    if (N && *N > 0 && *N < int64_t(MaxModulus) && isPowerOf2_64(*N + 1))
      return X.residue(A, unsigned(*N + 1));
    return nullptr;
  case Instruction::Or:
    if (IsBit) {
      Expression Both = X.multiply(A, B);
      return Both ? X.subtract(X.add(A, B), Both) : nullptr;
    }
    return cast<PossiblyDisjointInst>(I).isDisjoint() ? X.add(A, B) : nullptr;
  case Instruction::Xor:
    if (IsBit || (N == 1 && X.isBit(A)))
      return X.residue(X.add(A, B), 2);
    if (N == -1)
      return X.subtract(X.constant(-1), A);
    return nullptr;
  default:
    return nullptr;
  }
}

Expression PathValues::computeCall(const CallBase &Called, Operands Get,
                                   unsigned Time) {
  const Function *Callee = Called.getCalledFunction();
  if (!Callee || !Called.doesNotAccessMemory() || !isInteger(&Called))
    return unknown(&Called, Time);
  SmallVector<Expression, 3> Arguments{X.leaf(Callee, 0, {})};
  for (const Use &U : Called.args()) {
    if (!isInteger(U) && !U->getType()->isPointerTy())
      return unknown(&Called, Time);
    Arguments.push_back(Get(U));
  }
  Bounds B = boundsOf(&Called);
  const StringRef Name = reserved::calleeName(&Called);
  if (!Name.empty())
    B.Least = (reserved::properties(Name) & reserved::Count) != 0;
  if (auto *MinMax = dyn_cast<MinMaxIntrinsic>(&Called)) {
    const Bounds L = X.bounds(Arguments[1], /*Assume=*/false);
    const Bounds R = X.bounds(Arguments[2], /*Assume=*/false);
    // What is not negative is the same with and without a sign.
    if (MinMax->isSigned() || (L.Least >= 0 && R.Least >= 0)) {
      B = ICmpInst::isLT(MinMax->getPredicate())
              ? Bounds{std::min(L.Least, R.Least), std::min(L.Most, R.Most)}
              : Bounds{std::max(L.Least, R.Least), std::max(L.Most, R.Most)};
    }
  }
  return X.operation(Call, Arguments, B);
}
