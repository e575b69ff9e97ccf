//===- LaneShares.h - How many lanes come to a block ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_LANESHARES_H
#define FERRY_COMPILER_PASSES_VECTORISE_LANESHARES_H

#include "compiler/passes/Pass.h"

#include "llvm/ADT/MapVector.h"

#include <algorithm>

namespace ferry::compiler {

/// The share of work-items that come to each block of a lane's function. Some
/// are chosen by their numbers: of `id % 8 == 0` an eighth, of `id == 0`
/// outside of loops one of a group. Of any other condition that lanes differ in
/// nothing is known: it is taken to hold for half of them, but rarely for every
/// other one.
class LaneShares {
public:
  LaneShares(llvm::Function &Lane, llvm::FunctionAnalysisManager &FAM);
  void print(llvm::raw_ostream &OS) const;

  /// Of work-items.
  double of(const llvm::BasicBlock &Block) const {
    const Share S = lookup(Block);
    return S.Chosen * S.Others;
  }
  /// Of vectors of \p Lanes, in which one lane does or more.
  double ofVectors(const llvm::BasicBlock &Block, unsigned Lanes) const {
    const Share S = lookup(Block);
    return std::min(1.0, S.Chosen * Lanes) * std::min(1.0, 2 * S.Others);
  }

private:
  struct Share {
    double Chosen = 1; ///< By number.
    double Others = 1;
  };

  Share lookup(const llvm::BasicBlock &Block) const {
    auto It = Shares.find(&Block);
    return It == Shares.end() ? Share() : It->second;
  }

  /// Less than all, in the order of dominance.
  llvm::MapVector<const llvm::BasicBlock *, Share> Shares;
};

using LaneSharesAnalysis = AnalysisOf<LaneShares>;

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_LANESHARES_H
