//===- BlockKernels.h - Functions that OpEnqueueKernel names ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_SPIRV_BLOCKKERNELS_H
#define FERRY_COMPILER_SPIRV_BLOCKKERNELS_H

namespace llvm {
class Module;
} // namespace llvm

namespace ferry::compiler {

/// What is enqueued is a kernel, as Clang makes one of each block. In SPIR-V it
/// may be any function: each one whose address is taken gets a kernel that
/// calls it. Nothing else takes addresses of functions, as function pointers
/// are refused.
/// \code
///   call i32 @__enqueue_kernel_basic(..., ptr @body, ...)
/// =>
///   define internal spir_kernel void @body_kernel(ptr addrspace(4) %0) {
///     call void @body(ptr addrspace(4) %0)
///     ret void
///   }
///   call i32 @__enqueue_kernel_basic(..., ptr @body_kernel, ...)
/// \endcode
void makeBlockKernels(llvm::Module &M);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_SPIRV_BLOCKKERNELS_H
