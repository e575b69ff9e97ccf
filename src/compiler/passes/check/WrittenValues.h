//===- WrittenValues.h - What checked stores write --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_WRITTENVALUES_H
#define FERRY_COMPILER_PASSES_CHECK_WRITTENVALUES_H

namespace llvm {
class Function;
} // namespace llvm

namespace ferry::compiler {

/// Has each call of ferry_check_write told what is written, by the store that
/// follows it.
void passValues(llvm::Function &F);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_WRITTENVALUES_H
