//===- UniformExits.h - Loops that all lanes leave at once ------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_UNIFORMEXITS_H
#define FERRY_COMPILER_PASSES_VECTORISE_UNIFORMEXITS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Has loops that all lanes leave after as many iterations, though not with the
/// same index, leave by a counter, which is uniform:
///
///   for (k = row * n; k != row * n + n; ++k)
/// =>
///   for (k = row * n, count = 0; count != n; ++k, ++count)
///
/// What is in them needs no mask then.
void makeExitsUniform(llvm::FunctionAnalysisManager &FAM, llvm::Function &Lane);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_UNIFORMEXITS_H
