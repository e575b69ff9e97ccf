//===- HideIndices.h - Addresses that outnumber registers -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_OPTIMISE_HIDEINDICES_H
#define FERRY_COMPILER_PASSES_OPTIMISE_HIDEINDICES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Hides an index that a loop adds to many bases from LoopStrengthReduce:
///
///   %p = getelementptr i8, ptr %a, i64 %i
///   %q = getelementptr i8, ptr %b, i64 %i  ...
/// =>
///   %h = call i64 asm "", "=r,0"(i64 %i)
///   %p = getelementptr i8, ptr %a, i64 %h
///   %q = getelementptr i8, ptr %b, i64 %h  ...
///
/// It would advance each address by itself, in memory where there are more than
/// registers, as there are for the slots of values that cross synchronisation
/// points: an addition to memory for each access, where a load of the base
/// does.
class HideIndicesPass : public llvm::PassInfoMixin<HideIndicesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_OPTIMISE_HIDEINDICES_H
