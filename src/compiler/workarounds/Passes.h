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

/// Hides from code generation for AVX-512 that an arm of a select is a bitwise
/// operation of three values:
///
///   %a = or (and %r, 0x7fff...), (and %x, 0x8000...)
///   %s = select %mask, %a, %r
/// =>
///   %b = llvm.arithmetic.fence %a
///   %s = select %mask, %b, %r
///
/// It has one instruction for all of that (`vpternlog` with a mask), whose
/// first operand is also what lanes have that are not of the mask. Where
/// another operand is in memory, such as a constant, and they are in the wrong
/// order, LLVM 22 exchanges them and gives the table of the opposite exchange
/// (LLVM issue 157929, mended in LLVM 23). An operation with such a select as
/// an operand becomes a select, too. To be removed when test/masked-logic.ll
/// fails.
struct MaskedLogicPass : llvm::PassInfoMixin<MaskedLogicPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
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

/// Hides from the loop vectoriser that an index counts in fewer bits than
/// another one:
///
///   %m = and i64 %i, 3                     %m = and i64 %i, 3
///   %x = load (gep %table, %m)      =>     %f = freeze i64 %m
///                                          %x = load (gep %table, %f)
///
/// It takes such an index for one that goes on from element to element, where a
/// check before the loop finds that it does not wrap. LLVM 20 to 22 leave that
/// check out if there is one for a wider index already
/// (SCEVWrapPredicate::implies; LLVM issue 191382, mended in LLVM 23). To be
/// removed when test/narrow-indices.ll fails.
struct NarrowIndicesPass : llvm::PassInfoMixin<NarrowIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Keeps sums of the elements of vectors of three from VectorCombine:
///
///   %s = shufflevector %v, <1, 2, poison>      %s = ...
///   %a = add %v, %s                       =>   %f = freeze %s
///                                              %a = add %v, %f
///
/// It takes a few such additions for the sum of all elements
/// (foldShuffleChainsToReduce), also where one is counted twice, as the second
/// of three is above if %a's first two are added (LLVM pull request 200778,
/// which mends it in LLVM 23). To be removed when test/odd-shuffles.ll fails.
struct OddShufflesPass : llvm::PassInfoMixin<OddShufflesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// Keeps the loop vectoriser from the maximum, or the minimum, of fewer than 16
/// floats. It makes one vector with a mask of the last ones there, and rounds
/// the number of iterations down all the same where the reduction is of
/// llvm.maxnum or llvm.minnum: some are left out (LLVM issue 209159). To be
/// removed when test/few-maxima.ll fails.
struct FewMaximaPass : llvm::PassInfoMixin<FewMaximaPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Leaves out the end of masked loads whose masks are known to be false there,
/// down to a power of two:
///
///   %m = and <12 x i1> %rows, <1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0>
///   %l = masked.load <12 x i32> %p, %m
/// =>
///   %l = masked.load <8 x i32> %p, (the first 8 of %m)
///
/// Where they take two registers with AVX2, and the mask is of two lanes of
/// another block, LLVM 22 takes the second half of it for true, and loads what
/// is not there. The issue has no number known here. To be removed when
/// test/short-masks.ll fails.
struct ShortMasksPass : llvm::PassInfoMixin<ShortMasksPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Adds the pass to code generation, for the whole process; called once.
void addDefineIndices();

/// Adds a pass to code generation that keeps masks of signs with AVX-512:
///
///   $k1 = VPMOVD2M $xmm0                     $eax = VMOVMSKPS $xmm0
///   $eax = KMOV $k1                    =>
///   $k1 = VPCMPEQD $k1, ...                  $k1 = VPCMPEQD $k1, ...
///
/// LLVM 22 looks for other uses of the mask up to where it is changed, and not
/// there (X86CompressEVEX; LLVM issue 198197, mended in LLVM 23). A use of no
/// code before that makes it see one. For the whole process; called once. To be
/// removed when test/live-masks.ll fails.
void addLiveMasks();

} // namespace ferry::compiler

#endif // FERRY_COMPILER_WORKAROUNDS_PASSES_H
