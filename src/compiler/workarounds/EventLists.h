//===- EventLists.h - Zeros in lists of events ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_EVENTLISTS_H
#define FERRY_COMPILER_WORKAROUNDS_EVENTLISTS_H

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace ferry::compiler {

/// Makes `event_t e[2] = {0, 0};` what OpenCL C says it is. Clang 22 converts
/// the 0 of `event_t e = 0;`, but takes those of a list for an error that it
/// does not report, and fails when it generates code. What cannot be repaired
/// is reported. To be removed when test/event-lists.cl fails.
///
/// To be run before the consumer that generates code.
std::unique_ptr<clang::ASTConsumer> makeEventListConsumer();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_EVENTLISTS_H
