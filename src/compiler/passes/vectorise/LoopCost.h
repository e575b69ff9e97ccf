//===- LoopCost.h - Loops of a work-item that runs alone --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_LOOPCOST_H
#define FERRY_COMPILER_PASSES_VECTORISE_LOOPCOST_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Simple instructions in a cycle.
inline constexpr double PerCycle = 4;

/// Instructions in \p L.
unsigned sizeOf(const llvm::Loop &L);

/// True if \p Pointer points to the next \p Ty in each iteration of \p L, or
/// to the one before in each, as long as its index does not wrap.
bool isConsecutive(llvm::Value *Pointer, llvm::Type *Ty, llvm::Loop &L,
                   llvm::ScalarEvolution &SE);

/// Where the row starts that \p Pointer goes along in \p L, a \p Ty in each
/// iteration, but for indices that are held within bounds; null if it does not.
const llvm::SCEV *startOfRow(llvm::Value *Pointer, llvm::Type *Ty,
                             llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Iterations of innermost loop \p L that LLVM's vectoriser makes one of if a
/// work-item runs it alone; 1 if it cannot.
unsigned iterationsAtOnce(llvm::Loop &L, llvm::FunctionAnalysisManager &FAM,
                          unsigned VectorBits);

/// Sums and the like of floating point, of one type, that each iteration of
/// innermost loop \p L goes on with side by side: LLVM makes vectors of them if
/// a work-item runs it alone.
unsigned accumulatorsOf(const llvm::Loop &L);

/// What \p Times iterations of innermost loop \p L wait for, in simple
/// instructions: results of the iteration before that are not there when
/// \p Work, all that they do, is done.
double waitsOf(const llvm::Loop &L, double Times, double Work);

/// Cycles of the longest chain of instructions in \p F, which has no loop, that
/// wait for each other.
unsigned cyclesOf(const llvm::Function &F);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_LOOPCOST_H
