//===- JudgeRegions.h - Regions that are judged before they run -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_JUDGEREGIONS_H
#define FERRY_COMPILER_PASSES_CHECK_JUDGEREGIONS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

class InlineChecks;

/// Judges regions before they run, where that can be: which memory work-items
/// access, and what they come to, must not depend on what the region writes.
/// Then what asks is apart from what computes, which can be widened:
///
///   region:                       for all work-items: what is asked about,
///     ...                             and what finds the addresses
///     call @ferry_check_read(p) =>  if (the code could tell, for all)
///     %v = load p                     for all work-items: the region without
///     ...                                 what asks
///                                   else
///                                     for all work-items: the region as it is
///
/// What only looks stops at the first access that needs a call, and notes
/// nothing of it; the region that runs then notes the same again as far as
/// there, and makes the call. So reports are what they were. Groups whose
/// work-items have an order of their own run the region as it is.
///
/// Regions that ask have the attribute "ferry-checked" then, those that only
/// look "ferry-judged".
void judgeRegions(llvm::Function &Kernel, InlineChecks &Inline,
                  llvm::FunctionAnalysisManager &FAM);

/// Leaves out loops of \p Look, code that only looks, if all that they ask
/// about are reads of global memory at addresses that change by the same with
/// each iteration, and nothing may write between the first and the last:
///
///                           %ok = call i1 @__ferry_check_quiet(ptr %first,
///                                     i64 %size, ptr %last, i32 %site)
///                           br i1 %ok, label %exit, label %loop
///   loop:               =>  loop:
///     ferry_check_read(p)     ferry_check_read(p)
///
/// InlineChecks expands the call.
void judgeRanges(llvm::Function &Look, InlineChecks &Inline,
                 llvm::FunctionAnalysisManager &FAM);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_JUDGEREGIONS_H
