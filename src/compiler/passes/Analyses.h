//===- Analyses.h - What passes know of a module ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_ANALYSES_H
#define FERRY_COMPILER_PASSES_ANALYSES_H

#include "llvm/Passes/PassBuilder.h"

namespace ferry::compiler {

/// The analyses of one run of passes.
struct Analyses {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager CallGraphs;
  llvm::ModuleAnalysisManager Modules;

  /// \param WorkItems what the passes see of the target: where work-items
  ///        differ, rather than what it does best.
  Analyses(llvm::PassBuilder &PB, bool WorkItems);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ANALYSES_H
