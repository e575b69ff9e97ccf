//===- VectorWidth.h - How many work-items a vector has ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_VECTORWIDTH_H
#define FERRY_COMPILER_PASSES_VECTORISE_VECTORWIDTH_H

#include "compiler/passes/vectorise/VectorFunctions.h"

namespace ferry::compiler {

struct VectorWidth {
  unsigned Lanes;
  /// Why there is but one lane.
  llvm::StringRef Problem = "it would gain nothing";
  bool ForRow = false;          ///< Other rows may want other widths.
  VectorPlanPtr Plan = nullptr; ///< For full vectors, if there is one already.
};

/// How many work-items \p Lane, which stands for one, should be done at a time:
/// as many as vectors hold of the types that it computes with most; 1 if that
/// is not expected to be faster than one after the other, or takes too much
/// code.
///
/// \param Most what \p Lane is in most vectors (see LikelyVersion), which
///        counts; \p Lane itself if there is nothing of the kind.
/// \param LongRows rows in x are long, if \p Row says no less: two vectors may
///        be filled by one value, as where they fill all rows, so that there is
///        more to do while results are waited for.
/// \param Row an abi::rowClass.
VectorWidth chooseVectorWidth(llvm::Function &Lane, llvm::Function &Most,
                              llvm::FunctionAnalysisManager &FAM,
                              const VectorTarget &Target,
                              VectorFunctions &Functions, bool LongRows,
                              unsigned Row);

/// What \p F costs one work-item where each runs for itself.
Cost costOfOneLane(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                   const VectorTarget &Target, VectorFunctions &Functions);

/// True if time to compile is worth more than what costs \p OfVector for all
/// lanes, and \p OfLane for one.
bool isTooMuchCode(Cost OfVector, Cost OfLane);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_VECTORWIDTH_H
