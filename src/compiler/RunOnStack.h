//===- RunOnStack.h - A stack that is large enough --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_RUNONSTACK_H
#define FERRY_COMPILER_RUNONSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace ferry::compiler {

/// Calls \p Do on the calling thread, on a stack of \p Bytes bytes that ends
/// with a guard page.
///
/// \returns false, without a call, if there is no memory for the stack.
bool runOnStack(std::size_t Bytes, llvm::function_ref<void()> Do);

/// Has an access to the guard page of such a stack reported on stderr before
/// the signal ends the process, which must be the compiler's own.
void reportStackOverflow();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_RUNONSTACK_H
