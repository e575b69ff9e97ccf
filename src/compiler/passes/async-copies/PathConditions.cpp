//===- PathConditions.cpp - What is known on a way ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of PathValues that is about conditions, and about what numbers can
/// be where they hold.
///
//===----------------------------------------------------------------------===//

#include "compiler/passes/async-copies/PathValues.h"

#include "compiler/passes/Reserved.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace ferry::compiler;

/// Conditions that are kept on a way.
static constexpr size_t MaxConditions = 12;

Expression PathValues::compare(CmpInst::Predicate P, Expression A,
                               Expression B) {
  // What is left is equal, or less with or without a sign.
  if (P == CmpInst::ICMP_NE || CmpInst::isNonStrictPredicate(P))
    return X.negate(compare(CmpInst::getInversePredicate(P), A, B));
  if (ICmpInst::isGT(P))
    return compare(CmpInst::getSwappedPredicate(P), B, A);
  Expression D = X.subtract(A, B);
  const Bounds Of = X.bounds(D, /*Assume=*/false);
  if (P == CmpInst::ICMP_EQ) {
    if (Of.Least > 0 || Of.Most < 0)
      return X.constant(0);
    if (D->empty())
      return X.constant(1);
    if (D->rbegin()->second < 0)
      D = X.subtract(X.constant(0), D);
    // Of a bit.
    Expression Bit = X.subtract(D, X.constant(D->count({}) ? D->at({}) : 0));
    if (Bit->size() == 1 && Bit->begin()->second == 1 && X.isBit(Bit)) {
      const int64_t Other = D->count({}) ? D->at({}) : 0;
      return Other == 0 ? X.negate(Bit) : Other == -1 ? Bit : X.constant(0);
    }
    return unknownBit(X.operation(IsZero, {D}, {0, Bounds::Far}));
  }
  const bool IsSigned =
      P == CmpInst::ICMP_SLT ||
      (X.bounds(A, false).Least >= 0 && X.bounds(B, false).Least >= 0);
  if (!IsSigned)
    return unknownBit(X.operation(IsBelow, {A, B}, {0, Bounds::Far}));
  if (Of.Most < 0 || Of.Least >= 0)
    return X.constant(Of.Most < 0);
  return unknownBit(X.operation(IsNegative, {D}, {0, Bounds::Far}));
}

bool PathValues::assume(PathState &S, Expression Bit, bool IsTrue) {
  Bit = X.substitute(Bit, S.Known);
  if (std::optional<int64_t> N = X.number(Bit))
    return (*N != 0) == IsTrue;
  if (Bit->count({})) {
    Bit = X.negate(Bit);
    IsTrue = !IsTrue;
  }
  if (Bit->size() != 1 || Bit->begin()->second != 1 ||
      (!IsTrue && Bit->begin()->first.size() != 1))
    return true;
  for (unsigned Number : Bit->begin()->first) {
    const Atom &Chosen = X.atom(Number);
    if (Chosen.Modulus != 2)
      continue;
    S.Known[Number] = IsTrue;
    if (Chosen.Operands[0]->begin()->first.size() != 1)
      continue;
    const Atom Condition = X.atom(Chosen.Operands[0]->begin()->first[0]);
    auto AtMost0 = [&](Expression E) {
      if (S.NotPositive.size() < MaxConditions &&
          !is_contained(S.NotPositive, E))
        S.NotPositive.push_back(E);
    };
    auto Never = [&](Expression AtMost0) {
      return most(X.add(AtMost0, X.constant(1)), S, /*Assume=*/false) <= 0;
    };
    if (Condition.Opcode == IsZero && IsTrue) {
      Expression D = Condition.Operands[0];
      if (Never(D) || Never(X.subtract(X.constant(0), D)))
        return false;
      AtMost0(D);
      AtMost0(X.subtract(X.constant(0), D));
      // A residue that is compared with a number.
      const int64_t Other = D->count({}) ? D->at({}) : 0;
      Expression Rest = X.subtract(D, X.constant(Other));
      if (Rest->size() == 1 && Rest->begin()->second == 1 &&
          Rest->begin()->first.size() == 1) {
        const Atom &R = X.atom(Rest->begin()->first[0]);
        if (R.Modulus && R.Shift == 0 && -Other >= 0 && -Other < R.Modulus)
          S.Known[Rest->begin()->first[0]] = unsigned(-Other);
      }
    }
    if (Condition.Opcode != IsNegative && Condition.Opcode != IsBelow)
      continue;
    Expression D =
        Condition.Opcode == IsNegative
            ? Condition.Operands[0]
            : X.subtract(Condition.Operands[0], Condition.Operands[1]);
    Expression Fact =
        IsTrue ? X.add(D, X.constant(1)) : X.subtract(X.constant(0), D);
    if (Condition.Opcode == IsNegative &&
        Never(X.subtract(X.constant(0), Fact)))
      return false;
    AtMost0(Fact);
    if (IsTrue &&
        !assume(S, compare(CmpInst::ICMP_EQ, D, X.constant(0)), false))
      return false;
  }
  return true;
}

