//===- ScalarCoordinates.h - Elements of coordinates ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_SCALARCOORDINATES_H
#define FERRY_COMPILER_PASSES_PREPARE_SCALARCOORDINATES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Coordinates of images are vectors, but what becomes of them is an index.
/// Computes elements of vectors of integers by themselves where they are taken
/// out, so that what is known of ids is known of them:
///
///   %s = add <2 x i32> %at, <i32 1, i32 2>    =>   %s = add i32 %x, 1
///   %x = extractelement <2 x i32> %s, i64 0
///
/// where %x was put into %at as element 0.
class ScalarCoordinatesPass
    : public llvm::PassInfoMixin<ScalarCoordinatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_SCALARCOORDINATES_H
