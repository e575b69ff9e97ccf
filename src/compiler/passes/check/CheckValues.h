//===- CheckValues.h - Values that must not be ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_CHECK_CHECKVALUES_H
#define FERRY_COMPILER_PASSES_CHECK_CHECKVALUES_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// void (i32), until CheckAccesses: see ferry_check_scope.
inline constexpr llvm::StringLiteral ScopeFunction = "__ferry_check_scope";

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
class CheckOperationsPass : public llvm::PassInfoMixin<CheckOperationsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
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
class CheckVariablesPass : public llvm::PassInfoMixin<CheckVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_CHECK_CHECKVALUES_H
