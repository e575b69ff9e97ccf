//===- ChosenLanes.h - Blocks that few work-items come to -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_VECTORISE_CHOSENLANES_H
#define FERRY_COMPILER_PASSES_VECTORISE_CHOSENLANES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Items that a work-group is taken to have where one of them is chosen.
inline constexpr unsigned UsualGroup = 64;

/// The share of work-items that come to each block of a lane's function, as
/// conditions choose them by their numbers: of `id % 8 == 0` an eighth, of
/// `id == 0` outside of loops one of a group.
class ChosenLanes {
public:
  ChosenLanes(llvm::Function &Lane, llvm::FunctionAnalysisManager &FAM);

  double share(const llvm::BasicBlock &Block) const {
    auto It = Shares.find(&Block);
    return It == Shares.end() ? 1 : It->second;
  }

private:
  llvm::DenseMap<const llvm::BasicBlock *, double> Shares; ///< Less than 1.
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_VECTORISE_CHOSENLANES_H
