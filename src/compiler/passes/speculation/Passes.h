//===- Passes.h - Vectors like most follow one another ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_SPECULATION_PASSES_H
#define FERRY_COMPILER_PASSES_SPECULATION_PASSES_H

#include "compiler/passes/Pass.h"

namespace ferry::compiler {

/// Of a loop over vectors that each choose between two ways (LikelyVersion),
/// makes one that stays on the likely way as long as the vectors do:
///
///   for (x...)            for (x...)
///     if (likely(x))        if (likely(x))
///       most(x)               do
///     else          =>          most(x)
///       rest(x)               while (more(++x) && likely(x))
///                           else
///                             rest(x)
///
/// What `most` does in the same way for all vectors is then moved out of the
/// inner loop by optimisers, which could not do it for the sake of only some
/// vectors: coefficients, for instance, stay in registers. For kernels whose
/// loops run over many groups (attribute "ferry-group-agnostic"): those over
/// one group are too short to win by it.
struct LikelyLoopsPass : llvm::PassInfoMixin<LikelyLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_SPECULATION_PASSES_H
