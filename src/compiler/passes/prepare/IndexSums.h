//===- IndexSums.h - Sums of ints and sizes ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_INDEXSUMS_H
#define FERRY_COMPILER_PASSES_PREPARE_INDEXSUMS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Adds in the types that are best for indices. First, in the type of the
/// result what is extended for the addition only, as the counter is in `for
/// (int i = get_local_id(0); i < n; i += get_local_size(0))`:
///
///   %w = sext i32 %i to i64
///   %s = add i64 %w, %size       =>    %n = trunc i64 %size to i32
///   %t = trunc i64 %s to i32           %t = add i32 %i, %n
///
/// Second, constants behind the extension, so that neighbours such as `a[i]`
/// and `a[i + 1]` have one base:
///
///   %s = add nsw i32 %i, 1       =>    %w = sext i32 %i to i64
///   %w = sext i32 %s to i64            %s = add nsw i64 %w, 1
///
/// Runs before InstCombine, which would make a counter of 64 bits of the first
/// that is cut to 32 and extended again in each iteration, and shifts of the
/// second if %i is a part of a global id.
class IndexSumsPass : public llvm::PassInfoMixin<IndexSumsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_INDEXSUMS_H
