//===- MachineTarget.h - The back end of the machine ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What code generation asks of the machine. The folder of each has it.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_MACHINETARGET_H
#define FERRY_COMPILER_MACHINETARGET_H

#include "ferry/isa.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ferry::compiler {

struct MachineTarget {
  static const char *const Triple;
  /// LLVM's names of what has \p Level and no more: a processor, and features
  /// that it has besides.
  static llvm::StringRef cpuOf(Isa Level);
  static llvm::StringRef featuresOf(Isa Level);
  /// Makes the back end known to LLVM.
  static void initialize();
  /// True if LLVM says so of the host's processor: a gather costs it little
  /// more than the loads of its elements would.
  static bool gathersAreFast();
  /// The feature of code for which LLVM makes no gathers.
  static const char *const NoGathers;
  /// For Clang's front end, which takes every machine for x86-64: what makes
  /// programs see the right one.
  static llvm::ArrayRef<const char *> macroArguments();
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_MACHINETARGET_H
