//===- SplitSynchronisation.h - Regions between barriers --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_SPLITSYNCHRONISATION_H
#define FERRY_COMPILER_PASSES_WORKGROUP_SPLITSYNCHRONISATION_H

#include "llvm/IR/PassManager.h"

namespace ferry::compiler {

/// Turns a kernel, which says what one work-item does, into what its work-group
/// does, by continuation-based synchronisation (Karrenberg and Hack, "Improving
/// Performance of OpenCL on CPUs", CC 2012).
///
/// In: a kernel whose calls are all inlined. Out: code for the group, and for
/// each stretch between two synchronisation points a region (Regions.h), which
/// FormItemLoops runs for every work-item:
///
///   call void @a()                  call void @kernel.k.region0()
///   call void @__ferry_barrier()    call void @__ferry_barrier()
///   call void @b()             =>   call void @kernel.k.region1()
///   ret void                        ret void
///
/// A region starts at the kernel's entry or after a synchronisation point and
/// holds copies of all blocks that are reached from there before the next one.
/// The group goes on where the region ended; that is the same place for all
/// work-items, as far as the specification goes. Where it cannot be proved (an
/// early return of some work-items is common in real kernels), each work-item
/// keeps the number of the region that it goes on with, a region is run for
/// those that wait for it, and the lowest number goes first, so that whatever
/// the kernel does, the group comes to its end.
///
/// Values that live across a synchronisation point go to slots: one per group
/// (an alloca) if uniform, one per work-item (__ferry_item_slot) otherwise; so
/// does private memory that more than one region uses. A region that does the
/// same for all work-items and has no side effect becomes no function: it runs
/// once.
class SplitSynchronisationPass
    : public llvm::PassInfoMixin<SplitSynchronisationPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_SPLITSYNCHRONISATION_H
