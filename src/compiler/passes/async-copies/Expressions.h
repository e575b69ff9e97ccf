//===- Expressions.h - Integers and addresses as polynomials ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers and addresses that a kernel computes, as polynomials over what it
/// does not compute. Two that are equal as polynomials are one object, so that
/// equality is that of pointers.
///
/// Additions and multiplications are taken not to overflow, and conversions of
/// integers of 32 and 64 bits to keep the value: that holds for addresses in
/// one object and for what counts through it.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_ASYNCCOPIES_EXPRESSIONS_H
#define FERRY_COMPILER_PASSES_ASYNCCOPIES_EXPRESSIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace llvm {
class Value;
}

namespace ferry::compiler {

/// Atoms that are multiplied, in ascending order; none for the constant term.
using Monomial = std::vector<unsigned>;
/// The sum of monomials times coefficients, none of which is 0.
using Polynomial = std::map<Monomial, int64_t>;
using Expression = const Polynomial *;

/// Inclusive. Far and beyond is no bound.
struct Bounds {
  static constexpr int64_t Far = int64_t(1) << 40;
  int64_t Least = -Far, Most = Far;
};

/// What a polynomial is made of.
struct Atom {
  /// A leaf: what V is at some time, of which Time is a number. Null for
  /// others.
  const llvm::Value *V = nullptr;
  unsigned Time = 0;
  /// An operation on others; 0 for others.
  unsigned Opcode = 0;
  std::vector<Expression> Operands = {};
  /// A residue, (Operands[0] + Shift) mod Modulus; 0 for others.
  unsigned Modulus = 0, Shift = 0;
  Bounds Proved = {};
};

/// Values of residues of Shift 0, by their atom.
using Residues = std::map<unsigned, unsigned>;

/// Owns expressions and atoms.
class Expressions {
public:
  Expression constant(int64_t Value);
  /// \p M times \p Coefficient, which is not 0.
  Expression term(const Monomial &M, int64_t Coefficient) {
    return intern({{M, Coefficient}});
  }
  Expression leaf(const llvm::Value *V, unsigned Time, Bounds Proved);
  /// What is the same for the same operands, at any time.
  Expression operation(unsigned Opcode, llvm::ArrayRef<Expression> Operands,
                       Bounds Proved);
  /// \p Of mod \p Modulus, at least 2.
  Expression residue(Expression Of, unsigned Modulus);
  Expression add(Expression A, Expression B, int64_t TimesB = 1);
  Expression subtract(Expression A, Expression B) { return add(A, B, -1); }
  /// Null if that would be too large, in its terms or their coefficients.
  Expression multiply(Expression A, Expression B);
  /// Null if some coefficient is no multiple of \p By.
  Expression divide(Expression A, int64_t By);
  /// 1 - \p Bit.
  Expression negate(Expression Bit) { return subtract(constant(1), Bit); }

  static std::optional<int64_t> number(Expression E);
  /// True if \p E is proved to be 0 or 1.
  bool isBit(Expression E) const;
  const Atom &atom(unsigned Number) const { return Atoms[Number]; }
  /// \param Assume numbers of which nothing is known are taken not to be
  ///        negative.
  Bounds bounds(Expression E, bool Assume) const;

  /// \p E with the residues that \p Known has replaced by their values; \p E if
  /// a coefficient would be too large.
  Expression substitute(Expression E, const Residues &Known);
  /// Calls \p Do with all values of the residues in \p Es, of which some may be
  /// null, that \p Known leaves open, until it returns false.
  ///
  /// \returns false if it did, or if there are too many.
  bool forEachCase(llvm::ArrayRef<Expression> Es, const Residues &Known,
                   llvm::function_ref<bool(const Residues &)> Do);
  /// Whether \p Holds of what \p E is in each of those cases.
  bool inAllCases(Expression E, const Residues &Known,
                  llvm::function_ref<bool(Expression)> Holds) {
    return forEachCase({E}, Known, [&](const Residues &Case) {
      return Holds(substitute(E, Case));
    });
  }
  /// A bit in \p E, and its value with which \p Holds of \p E; none if there
  /// is none.
  std::optional<std::pair<unsigned, unsigned>>
  decidingBit(Expression E, llvm::function_ref<bool(Expression)> Holds);
  /// The residues in \p E, without their shifts.
  void collectResidues(Expression E, std::set<unsigned> &Found) const;
  /// True if a leaf of which \p IsStale is true is in \p E.
  bool mentions(Expression E,
                llvm::function_ref<bool(const Atom &)> IsStale) const;
  bool mentions(unsigned AtomNumber,
                llvm::function_ref<bool(const Atom &)> IsStale) const;

private:
  /// The opcode of a sum with a coefficient that is too large.
  static constexpr unsigned Overflow = ~0u;
  using Key = std::tuple<const llvm::Value *, unsigned, unsigned,
                         std::vector<Expression>, unsigned, unsigned>;
  Expression intern(Polynomial P) { return &*All.insert(std::move(P)).first; }
  Expression make(Atom A);
  unsigned unshifted(unsigned Residue) const;

  std::set<Polynomial> All;
  std::map<Key, unsigned> Numbers;
  std::deque<Atom> Atoms; ///< Those that are referred to stay where they are.
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ASYNCCOPIES_EXPRESSIONS_H
