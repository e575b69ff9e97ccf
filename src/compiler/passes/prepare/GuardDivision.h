//===- GuardDivision.h - Divisions that never trap --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_GUARDDIVISION_H
#define FERRY_COMPILER_PASSES_PREPARE_GUARDDIVISION_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Integer division by zero, and of the least value by -1, has an unspecified
/// value in OpenCL C (section 6.3), but no other effect. In LLVM IR it is
/// undefined and on x86 it traps. The divisor is made 1 in those cases:
///
///   %r = sdiv i32 %a, %b
/// becomes
///   %fa = freeze i32 %a
///   %fb = freeze i32 %b
///   %bad = or i1 (%fb == 0), (%fb == -1 and %fa == INT_MIN)
///   %d = select i1 %bad, i32 1, i32 %fb
///   %r = sdiv i32 %fa, %d
///
/// Runs before any optimisation, which could make use of what is undefined.
class GuardDivisionPass : public llvm::PassInfoMixin<GuardDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_GUARDDIVISION_H
