//===- BuildEntries.h - What the runtime calls ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_BUILDENTRIES_H
#define FERRY_COMPILER_PASSES_WORKGROUP_BUILDENTRIES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Replaces each kernel, by now code for one group, by an abi::KernelEntry: it
/// unpacks the arguments, loops over the groups of its row, and answers what is
/// the same for a group from the launch parameters. Barriers become nothing.
/// Describes each in the constant `ferry_kernel` (abi::KernelCode), the one
/// symbol that stays visible.
class BuildEntriesPass : public llvm::PassInfoMixin<BuildEntriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_BUILDENTRIES_H
