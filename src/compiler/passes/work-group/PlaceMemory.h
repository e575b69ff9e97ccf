//===- PlaceMemory.h - Variables in the thread's arenas ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_PLACEMEMORY_H
#define FERRY_COMPILER_PASSES_WORKGROUP_PLACEMEMORY_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Leaves in the attribute "ferry-local-bytes" how much local memory the
/// variables of each kernel take: the driver places local arguments behind them
/// before there is code.
class MeasureLocalMemoryPass
    : public llvm::PassInfoMixin<MeasureLocalMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

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
/// The size of the latter is left in the attribute "ferry-group-bytes"; the
/// slots of the work-items start behind it. Regions that have stayed functions
/// have the same places.
class PlaceMemoryPass : public llvm::PassInfoMixin<PlaceMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_PLACEMEMORY_H
