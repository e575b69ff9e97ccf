//===- KernelModule.h - One kernel and what it needs ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_KERNELMODULE_H
#define FERRY_COMPILER_KERNELMODULE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Function;
class LLVMContext;
class Module;
} // namespace llvm

namespace ferry::compiler {

/// The bitcode of a module of \p Kernel and what it needs. So a program of many
/// kernels is not read whole for each of them.
std::string writeKernel(const llvm::Function &Kernel);

/// Reads what writeKernel() has written of the kernel \p Name, or says that it
/// is not that.
llvm::Expected<std::unique_ptr<llvm::Module>>
readKernel(llvm::LLVMContext &C, llvm::StringRef Bitcode, llvm::StringRef Name);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_KERNELMODULE_H
