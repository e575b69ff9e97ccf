//===- KernelTable.h - Checks what a program says of itself -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_KERNELTABLE_H
#define FERRY_EXEC_KERNELTABLE_H

#include "ferry/abi.h"

#include <cstddef>
#include <span>

namespace ferry::exec {

/// Checks the table of kernels of a program in memory, which may be damaged, or
/// made by hand with a right checksum. The code of a program is trusted; the
/// numbers by which the driver reads, and sizes memory, are not.
///
/// \param Memory of the program: everything that it points to lies there.
bool isSound(const abi::ProgramInfo &Program,
             std::span<const std::byte> Memory);

/// Likewise for a version of a kernel.
///
/// \param Code of the object: the entry lies there.
bool isSound(const abi::KernelCode &Kernel, std::span<const std::byte> Code);

} // namespace ferry::exec

#endif // FERRY_EXEC_KERNELTABLE_H
