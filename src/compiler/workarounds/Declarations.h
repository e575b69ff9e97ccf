//===- Declarations.h - What Clang fails on in a declaration ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// To be asked of each declaration before code is generated.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_DECLARATIONS_H
#define FERRY_COMPILER_WORKAROUNDS_DECLARATIONS_H

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace ferry::compiler {

/// Makes `event_t e[2] = {0, 0};` what OpenCL C says it is. Clang 22 converts
/// the 0 of `event_t e = 0;`, but takes those of a list for an error that it
/// does not report, and fails when it generates code. What cannot be repaired
/// is reported. To be removed when test/event-lists.cl fails.
void repairEventLists(clang::ASTContext &Context, clang::Decl &D);

/// Reports kernels that an attribute gives another calling convention: Clang 22
/// accepts them and crashes, or makes something of them that is no kernel:
/// `__attribute__((vectorcall)) kernel void k() {}`. To be removed when
/// test/kernel-conventions.cl fails.
void checkKernelConvention(clang::ASTContext &Context, clang::Decl &D);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_DECLARATIONS_H
