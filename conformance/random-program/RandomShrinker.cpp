//===- RandomShrinker.cpp - Cuts failing kernels down ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomShrinker.h"

#include <sstream>

namespace conformance::programs {

/// True if what \p S does is needed elsewhere. \p Meet says that barriers are.
static bool hasPinned(const Statement &S, bool Meet) {
  if (S.kind == Statement::Barrier)
    return Meet && S.pinned;
  if (S.pinned)
    return true;
  // A loop or a conditional of the group has all the barriers that belong
  // together.
  for (const Block &B : S.blocks)
    for (const Statement &Inner : B)
      if (!S.group && hasPinned(Inner, Meet) && Inner.kind != Statement::Label)
        return true;
  return false;
}

/// Statement number \p At of \p B, from the outside in, is left out or
/// unwrapped; \p At is lowered by what comes before.
static bool cut(Block &B, uint64_t &At, const Edit &E, bool Meet) {
  for (size_t I = 0; I != B.size(); ++I) {
    if (At-- == 0) {
      Statement S = B[I];
      bool Removable = E.kind == Edit::Leave
                           ? !hasPinned(S, Meet)
                           : S.blocks.size() > E.variant && !S.pinned;
      if (!Removable)
        return false;
      B.erase(B.begin() + ptrdiff_t(I));
      if (E.kind == Edit::Unwrap)
        B.insert(B.begin() + ptrdiff_t(I), S.blocks[E.variant].begin(),
                 S.blocks[E.variant].end());
      return true;
    }
    for (Block &Inner : B[I].blocks) {
      uint64_t Before = At;
      if (cut(Inner, At, E, Meet))
        return true;
      if (At > Before) // It was in there.
        return false;
    }
  }
  return false;
}

/// Calls \p See for all expressions that another may stand for.
template <class Visitor> static void visitValues(Block &B, const Visitor &See) {
  auto Inside = [&](Expression &E) {
    for (Expression &O : E.operands)
      visit(O, See);
  };
  for (Statement &S : B) {
    Inside(S.place);
    Inside(S.other);
    for (Expression &E : S.values)
      if (S.kind == Statement::CopyElement)
        Inside(E);
      else
        visit(E, See);
    for (Block &Inner : S.blocks)
      visitValues(Inner, See);
  }
}

template <class Visitor>
static void visitValues(Program &P, const Visitor &See) {
  visitValues(P.body, See);
  for (Function &F : P.functions)
    visitValues(F.body, See);
  std::vector<bool> Used = P.used().objects;
  for (size_t O = 0; O != P.objects.size(); ++O)
    if (Used[O])
      for (Expression &E : P.objects[O].init)
        visit(E, See);
}

static bool simplify(Program &P, const Edit &E) {
  uint64_t Number = 0;
  bool Changed = false, Folds = false;
  visitValues(P, [&](Expression &X) {
    if (Number++ != E.at || X.kind == Expression::Literal)
      return;
    if (E.variant < 2) {
      Type T = X.type;
      X = {Expression::Literal, T};
      X.numbers.assign(T.width,
                       T.isFloat() ? fromDouble(double(E.variant)) : E.variant);
      Changed = true;
    } else if (E.variant - 2 < X.operands.size() &&
               X.operands[E.variant - 2].type == X.type) {
      Expression Operand = X.operands[E.variant - 2];
      X = Operand;
      Changed = true;
    }
  });
  // Clang would fold a division of literals.
  visitValues(P, [&](Expression &X) {
    if (X.kind == Expression::Operation && (X.op == Op::Div || X.op == Op::Rem))
      Folds |= X.operands[0].kind == Expression::Literal &&
               X.operands[1].kind == Expression::Literal;
  });
  return Changed && !Folds;
}

bool apply(const Edit &E, Program &P) {
  switch (E.kind) {
  case Edit::KeepRange:
    if (E.at >= P.ranges.size() || P.ranges.size() == 1)
      return false;
    P.ranges = {Range(P.ranges[E.at])};
    return true;
  case Edit::OneGroup:
  case Edit::HalveGroup: {
    Range &R = P.ranges[0];
    if (P.ranges.size() != 1 || E.at >= R.local.size())
      return false;
    size_t Groups = R.global[E.at] / R.local[E.at], &Local = R.local[E.at];
    if ((E.kind == Edit::OneGroup ? Groups : Local) == 1)
      return false;
    if (E.kind == Edit::HalveGroup)
      Local /= 2;
    else
      Groups = 1;
    R.global[E.at] = Groups * Local;
    return true;
  }
  case Edit::Leave:
  case Edit::Unwrap: {
    uint64_t At = E.at;
    bool Meet = false; // Work-items share something.
    std::vector<bool> Used = P.used().objects;
    for (size_t O = 0; O != P.objects.size(); ++O)
      Meet |= Used[O] && (P.objects[O].shared() ||
                          P.objects[O].space == Object::LocalCounter);
    if (cut(P.body, At, E, Meet))
      return true;
    for (Function &F : P.functions)
      if (cut(F.body, At, E, Meet))
        return true;
    return false;
  }
  case Edit::Simplify:
    return simplify(P, E);
  }
  return false;
}

static uint64_t countStatements(const Block &B) {
  uint64_t Count = B.size();
  for (const Statement &S : B)
    for (const Block &Inner : S.blocks)
      Count += countStatements(Inner);
  return Count;
}

Edits shrink(const Program &P,
             const std::function<bool(const Edits &)> &Fails) {
  Program Best = P;
  Edits Done;
  bool Progress = true;
  auto Try = [&](const Edit &E) {
    Program Next = Best;
    if (!apply(E, Next))
      return false;
    Edits More = Done;
    More.push_back(E);
    if (!Fails(More))
      return false;
    Best = std::move(Next);
    Done = std::move(More);
    return Progress = true;
  };
  for (size_t R = 0; R != P.ranges.size(); ++R)
    if (Try({Edit::KeepRange, R, 0}))
      break;
  while (std::exchange(Progress, false)) {
    for (uint64_t D = 0; D != 3; ++D) {
      Try({Edit::OneGroup, D, 0});
      while (Try({Edit::HalveGroup, D, 0}))
        ;
    }
    uint64_t Count = countStatements(Best.body);
    for (const Function &F : Best.functions)
      Count += countStatements(F.body);
    for (uint64_t At = Count; At-- > 0;)
      if (!Try({Edit::Leave, At, 0}) && !Try({Edit::Unwrap, At, 0}))
        Try({Edit::Unwrap, At, 1});
    for (uint64_t At = 0;; ++At) {
      uint64_t Expressions = 0;
      visitValues(Best, [&](const Expression &) { ++Expressions; });
      if (At >= Expressions)
        break;
      for (uint64_t Variant = 0; Variant != 6; ++Variant)
        if (Try({Edit::Simplify, At, Variant}) && Variant >= 2)
          Variant = uint64_t(-1); // Again with the operand.
    }
  }
  return Done;
}

std::string editsText(const Edits &E) {
  std::string Text;
  for (const Edit &Each : E)
    Text += std::to_string(Each.kind) + " " + std::to_string(Each.at) + " " +
            std::to_string(Each.variant) + " ";
  return Text;
}

Edits parseEdits(const std::string &Text) {
  std::istringstream In(Text);
  Edits E;
  int Kind;
  for (Edit Next{}; In >> Kind >> Next.at >> Next.variant;) {
    Next.kind = Edit::Kind(Kind);
    E.push_back(Next);
  }
  return E;
}

} // namespace conformance::programs
