//===- JudgeRanges.h - Reads of a loop that are judged together -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_JUDGERANGES_H
#define FERRY_COMPILER_PASSES_CHECK_JUDGERANGES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

class InlineChecks;

/// Leaves out loops of \p Look, code that only looks (see JudgeRegions), if all
/// that they ask about are reads of global memory at addresses that change by
/// the same with each iteration, and nothing may write between the first and
/// the last:
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

#endif // FERRY_COMPILER_PASSES_CHECK_JUDGERANGES_H
