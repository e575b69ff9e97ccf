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

/// Asks before each integer division whether the divisor is 0. Runs before
/// GuardDivision, which makes it another one.
///
///   %q = udiv i32 %a, %b    =>    %good = icmp ne i32 %b, 0
///                                 call void @__ferry_check_value(i1 %good,
///                                     i32 1, ptr @"")
///                                 %q = udiv i32 %a, %b
class CheckDivisionPass : public llvm::PassInfoMixin<CheckDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Asks before each function that all work-items of a sub-group must reach
/// whether they are all there. Runs before the library is linked, whose
/// functions are the same for those that need not be reached by all.
///
///   %r = call i32 @_Z20sub_group_reduce_addi(i32 %v)
/// =>
///   %active = call i64 @__ferry_sub_group_ballot(i32 1)
///   %size = call i32 @__ferry_sub_group_size()
///   %good = icmp eq i64 ctpop(%active), zext(%size)
///   call void @__ferry_check_value(i1 %good, i32 2, ptr @name)
///   %r = call i32 @_Z20sub_group_reduce_addi(i32 %v)
///
/// where @name is "sub_group_reduce_add".
class CheckSubGroupsPass : public llvm::PassInfoMixin<CheckSubGroupsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Says of each atomic function whose memory_scope is the work-group's or
/// smaller that it is. Runs before the library is linked.
///
///   %r = call i32 @_Z25atomic_fetch_add_explicit...(..., i32 0, i32 1)
/// =>
///   call void @__ferry_check_scope(i32 1)
///   %r = call i32 @_Z25atomic_fetch_add_explicit...(..., i32 0, i32 1)
///   call void @__ferry_check_scope(i32 0)
class CheckScopesPass : public llvm::PassInfoMixin<CheckScopesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Asks before each write to an image, and each read that has no sampler, or
/// one without an addressing mode in the text of the program, whether the
/// coordinates are inside. Levels of mip maps are left out. Runs before the
/// library is linked.
///
///   call void @_Z12write_imagef14ocl_image1d_woiDv4_f(ptr %im, i32 %x, ...)
/// =>
///   %width = call i32 @_Z15get_image_width14ocl_image1d_wo(ptr %im)
///   %good = icmp ult i32 %x, %width
///   call void @__ferry_check_value(i1 %good, i32 3, ptr @name)
///   call void @_Z12write_imagef14ocl_image1d_woiDv4_f(ptr %im, i32 %x, ...)
class CheckImagesPass : public llvm::PassInfoMixin<CheckImagesPass> {
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
