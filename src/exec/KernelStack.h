//===- KernelStack.h - Where generated code has its stack -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_KERNELSTACK_H
#define FERRY_EXEC_KERNELSTACK_H

#include "exec/GuardedMemory.h"
#include "stack/CallOnStack.h"

#include <type_traits>

namespace ferry::exec {

/// A stack for generated code, which may need more of it (private arrays of
/// functions that stay calls) than threads of the host program have: there is
/// abi::KernelStackBytes, and some more for what generated code calls. Only
/// pages that have been touched take memory. Used by one thread at a time.
class KernelStack {
public:
  /// \returns false if there is no room for it.
  bool reserve();

  /// Calls \p F, which throws nothing, on this stack. Debuggers see the callers
  /// of call() behind it.
  template <typename Function> void call(Function F) {
    callOnStack(
        Memory.data(), Memory.size(),
        [](void *F) { (*static_cast<Function *>(F))(); }, &F);
  }

  const GuardedMemory &memory() const { return Memory; }

private:
  GuardedMemory Memory;
};

} // namespace ferry::exec

#endif // FERRY_EXEC_KERNELSTACK_H
