//===- Pass.h - What passes have in common ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PASS_H
#define FERRY_COMPILER_PASSES_PASS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// A pass that code depends on: also what is not to be optimised (`optnone`)
/// goes through it.
template <typename Derived> struct RequiredPass : llvm::PassInfoMixin<Derived> {
  static bool isRequired() { return true; }
};

/// The analysis that \p T is the result of: it is made of a function and what
/// others know of it.
template <typename T>
struct AnalysisOf : llvm::AnalysisInfoMixin<AnalysisOf<T>> {
  using Result = T;
  T run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM) {
    return T(F, FAM);
  }
  static inline llvm::AnalysisKey Key;
};

/// What a pass returns that changes no control flow.
inline llvm::PreservedAnalyses preservedWithControlFlow(bool Changed) {
  if (!Changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses Preserved;
  Preserved.preserveSet<llvm::CFGAnalyses>();
  return Preserved;
}

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PASS_H
