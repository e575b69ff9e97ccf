//===- Constructors.h - Constructors of program scope -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_CONSTRUCTORS_H
#define FERRY_COMPILER_PASSES_PREPARE_CONSTRUCTORS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Makes one kernel, abi::ConstructorsKernel, of what calls the constructors of
/// variables in C++ for OpenCL:
/// \code
///   @llvm.global_ctors = [{ i32 65535, ptr @_GLOBAL__sub_I_program.cl, ... }]
/// =>
///   define spir_kernel void @"kernel.(constructors)"() {
///     call void @_GLOBAL__sub_I_program.cl()
/// \endcode
/// "The implementation defines an ABI format for runtime initialization [...]
/// of global objects before [...] all kernels are enqueued" (C++ for OpenCL,
/// 2.3.2).
class GatherConstructorsPass
    : public llvm::PassInfoMixin<GatherConstructorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_CONSTRUCTORS_H
