//===- LowerChecks.h - Asks about what groups do ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_LOWERCHECKS_H
#define FERRY_COMPILER_PASSES_CHECK_LOWERCHECKS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Completes what CheckAccesses has begun, in the code of a group: says where
/// a group and each work-item's part begins, and hands synchronisation points
/// over. Runs before FormItemLoops, on kernels that are `ferry-checked`.
///
///                                        %group = call ptr
///                                            @ferry_check_group_begin(
///                                                ptr @ferry.checked, ...)
///   call void @kernel.k.region0()        call void @kernel.k.region0(%group)
///   call void @__ferry_barrier(i32 1),   call void @ferry_check_barrier(
///       !ferry.site !{i32 8}                 i32 8, i32 1)
///                                    =>
///   define void @kernel.k.region0() {    define void @kernel.k.region0(
///                                            ptr %group) {
///                                          %item = <number in the group>, or
///                                              what it is in another order
///     %id = call i64                       %id = urem i64 %item, %size
///         @__ferry_local_id(0)
///
/// Before most calls it puts code that finds whether they are needed
/// (InlineChecks). So who judges may choose the order of work-items: slots stay
/// those of the number in the loop, ids are those of the work-item that it
/// stands for.
class LowerChecksPass : public llvm::PassInfoMixin<LowerChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_LOWERCHECKS_H
