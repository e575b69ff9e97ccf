//===- Builtins.h - Linking the built-in functions --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_BUILTINS_H
#define FERRY_COMPILER_BUILTINS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace ferry::compiler {

/// Links into \p M the members of the built-ins that define what \p M
/// lacks, and what those lack in turn. Only the functions that are needed are
/// read. Kernels that call functions on images that are not there are removed,
/// with a warning.
///
/// \returns an error that names each function that neither \p M nor the
///          library defines, and a function that calls it.
llvm::Error linkBuiltins(llvm::Module &M);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_BUILTINS_H
