//===- ProgramChecks.h - What Ferry cannot compile --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PROGRAMCHECKS_H
#define FERRY_COMPILER_PROGRAMCHECKS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ferry::compiler {

/// Finds metadata of kernels that does not look as Clang writes it: bitcode may
/// come from a binary.
llvm::Error checkMetadata(const llvm::Module &M);

/// Looks for what front ends accept and no later stage could handle: required
/// sizes of 0, variables beyond all memory, private arrays whose size is only
/// known at run time, names that belong to Ferry or LLVM, kernels that are not
/// described as Clang does it.
///
/// \param M a program, without the built-ins.
/// \returns an error for the build log, a line for each finding.
llvm::Error checkProgram(const llvm::Module &M);

/// Bytes on the stack of each function that has any.
using FrameSizes = llvm::DenseMap<const llvm::Function *, std::uint64_t>;

/// Adds up the frames of functions that call each other.
///
/// \param M a program for which code has been generated.
/// \returns an error if a kernel may need more than abi::KernelStackBytes.
llvm::Error checkStack(const llvm::Module &M, const FrameSizes &Frames);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PROGRAMCHECKS_H
