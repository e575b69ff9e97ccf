//===- Inlining.h - Which calls are inlined ---------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_INLINING_H
#define FERRY_COMPILER_PASSES_PREPARE_INLINING_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"
#include "llvm/Transforms/IPO/Inliner.h"

namespace ferry::compiler {

/// Finds functions that call themselves, directly or not; OpenCL C forbids them
/// (section 6.11, restriction i).
///
/// \returns an error that names the functions of each cycle.
llvm::Error checkRecursion(llvm::Module &M);

/// Finds kernels with too many synchronisation points to be compiled in
/// minutes, once the functions that have them are inlined. Nothing may call
/// itself.
///
/// \returns an error that names them.
llvm::Error checkSynchronisations(llvm::Module &M);

/// Says what must be inlined, `alwaysinline`: functions that synchronise work-
/// items or are about sub-groups, and what calls them, as the passes that
/// follow look for such calls in kernels only; and, unless kernels became too
/// large, functions that the built-ins mark as `hot` (reads and writes of
/// images), and what calls them, or all functions of the program, where
/// mistakes are looked for in it. For all others the attribute is a hint: a
/// call graph in which everything is inlined grows exponentially. And what one
/// function calls very often stays a call there: a source with a thousand calls
/// of `exp` would become a kernel of forty thousand instructions.
class MarkInlinePass : public llvm::PassInfoMixin<MarkInlinePass> {
public:
  /// \param IsChecked what the program does is looked for mistakes in.
  /// \param MaxCopies instructions of all copies of a function in another one.
  explicit MarkInlinePass(bool IsChecked = false, unsigned MaxCopies = 10000)
      : IsChecked(IsChecked), MaxCopies(MaxCopies) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool IsChecked;
  unsigned MaxCopies;
};

/// LLVM's inliner, bottom-up: what must be inlined, what is small, what is
/// called once. Work-items are vectorised with what is inlined, so that it pays
/// more than elsewhere.
///
/// \param Simplify runs on each function when all has been inlined into it.
llvm::ModuleInlinerWrapperPass inliner(llvm::FunctionPassManager Simplify);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_INLINING_H
