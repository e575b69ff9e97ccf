//===- ExtensionBuiltins.h - What Clang does not declare --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_EXTENSIONBUILTINS_H
#define FERRY_COMPILER_EXTENSIONBUILTINS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"

namespace clang {
class ExternalSemaSource;
}

namespace ferry::compiler {

/// Declares the functions of extensions that Clang's tables have none of:
/// cl_intel_subgroups, its variants for other types (_char, _short and _long),
/// cl_intel_subgroup_local_block_io, and cl_khr_work_group_uniform_arithmetic;
/// and those that are no part of OpenCL C, but that programs in use call.
/// They have several hundred overloads, which a header would have for every
/// program; here they are made of the name, when a program uses it that has not
/// declared it itself.
llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> makeExtensionBuiltins();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_EXTENSIONBUILTINS_H
