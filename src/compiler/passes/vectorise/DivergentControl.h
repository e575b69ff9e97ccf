//===- DivergentControl.h - Where lanes go different ways -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_DIVERGENTCONTROL_H
#define FERRY_COMPILER_PASSES_VECTORISE_DIVERGENTCONTROL_H

#include "compiler/passes/Pass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"

#include <string>

namespace ferry::compiler {

/// Divergent control flow of a function that stands for one work-item, if it
/// has the form that can be vectorised: every branch that lanes differ in
/// either skips something or ends the only way out of a loop.
class DivergentControl {
public:
  /// Lanes that take the branch go through Then, and meet the others in Join.
  struct Skip {
    llvm::BasicBlock *Then;
    llvm::BasicBlock *Join;
  };

  DivergentControl(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
  void print(llvm::raw_ostream &OS) const;

  /// Why the function cannot be vectorised; empty if it can.
  std::string Problem;
  /// It is not even looked at: what could be done about the problem, and
  /// looking itself, would keep people waiting.
  bool IsTooLarge = false;
  /// Lanes may leave a loop when others have done something after it: one
  /// work-item after the other comes to an end, together they would not.
  bool WaitsForOthers = false;
  /// By the block that branches.
  llvm::MapVector<const llvm::BasicBlock *, Skip> Skips;
  /// Loops that lanes leave in different iterations, by header and by exit.
  llvm::MapVector<const llvm::BasicBlock *, llvm::Loop *> LoopOfHeader;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Loop *> LoopOfExit;
  /// Blocks in which lanes meet that came different ways.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Joins;
};

using DivergentControlAnalysis = AnalysisOf<DivergentControl>;

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_DIVERGENTCONTROL_H
