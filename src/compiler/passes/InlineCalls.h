//===- InlineCalls.h - One function per kernel ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_INLINECALLS_H
#define FERRY_COMPILER_PASSES_INLINECALLS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace ferry::compiler {

/// Finds functions that call themselves, directly or not; OpenCL C forbids them
/// (section 6.11, restriction i).
///
/// \returns an error that names the functions of each cycle.
llvm::Error checkRecursion(llvm::Module &M);

/// Marks every function that has a body for LLVM's AlwaysInliner, which runs
/// next. Functions that the user marked `noinline` stay calls, unless they (or
/// what they call) synchronise, ask for a work-item's ids or use local
/// variables: the passes that follow look only at kernels.
class MarkInlinePass : public llvm::PassInfoMixin<MarkInlinePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_INLINECALLS_H
