//===- PrivateChecks.h - Accesses to private variables ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_PRIVATECHECKS_H
#define FERRY_COMPILER_PASSES_CHECK_PRIVATECHECKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class AllocaInst;
class Instruction;
class Value;
} // namespace llvm

namespace ferry::compiler {

/// Judges the accesses to private variables in the code itself: nobody else
/// has them, so only their bounds and what of them was written count. What is
/// called at a mistake is told no address, so variables and what is known of
/// them can become values.
///
///   store i32 %v, ptr %p          br (%off <= 60), ...   ; or call
///                           =>    store i32 -1, ptr %written[%off]
///                                 store i32 %v, ptr %x[%off <= 60 ? %off : 0]
class PrivateChecks {
public:
  enum class Use { Reads, Writes, ReadsBlock };

  /// Judges \p Variable from now on if all that is done with it is seen.
  ///
  /// \param Starts before these it begins to live; none if it need not have
  /// been written.
  /// \returns whether it is.
  bool follow(llvm::AllocaInst &Variable,
              llvm::ArrayRef<llvm::Instruction *> Starts);
  bool follows(const llvm::Value *Variable) const {
    return Written.contains(Variable);
  }
  /// Judges an access to \p Variable, which is followed, before \p I.
  void access(llvm::Instruction &I, Use How, llvm::Value *Pointer,
              uint64_t Bytes, llvm::Align A, llvm::AllocaInst &Variable,
              unsigned Site);

private:
  /// Memory with a byte for each of a variable's that is not 0 if that was
  /// written; null if nobody asks.
  llvm::DenseMap<const llvm::Value *, llvm::AllocaInst *> Written;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_PRIVATECHECKS_H
