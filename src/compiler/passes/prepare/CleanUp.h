//===- CleanUp.h - Code of a work-item before it is split -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_CLEANUP_H
#define FERRY_COMPILER_PASSES_PREPARE_CLEANUP_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// What the code for one work-item is made of, before it is split: the shape of
/// the source, without memory for variables that can be values.
llvm::FunctionPassManager cleanUp();

/// Writes out loops with few iterations, as a part of that.
llvm::FunctionPassManager unrollLoops();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_CLEANUP_H
