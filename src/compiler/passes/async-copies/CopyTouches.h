//===- CopyTouches.h - What touches an async copy ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYTOUCHES_H
#define FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYTOUCHES_H

#include "compiler/passes/async-copies/PathValues.h"

namespace llvm {
class CallInst;
class LoadInst;
} // namespace llvm

namespace ferry::compiler {

/// Of an event_t.
inline constexpr int64_t EventBytes = 8;

/// The two sides of an async copy, and what instructions on the ways from it do
/// to them.
class CopyTouches {
public:
  CopyTouches(PathValues &Values, const llvm::CallInst *Copy)
      : Values(Values), X(Values.X), Copy(Copy) {}

  /// Evaluates the sides.
  void begin();

  /// Whether \p I may touch the destination or write to the source.
  bool touches(const llvm::Instruction &I, const PathState &S);

  /// Follows the event into private memory, and what overwrites it there.
  void storeEvents(const llvm::Instruction &I, PathState &S, Expression Event);
  /// What \p I loads, as far as it is the event; \p Unknown otherwise.
  Expression loadEvent(const llvm::LoadInst &I, const PathState &S,
                       Expression Event, Expression Unknown);

  /// True if what has been asked was answered for arguments that do not point
  /// to the same.
  bool needsApart() const { return NeedsApart; }

  /// The values in \p E that are pointers.
  llvm::SmallVector<const llvm::Value *, 2> objectsIn(Expression E) const;

private:
  struct Side {
    Expression Begin, Bytes;
  };
  bool callTouches(const llvm::CallBase &Call, const PathState &S);
  bool touchesAt(const llvm::Value *Pointer, Expression Bytes, bool Writes,
                 const PathState &S);
  bool overlaps(Expression Begin, Expression Bytes, const Side &Of,
                const PathState &S);
  bool areApart(const llvm::Value *A, const llvm::Value *B);
  bool areOtherElements(Expression A, Expression B, const llvm::Value *Object);
  bool isBelowPart(Expression Distance, Expression CopyBytes,
                   const PathState &S);
  bool isDifferent(Expression A, Expression B, const PathState &S);

  PathValues &Values;
  Expressions &X;
  const llvm::CallInst *Copy;
  Side To{}, From{};
  bool NeedsApart = false;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_ASYNCCOPIES_COPYTOUCHES_H
