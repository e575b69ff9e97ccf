//===- CopyWaits.h - Which async copies are waited for ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYWAITS_H
#define FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYWAITS_H

#include "compiler/passes/Pass.h"
#include "ferry/abi.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallInst;
class Instruction;
class raw_ostream;
} // namespace llvm

namespace ferry::compiler {

/// Whether a copy may go on behind the call that starts it.
struct CopyVerdict {
  const llvm::CallInst *Copy;
  abi::CopyWhen When;
  /// Of an early one: what comes before the wait; null if that is not one
  /// instruction.
  const llvm::Instruction *Before = nullptr;
  llvm::StringRef Reason = "";
};

/// The verdicts of the async copies of a kernel, in the order of its code.
///
/// Follows each async copy of a kernel, as one work-item sees it, on all ways
/// from its start. A way ends where the kernel waits for the event of the copy,
/// or returns. If the destination may be touched on it before, or the source
/// written, the copy is early:
///
///   %e = call ptr @__ferry_async_copy(ptr %tile, ptr %in, ...)
///   call void @__ferry_barrier()
///   %x = load i32, ptr %tile             ; early: touched before the wait
///   call void @__ferry_wait_event(ptr %e)
///
/// Events are followed through values, private variables, and other copies that
/// share them. Places are told apart by the objects that they are in, and by
/// their offsets as polynomials (PathValues): so the halves of a double buffer
/// are, which are chosen by the parity of a counter, and events in arrays. An
/// index of which nothing is known is taken to stay in the half that it begins
/// in, or in the element of an array of arrays. What one copy does to another
/// does not count: the engine completes a copy before another one that touches
/// the same.
///
/// What cannot be followed is early.
class CopyWaits {
public:
  CopyWaits(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

  /// One line for each copy, with its place in the source if that is known.
  void print(llvm::raw_ostream &OS) const;

  llvm::StringRef Kernel; ///< As the source calls it.
  llvm::SmallVector<CopyVerdict, 8> Verdicts;
};

using CopyWaitsAnalysis = AnalysisOf<CopyWaits>;

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYWAITS_H
