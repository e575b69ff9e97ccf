//===- VectorPlan.h - How a region is done for all lanes --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_VECTORPLAN_H
#define FERRY_COMPILER_PASSES_VECTORISE_VECTORPLAN_H

#include "compiler/passes/vectorise/LaneShares.h"
#include "compiler/passes/vectorise/Recipe.h"

#include "llvm/IR/Dominators.h"

namespace ferry::compiler {

class PlanEmitter;

/// What one block of a lane's function becomes.
struct BlockPlan {
  llvm::BasicBlock *Block;
  Active Lanes; ///< Those that are not need not be the last ones.
  bool Divergent;
  bool SomeActive = true; ///< One lane or more is, whenever it is run.
  /// If it skips something: there is a branch, for the case that no lane is
  /// active. Else the way is gone through in any case.
  bool Branches = false;
  /// How often lanes are here together, if each runs a loop's body eight times.
  double Times = 1;
  double OfVectors = 1; ///< The share of vectors that come here.
  /// Of what is neither a phi nor a terminator.
  std::vector<RecipePtr> Recipes = {};

  bool isMasked() const { return Lanes != Active::All; }
};

/// A recipe for each instruction of a function that stands for one work-item,
/// and what becomes of its control flow. What it says it costs is what it
/// emits. It must not outlive the function's analyses.
class VectorPlan {
public:
  /// \param Lane in the form that DivergentControl takes, with loops in simple
  ///        and LCSSA form.
  /// \param Partial only the first `__ferry_vector_items()` lanes are
  /// work-items.
  /// \param Functions those that \p Lane calls, for all lanes.
  VectorPlan(llvm::Function &Lane, llvm::FunctionAnalysisManager &FAM,
             const VectorTarget &Target, unsigned Lanes, bool Partial,
             VectorFunctions &Functions);
  VectorPlan(const VectorPlan &) = delete;
  VectorPlan &operator=(const VectorPlan &) = delete;

  /// False if a value cannot be that of many lanes.
  bool isPossible() const { return Possible; }
  unsigned lanes() const { return C.Lanes; }
  const VectorTarget &target() const { return C.Target; }
  /// Work is weighed by how often it is done; code is not.
  Cost cost() const;
  bool gathers() const;
  /// True if all gathers in loops wait for themselves: what one finds says
  /// where the next looks, in an iteration that all lanes do. Those of another
  /// vector would come meanwhile.
  bool gathersInChains() const;
  /// The most registers that a block's phis take, or a value where each lane
  /// has a vector: it is loaded and stored in shuffles, which takes some more.
  double mostKept() const;
  /// Registers of the largest whole value.
  double mostWhole() const;
  /// The work on interleave groups whose elements take more than \p Registers.
  double workOnRows(double Registers) const;
  /// What innermost loops wait for, in simple instructions (waitsOf).
  double waitsOfLoops() const;
  struct RowWork {
    double Work = 0;
    /// That a lane reads or writes, an element of each, in an iteration of one
    /// loop; at most CacheWays.
    unsigned Lines = 0;
  };
  /// The work on gathers and scatters in loops that go along rows of each
  /// lane's own, of which nobody knows how far they lie apart.
  RowWork workAlongRows() const;
  void print(llvm::raw_ostream &OS) const;
  /// \returns a function with the parameters and the result of the lane's; for
  ///          those in which lanes differ other than by a stride, vectors.
  llvm::Function *emit(const llvm::Twine &Name) const;

private:
  friend class PlanEmitter;

  BlockPlan planBlock(llvm::BasicBlock &Block) const;
  Cost cost(const BlockPlan &B) const;
  bool mustSkip(const DivergentControl::Skip &Skip) const;
  RecipePtr plan(llvm::Instruction &I, const BlockPlan &B) const;
  /// True if \p Block ends a loop that lanes leave in different iterations.
  bool isLoopEnd(const llvm::BasicBlock &Block) const;
  bool endsTogether(const llvm::Loop &L) const;
  bool endsByLoads(const llvm::Loop &L) const;
  double timesOfLongest(const llvm::Loop &L) const;
  double timesOf(const llvm::BasicBlock &Block) const;
  /// The share of the lanes that is active in vectors that come to a block.
  double activeIn(const BlockPlan &B) const {
    return Shares.of(*B.Block) / B.OfVectors;
  }

  llvm::Function &Lane;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  const DivergentControl &Control;
  const InterleaveGroups Groups;
  WholeVectors Whole;
  const PlanContext C;
  const LaneShares &Shares;
  const bool Partial;
  bool Possible = true;
  llvm::DenseMap<const llvm::Loop *, double> TimesOfLongest;
  /// In reverse post-order.
  llvm::MapVector<llvm::BasicBlock *, BlockPlan> Blocks;
};

using VectorPlanPtr = std::unique_ptr<VectorPlan>;

/// How often what is in \p Block is run, roughly.
double frequencyOf(const llvm::BasicBlock &Block, const llvm::LoopInfo &LI);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_VECTORPLAN_H
