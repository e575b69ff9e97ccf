//===- InverseRoots.h - 1 / sqrt(x) without division ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_OPTIMISE_INVERSEROOTS_H
#define FERRY_COMPILER_PASSES_OPTIMISE_INVERSEROOTS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// For AVX-512: makes of
///
///   %root = call <16 x float> @llvm.sqrt(<16 x float> %x)
///   %r = fdiv arcp <16 x float> splat (float 1.0), %root
///
/// an estimate of 14 bits and one step of Newton's iteration. The result is at
/// most 1.1 ulp off (docs/math.md), and that of zeros, infinities and NaNs is
/// the same; so is that of floats alone and of all vectors. Runs when
/// everything is optimised, since vectorisers do not know the estimate.
class InverseRootsPass : public llvm::PassInfoMixin<InverseRootsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_OPTIMISE_INVERSEROOTS_H
