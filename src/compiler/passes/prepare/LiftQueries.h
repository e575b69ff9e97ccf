//===- LiftQueries.h - Functions that ask for nothing -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_LIFTQUERIES_H
#define FERRY_COMPILER_PASSES_PREPARE_LIFTQUERIES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// What LiftQueriesPass does, for one function.
void liftQueries(llvm::Function &F);

/// Makes parameters of what functions ask of the work-item and its group (ids,
/// sizes, the thread's state) and of the `__local` variables that they use:
/// only kernels ask.
///
///   define i64 @f(i64 %x) {
///     %i = call i64 @__ferry_local_id(i32 0)
///     ...
///   %y = call i64 @f(i64 %x)
/// becomes
///   define fastcc i64 @f(i64 %x, i64 %i) {
///     ...
///   %i = call i64 @__ferry_local_id(i32 0)
///   %y = call fastcc i64 @f(i64 %x, i64 %i)
///
/// So functions that have not been inlined need nothing of the passes that
/// follow. Runs when nothing is inlined any more; nothing may be recursive.
class LiftQueriesPass : public llvm::PassInfoMixin<LiftQueriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_LIFTQUERIES_H
