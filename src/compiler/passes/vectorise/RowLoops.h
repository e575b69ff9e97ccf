//===- RowLoops.h - Loops in which lanes go along rows ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_ROWLOOPS_H
#define FERRY_COMPILER_PASSES_VECTORISE_ROWLOOPS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Unrolls the innermost loops of \p Lane in which each lane goes along a row
/// of its own, by the elements of a cache line:
///
///   for (k = 0; k < n; ++k)                for (; k + 15 < n; k += 16)
///     s += m[row * n + k] * x[k];    =>      s += m[row * n + k] * x[k];
///                                            ...
///                                            s += m[... + 15] * x[k + 15];
///                                          for (; k < n; ++k) ...
///
/// What were gathers from as many lines as there are lanes, again for each
/// element, are rows that InterleaveGroups finds: each line is read once. Loops
/// that lanes leave at different times stay as they are.
void unrollAlongRows(llvm::FunctionAnalysisManager &FAM, llvm::Function &Lane);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_ROWLOOPS_H
