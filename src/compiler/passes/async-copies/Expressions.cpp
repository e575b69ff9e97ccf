//===- Expressions.cpp - Integers and addresses as polynomials ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/async-copies/Expressions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
using namespace ferry::compiler;

static constexpr size_t MaxTerms = 24, MaxDegree = 4;
static constexpr unsigned MaxCases = 64;

static int64_t clampFar(int64_t Value) {
  return std::clamp(Value, -Bounds::Far, Bounds::Far);
}

static int64_t multiplyFar(int64_t A, int64_t B) {
  int64_t Result;
  if (MulOverflow(A, B, Result))
    return (A < 0) == (B < 0) ? Bounds::Far : -Bounds::Far;
  return clampFar(Result);
}

Expression Expressions::constant(int64_t Value) {
  Polynomial P;
  if (Value != 0)
    P[{}] = Value;
  return intern(std::move(P));
}

Expression Expressions::make(Atom A) {
  A.Proved = {clampFar(A.Proved.Least), clampFar(A.Proved.Most)};
  Key K{A.V, A.Time, A.Opcode, A.Operands, A.Modulus, A.Shift};
  auto [It, IsNew] = Numbers.try_emplace(std::move(K), Atoms.size());
  if (IsNew)
    Atoms.push_back(std::move(A));
  return intern({{{It->second}, 1}});
}

Expression Expressions::leaf(const Value *V, unsigned Time, Bounds Proved) {
  return make({.V = V, .Time = Time, .Proved = Proved});
}

Expression Expressions::operation(unsigned Opcode,
                                  ArrayRef<Expression> Operands,
                                  Bounds Proved) {
  return make({.Opcode = Opcode, .Operands = Operands.vec(), .Proved = Proved});
}

Expression Expressions::residue(Expression Of, unsigned Modulus) {
  // What is left of the coefficients.
  Polynomial Rest;
  unsigned Shift = 0;
  for (const auto &[M, Coefficient] : *Of) {
    int64_t Left = Coefficient % int64_t(Modulus);
    if (Left < 0)
      Left += Modulus;
    if (M.empty())
      Shift = unsigned(Left);
    else if (Left != 0)
      Rest[M] = Left;
  }
  if (Rest.empty())
    return constant(Shift);
  Expression Base = intern(std::move(Rest));
  if (Modulus == 2 && isBit(Base))
    return Shift ? negate(Base) : Base;
  Atom A{.Operands = {Base}, .Modulus = Modulus, .Proved = {0, Modulus - 1}};
  Expression Unshifted = make(A);
  if (Shift == 0)
    return Unshifted;
  if (Modulus == 2)
    return negate(Unshifted);
  A.Shift = Shift;
  return make(std::move(A));
}

unsigned Expressions::unshifted(unsigned Residue) const {
  const Atom &A = Atoms[Residue];
  return A.Shift ? Numbers.at({A.V, A.Time, A.Opcode, A.Operands, A.Modulus, 0})
                 : Residue;
}

/// Adds \p A * \p B times \p M to \p Sum. \returns false if a coefficient
/// cannot be that.
static bool addTerm(Polynomial &Sum, Monomial M, int64_t A, int64_t B = 1) {
  auto It = Sum.try_emplace(std::move(M), 0).first;
  int64_t Product;
  if (MulOverflow(A, B, Product) ||
      AddOverflow(It->second, Product, It->second))
    return false;
  if (It->second == 0)
    Sum.erase(It);
  return true;
}

Expression Expressions::add(Expression A, Expression B, int64_t TimesB) {
  Polynomial Sum = *A;
  for (const auto &[M, Coefficient] : *B)
    // Nothing is known of what has no coefficients.
    if (!addTerm(Sum, M, Coefficient, TimesB))
      return operation(Overflow, {A, B, constant(TimesB)}, {});
  return intern(std::move(Sum));
}

Expression Expressions::multiply(Expression A, Expression B) {
  if (A->size() * B->size() > MaxTerms)
    return nullptr;
  Polynomial Product;
  for (const auto &[M, MTimes] : *A)
    for (const auto &[N, NTimes] : *B) {
      Monomial Both;
      std::merge(M.begin(), M.end(), N.begin(), N.end(),
                 std::back_inserter(Both));
      // A bit times itself is the bit.
      for (unsigned I = 1; I < Both.size();)
        if (Both[I] == Both[I - 1] && Atoms[Both[I]].Modulus == 2)
          Both.erase(Both.begin() + I);
        else
          ++I;
      if (Both.size() > MaxDegree ||
          !addTerm(Product, std::move(Both), MTimes, NTimes))
        return nullptr;
    }
  return intern(std::move(Product));
}

