//===- Pipeline.h - From Clang's IR to an object ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PIPELINE_H
#define FERRY_COMPILER_PIPELINE_H

#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace ferry::compiler {

/// Makes the functions and variables of a program its own, so that they cannot
/// meet those of the kernel library or the runtime. Kernels stay visible, under
/// names that no C function has (reserved::KernelPrefix).
void internalize(llvm::Module &M);

/// Turns a program as Clang made it into an ELF object (see ferry/abi.h for
/// what is in it). \p M is consumed.
///
/// \returns the object; an error is text for the build log.
llvm::Expected<std::string> generateObject(llvm::Module &M);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PIPELINE_H
