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
///                                        call void @ferry_check_group_begin(
///                                            ptr @ferry.checked, ...)
///   call void @__ferry_region_begin(0)   call void @__ferry_region_begin(0)
///                                        %item = <number in the group>, or
///                                            what it is in another order
///   %id = call i64 @__ferry_local_id(0)  %id = urem i64 %item, %size
///   ...                              =>  ...
///   call void @__ferry_barrier(i32 1),   call void @ferry_check_barrier(
///       !ferry.site !{i32 8}                 i32 8, i32 1)
///
/// Before most calls it puts code that finds whether they are needed
/// (InlineChecks). So who judges may choose the order of work-items: slots stay
/// those of the number in the loop, ids are those of the work-item that it
/// stands for.
class LowerChecksPass : public llvm::PassInfoMixin<LowerChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_LOWERCHECKS_H
