//===- WholeVectors.h - Lanes' vectors that stay together -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A value of a vector type, as a `float4`, is mostly a vector for each of its
/// elements: x of all lanes, y of all lanes, ... (SoA). In memory the elements
/// of a lane lie together, so that loads and stores transpose. Where nothing is
/// done with single elements, the value is *whole*: one vector, in which the
/// lanes' vectors follow each other as they do in memory (AoS).
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_WHOLEVECTORS_H
#define FERRY_COMPILER_PASSES_VECTORISE_WHOLEVECTORS_H

#include "compiler/passes/vectorise/InterleaveGroups.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

namespace ferry::compiler {

class DivergentControl;
struct BlockPlan;
struct PlanContext;

/// Which values of a plan are whole.
class WholeVectors {
public:
  WholeVectors() = default;
  /// \param PlanOf without recipes; null if nothing comes to the block.
  WholeVectors(
      llvm::Function &Lane, const PlanContext &C,
      const DivergentControl &Control,
      llvm::function_ref<const BlockPlan *(const llvm::BasicBlock &)> PlanOf);

  bool contains(const llvm::Value *V) const {
    return Whole.contains(dyn_cast<llvm::Instruction>(V));
  }
  /// A load of a whole value, or a store of one to where the lanes' vectors
  /// follow each other.
  bool isAccess(const llvm::Instruction &I) const {
    return Accesses.contains(&I);
  }
  bool isAccessIn(const InterleaveGroup &G) const {
    return llvm::any_of(
        G.Members, [&](const auto &Member) { return isAccess(*Member.first); });
  }

private:
  llvm::SmallSetVector<const llvm::Instruction *, 8> Whole, Accesses;
};

/// True if \p I puts one varying number into all elements.
bool isSpread(const llvm::Instruction &I);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_WHOLEVECTORS_H