Expression Expressions::divide(Expression A, int64_t By) {
  Polynomial Quotient;
  for (const auto &[M, Coefficient] : *A) {
    if (Coefficient % By != 0)
      return nullptr;
    Quotient[M] = Coefficient / By;
  }
  return intern(std::move(Quotient));
}

std::optional<int64_t> Expressions::number(Expression E) {
  if (E->empty())
    return 0;
  if (E->size() == 1 && E->begin()->first.empty())
    return E->begin()->second;
  return std::nullopt;
}

bool Expressions::isBit(Expression E) const {
  const Bounds B = bounds(E, /*Assume=*/false);
  return B.Least >= 0 && B.Most <= 1;
}

Bounds Expressions::bounds(Expression E, bool Assume) const {
  Bounds Sum{0, 0};
  for (const auto &[M, Coefficient] : *E) {
    Bounds Product{1, 1};
    for (unsigned Number : M) {
      Bounds B = Atoms[Number].Proved;
      if (Assume && B.Least == -Bounds::Far)
        B.Least = std::min<int64_t>(0, B.Most);
      const int64_t Ends[] = {multiplyFar(Product.Least, B.Least),
                              multiplyFar(Product.Least, B.Most),
                              multiplyFar(Product.Most, B.Least),
                              multiplyFar(Product.Most, B.Most)};
      Product = {*llvm::min_element(Ends), *llvm::max_element(Ends)};
    }
    const int64_t First = multiplyFar(Product.Least, Coefficient);
    const int64_t Last = multiplyFar(Product.Most, Coefficient);
    // What is far stays far, whatever comes to it.
    auto Add = [](int64_t &To, int64_t What, int64_t Limit) {
      To = To == Limit || What == Limit ? Limit : clampFar(To + What);
    };
    Add(Sum.Least, std::min(First, Last), -Bounds::Far);
    Add(Sum.Most, std::max(First, Last), Bounds::Far);
  }
  return Sum;
}

Expression Expressions::substitute(Expression E, const Residues &Known) {
  if (Known.empty())
    return E;
  Polynomial Result;
  for (const auto &[M, Coefficient] : *E) {
    Monomial Left;
    int64_t Times = Coefficient;
    for (unsigned Number : M) {
      const Atom &A = Atoms[Number];
      auto It = A.Modulus ? Known.find(unshifted(Number)) : Known.end();
      if (It == Known.end())
        Left.push_back(Number);
      else if (MulOverflow(Times, int64_t((It->second + A.Shift) % A.Modulus),
                           Times))
        return E;
    }
    if (!addTerm(Result, std::move(Left), Times))
      return E;
  }
  return intern(std::move(Result));
}

void Expressions::collectResidues(Expression E,
                                  std::set<unsigned> &Found) const {
  for (const auto &[M, Coefficient] : *E)
    for (unsigned Number : M)
      if (Atoms[Number].Modulus)
        Found.insert(unshifted(Number));
}

bool Expressions::forEachCase(ArrayRef<Expression> Es, const Residues &Known,
                              function_ref<bool(const Residues &)> Do) {
  std::set<unsigned> Open;
  for (Expression E : Es)
    if (E)
      collectResidues(E, Open);
  unsigned Cases = 1;
  for (unsigned Residue : Open)
    if (!Known.count(Residue) && (Cases *= Atoms[Residue].Modulus) > MaxCases)
      return false;
  for (unsigned Case = 0; Case != Cases; ++Case) {
    Residues Values = Known;
    unsigned Rest = Case;
    for (unsigned Residue : Open)
      if (!Known.count(Residue)) {
        Values[Residue] = Rest % Atoms[Residue].Modulus;
        Rest /= Atoms[Residue].Modulus;
      }
    if (!Do(Values))
      return false;
  }
  return true;
}

std::optional<std::pair<unsigned, unsigned>>
Expressions::decidingBit(Expression E, function_ref<bool(Expression)> Holds) {
  std::set<unsigned> Open;
  collectResidues(E, Open);
  for (unsigned Residue : Open)
    for (unsigned Value : {0, 1})
      if (Atoms[Residue].Modulus == 2 &&
          Holds(substitute(E, {{Residue, Value}})))
        return {{Residue, Value}};
  return std::nullopt;
}

bool Expressions::mentions(unsigned Number,
                           function_ref<bool(const Atom &)> IsStale) const {
  const Atom &A = Atoms[Number];
  return A.V ? IsStale(A) : any_of(A.Operands, [&](Expression E) {
    return mentions(E, IsStale);
  });
}

bool Expressions::mentions(Expression E,
                           function_ref<bool(const Atom &)> IsStale) const {
  return any_of(*E, [&](const auto &Term) {
    return any_of(Term.first,
                  [&](unsigned Number) { return mentions(Number, IsStale); });
  });
}
