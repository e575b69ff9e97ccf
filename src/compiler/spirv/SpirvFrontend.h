//===- SpirvFrontend.h - SPIR-V to LLVM IR ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_SPIRV_SPIRVFRONTEND_H
#define FERRY_COMPILER_SPIRV_SPIRVFRONTEND_H

#include "compiler-interface/Compiler.h"
#include "compiler-interface/Options.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ferry::compiler {

/// The module of \p What, which is SPIR-V, as parseSource() would have made it
/// of OpenCL C: what follows does not tell the two apart. Null, and what is
/// wrong in \p Output, if it is not valid or has what Ferry has not.
std::unique_ptr<llvm::Module> parseSpirv(llvm::LLVMContext &Context,
                                         const Request &What,
                                         const Options &Opts, Result &Output);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_SPIRV_SPIRVFRONTEND_H
