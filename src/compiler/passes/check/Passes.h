//===- Passes.h - The passes that look for mistakes -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_PASSES_H
#define FERRY_COMPILER_PASSES_CHECK_PASSES_H

#include "compiler/passes/Pass.h"

namespace ferry::compiler {

/// Asks before operations that not all operands are good for. Runs before the
/// library is linked, whose functions are the same for what is asked about and
/// what is not, and before GuardDivision, which makes divisors other ones.
///
/// Before each integer division, whether the divisor is 0:
///
///   %q = udiv i32 %a, %b    =>    %good = icmp ne i32 %b, 0
///                                 call void @__ferry_check_value(i1 %good,
///                                     i32 1, ptr @"")
///                                 %q = udiv i32 %a, %b
///
/// Before each function that all work-items of a sub-group must reach, whether
/// they are all there; where @name is "sub_group_reduce_add":
///
///   %r = call i32 @_Z20sub_group_reduce_addi(i32 %v)
/// =>
///   %active = call i64 @__ferry_sub_group_ballot(i32 1)
///   %size = call i32 @__ferry_sub_group_size()
///   %good = icmp eq i64 ctpop(%active), zext(%size)
///   call void @__ferry_check_value(i1 %good, i32 2, ptr @name)
///   %r = call i32 @_Z20sub_group_reduce_addi(i32 %v)
///
/// Before each write to an image, and each read that has no sampler, or one
/// without an addressing mode in the text of the program, whether the
/// coordinates are inside. Levels of mip maps are left out.
///
///   call void @_Z12write_imagef14ocl_image1d_woiDv4_f(ptr %im, i32 %x, ...)
/// =>
///   %width = call i32 @_Z15get_image_width14ocl_image1d_wo(ptr %im)
///   %good = icmp ult i32 %x, %width
///   call void @__ferry_check_value(i1 %good, i32 3, ptr @name)
///   call void @_Z12write_imagef14ocl_image1d_woiDv4_f(ptr %im, i32 %x, ...)
///
/// Of each atomic function whose memory_scope is the work-group's or smaller,
/// it says that it is:
///
///   %r = call i32 @_Z25atomic_fetch_add_explicit...(..., i32 0, i32 1)
/// =>
///   call void @__ferry_check_scope(i32 1)
///   %r = call i32 @_Z25atomic_fetch_add_explicit...(..., i32 0, i32 1)
///   call void @__ferry_check_scope(i32 0)
struct CheckOperationsPass : RequiredPass<CheckOperationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// Gives each variable that can be a value another one, which says whether
/// anything has been stored to it, and asks before each load. When both have
/// become values, most of the questions have the answer `true`.
///
///   %x = alloca i32             %x = alloca i32
///   ...                   =>    %x.set = alloca i1          ; stored with %x
///   %v = load i32, ptr %x       %good = load i1, ptr %x.set
///                               call void @__ferry_check_value(i1 %good,
///                                   i32 0, ptr @"x")
///                               %v = load i32, ptr %x
struct CheckVariablesPass : RequiredPass<CheckVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

/// Has everything that a work-item does with memory, and each synchronisation
/// point that it comes to, told to what judges it (ferry/check.h). Runs on the
/// code of one work-item, before it is split.
///
///   store i32 %v, ptr %p          call void @ferry_check_write(ptr %p,
///                                     i64 <4, aligned 4>, ptr %base, i32 7)
///                           =>    store i32 %v, ptr %p
///   call void @__ferry_barrier(i32 1)
///                                 call void @ferry_check_arrive(i32 8)
///                                 call void @__ferry_barrier(i32 1),
///                                     !ferry.site !{i32 8}
///
/// Not asked about: `nosanitize` accesses, and those to private and
/// program-scope constants that are inside for certain.
struct CheckAccessesPass : RequiredPass<CheckAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Unrolls short loops over private variables, behind CheckAccesses, and makes
/// values of the variables. The other code stays what the source says.
struct UnrollPrivatePass : RequiredPass<UnrollPrivatePass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Completes what CheckAccesses has begun, in the code of a group: says where
/// a group and each work-item's part begins, and hands synchronisation points
/// over. Runs before FormItemLoops, on kernels that are `ferry-checked`.
///
///                                        %group = call ptr
///                                            @ferry_check_group_begin(
///                                                ptr @ferry.checked, ...)
///   call void @kernel.k.region0()        call void @kernel.k.region0(%group)
///   call void @__ferry_barrier(i32 1),   call void @ferry_check_barrier(
///       !ferry.site !{i32 8}                 i32 8, i32 1)
///                                    =>
///   define void @kernel.k.region0() {    define void @kernel.k.region0(
///                                            ptr %group) {
///                                          %item = <number in the group>, or
///                                              what it is in another order
///     %id = call i64                       %id = urem i64 %item, %size
///         @__ferry_local_id(0)
///
/// Before most calls it puts code that finds whether they are needed
/// (InlineChecks). So who judges may choose the order of work-items: slots stay
/// those of the number in the loop, ids are those of the work-item that it
/// stands for.
struct LowerChecksPass : RequiredPass<LowerChecksPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_PASSES_H
