//===- RandomProgram.cpp - A random kernel --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"

#include <algorithm>

namespace conformance::programs {

/// Marks the objects that statements name.
static void visitCounters(const Block &B, std::vector<bool> &Used) {
  for (const Statement &S : B) {
    for (int O : {S.object, S.copy.global})
      if (O >= 0)
        Used[size_t(O)] = true;
    for (const Block &Inner : S.blocks)
      visitCounters(Inner, Used);
  }
}

size_t Object::byteOf(size_t F) const {
  size_t At = 0, Align = 1;
  for (size_t I = 0; I != fields.size(); ++I) {
    size_t Size = fields[I].bytes();
    At = (At + Size - 1) / Size * Size;
    if (I == F)
      return At;
    At += Size;
    Align = std::max(Align, Size);
  }
  return (At + Align - 1) / Align * Align;
}

std::string Program::nameOf(int O) const {
  constexpr const char *Prefixes[] = {
      "v", "in", "out", "loc", "grp", "lcnt", "gcnt", "arg", "p", "e", "big"};
  return Prefixes[at(O).space] + std::to_string(O);
}

Program::Mentioned Program::used() const {
  Mentioned M{std::vector<bool>(objects.size()),
              std::vector<bool>(functions.size())};
  std::function<void(const Expression &)> See = [&](const Expression &E) {
    if (E.kind == Expression::Call && !M.functions[size_t(E.function)]) {
      M.functions[size_t(E.function)] = true;
      for (int P : functions[size_t(E.function)].parameters)
        M.objects[size_t(P)] = true;
      Block Body = functions[size_t(E.function)].body;
      visit(Body, See);
      visitCounters(Body, M.objects);
    }
    if (E.object < 0 || M.objects[size_t(E.object)])
      return;
    M.objects[size_t(E.object)] = true;
    if (at(E.object).permutation >= 0)
      M.objects[size_t(at(E.object).permutation)] = true;
    if (at(E.object).alias >= 0)
      M.objects[size_t(at(E.object).alias)] = true;
    for (Expression Init : at(E.object).init)
      visit(Init, See);
  };
  Block Body = body;
  visit(Body, See);
  visitCounters(Body, M.objects);
  for (size_t O = 0; O != objects.size(); ++O)
    if (objects[O].space == Object::Untouched)
      M.objects[O] = true;
  return M;
}

} // namespace conformance::programs
