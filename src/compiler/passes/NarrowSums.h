//===- NarrowSums.h - Sums of ints and sizes --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_NARROWSUMS_H
#define FERRY_COMPILER_PASSES_NARROWSUMS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Adds in the type of the result what is extended for the addition only, as
/// the counter is in `for (int i = get_local_id(0); i < n; i +=
/// get_local_size(0))`:
///
///   %w = sext i32 %i to i64
///   %s = add i64 %w, %size       =>    %n = trunc i64 %size to i32
///   %t = trunc i64 %s to i32           %t = add i32 %i, %n
///
/// Runs before InstCombine, which would make a counter of 64 bits of it that is
/// cut to 32 and extended again in each round.
class NarrowSumsPass : public llvm::PassInfoMixin<NarrowSumsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_NARROWSUMS_H
