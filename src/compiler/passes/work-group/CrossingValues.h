//===- CrossingValues.h - Values live across synchronisation ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_CROSSINGVALUES_H
#define FERRY_COMPILER_PASSES_WORKGROUP_CROSSINGVALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
} // namespace llvm

namespace ferry::compiler {

/// A value that was live across a synchronisation point, moved to memory:
/// \c Storage is stored to after its definition and loaded from before each
/// use.
struct CrossingValue {
  llvm::AllocaInst *Storage;
  /// The same for all work-items of a group.
  bool Uniform;
  /// Defined by the synchronisation point itself (the event of a copy).
  bool DefinedByGroup;
  /// The blocks at whose start the value is live.
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> LiveIn;
};

/// Moves to memory every value of \p F that is live at the start of a block of
/// \p Continuations (those that follow a synchronisation point). A value that
/// work-items differ in, but that is cheap to compute from ids, arguments and
/// what is uniform, is computed again where it is used instead.
///
/// Afterwards no SSA value but arguments and allocas is live across a
/// synchronisation point.
llvm::SmallVector<CrossingValue, 16> demoteCrossingValues(
    llvm::Function &F, llvm::ArrayRef<llvm::BasicBlock *> Continuations,
    const llvm::UniformityInfo &UI, const llvm::CycleInfo &Cycles);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_CROSSINGVALUES_H
