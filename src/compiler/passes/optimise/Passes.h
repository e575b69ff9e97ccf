//===- Passes.h - What is done beside LLVM's pipeline -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Around LLVM's own pipeline, in their order.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_OPTIMISE_PASSES_H
#define FERRY_COMPILER_PASSES_OPTIMISE_PASSES_H

#include "compiler/passes/Pass.h"
#include "ferry/isa.h"

namespace ferry::compiler {

/// Puts an empty statement behind every so many accesses of memory, or
/// instructions, in a block:
///
///   store float %v255, ptr %p255
///   call void @llvm.codeview.annotation(metadata !{!"cut"})
///   store float %v256, ptr %p256
///
/// The loop vectoriser and the machine schedulers compare each access of a
/// block with each other, and the vectoriser looks for each use of a constant
/// among all of them: a kernel of some thousand statements, one after the
/// other, takes them minutes. The first gives up on loops with such a
/// statement (and without it at about 250 accesses), the others begin anew
/// behind it, as it becomes a label that nobody refers to. A gather or scatter
/// of bytes or shorts counts as an access for each element, as it is in machine
/// code. Nobody else minds, as it touches no memory that anybody can see. Runs
/// before the vectoriser.
///
/// The limit of instructions is where time begins to matter: it grows with the
/// square of a block (loop and SLP vectorisers take 7.5 s for 12,000
/// instructions), and what is seen across 4096 is hardly worth a second.
class CutBlocksPass : public llvm::PassInfoMixin<CutBlocksPass> {
public:
  /// \param MaxAccesses, \param MaxInstructions without such a statement.
  explicit CutBlocksPass(unsigned MaxAccesses = 256,
                         unsigned MaxInstructions = 4096)
      : MaxAccesses(MaxAccesses), MaxInstructions(MaxInstructions) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  unsigned MaxAccesses, MaxInstructions;
};

/// Adds to code generation, for the whole process, what makes a block of its
/// own of what stands behind each such statement: before CodeGenPrepare, which
/// numbers the instructions of a block anew after each change, and, as it joins
/// them, behind it for the passes of machine code. Called once.
void addSplitAtCuts();

/// For AVX-512: makes of
///
///   %root = call <16 x float> @llvm.sqrt(<16 x float> %x)
///   %r = fdiv arcp <16 x float> splat (float 1.0), %root
///
/// an estimate of 14 bits and one step of Newton's iteration, or two for
/// doubles; and of other quotients of floats that may be products with an
/// inverse, one step from an estimate of that. Inverse roots are at most 1.1
/// ulp off, quotients 2 (docs/math.md), and those of zeros, infinities and NaNs
/// are the same; so are those of numbers alone and of all vectors. Runs when
/// everything is optimised, since vectorisers do not know the estimates.
struct EstimatesPass : llvm::PassInfoMixin<EstimatesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Makes a second loop for rows that overlap none of the memory that the loop
/// reads, as `c[4 * id + i] = a[4 * id + i] + b[4 * id + i]` is written for i
/// from 0 to 3, without `restrict`, and asks before it:
///
///   if ((c + 4 * n <= a || a + 4 * n <= c) && ...)
///     for (...) { ... !noalias }
///   else
///     for (...) { ... }
///
/// The SLP vectoriser, which makes vectors of the elements of a row, asks for
/// nothing at run time as the loop vectoriser does. That is kept from both
/// loops: it would bring the first elements of many rows together, the second,
/// and so on. Runs before it on rows that fill a register, which are better so,
/// and behind it on those that it has left.
class ApartRowsPass : public llvm::PassInfoMixin<ApartRowsPass> {
public:
  /// \param LeastBits of the elements of a row.
  explicit ApartRowsPass(unsigned LeastBits) : LeastBits(LeastBits) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  unsigned LeastBits;
};

/// Computes with floats what is the same then, but for the last rounding:
/// maxima, roots, whole numbers, and contracted sums of products, which are
/// exact as floats, so fused or not, the result is the same.
///
///   %r = call half @llvm.fmuladd(half %a, half %b, half %c)
/// =>
///   %s = call float @llvm.fmuladd(float fpext %a, float fpext %b,
///                                 float fpext %c)
///   %r = fptrunc %s to half
///
/// For processors that do not compute with halves. Code generation would round
/// the products, too, and go through vectors element by element.
struct HalvesAsFloatsPass : llvm::PassInfoMixin<HalvesAsFloatsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Divides vectors of integers of up to 32 bits as floats (emitDivision), and
/// calls vector forms of math functions (emitVectorMath): for vectors of
/// work-items that LLVM would go through one element after the other.
struct VectorOperationsPass : llvm::PassInfoMixin<VectorOperationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Makes two multiplications of 16-bit elements, whose products are added in
/// pairs (pmaddwd), of the four 32-bit ones of a dot product of vectors of four
/// bytes (OpenCL C 6.15.4), once the work-items are lanes:
///
///   %x0 = ashr (shl %x, 24), 24       %even = pmaddwd (ashr (shl %x', 8), 8),
///   %x1 = ashr (shl %x, 16), 24                       (ashr (shl %y', 8), 8)
///   ...                          =>   %odd = pmaddwd (ashr %x', 8),
///   %r = add (mul %x0, %y0),                         (ashr %y', 8)
///        (mul %x1, %y1), ...          %r = add %even, %odd
///
/// where %x' are the 16-bit halves of %x. Bytes without a sign are masked and
/// shifted instead. Where there is one instruction for all four products
/// (vpdpbusd of bytes without a sign and bytes with one) it is that; of two
/// with signs
///
///   x0 * y0 + ... = ((x0 + 128) * y0 + ...) - (128 * y0 + ...)
///
/// For x86-64.
class DotProductsPass : public llvm::PassInfoMixin<DotProductsPass> {
public:
  explicit DotProductsPass(Isa Level) : Level(Level) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  Isa Level;
};

/// Compares elements that are picked from vectors, rather than picking from
/// what comparing all of them gives, as InstCombine prefers:
///
///   %c = fcmp olt <64 x float> %rows, %others
///   %y = shufflevector <64 x i1> %c, poison, <16 x i32> <1, 5, 9, ...>
/// =>
///   %a = shufflevector <64 x float> %rows, poison, <16 x i32> <1, 5, 9, ...>
///   %b = shufflevector <64 x float> %others, ...
///   %y = fcmp olt <16 x float> %a, %b
///
/// Masks move bit by bit. Runs when everything is optimised.
struct NarrowComparesPass : llvm::PassInfoMixin<NarrowComparesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Brings the address computation of every gather and scatter into its block:
///
///   a: %wide = sext <16 x i32> %index to <16 x i64>
///      %at = getelementptr float, ptr %base, <16 x i64> %wide
///      br label %b
///   b: %v = call <16 x float> @llvm.masked.gather(<16 x ptr> %at, ...)
///
/// Code generation looks no further for the base and the short index that the
/// instructions take, and would make two gathers of eight addresses of it; nor
/// does it take a `zext nneg` for the `sext` that it is as well. Runs when
/// everything is optimised, as optimisers would undo it.
struct GatherAddressesPass : llvm::PassInfoMixin<GatherAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Has atomics that change nothing a second time (minima, maxima, and, or) look
/// first whether they change anything:
///
///   %x = atomicrmw min ptr %p, i32 %v monotonic
/// =>
///   %old = load atomic i32, ptr %p monotonic
///   if (!(%old <= %v))
///     atomicrmw min ptr %p, i32 %v monotonic
///
/// Most do not, and the instruction takes the cache line from others even then.
struct IdempotentAtomicsPass : llvm::PassInfoMixin<IdempotentAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Hides an index that a loop adds to many bases from LoopStrengthReduce:
///
///   %p = getelementptr i8, ptr %a, i64 %i
///   %q = getelementptr i8, ptr %b, i64 %i  ...
/// =>
///   %h = call i64 asm "", "=r,0"(i64 %i)
///   %p = getelementptr i8, ptr %a, i64 %h
///   %q = getelementptr i8, ptr %b, i64 %h  ...
///
/// It would advance each address by itself, in memory where there are more than
/// registers, as there are for the slots of values that cross synchronisation
/// points: an addition to memory for each access, where a load of the base
/// does.
struct HideIndicesPass : RequiredPass<HideIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_OPTIMISE_PASSES_H
