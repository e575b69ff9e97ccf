//===- LocalLayout.h - Where local arguments lie ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_LOCALLAYOUT_H
#define FERRY_EXEC_LOCALLAYOUT_H

#include "ferry/abi.h"

#include <span>

namespace ferry::exec {

/// Places the `__local` arguments of a launch behind the kernel's own `__local`
/// variables, each at its alignment, and writes their offsets into the argument
/// block.
///
/// \param Start bytes of these variables, or more.
/// \param Sizes bytes of each argument, indexed like Kernel.args; only those of
///        local pointers are read.
/// \param Block the packed argument block.
/// \returns bytes of local memory in all (UINT64_MAX if that overflows): more
///          than localMemoryBytes() is CL_OUT_OF_RESOURCES.
std::uint64_t layOutLocalArguments(const abi::KernelInfo &Kernel,
                                   std::uint64_t Start,
                                   std::span<const std::uint64_t> Sizes,
                                   std::byte *Block);

} // namespace ferry::exec

#endif // FERRY_EXEC_LOCALLAYOUT_H
