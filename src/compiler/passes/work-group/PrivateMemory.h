//===- PrivateMemory.h - Private variables in memory ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_PRIVATEMEMORY_H
#define FERRY_COMPILER_PASSES_WORKGROUP_PRIVATEMEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
class Instruction;
class PostDominatorTree;
} // namespace llvm

namespace ferry::compiler {

/// A private variable of a kernel that is memory: an array, or what has its
/// address taken.
struct PrivateVariable {
  llvm::AllocaInst *Alloca;
  /// All that use it, or a pointer into it.
  llvm::SmallSetVector<llvm::Instruction *, 8> Users;
  /// Pointers to it go only where they can be followed, and none is used in
  /// another block than it is made in.
  bool Followed;
};

/// True if \p I stores to memory that it has a pointer operand to, and does
/// nothing else that others can see: a store, a memcpy, a memset.
bool isPlainWrite(const llvm::Instruction &I);

/// What \p I, a plain write, writes to.
const llvm::Value *writtenObject(const llvm::Instruction &I);

/// The private variables of \p F that are not values by now. Addresses in them
/// are computed again in each block, so that none need be kept.
llvm::SmallVector<PrivateVariable, 4> findPrivateVariables(llvm::Function &F);

/// What is reached from the end of \p Start, up to the blocks that \p Ends is
/// true for, and these.
llvm::SmallSetVector<llvm::BasicBlock *, 16>
reachedFrom(llvm::BasicBlock &Start,
            llvm::function_ref<bool(llvm::BasicBlock &)> Ends);

/// Where all ways from the end of \p Block meet; null if they do not.
llvm::BasicBlock *meetingPoint(const llvm::BasicBlock &Block,
                               const llvm::PostDominatorTree &PDT);

/// The blocks of \p F that some work-items may execute while others do not, but
/// for those that have gone into one of \p Ends.
llvm::SmallPtrSet<llvm::BasicBlock *, 16>
findDivergentBlocks(llvm::Function &F, llvm::UniformityInfo &UI,
                    const llvm::PostDominatorTree &PDT,
                    const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Ends =
                        llvm::SmallPtrSet<llvm::BasicBlock *, 1>());

/// True if all work-items write the same to \p V at the same places, if \p UI
/// holds.
bool isWrittenUniformly(
    const PrivateVariable &V, const llvm::UniformityInfo &UI,
    const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &DivergentBlocks);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_PRIVATEMEMORY_H
