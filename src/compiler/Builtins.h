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

/// Clang passes vectors and structures as the calling convention of x86-64 has
/// it; what comes from SPIR-V passes them as what they are. Calls from the one
/// to the other are changed:
///
///   %r = call <2 x i8> @_Z3maxDv2_cS_(<2 x i8> %a, <2 x i8> %b)
/// becomes, as the built-in has `i16 (i16, i16)`,
///   %x = bitcast <2 x i8> %a to i16
///   ...
///   %s = call i16 @_Z3maxDv2_cS_(i16 %x, i16 %y)
///   %r = bitcast i16 %s to <2 x i8>
///
/// and likewise what is passed in memory. Runs on a whole program, before
/// anything asks which function a call is of.
///
/// \returns an error for each function that is called with other arguments
///          than it has, and for calls of what is not known.
llvm::Error matchCalls(llvm::Module &M);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_BUILTINS_H
