//===- PlaceMemory.h - Variables in the thread's arenas ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PLACEMEMORY_H
#define FERRY_COMPILER_PASSES_PLACEMEMORY_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Gives each `__local` variable that a kernel uses an offset in the thread's
/// local memory arena, and each large private variable one in its private
/// memory (host threads may have small stacks):
///
///   store i32 0, ptr addrspace(3) @kernel.tile
/// becomes
///   %local = load ptr, ptr %state            ; ThreadState::localMemory
///   %tile = getelementptr i8, ptr addrspace(3) %local, i64 64
///   store i32 0, ptr addrspace(3) %tile
///
/// The sizes are left in the attributes "ferry-local-bytes" and
/// "ferry-group-bytes".
class PlaceMemoryPass : public llvm::PassInfoMixin<PlaceMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PLACEMEMORY_H
