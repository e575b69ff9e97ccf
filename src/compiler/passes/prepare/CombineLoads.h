//===- CombineLoads.h - Integers that are read in pieces --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_COMBINELOADS_H
#define FERRY_COMPILER_PASSES_PREPARE_COMBINELOADS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Loads at once what a work-item reads in neighbouring pieces and puts
/// together, as `p[0] | p[1] << 8`, `(p[0] << 8 | p[1]) << 8 | ...`, which is
/// the other way round, and `as_float((uchar4)(p[0], p[1], p[2], p[3]))`:
///
///   %b = load i8, ptr %p
///   %c = load i8, ptr %p1
///   %l = zext i8 %b to i16                  =>    %v = load i16, ptr %p
///   %h = zext i8 %c to i16
///   %s = shl i16 %h, 8
///   %v = or i16 %s, %l
///
/// LLVM does so when it chooses instructions, where the pieces of many
/// work-items have long become vectors; its AggressiveInstCombine knows the
/// first form only.
class CombineLoadsPass : public llvm::PassInfoMixin<CombineLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_COMBINELOADS_H
