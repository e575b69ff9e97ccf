//===- LaneForm.h - The function of one work-item ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is done to a region before and after it is vectorised: it is brought
/// into the form that plans are made of.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_LANEFORM_H
#define FERRY_COMPILER_PASSES_VECTORISE_LANEFORM_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Brings the function of a lane into the form that can be vectorised.
/// \param SubGroups vectors are sub-groups, whose ids are not limited.
void prepareLane(llvm::FunctionAnalysisManager &FAM, llvm::Function &Lane,
                 bool SubGroups);

/// Makes a function that does the work-items of a vector one after the other,
/// as \p Item does one.
/// \param Lanes at most so many.
llvm::Function *makeInTurn(llvm::Function &Item, unsigned Lanes);

/// Has LLVM leave loops of \p F as they are whose iterations are counted when
/// they start, unless the source says otherwise. Where work-items stay alone
/// they tend to leave them after a few iterations, each after another number:
/// what is left over of unrolled ones would be one more branch to mispredict.
/// And what few vectors go through is not worth the time to compile it.
void keepLoops(llvm::FunctionAnalysisManager &FAM, llvm::Function &F);

/// Has LLVM unroll the short loops of \p Made: an instruction of it does the
/// work of many, so that more of them are worth while than LLVM thinks; and
/// leave the long ones, without looking at them for long.
void unrollLoops(llvm::FunctionAnalysisManager &FAM, llvm::Function &Made);

// What prepareLane does to loops.

/// Has loops that all lanes leave after as many iterations, though not with the
/// same index, leave by a counter, which is uniform:
///
///   for (k = row * n; k != row * n + n; ++k)
/// =>
///   for (k = row * n, count = 0; count != n; ++k, ++count)
///
/// What is in them needs no mask then.
void makeExitsUniform(llvm::FunctionAnalysisManager &FAM, llvm::Function &Lane);

/// Unrolls the innermost loops of \p Lane in which each lane goes along a row
/// of its own, by the elements of a cache line:
///
///   for (k = 0; k < n; ++k)                for (; k + 15 < n; k += 16)
///     s += m[row * n + k] * x[k];    =>      s += m[row * n + k] * x[k];
///                                            ...
///                                            s += m[... + 15] * x[k + 15];
///                                          for (; k < n; ++k) ...
///
/// What were gathers from as many lines as there are lanes, again for each
/// element, are rows that InterleaveGroups finds: each line is read once. Loops
/// that lanes leave at different times stay as they are.
void unrollAlongRows(llvm::FunctionAnalysisManager &FAM, llvm::Function &Lane);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_LANEFORM_H
