//===- CheckAccesses.h - Asks about what work-items do ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_CHECKACCESSES_H
#define FERRY_COMPILER_PASSES_CHECK_CHECKACCESSES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Has everything that a work-item does with memory, and each synchronisation
/// point that it comes to, told to what judges it (ferry/check.h). Runs on the
/// code of one work-item, before it is split.
///
///   store i32 %v, ptr %p          call void @ferry_check_write(ptr %p,
///                                     i64 <4, aligned 4>, ptr %base, i32 7)
///                           =>    store i32 %v, ptr %p
///   call void @__ferry_barrier(i32 1)
///                                 call void @ferry_check_arrive(i32 8)
///                                 call void @__ferry_barrier(i32 1),
///                                     !ferry.site !{i32 8}
///
/// Not asked about: `nosanitize` accesses, and those to private and
/// program-scope constants that are inside for certain.
class CheckAccessesPass : public llvm::PassInfoMixin<CheckAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_CHECKACCESSES_H
