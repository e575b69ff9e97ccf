//===- MemorySpaces.h - Memory that is never the same -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_MEMORYSPACES_H
#define FERRY_COMPILER_PASSES_MEMORYSPACES_H

#include "llvm/Analysis/AliasAnalysis.h"

namespace ferry::compiler {

/// Address spaces are disjoint (OpenCL C section 6.7): no byte is in both local
/// and global memory, of which __constant is a part. Of the pointers of address
/// space 0, private ones and what the runtime is given, nothing is said.
///
/// LLVM asks this analysis beside its own.
class MemorySpacesResult : public llvm::AAResultBase {
public:
  llvm::AliasResult alias(const llvm::MemoryLocation &A,
                          const llvm::MemoryLocation &B,
                          llvm::AAQueryInfo &Query,
                          const llvm::Instruction *Context);
  /// It depends on nothing.
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }
};

class MemorySpacesAnalysis
    : public llvm::AnalysisInfoMixin<MemorySpacesAnalysis> {
public:
  using Result = MemorySpacesResult;
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) {
    return Result();
  }

private:
  friend llvm::AnalysisInfoMixin<MemorySpacesAnalysis>;
  static llvm::AnalysisKey Key;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_MEMORYSPACES_H
