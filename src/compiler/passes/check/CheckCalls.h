//===- CheckCalls.h - Calls that ask about accesses -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_CHECKCALLS_H
#define FERRY_COMPILER_PASSES_CHECK_CHECKCALLS_H

#include "compiler/passes/Reserved.h"
#include "ferry/check.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace ferry::compiler {

/// void (i32), until CheckAccesses: see ferry_check_scope.
inline constexpr llvm::StringLiteral ScopeFunction = "__ferry_check_scope";

/// The name of the function of ferry/check.h that \p V calls, or "".
inline llvm::StringRef checkName(const llvm::Value *V) {
  if (auto *Call = llvm::dyn_cast<llvm::CallInst>(V))
    if (const llvm::Function *F = Call->getCalledFunction();
        F && F->isDeclaration() && F->getName().starts_with("ferry_check_"))
      return F->getName();
  return "";
}

/// Calls the function \p Name of ferry/check.h.
///
/// \param Result null if it has none.
inline llvm::CallInst *callCheck(llvm::IRBuilderBase &B, llvm::StringRef Name,
                                 llvm::ArrayRef<llvm::Value *> Operands,
                                 llvm::Type *Result = nullptr) {
  llvm::CallInst *Call =
      callFunction(B, Name, Result ? Result : B.getVoidTy(), Operands);
  llvm::cast<llvm::Function>(Call->getCalledOperand())->setDoesNotThrow();
  return Call;
}

/// \p V as those functions take it: an event is a number.
inline llvm::Value *asNumber(llvm::IRBuilderBase &B, llvm::Value *V) {
  return V->getType()->isPointerTy() ? B.CreatePtrToInt(V, B.getInt64Ty()) : V;
}

/// Metadata of what puts a written value into memory, before the call that is
/// told of it, and for that alone.
inline constexpr llvm::StringLiteral SpillKind = "ferry.spill";

/// The operands of one of those calls, about an access.
class CheckCall {
public:
  static constexpr unsigned ValueOperand = 4;

  explicit CheckCall(llvm::CallInst &Call) : Call(Call) {}

  llvm::Value *pointer() const { return Call.getArgOperand(0); }
  /// 0 where it is not known.
  uint64_t bytes() const {
    return size() & ((uint64_t(1) << abi::CheckedSizeBits) - 1);
  }
  uint64_t alignment() const { return size() >> abi::CheckedSizeBits; }
  llvm::Value *base() const { return Call.getArgOperand(2); }
  unsigned site() const { return unsigned(number(3)); }
  /// Of ferry_check_atomic.
  uint32_t what() const { return uint32_t(number(4)); }

private:
  uint64_t size() const {
    auto *Size = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(1));
    return Size ? Size->getZExtValue() : 0;
  }
  uint64_t number(unsigned I) const {
    return llvm::cast<llvm::ConstantInt>(Call.getArgOperand(I))->getZExtValue();
  }

  llvm::CallInst &Call;
};

/// Has each call of ferry_check_write told what is written, by the store that
/// follows it.
void passValues(llvm::Function &F);

/// Has accesses done where the calls before them say. Runs behind passValues.
///
///   %w = call ptr @ferry_check_write(ptr %p, ...)    %w = call ptr ...
///   store i32 %v, ptr %p                          => store i32 %v, ptr %w
void redirectAccesses(llvm::Function &F);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_CHECKCALLS_H
