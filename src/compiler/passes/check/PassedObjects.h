//===- PassedObjects.h - What pointers lead into in functions ---*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_PASSEDOBJECTS_H
#define FERRY_COMPILER_PASSES_CHECK_PASSEDOBJECTS_H

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class Module;
class Value;
} // namespace llvm

namespace ferry::compiler {

class SiteTable;

/// Has functions that are still called told what the pointers that they are
/// passed lead into, as only their callers know:
///
///   define void @f(ptr %p)     =>    define void @f(ptr %p, i32 %p.site,
///                                                   ptr %p.base)
///   call void @f(ptr %x)             call void @f(ptr %x, i32 7, ptr %x)
class PassedObjects {
public:
  PassedObjects(llvm::Module &M, SiteTable &Sites);

  /// The parameters of one pointer.
  struct Passed {
    llvm::Value *Site = nullptr; ///< Of the object, without a line.
    llvm::Value *Base = nullptr;
  };
  /// Those of the one that \p Pointer leads into; none if there is none.
  Passed of(const llvm::Value *Pointer) const;

private:
  llvm::DenseMap<const llvm::Value *, Passed> OfParameters;
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_PASSEDOBJECTS_H
