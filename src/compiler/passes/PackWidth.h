//===- PackWidth.h - How many work-items a pack has -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PACKWIDTH_H
#define FERRY_COMPILER_PASSES_PACKWIDTH_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace ferry::compiler {

/// How many work-items \p Lane, which stands for one, should be done at a time:
/// as many as vectors of \p VectorBits hold of the types that it computes with
/// most; 1 if nothing that it does is done faster together.
unsigned choosePackWidth(llvm::Function &Lane, const llvm::LoopInfo &LI,
                         const llvm::UniformityInfo &UI, unsigned VectorBits);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PACKWIDTH_H
