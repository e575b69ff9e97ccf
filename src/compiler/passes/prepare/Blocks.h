//===- Blocks.h - Blocks that kernels enqueue -------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_BLOCKS_H
#define FERRY_COMPILER_PASSES_PREPARE_BLOCKS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Clang makes a kernel of each block that is enqueued, and hands its address
/// on. Code of kernels is made one by one: the driver finds this one by its
/// name, among the internal kernels (abi::ProgramInfo::numInternal).
/// \code
///   store ptr @__k_block_invoke, ptr %block.invoke
///   call i32 @__enqueue_kernel_basic(..., ptr @__k_block_invoke_kernel, ...)
/// =>
///   store ptr null, ptr %block.invoke
///   call i32 @__enqueue_kernel_basic(..., ptr @name, ...)
/// \endcode
/// The function in a block's literal is called by its name, so nobody looks for
/// it there.
class NameBlocksPass : public llvm::PassInfoMixin<NameBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_BLOCKS_H
