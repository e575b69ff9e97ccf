//===- Preserved.h - What passes leave as it is -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PRESERVED_H
#define FERRY_COMPILER_PASSES_PRESERVED_H

#include "llvm/IR/Analysis.h"

namespace ferry::compiler {

/// What a pass returns that changes no control flow.
inline llvm::PreservedAnalyses preservedWithControlFlow(bool Changed) {
  if (!Changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses Preserved;
  Preserved.preserveSet<llvm::CFGAnalyses>();
  return Preserved;
}

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PRESERVED_H
