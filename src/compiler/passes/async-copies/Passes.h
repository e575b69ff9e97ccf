//===- Passes.h - The passes of async copies --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_ASYNCCOPIES_PASSES_H
#define FERRY_COMPILER_PASSES_ASYNCCOPIES_PASSES_H

#include "compiler/passes/Pass.h"
#include "ferry/abi.h"

namespace llvm {
class CallInst;
} // namespace llvm

namespace ferry::compiler {

/// Leaves the verdicts for LowerCopies, as attributes of the calls.
class MarkCopiesPass : public RequiredPass<MarkCopiesPass> {
public:
  /// \param Report prints the verdicts on stderr.
  explicit MarkCopiesPass(bool Report) : Report(Report) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

  /// The verdict of a copy that was marked; early without a mark.
  static abi::CopyWhen verdict(const llvm::CallInst *Copy);

private:
  bool Report;
};

/// Replaces the reserved functions of async copies in the code of a group.
///
/// A small copy of constant size is carried out where it is started, by loads
/// and stores; it takes a ticket all the same, so that an event is an event:
///
///   %e = call ptr @__ferry_async_copy(ptr %d, ptr %s, i64 64, i64 1, ...,
///   null)
/// becomes
///   %line = load <8 x i64>, ptr %s; store <8 x i64> %line, ptr %d
///   %e = load lastTicket; %e + 1; store lastTicket
///
/// What is not whole cache lines is a memmove. What is goes past the caches, on
/// its way to global memory, if the launch asks for it
/// ("ferry-streams-copies").
///
/// Other copies of one line, or of lines of one plane, call a mover that
/// abi::CopyState names, if they are short or early (MarkCopies) or no other
/// thread would help, if nothing is pending, which they might touch, and if
/// neither the sides nor the lines overlap:
///   %e = call ptr @__ferry_async_copy(ptr %d, ptr %s, i64 %n, i64 1, ...,
///   null)
/// becomes
///   if (%n is short || no helpers) && (apart): call void %moveIn(%d, %s, %n)
///   else: %e = call i64 @ferry_copy_start(%state, %d, %s, %n, null, 0, 2)
///
/// What is left fills in an abi::CopyLines and calls ferry_copy_start. A wait
/// calls the engine only while something is pending, and so does the end of a
/// kernel that starts copies ("ferry-starts-copies").
class LowerCopiesPass : public RequiredPass<LowerCopiesPass> {
public:
  /// \param Inline false: every copy, wait and end goes through the engine,
  ///        which counts or notes it.
  explicit LowerCopiesPass(bool Inline) : Inline(Inline) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  bool Inline;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ASYNCCOPIES_PASSES_H
