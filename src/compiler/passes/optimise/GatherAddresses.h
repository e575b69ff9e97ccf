//===- GatherAddresses.h - Addresses beside their gathers -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_OPTIMISE_GATHERADDRESSES_H
#define FERRY_COMPILER_PASSES_OPTIMISE_GATHERADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Brings the address computation of every gather and scatter into its block:
///
///   a: %wide = sext <16 x i32> %index to <16 x i64>
///      %at = getelementptr float, ptr %base, <16 x i64> %wide
///      br label %b
///   b: %v = call <16 x float> @llvm.masked.gather(<16 x ptr> %at, ...)
///
/// Code generation looks no further for the base and the short index that the
/// instructions take, and would make two gathers of eight addresses of it; nor
/// does it take a `zext nneg` for the `sext` that it is as well. Runs when
/// everything is optimised, as optimisers would undo it.
class GatherAddressesPass : public llvm::PassInfoMixin<GatherAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_OPTIMISE_GATHERADDRESSES_H
