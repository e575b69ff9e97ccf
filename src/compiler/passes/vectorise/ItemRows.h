//===- ItemRows.h - Rows that a work-item writes alone ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_ITEMROWS_H
#define FERRY_COMPILER_PASSES_VECTORISE_ITEMROWS_H

#include "compiler/passes/vectorise/Strides.h"

namespace ferry::compiler {

/// Elements that LLVM makes a vector of if a work-item runs \p Block alone; 1
/// if it makes none. It does where each store writes a part of a row of the
/// work-item's own, all of it is written, and by the same operations, as in
/// `out[i * 4] = in[i * 4] + 1; out[i * 4 + 1] = in[i * 4 + 1] + 1;` and so on.
unsigned elementsAtOnce(const llvm::BasicBlock &Block, const Strides &Shapes,
                        unsigned VectorBits);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_ITEMROWS_H
