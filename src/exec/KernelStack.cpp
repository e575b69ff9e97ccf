//===- KernelStack.cpp - Where generated code has its stack ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/KernelStack.h"

#include "ferry/abi.h"

namespace ferry::exec {

/// For printf, which hands large precisions to the C library, copies, libm.
static constexpr std::size_t RuntimeStackBytes = 256 << 10;

bool KernelStack::reserve() {
  return Memory.reserve(abi::KernelStackBytes + RuntimeStackBytes,
                        GuardedMemory::Sparse);
}

} // namespace ferry::exec
