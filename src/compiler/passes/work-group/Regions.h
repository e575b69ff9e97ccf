//===- Regions.h - Functions of what work-items do --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region is what the work-items of a group do between two synchronisation
/// points. It is a function that stands for one work-item, or for a vector of
/// them; the kernel, which is the code of the group, calls it once for all of
/// them until FormItemLoops gives it the loops:
///
///   define spir_kernel void @kernel.add(ptr addrspace(1) %data) {
///     call void @kernel.add.region0(ptr addrspace(1) %data)
///     ...
///   define internal void @kernel.add.region0(ptr addrspace(1) %data)
///       "ferry-region"="0" {
///
/// Nothing else calls it.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_REGIONS_H
#define FERRY_COMPILER_PASSES_WORKGROUP_REGIONS_H

#include "compiler/passes/Reserved.h"

#include "llvm/IR/Instructions.h"

namespace ferry::compiler {

inline bool isRegion(const llvm::Function &F) {
  return F.hasFnAttribute(reserved::RegionAttr);
}

/// Makes a region of the code from \p First, which has one predecessor, to the
/// end of \p Last, which has one successor; null if work-items never come to
/// an end. Takes along private variables that nothing else uses; what is used
/// after it comes back through memory.
llvm::Function &outlineRegion(llvm::BasicBlock &First, llvm::BasicBlock *Last,
                              unsigned Number);

/// The calls of the regions of \p Kernel, in the order of its code.
llvm::SmallVector<llvm::CallInst *, 8> regionCalls(llvm::Function &Kernel);

/// \p F and, if it is a kernel, its regions.
llvm::SmallVector<llvm::Function *, 8> bodies(llvm::Function &F);

/// Has \p Call pass \p Passed, too, to the region that it calls.
/// \returns the parameter. \p Call and its function are replaced.
llvm::Argument &passToRegion(llvm::CallInst *&Call, llvm::Value &Passed);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_REGIONS_H
