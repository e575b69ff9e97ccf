//===- ImplicitBarriers.h - Regions that do not repeat code -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_IMPLICITBARRIERS_H
#define FERRY_COMPILER_PASSES_WORKGROUP_IMPLICITBARRIERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Keeps regions from growing with the square of a kernel's length.
///
/// A region has all code up to the next synchronisation point. Behind
/// `if (n > 1) barrier();` that is also what follows the next such `if`, and
/// the one after it, each once more in every region before it. Where copies
/// get out of hand, the work-items meet where the ways around a barrier do: at
/// a barrier that orders no memory.
class ImplicitBarriersPass : public llvm::PassInfoMixin<ImplicitBarriersPass> {
public:
  /// What is copied more often than \p MaxCopies times is cut, if regions have
  /// \p MinCopied instructions and \p MaxGrowth times those of the kernel.
  explicit ImplicitBarriersPass(unsigned MaxCopies = 4, unsigned MaxGrowth = 4,
                                unsigned MinCopied = 2000)
      : MaxCopies(MaxCopies), MaxGrowth(MaxGrowth), MinCopied(MinCopied) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  llvm::DenseMap<llvm::BasicBlock *, unsigned>
  countCopies(llvm::Function &F) const;

  unsigned MaxCopies, MaxGrowth, MinCopied;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_IMPLICITBARRIERS_H
