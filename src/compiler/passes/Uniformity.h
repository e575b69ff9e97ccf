//===- Uniformity.h - What is the same for all work-items -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_UNIFORMITY_H
#define FERRY_COMPILER_PASSES_UNIFORMITY_H

#include "llvm/Analysis/TargetTransformInfo.h"

namespace ferry::compiler {

/// A target that tells LLVM's uniformity analysis where work-items start to
/// differ: their ids, their private memory, results of atomics and of calls
/// that LLVM knows nothing of. Transformations that see it keep control flow
/// convergent.
llvm::TargetTransformInfo workItemTarget(const llvm::Function &F);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_UNIFORMITY_H
