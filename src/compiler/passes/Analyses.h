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
  llvm::PassInstrumentationCallbacks Callbacks; ///< Which passes run.
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager CallGraphs;
  llvm::ModuleAnalysisManager Modules;

  /// \param WorkItems what the passes see of the target: where work-items
  ///        differ, rather than what it does best.
  Analyses(llvm::PassBuilder &PB, bool WorkItems);
};

/// Prints what an analysis says of a function that stands for one work-item.
template <class AnalysisT>
class LanePrinterPass : public llvm::PassInfoMixin<LanePrinterPass<AnalysisT>> {
public:
  explicit LanePrinterPass(llvm::raw_ostream &OS) : OS(OS) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &) {
    llvm::PassBuilder PB;
    Analyses A(PB, /*WorkItems=*/true);
    OS << "for function '" << F.getName() << "':\n";
    A.Functions.getResult<AnalysisT>(F).print(OS);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ANALYSES_H
