//===- Uniformity.h - What is the same for all work-items -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_UNIFORMITY_H
#define FERRY_COMPILER_PASSES_UNIFORMITY_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace ferry::compiler {

/// A target that tells LLVM's uniformity analysis where work-items start to
/// differ: their ids, their private memory, results of atomics and of calls
/// that LLVM knows nothing of. Transformations that see it keep control flow
/// convergent, and unroll more of the loops that count through private arrays.
///
/// In a function with the attribute "ferry-lane" it tells where the lanes of a
/// vector differ, which are neighbours in x, and parameters as their attribute
/// "ferry-shape" says.
///
/// \param GroupMemory private variables (allocas) that are taken to be the same
///        for all work-items; null for none.
llvm::TargetTransformInfo workItemTarget(
    const llvm::Function &F,
    const llvm::SmallPtrSetImpl<const llvm::Value *> *GroupMemory = nullptr);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_UNIFORMITY_H
