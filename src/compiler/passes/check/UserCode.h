//===- UserCode.h - What of a program is the user's -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_USERCODE_H
#define FERRY_COMPILER_PASSES_CHECK_USERCODE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Constant;
class Function;
class Module;
} // namespace llvm

namespace ferry::compiler {

/// The functions of \p M that have code.
llvm::DenseSet<const llvm::Function *> definedFunctions(const llvm::Module &M);

/// Marks accesses of the built-ins that are its own affair (`nosanitize`):
/// all but those to where a program's pointers lead.
///
/// \param Own the functions that are not of the library.
void markLibrary(llvm::Module &M,
                 const llvm::DenseSet<const llvm::Function *> &Own);

/// A constant with \p Text, closed by NUL; the same for the same text.
llvm::Constant *textConstant(llvm::Module &M, llvm::StringRef Text);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_USERCODE_H
