//===- Parameters.h - Functions with more parameters ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PARAMETERS_H
#define FERRY_COMPILER_PASSES_PARAMETERS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace ferry::compiler {

/// \p F with more parameters, in its place: it is empty then, and who calls it
/// is to call the other.
llvm::Function *withParameters(llvm::Function &F,
                               llvm::ArrayRef<llvm::Type *> More);

/// Replaces \p Call by one of \p New, which takes \p More after the operands
/// that \p Call has.
llvm::CallInst *callWith(llvm::CallBase &Call, llvm::Function &New,
                         llvm::ArrayRef<llvm::Value *> More);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PARAMETERS_H
