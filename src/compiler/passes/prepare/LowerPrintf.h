//===- LowerPrintf.h - printf as a runtime call -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_LOWERPRINTF_H
#define FERRY_COMPILER_PASSES_PREPARE_LOWERPRINTF_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Packs the arguments of each printf as ferry_printf (ferry/abi.h) wants them:
///
///   %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @f, i32 %x)
/// becomes
///   store i32 %x, ptr %args
///   %state = call ptr @__ferry_state()
///   %r = call i32 @ferry_printf(ptr %state, ptr @f, ptr %args, i64 4)
class LowerPrintfPass : public llvm::PassInfoMixin<LowerPrintfPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_LOWERPRINTF_H
