//===- IndexedBytes.h - Bytes of vectors by other vectors -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_INDEXEDBYTES_H
#define FERRY_COMPILER_WORKAROUNDS_INDEXEDBYTES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Hides from code generation for AArch64 that bytes of a vector are looked up
/// by those of another one:
///
///   %i = extractelement <8 x i8> %m, i64 0
///   %e = extractelement <2 x i8> %v, i8 %i
/// =>
///   %i = extractelement <8 x i8> %m, i64 0
///   %h = call i64 asm "", "=r,0"(i64 zext %i)
///   %e = extractelement <2 x i8> %v, i64 %h
///
/// It has one instruction for that (`tbl`), whose table is 16 bytes. LLVM 22
/// gives it any vector: one of another size, which is copied from a register
/// that cannot be copied from, or one whose elements are further apart by then.
/// To be removed when test/indexed-bytes.ll fails.
class IndexedBytesPass : public llvm::PassInfoMixin<IndexedBytesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_INDEXEDBYTES_H
