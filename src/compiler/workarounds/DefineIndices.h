//===- DefineIndices.h - Registers of gathers that differ -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some instructions need other registers for their results than for their
/// operands: a processor refuses a gather (#UD) whose index is its result. LLVM
/// says so by an early-clobber definition, which keeps away every operand that
/// lives; an undefined one does not. LLVM has a pass for that, InitUndef, but
/// the x86 back end does not ask for it:
///
/// \code
///   early-clobber %r, %m = VPGATHERDD %r, %m, %base, 4, undef %index, 0,
///   $noreg
/// =>
///   %new = INIT_UNDEF
///   early-clobber %r, %m = VPGATHERDD %r, %m, %base, 4, %new, 0, $noreg
/// \endcode
///
/// INIT_UNDEF is no instruction; it gives the operand a life. To be removed
/// when test/define-indices.ll fails, as it will once
/// X86Subtarget::supportsInitUndef() is true.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_DEFINEINDICES_H
#define FERRY_COMPILER_WORKAROUNDS_DEFINEINDICES_H

namespace ferry::compiler {

/// Adds the pass to code generation, for the whole process; called once.
void addDefineIndices();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_DEFINEINDICES_H
