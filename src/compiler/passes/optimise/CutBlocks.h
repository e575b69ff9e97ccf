//===- CutBlocks.h - Large blocks in bounded time ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_OPTIMISE_CUTBLOCKS_H
#define FERRY_COMPILER_PASSES_OPTIMISE_CUTBLOCKS_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Puts an empty statement behind every so many accesses of memory, or
/// instructions, in a block:
///
///   store float %v255, ptr %p255
///   call void @llvm.codeview.annotation(metadata !{!"cut"})
///   store float %v256, ptr %p256
///
/// The loop vectoriser and the machine schedulers compare each access of a
/// block with each other, and the vectoriser looks for each use of a constant
/// among all of them: a kernel of some thousand statements, one after the
/// other, takes them minutes. The first gives up on loops with such a
/// statement (and without it at about 250 accesses), the others begin anew
/// behind it, as it becomes a label that nobody refers to. A gather or scatter
/// of bytes or shorts counts as an access for each element, as it is in machine
/// code. Nobody else minds, as it touches no memory that anybody can see. Runs
/// before the vectoriser.
///
/// The limit of instructions is where time begins to matter: it grows with the
/// square of a block (loop and SLP vectorisers take 7.5 s for 12,000
/// instructions), and what is seen across 4096 is hardly worth a second.
class CutBlocksPass : public llvm::PassInfoMixin<CutBlocksPass> {
public:
  /// \param MaxAccesses, \param MaxInstructions without such a statement.
  explicit CutBlocksPass(unsigned MaxAccesses = 256,
                         unsigned MaxInstructions = 4096)
      : MaxAccesses(MaxAccesses), MaxInstructions(MaxInstructions) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  unsigned MaxAccesses, MaxInstructions;
};

/// Adds to code generation, for the whole process, what makes a block of its
/// own of what stands behind each such statement: before CodeGenPrepare, which
/// numbers the instructions of a block anew after each change, and, as it joins
/// them, behind it for the passes of machine code. Called once.
void addSplitAtCuts();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_OPTIMISE_CUTBLOCKS_H
