//===- Components.h - Which components of a vector are accessed -*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_COMPONENTS_H
#define FERRY_COMPILER_PASSES_CHECK_COMPONENTS_H

#include "llvm/ADT/SmallBitVector.h"

namespace llvm {
class IRBuilderBase;
class LoadInst;
class StoreInst;
class Value;
} // namespace llvm

namespace ferry::compiler {

/// Clang loads a whole vector to read, or to change, some of its components.
/// These say which ones the source is about; all are set for what is no vector
/// with components that are known.

/// The components of \p Load that anything depends on, but stores of the same
/// components to where they were loaded from. A scalar has one.
llvm::SmallBitVector componentsRead(const llvm::LoadInst &Load);

/// The components that \p Store changes.
llvm::SmallBitVector componentsWritten(const llvm::StoreInst &Store);

/// Component \p Number of \p V, a vector, without those that it was put
/// together with.
llvm::Value *component(llvm::IRBuilderBase &B, llvm::Value *V, unsigned Number);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_COMPONENTS_H
