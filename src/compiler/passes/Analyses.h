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

/// The analyses of one run of passes. Passes whose time grows with the square
/// of a function do not run on very large ones.
struct Analyses {
  llvm::PassBuilder Builder;
  llvm::PassInstrumentationCallbacks Callbacks; ///< Which passes run.
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager CallGraphs;
  llvm::ModuleAnalysisManager Modules;

  /// \param WorkItems what the passes see of the target: where work-items
  ///        differ, rather than what it does best.
  explicit Analyses(bool WorkItems, llvm::TargetMachine *TM = nullptr,
                    llvm::PipelineTuningOptions Tuning = {});
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ANALYSES_H
