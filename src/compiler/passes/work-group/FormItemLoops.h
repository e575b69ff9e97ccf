//===- FormItemLoops.h - Loops over work-items ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_FORMITEMLOOPS_H
#define FERRY_COMPILER_PASSES_WORKGROUP_FORMITEMLOOPS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Has each region (Regions.h), which is called once, run for every work-item
/// of the group, by a nest of loops over the dimensions, x innermost, and
/// inlines it:
///
///   define internal void @kernel.k.region0() {
///     %i = call i64 @__ferry_global_id(i32 0)
///     ...
/// becomes
///   for z in 0..local_size(2), y in 0..local_size(1), x in 0..local_size(0):
///     %i = %base + x
///     ...
///
/// Of a region that WidenRegions made, each of the parts gets such a nest, over
/// the work-items of each row that it is for.
///
/// Where there are many regions they stay functions: LLVM takes more than
/// linear time in the loops of a function.
///
/// A kernel of one region that uses no local memory and asks for nothing of its
/// group (attribute "ferry-group-agnostic") gets its loops over all work-items
/// of the row of groups that the entry runs, so that small groups cost nothing.
class FormItemLoopsPass : public llvm::PassInfoMixin<FormItemLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// True if nothing in \p Kernel tells where one group ends and the next begins.
bool seesNoGroup(llvm::Function &Kernel);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_FORMITEMLOOPS_H
