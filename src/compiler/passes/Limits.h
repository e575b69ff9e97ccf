//===- Limits.h - Limits that leave code slower -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_LIMITS_H
#define FERRY_COMPILER_PASSES_LIMITS_H

#include "compiler/passes/Diagnostic.h"
#include "compiler/passes/Reserved.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"

namespace ferry::compiler {

/// A limit that keeps a function from becoming what it could be, as a
/// diagnostic: whoever wants to know prints it. `opt` does, as a note.
class LimitReached : public Diagnostic<LimitReached> {
public:
  LimitReached(const llvm::Function &F, const llvm::Twine &What)
      : F(F), What(What) {}

  void print(llvm::DiagnosticPrinter &To) const override {
    To << llvm::demangle(reserved::userName(F)) << ": " << What;
  }

private:
  const llvm::Function &F;
  const llvm::Twine &What;
};

/// Tells under FERRY_DEBUG=compiler \p What has been left undone in \p F, and
/// which limit is why.
inline void reportLimit(const llvm::Function &F, const llvm::Twine &What) {
  F.getContext().diagnose(LimitReached(F, What));
}

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_LIMITS_H
