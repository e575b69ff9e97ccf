//===- InlineChecks.h - Code that looks before it asks ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_INLINECHECKS_H
#define FERRY_COMPILER_PASSES_CHECK_INLINECHECKS_H

#include "compiler/passes/Reserved.h"

#include <cstddef>

namespace ferry::compiler {

/// Puts code before the calls of ferry/check.h in the code of a group that
/// finds most of what they would find to be right, in abi::CheckedGroup:
///
///   %off = sub i64 %p, %begin            ; of the argument
///   br (%off < %bytes and aligned), ...  ; or call
///   %cell = ashr i64 %off, 2
///   %write = load i64, ptr %writes[%cell]
///   br (%write is past), ...             ; or call
///   store i64 %now, ptr %writes[%cell]
///
/// In a region that only looks, all lanes of a vector ask whether they agree
/// (reserved::AllLanes). Where two note the same cell, one stamp would be lost:
/// they find that by what is left (reserved::CheckKept).
class InlineChecks {
public:
  /// \param Kernel the abi::CheckedKernel.
  /// \param Group what ferry_check_group_begin has returned.
  InlineChecks(llvm::Function &F, const llvm::Constant &Kernel,
               llvm::Value &Group);
  /// The same in a region of the kernel, which is passed \p Group.
  InlineChecks(const InlineChecks &InKernel, llvm::Value &Group);

  /// The code that is expanded from now on is that of \p Item, the linear local
  /// id of a work-item, which begins at \p B.
  ///
  /// \param Looks the code only looks, maybe for all lanes of a vector at once.
  void beginItem(llvm::IRBuilder<> &B, llvm::Value *Item, bool Looks);

  /// Calls from now on are \p Item's.
  void setItem(llvm::IRBuilder<> &B, llvm::Value *Item);

  /// A member of the abi::CheckedGroup.
  llvm::Value *load(llvm::IRBuilder<> &B, std::size_t Offset);

  /// Expands \p Call if it is one of those functions'.
  ///
  /// \param Otherwise where to go on if an access needs the call, which is
  ///        not made then, but noted in CheckedGroup::asks; null to make it.
  void expand(llvm::CallInst &Call, llvm::BasicBlock *Otherwise = nullptr);

  /// Whether that code can tell that the access \p Call asks about is right;
  /// not for atomic ones.
  bool canTell(llvm::CallInst &Call);
  /// Whether it is one to global memory that an argument points to.
  bool isGlobalRead(llvm::CallInst &Call);

  /// Puts something there that says that work-items have to ask, or that they
  /// have not.
  void setAsks(llvm::IRBuilder<> &B, bool Asks);
  llvm::Value *asks(llvm::IRBuilder<> &B);
  /// Whether the order of work-items is another than that of the loop.
  llvm::Value *isReordered(llvm::IRBuilder<> &B);

  /// Whether \p Good holds in all lanes of a vector that looks.
  static llvm::Value *vote(llvm::IRBuilder<> &B, llvm::Value *Good) {
    return askLanes(B, reserved::AllLanes, Good);
  }

private:
  struct Site;
  class Access;
  Site siteOf(unsigned Number) const;
  /// reserved::AllLanes or reserved::CheckKept.
  static llvm::Value *askLanes(llvm::IRBuilder<> &B, llvm::StringRef Name,
                               llvm::ArrayRef<llvm::Value *> Operands);
  llvm::Value *agreed(llvm::IRBuilder<> &B, llvm::Value *Good) const {
    return Votes ? vote(B, Good) : Good;
  }
  llvm::Value *at(llvm::IRBuilder<> &B, std::size_t Offset);
  /// \param Atomic bits of abi::CheckAtomic of an atomic access.
  void expandAccess(llvm::CallInst &Call, bool Writes, uint32_t Atomic);
  void expandQuiet(llvm::CallInst &Call);
  void expandArrival(llvm::CallInst &Call, unsigned Operands);
  void noteFirst(llvm::IRBuilder<> &B, llvm::CallInst &Call, unsigned Operands);
  void skipIf(llvm::IRBuilder<> &B, llvm::Value *Good, llvm::CallInst &Call);
  void leave(llvm::CallInst &Call, llvm::BasicBlock *To);

  llvm::Function &F; ///< The kernel.
  const llvm::Constant &Sites;
  llvm::Value *Group;
  llvm::Type *Ptr, *I64;
  /// Of the work-item, for local and for global memory.
  llvm::Value *Item = nullptr, *Stamp[2] = {}, *Past[2] = {};
  bool HasCopies = false, HasFences = false, Votes = false;
  /// The alias scope of the CheckedGroup.
  llvm::MDNode *Table;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_INLINECHECKS_H
