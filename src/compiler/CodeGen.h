//===- CodeGen.h - LLVM IR to an ELF object ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_CODEGEN_H
#define FERRY_COMPILER_CODEGEN_H

#include "compiler-interface/Compiler.h"

#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ferry::compiler {

/// Makes the back end known to LLVM and Clang. Called once, before anything
/// else of them.
void initializeTarget();

/// The machine of ferry::isa(): position-independent code of the small model,
/// as the object loader expects. One for each thread, kept: making one and what
/// it learns of the processor takes as long as a small kernel's other passes.
llvm::TargetMachine &targetMachine();

/// \returns an ELF relocatable object, or text.
std::string emitCode(llvm::Module &M, llvm::TargetMachine &TM, CodeForm Form);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_CODEGEN_H