int64_t PathValues::most(Expression E, const PathState &S, bool Assume,
                         unsigned Depth) {
  int64_t Result = X.bounds(E, Assume).Most;
  if (Depth == 0 || Result <= 0)
    return Result;
  for (Expression Fact : S.NotPositive)
    for (const auto &[M, Coefficient] : *Fact) {
      auto It = E->find(M);
      if (M.empty() || Coefficient <= 0 || It == E->end() ||
          It->second < Coefficient || It->second % Coefficient != 0)
        continue;
      Result =
          std::min(Result, most(X.add(E, Fact, -(It->second / Coefficient)), S,
                                Assume, Depth - 1));
    }
  // A remainder is less than what it is divided by.
  for (const auto &[M, Coefficient] : *E) {
    if (M.size() != 1 || Coefficient < 0 ||
        (X.atom(M[0]).Opcode != Instruction::URem &&
         X.atom(M[0]).Opcode != Instruction::SRem))
      continue;
    Expression Largest = X.subtract(X.atom(M[0]).Operands[1], X.constant(1));
    Result = std::min(Result, most(X.add(X.subtract(E, X.term(M, Coefficient)),
                                         Largest, Coefficient),
                                   S, Assume, Depth - 1));
    break;
  }
  // Ids are less than the size of the group.
  for (const auto &[M, Coefficient] : *E)
    for (unsigned Number : M)
      if (Expression Most = greatestId(Number))
        if (Expression Instead = replace(E, Number, Most))
          return std::min(Result, most(Instead, S, Assume, Depth));
  // The least or the greatest of two is one of them.
  for (const auto &[M, Coefficient] : *E) {
    if (M.size() != 1 || X.atom(M[0]).Opcode != Call)
      continue;
    const Atom &A = X.atom(M[0]);
    const Intrinsic::ID ID =
        cast<Function>(X.atom(A.Operands[0]->begin()->first[0]).V)
            ->getIntrinsicID();
    const bool IsMin = ID == Intrinsic::smin || ID == Intrinsic::umin;
    if (!IsMin && ID != Intrinsic::smax && ID != Intrinsic::umax)
      continue;
    Expression Rest = X.subtract(E, X.term(M, Coefficient));
    const int64_t Times = Coefficient;
    Expression First = A.Operands[1], Second = A.Operands[2];
    const int64_t With[] = {
        most(X.add(Rest, First, Times), S, Assume, Depth - 1),
        most(X.add(Rest, Second, Times), S, Assume, Depth - 1)};
    Result =
        std::min(Result, IsMin == (Times > 0) ? std::min(With[0], With[1])
                                              : std::max(With[0], With[1]));
    break;
  }
  return Result;
}

/// Of an atom that is an id in the group, what it is at most; null for others.
Expression PathValues::greatestId(unsigned Number) {
  const Atom &Id = X.atom(Number);
  if (Id.Opcode != Call)
    return nullptr;
  const Value *Callee = X.atom(Id.Operands[0]->begin()->first[0]).V;
  const Function *Size =
      Callee->getName() == reserved::LocalId
          ? Start.getModule()->getFunction(reserved::LocalSize)
          : nullptr;
  if (!Size)
    return nullptr;
  const std::vector<Expression> Asked = {X.leaf(Size, 0, {}), Id.Operands[1]};
  return X.subtract(X.operation(Call, Asked, {1, Bounds::Far}), X.constant(1));
}

/// \p E with \p Most for \p Number; null if that may be less than \p E.
Expression PathValues::replace(Expression E, unsigned Number, Expression Most) {
  Expression Result = X.constant(0);
  for (const auto &[M, Coefficient] : *E) {
    auto At = llvm::find(M, Number);
    if (At == M.end()) {
      Result = X.add(Result, X.term(M, Coefficient));
      continue;
    }
    Monomial Others(M.begin(), At);
    Others.insert(Others.end(), At + 1, M.end());
    Expression Times = X.term(Others, Coefficient);
    Expression Product = X.multiply(Times, Most);
    if (!Product || X.bounds(Times, /*Assume=*/true).Least < 0)
      return nullptr;
    Result = X.add(Result, Product);
  }
  return Result;
}

Expression PathValues::atLeast(const SCEV *Count, const PathState &S) {
  if (auto *Number = dyn_cast<SCEVConstant>(Count))
    return atStart(Number->getValue());
  if (auto *Unknown = dyn_cast<SCEVUnknown>(Count))
    return get(Unknown->getValue(), S);
  if (auto *Cast = dyn_cast<SCEVCastExpr>(Count))
    return atLeast(Cast->getOperand(), S);
  if (isa<SCEVSMaxExpr, SCEVUMaxExpr>(Count)) {
    for (const SCEV *Each : cast<SCEVNAryExpr>(Count)->operands())
      if (!isa<SCEVConstant>(Each))
        return atLeast(Each, S);
    return nullptr;
  }
  auto *Sum = dyn_cast<SCEVAddExpr>(Count);
  Expression Result = X.constant(0);
  for (unsigned I = 0; Sum && I != Sum->getNumOperands(); ++I) {
    Expression Next = atLeast(Sum->getOperand(I), S);
    if (!Next)
      return nullptr;
    Result = X.add(Result, Next);
  }
  return Sum ? Result : nullptr;
}
