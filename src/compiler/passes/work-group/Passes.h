//===- Passes.h - What makes work-groups of work-items ----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From work-items to work-groups, in the order of the pipeline.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_WORKGROUP_PASSES_H
#define FERRY_COMPILER_PASSES_WORKGROUP_PASSES_H

#include "compiler/passes/Pass.h"

#include "llvm/IR/Instruction.h"

#include <string>

namespace ferry::compiler {

/// Takes apart what each iteration of a loop around synchronisation points
/// advances by the same for all work-items, as the pointer of `A += 4 * lda`:
/// into where a work-item starts, and how far the group has come.
///
///   loop:                                    loop:
///     %p = phi [ %start ], [ %next ]   =>      %o = phi i64 [ 0 ], [ %o.next ]
///                                              %p = getelementptr %start, %o
///     ...                                      ...
///     %next = getelementptr %p, %step          %o.next = add i64 %o, %step
///
/// The second is one value for the group, and the first mostly comes from ids:
/// %p is computed again behind a synchronisation point, where a pointer that
/// was kept for each work-item would be one that nothing is known of.
struct GroupStepsPass : RequiredPass<GroupStepsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Keeps regions from repeating much code.
///
/// A region has all code up to the next synchronisation point. Behind
/// `if (n > 1) barrier();` that is also what follows the next such `if`, and
/// the one after it, each once more in every region before it. Where a loop
/// with a barrier begins, it is in the region before the loop, and in the one
/// that goes around it. Where that is much, the work-items meet: at a barrier
/// that orders no memory.
class ImplicitBarriersPass : public RequiredPass<ImplicitBarriersPass> {
public:
  /// Work-items meet where that keeps \p MinCopied instructions from being
  /// copied.
  explicit ImplicitBarriersPass(unsigned MinCopied = 200)
      : MinCopied(MinCopied) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  unsigned MinCopied;
};

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
struct SplitSynchronisationPass : RequiredPass<SplitSynchronisationPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Puts in place of loads from image arguments what depends on the format
/// alone, and in place of sampler arguments their bits; with 2 as the member at
/// byte 32 of the first argument
///
///   %a = ptrtoint ptr addrspace(1) %image to i64
///   %d = inttoptr i64 %a to ptr addrspace(2)
///   %p = getelementptr i8, ptr addrspace(2) %d, i64 32
///   %b = load i32, ptr addrspace(2) %p
///
/// makes 2 of all uses of %b. Kernels that have no use for a constant, and
/// those that debuggers or sub-groups look at, get reserved::AnyConstantsAttr
/// and stay as they are.
class ConstantArgumentsPass
    : public llvm::PassInfoMixin<ConstantArgumentsPass> {
public:
  /// \param Constants as Request::constants; none if it is empty.
  explicit ConstantArgumentsPass(std::string Constants)
      : Constants(std::move(Constants)) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);

private:
  std::string Constants;
};

/// True if \p I is an atomic access to local memory.
bool isLocalAtomic(const llvm::Instruction &I);

/// Makes ordinary accesses of atomic ones to local memory: a work-group runs on
/// one thread, and nobody else may use its local memory.
///
///   %old = atomicrmw add ptr addrspace(3) %p, i32 1 seq_cst
/// becomes
///   %old = load i32, ptr addrspace(3) %p
///   %new = add i32 %old, 1
///   store i32 %new, ptr addrspace(3) %p
///
/// Runs after the widening, which keeps atomics of lanes apart.
struct LowerLocalAtomicsPass : RequiredPass<LowerLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Has each region (Regions.h), which is called once, run for every work-item
/// of the group, by a nest of loops over the dimensions, x innermost, and
/// inlines it:
///
///   define internal void @kernel.k.region0() {
///     %i = call i64 @__ferry_global_id(i32 0)
///     ...
/// becomes
///   for z in 0..local_size(2), y in 0..local_size(1), x in 0..local_size(0):
///     %i = %base + x
///     ...
///
/// Of a region that WidenRegions made, each of the parts gets such a nest, over
/// the work-items of each row that it is for.
///
/// Where there are many regions they stay functions: LLVM takes more than
/// linear time in the loops of a function.
///
/// A kernel of one region that uses no local memory and asks for nothing of its
/// group (attribute "ferry-group-agnostic") gets its loops over all work-items
/// of the row of groups that the entry runs, so that small groups cost nothing.
/// If it goes down columns ("ferry-column-order"), the loop in y is innermost.
struct FormItemLoopsPass : RequiredPass<FormItemLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// True if nothing in \p Kernel tells where one group ends and the next begins.
bool seesNoGroup(llvm::Function &Kernel);

/// Leaves in the attribute "ferry-local-bytes" how much local memory the
/// variables of each kernel take: the driver places local arguments behind them
/// before there is code.
struct MeasureLocalMemoryPass : RequiredPass<MeasureLocalMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Gives each `__local` variable that a kernel uses an offset in the thread's
/// local memory arena, and each large private variable one in its private
/// memory (host threads may have small stacks):
///
///   store i32 0, ptr addrspace(3) @kernel.tile
/// becomes
///   %local = load ptr, ptr %state            ; ThreadState::localMemory
///   %tile = getelementptr i8, ptr addrspace(3) %local, i64 64
///   store i32 0, ptr addrspace(3) %tile
///
/// The size of the latter is left in the attribute "ferry-group-bytes"; the
/// slots of the work-items start behind it. Regions that have stayed functions
/// have the same places.
struct PlaceMemoryPass : RequiredPass<PlaceMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

/// Replaces each kernel, by now code for one group, by an abi::KernelEntry: it
/// unpacks the arguments, loops over the groups of its row, and answers what is
/// the same for a group from the launch parameters. Barriers become nothing.
/// Describes each in the constant `ferry_kernel` (abi::KernelCode), the one
/// symbol that stays visible.
struct BuildEntriesPass : RequiredPass<BuildEntriesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_WORKGROUP_PASSES_H
