//===- CopyFollower.h - The ways from an async copy -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYFOLLOWER_H
#define FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYFOLLOWER_H

#include "compiler/passes/async-copies/CopyTouches.h"
#include "compiler/passes/async-copies/CopyWaits.h"
#include "compiler/passes/async-copies/PathValues.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <set>

namespace llvm {
class Loop;
} // namespace llvm

namespace ferry::compiler {

/// What is known of a kernel.
struct FunctionAnalyses {
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::ReversePostOrderTraversal<const llvm::Function *> &Order;
};

/// Follows one copy on all ways to its wait. The states of ways that meet are
/// merged: one is kept for each block, and each of some iterations of the loops
/// around the copy.
class CopyFollower {
public:
  CopyFollower(const llvm::CallInst *Copy, FunctionAnalyses &A, unsigned &Steps)
      : Copy(Copy), A(A), Steps(Steps), Values(*Copy, A.LI, A.SE), X(Values.X),
        Touches(Values, Copy) {}

  CopyVerdict run();

private:
  /// For each loop around the copy, the outermost first, how many iterations
  /// after that of the copy: at most its limit. 0 where it is not around.
  using Iteration = llvm::SmallVector<unsigned, 4>;
  /// The number of a block in one iteration of the loops around the copy.
  unsigned nodeOf(const llvm::BasicBlock *Block, const Iteration &At) const;
  Iteration iterationOf(unsigned Node) const;
  const llvm::BasicBlock *blockOf(unsigned Node) const {
    return Blocks[Node % Blocks.size()];
  }
  static unsigned timeOf(unsigned Node) { return Node + 1; }
  void limitCounters(PathState &S);
  bool follow(PathState S, llvm::BasicBlock::const_iterator From,
              unsigned Node);
  bool passSynchronisation(const llvm::Instruction &I, PathState &S,
                           unsigned Time);
  bool passWait(PathState &S, Expression Event);
  void leave(const llvm::BasicBlock *Block, PathState S, const Iteration &At);
  void enter(const llvm::BasicBlock *From, const llvm::BasicBlock *To,
             PathState S, Iteration At);
  void forgetLoop(PathState &S, const llvm::Loop *L, const Iteration &At);
  bool merge(PathState &Into, const PathState &From, unsigned Node,
             bool IsBack);
  bool countsUp(const llvm::Value *V, const llvm::BasicBlock *Header) const;
  bool waitsForAll(const llvm::BasicBlock *From, const llvm::BasicBlock *To,
                   const PathState &S);

  const llvm::CallInst *Copy;
  FunctionAnalyses &A;
  unsigned &Steps;
  PathValues Values;
  Expressions &X;
  CopyTouches Touches;
  Expression Event = nullptr;
  std::vector<const llvm::BasicBlock *> Blocks;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  /// The loops around the copy, the outermost first, and their limits.
  llvm::SmallVector<const llvm::Loop *, 4> Around;
  Iteration Limits;
  /// At the start of each node that was reached.
  std::map<unsigned, PathState> States;
  /// The nodes to follow from there, the first one next.
  std::set<unsigned> Queue;
  CopyVerdict Verdict{};
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYFOLLOWER_H
