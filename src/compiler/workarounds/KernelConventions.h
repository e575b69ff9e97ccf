//===- KernelConventions.h - How kernels are called -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_KERNELCONVENTIONS_H
#define FERRY_COMPILER_WORKAROUNDS_KERNELCONVENTIONS_H

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace ferry::compiler {

/// Reports kernels that an attribute gives another calling convention: Clang 22
/// accepts them and crashes, or makes something of them that is no kernel:
/// `__attribute__((vectorcall)) kernel void k() {}`. To be removed when
/// test/kernel-conventions.cl fails.
///
/// To be run before the consumer that generates code.
std::unique_ptr<clang::ASTConsumer> makeKernelConventionConsumer();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_KERNELCONVENTIONS_H
