//===- Passes.h - What keeps kernels from faults of LLVM --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each goes when its file in the folder test fails.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_WORKAROUNDS_PASSES_H
#define FERRY_COMPILER_WORKAROUNDS_PASSES_H

#include "compiler/passes/Pass.h"
#include "ferry/isa.h"

namespace ferry::compiler {

/// Keeps masked loads before the stores that follow them. LLVM 22's InstCombine
/// makes one load of a masked load and of the select that alone uses it, where
/// the select is, and does not look for stores in between (LLVM issue 215453):
///
///   %l = masked.load(%p, %mask, poison)       %l = masked.load(...)
///   store ..., %p                       =>    %v = freeze %l
///   %s = select %mask, %l, %other             store ..., %p
///                                             %s = select %mask, %v, %other
///
/// Where %other is there before the load, it becomes what the load yields for
/// inactive lanes. To be removed when test/masked-loads.ll fails.
struct MaskedLoadsPass : llvm::PassInfoMixin<MaskedLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Spells out the absolute difference of unsigned vectors, as abs_diff makes it
/// (OpenCL C 6.15.3), where the instruction set has neither their maximum nor
/// their saturated difference:
///
///   %max = umax(%a, %b)               %less = sext(icmp ult %a, %b)
///   %min = umin(%a, %b)         =>    %d = sub %a, %b
///   %r = sub %max, %min               %r = sub (xor %d, %less), %less
///
/// and the same of a select between the two differences. It is what LLVM's code
/// generation does there, too, unless it knows which is greater. Then LLVM 22
/// takes the absolute value of a difference that fills all bits
/// (TargetLowering::expandABD), and half of the results are wrong. InstCombine
/// knows most such cases before, but not parts of vectors that are cut in two:
/// where %a is extended from 32 bits and %b is -3, %max - %min has bit 63 set,
/// and code makes its absolute value. To be removed when test/abs-diff.ll
/// fails.
class AbsDiffPass : public llvm::PassInfoMixin<AbsDiffPass> {
public:
  explicit AbsDiffPass(Isa Level) : Level(Level) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  Isa Level;
};

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
struct IndexedBytesPass : llvm::PassInfoMixin<IndexedBytesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// Adds the pass to code generation, for the whole process; called once.
void addDefineIndices();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_PASSES_H
