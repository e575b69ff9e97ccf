//===- Pipeline.h - From Clang's IR to an object ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PIPELINE_H
#define FERRY_COMPILER_PIPELINE_H

#include "compiler-interface/Compiler.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ferry::compiler {

/// Turns a program as Clang made it into an object (see ferry/abi.h for what is
/// in it), and into what code of its kernels is generated from: Result::image
/// and Result::kernels. \p M is consumed.
///
/// \returns text for the build log.
llvm::Error makeProgram(llvm::Module &M, Result &Output);

/// Generates code of a kernel.
///
/// \param M what readKernel() has read; consumed.
/// \param What its row, its constants and its form say which code.
/// \returns an ELF object, or text.
std::string generateCode(llvm::Module &M, const Request &What);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PIPELINE_H
