//===- MaskedLoads.h - Masked loads stay where they are ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_MASKEDLOADS_H
#define FERRY_COMPILER_WORKAROUNDS_MASKEDLOADS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Keeps masked loads before the stores that follow them. LLVM 22's InstCombine
/// makes one load of a masked load and of the select that alone uses it, where
/// the select is, and does not look for stores in between (LLVM issue 215453):
///
///   %l = masked.load(%p, %mask, poison)       %l = masked.load(...)
///   store ..., %p                       =>    %v = freeze %l
///   %s = select %mask, %l, %other             store ..., %p
///                                             %s = select %mask, %v, %other
///
/// Where %other is there before the load, it becomes what the load yields for
/// inactive lanes. To be removed when test/masked-loads.ll fails.
class MaskedLoadsPass : public llvm::PassInfoMixin<MaskedLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_MASKEDLOADS_H
