//===- GroupSteps.h - What a group advances together ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_GROUPSTEPS_H
#define FERRY_COMPILER_PASSES_WORKGROUP_GROUPSTEPS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Takes apart what each iteration of a loop around synchronisation points
/// advances by the same for all work-items, as the pointer of `A += 4 * lda`:
/// into where a work-item starts, and how far the group has come.
///
///   loop:                                    loop:
///     %p = phi [ %start ], [ %next ]   =>      %o = phi i64 [ 0 ], [ %o.next ]
///                                              %p = getelementptr %start, %o
///     ...                                      ...
///     %next = getelementptr %p, %step          %o.next = add i64 %o, %step
///
/// The second is one value for the group, and the first mostly comes from ids:
/// %p is computed again behind a synchronisation point, where a pointer that
/// was kept for each work-item would be one that nothing is known of.
class GroupStepsPass : public llvm::PassInfoMixin<GroupStepsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_GROUPSTEPS_H
