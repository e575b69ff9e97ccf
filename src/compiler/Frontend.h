//===- Frontend.h - OpenCL C and SPIR-V to LLVM IR --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_FRONTEND_H
#define FERRY_COMPILER_FRONTEND_H

#include "compiler-interface/Compiler.h"
#include "compiler-interface/Options.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ferry::compiler {

/// Runs Clang, in process, on the source of \p What, an Action::Build or
/// Action::Compile; its headers are found by their names before any folder is
/// searched. Nothing is optimised yet.
///
/// \param Result gets the diagnostics and the files that were included.
/// \returns null if the source is wrong.
std::unique_ptr<llvm::Module> parseSource(llvm::LLVMContext &Context,
                                          const Request &What,
                                          const Options &Opts, Result &Result);

/// The module of \p What, which is SPIR-V, as parseSource() would have made it
/// of OpenCL C: what follows does not tell the two apart. Null, and what is
/// wrong in \p Output, if it is not valid or has what Ferry has not.
std::unique_ptr<llvm::Module> parseSpirv(llvm::LLVMContext &Context,
                                         const Request &What,
                                         const Options &Opts, Result &Output);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_FRONTEND_H
