//===- CompilerLibrary.h - Finds the compiler -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILERINTERFACE_COMPILERLIBRARY_H
#define FERRY_COMPILERINTERFACE_COMPILERLIBRARY_H

#include "compiler-interface/Compiler.h"

namespace ferry::compiler {

/// The compiler in libferry-compiler.so, which lies beside the driver; loaded
/// by the first call that can, for good. Thread-safe.
///
/// \param [out] Error why there is none, if the result is null.
Compiler *loadCompiler(std::string &Error);

/// Says where the driver is, in a program that has this code without being the
/// driver or lying beside it. Before anything else here.
///
/// \param Path lives as long as the process.
void setDriverPath(const char *Path);

/// The path of libferry-compiler.so, whether it is there or not.
const std::string &compilerPath();

/// Likewise of the program ferry-compiler (see CompilerProcess.h).
const std::string &compilerProgramPath();

/// Likewise of libferry-spirv.so (see SpirvTranslator.h).
const std::string &spirvTranslatorPath();

/// Whether programs may be SPIR-V: libferry-spirv.so is there.
bool hasSpirvTranslator();

} // namespace ferry::compiler

#endif // FERRY_COMPILERINTERFACE_COMPILERLIBRARY_H
