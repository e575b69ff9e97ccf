//===- Passes.h - What is done before kernels are split ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Before kernels are split, in the order of the pipeline.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_PREPARE_PASSES_H
#define FERRY_COMPILER_PASSES_PREPARE_PASSES_H

#include "compiler/passes/Pass.h"

#include "llvm/Support/Error.h"

namespace llvm {
class ModuleInlinerWrapperPass;
}

namespace ferry::compiler {

/// Makes one kernel, abi::ConstructorsKernel, of what calls the constructors of
/// variables in C++ for OpenCL:
/// \code
///   @llvm.global_ctors = [{ i32 65535, ptr @_GLOBAL__sub_I_program.cl, ... }]
/// =>
///   define spir_kernel void @"kernel.(constructors)"() {
///     call void @_GLOBAL__sub_I_program.cl()
/// \endcode
/// "The implementation defines an ABI format for runtime initialization [...]
/// of global objects before [...] all kernels are enqueued" (C++ for OpenCL,
/// 2.3.2).
struct GatherConstructorsPass : RequiredPass<GatherConstructorsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Clang makes a kernel of each block that is enqueued, and hands its address
/// on. Code of kernels is made one by one: the driver finds this one by its
/// name, among the internal kernels (abi::ProgramInfo::numInternal).
/// \code
///   store ptr @__k_block_invoke, ptr %block.invoke
///   call i32 @__enqueue_kernel_basic(..., ptr @__k_block_invoke_kernel, ...)
/// =>
///   store ptr null, ptr %block.invoke
///   call i32 @__enqueue_kernel_basic(..., ptr @name, ...)
/// \endcode
/// The function in a block's literal is called by its name, so nobody looks for
/// it there.
struct NameBlocksPass : RequiredPass<NameBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Integer division by zero, and of the least value by -1, has an unspecified
/// value in OpenCL C (section 6.3), but no other effect. In LLVM IR it is
/// undefined and on x86 it traps. The divisor is made 1 in those cases:
///
///   %r = sdiv i32 %a, %b
/// becomes
///   %fa = freeze i32 %a
///   %fb = freeze i32 %b
///   %bad = or i1 (%fb == 0), (%fb == -1 and %fa == INT_MIN)
///   %d = select i1 %bad, i32 1, i32 %fb
///   %r = sdiv i32 %fa, %d
///
/// Runs before any optimisation, which could make use of what is undefined.
struct GuardDivisionPass : RequiredPass<GuardDivisionPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// Shifts and masks where GuardDivisionPass has made sure of a divisor that is
/// a power of two, or 0. InstCombine would, but does not see through what that
/// has added:
///
///   %p = shl i32 1, %n
///   %r = udiv i32 %a, %p    =>    %r = lshr i32 %a, %n
///   %s = srem i32 %a, %p    =>    %m = sub i32 %p, 1
///   %t = icmp eq i32 %s, 0        %s = and i32 %a, %m
///
/// A remainder with a sign takes two additions more, if anybody asks for more
/// than whether it is 0.
struct DivideByPowersPass : llvm::PassInfoMixin<DivideByPowersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// Finds functions that call themselves, directly or not; OpenCL C forbids them
/// (section 6.11, restriction i).
///
/// \returns an error that names the functions of each cycle.
llvm::Error checkRecursion(llvm::Module &M);

/// Finds kernels with too many synchronisation points to be compiled in
/// minutes, once the functions that have them are inlined, and functions with
/// some that cannot be inlined. Nothing may call itself.
///
/// \returns an error that names them.
llvm::Error checkSynchronisations(llvm::Module &M);

/// Says what must be inlined, `alwaysinline`: functions that synchronise work-
/// items or are about sub-groups, and what calls them, as the passes that
/// follow look for such calls in kernels only; and, unless kernels became too
/// large, functions that the built-ins mark as `hot` (reads and writes of
/// images), and what calls them, or all functions of the program, where
/// mistakes are looked for in it. For all others the attribute is a hint: a
/// call graph in which everything is inlined grows exponentially. And what one
/// function calls very often stays a call there: a source with a thousand calls
/// of `exp` would become a kernel of forty thousand instructions.
class MarkInlinePass : public RequiredPass<MarkInlinePass> {
public:
  /// \param IsChecked what the program does is looked for mistakes in.
  /// \param MaxCopies instructions of all copies of a function in another one.
  explicit MarkInlinePass(bool IsChecked = false, unsigned MaxCopies = 10000)
      : IsChecked(IsChecked), MaxCopies(MaxCopies) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  bool IsChecked;
  unsigned MaxCopies;
};

/// LLVM's inliner, bottom-up: what must be inlined, what is small, what is
/// called once. Work-items are vectorised with what is inlined, so that it pays
/// more than elsewhere.
///
/// \param Simplify runs on each function when all has been inlined into it.
llvm::ModuleInlinerWrapperPass inliner(llvm::FunctionPassManager Simplify);

/// Marks loads from constant memory, which nobody writes while a kernel runs
/// (OpenCL C section 6.7.3), so that no store is taken to change it:
///
///   %v = load float, ptr addrspace(2) %p, !invariant.load !0
struct InvariantLoadsPass : llvm::PassInfoMixin<InvariantLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Packs the arguments of each printf as ferry_printf (ferry/abi.h) wants them:
///
///   %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @f, i32 %x)
/// becomes
///   store i32 %x, ptr %args
///   %state = call ptr @__ferry_state()
///   %r = call i32 @ferry_printf(ptr %state, ptr @f, ptr %args, i64 4)
struct LowerPrintfPass : RequiredPass<LowerPrintfPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Forgets what the source says about unrolling, where mistakes are looked for:
/// loops would become as many times larger, with all that is asked in them.
struct ForgetUnrollHintsPass : RequiredPass<ForgetUnrollHintsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// What the code for one work-item is made of, before it is split: the shape of
/// the source, without memory for variables that can be values.
llvm::FunctionPassManager cleanUp();

/// Writes out loops with few iterations, as a part of that.
llvm::FunctionPassManager unrollLoops();

/// Coordinates of images are vectors, but what becomes of them is an index.
/// Computes elements of vectors of integers by themselves where they are taken
/// out, so that what is known of ids is known of them:
///
///   %s = add <2 x i32> %at, <i32 1, i32 2>    =>   %s = add i32 %x, 1
///   %x = extractelement <2 x i32> %s, i64 0
///
/// where %x was put into %at as element 0.
struct ScalarCoordinatesPass : llvm::PassInfoMixin<ScalarCoordinatesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Does a store to one of several variables on the ways to where that is
/// chosen, so that all of them can be values:
///
///   p: %at = phi ptr [ %a0, %x ], [ %a1, %y ]      x: store float %v, ptr %a0
///      store float %v, ptr %at                =>   y: store float %v, ptr %a1
///
/// So end insertions into short lists, `while (j && a[j - 1] > v) { a[j] = a[j
/// - 1]; --j; } a[j] = v;`, once the loop is unrolled and SROA has made a
/// variable of each element. Runs behind it; it does the like for loads.
struct ChosenStoresPass : llvm::PassInfoMixin<ChosenStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Adds in the types that are best for indices. First, in the type of the
/// result what is extended for the addition only, as the counter is in `for
/// (int i = get_local_id(0); i < n; i += get_local_size(0))`:
///
///   %w = sext i32 %i to i64
///   %s = add i64 %w, %size       =>    %n = trunc i64 %size to i32
///   %t = trunc i64 %s to i32           %t = add i32 %i, %n
///
/// Second, constants behind the extension, so that neighbours such as `a[i]`
/// and `a[i + 1]` have one base:
///
///   %s = add nsw i32 %i, 1       =>    %w = sext i32 %i to i64
///   %w = sext i32 %s to i64            %s = add nsw i64 %w, 1
///
/// Runs before InstCombine, which would make a counter of 64 bits of the first
/// that is cut to 32 and extended again in each iteration, and shifts of the
/// second if %i is a part of a global id.
struct IndexSumsPass : llvm::PassInfoMixin<IndexSumsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Loads at once what a work-item reads in neighbouring pieces and puts
/// together, as `p[0] | p[1] << 8`, `(p[0] << 8 | p[1]) << 8 | ...`, which is
/// the other way round, and `as_float((uchar4)(p[0], p[1], p[2], p[3]))`:
///
///   %b = load i8, ptr %p
///   %c = load i8, ptr %p1
///   %l = zext i8 %b to i16                  =>    %v = load i16, ptr %p
///   %h = zext i8 %c to i16
///   %s = shl i16 %h, 8
///   %v = or i16 %s, %l
///
/// LLVM does so when it chooses instructions, where the pieces of many
/// work-items have long become vectors; its AggressiveInstCombine knows the
/// first form only.
struct CombineLoadsPass : llvm::PassInfoMixin<CombineLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// What LiftQueriesPass does, for one function.
void liftQueries(llvm::Function &F);

/// Makes parameters of what functions ask of the work-item and its group (ids,
/// sizes, the thread's state) and of the `__local` variables that they use:
/// only kernels ask.
///
///   define i64 @f(i64 %x) {
///     %i = call i64 @__ferry_local_id(i32 0)
///     ...
///   %y = call i64 @f(i64 %x)
/// becomes
///   define fastcc i64 @f(i64 %x, i64 %i) {
///     ...
///   %i = call i64 @__ferry_local_id(i32 0)
///   %y = call fastcc i64 @f(i64 %x, i64 %i)
///
/// So functions that have not been inlined need nothing of the passes that
/// follow. Runs when nothing is inlined any more; nothing may be recursive.
struct LiftQueriesPass : RequiredPass<LiftQueriesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_PREPARE_PASSES_H
