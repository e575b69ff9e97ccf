//===- InvariantLoads.h - Constant memory stays as it is --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_INVARIANTLOADS_H
#define FERRY_COMPILER_PASSES_PREPARE_INVARIANTLOADS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Marks loads from constant memory, which nobody writes while a kernel runs
/// (OpenCL C section 6.7.3), so that no store is taken to change it:
///
///   %v = load float, ptr addrspace(2) %p, !invariant.load !0
class InvariantLoadsPass : public llvm::PassInfoMixin<InvariantLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_INVARIANTLOADS_H
