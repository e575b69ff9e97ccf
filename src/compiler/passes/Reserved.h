//===- Reserved.h - Functions between library and passes --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions that the built-ins (kernels/) call and that the passes
/// replace, and those that one pass leaves for the next.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_RESERVED_H
#define FERRY_COMPILER_PASSES_RESERVED_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace ferry::compiler {

/// The address spaces of __private, __global, __constant and __local pointers,
/// as Clang numbers them for SPIR.
inline constexpr unsigned PrivateMemory = 0, GlobalMemory = 1,
                          ConstantMemory = 2, LocalMemory = 3;

/// True for a kernel that has code.
inline bool isKernel(const llvm::Function &F) {
  return !F.isDeclaration() &&
         F.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// The function that \p I calls, if it has code; else null.
inline llvm::Function *definedCallee(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && !Callee->isDeclaration() ? Callee : nullptr;
}

/// Calls the function \p Name, which is declared for \p Operands if there is
/// none yet.
llvm::CallInst *callFunction(llvm::IRBuilderBase &B, llvm::StringRef Name,
                             llvm::Type *Result,
                             llvm::ArrayRef<llvm::Value *> Operands = {});

/// The kernels of \p M, which may be changed and replaced meanwhile.
inline llvm::SmallVector<llvm::Function *, 8> kernels(llvm::Module &M) {
  return llvm::to_vector<8>(llvm::make_pointer_range(llvm::make_filter_range(
      M, [](const llvm::Function &F) { return isKernel(F); })));
}

} // namespace ferry::compiler

namespace ferry::compiler::reserved {

inline constexpr llvm::StringLiteral Prefix = "__ferry_";
/// A kernel may be called `cbrt`; its function must not be.
inline constexpr llvm::StringLiteral KernelPrefix = "kernel.";
/// Clang makes a function of this name of what the user wrote, and a kernel
/// that calls it.
inline constexpr llvm::StringLiteral BodyPrefix = "__clang_ocl_kern_imp_";

// Different for each work-item: i64 (i32 dimension).
inline constexpr llvm::StringLiteral GlobalId = "__ferry_global_id";
inline constexpr llvm::StringLiteral LocalId = "__ferry_local_id";
/// ptr (i64 offset, i64 size): the work-item's slot of \c size bytes; \c offset
/// is the bytes per work-item of the slots before it.
inline constexpr llvm::StringLiteral ItemSlot = "__ferry_item_slot";

// The same for all work-items of a group: i64 (i32 dimension).
inline constexpr llvm::StringLiteral GroupId = "__ferry_group_id";
inline constexpr llvm::StringLiteral LocalSize = "__ferry_local_size";
inline constexpr llvm::StringLiteral EnqueuedLocalSize =
    "__ferry_enqueued_local_size";
inline constexpr llvm::StringLiteral GlobalSize = "__ferry_global_size";
inline constexpr llvm::StringLiteral GlobalOffset = "__ferry_global_offset";
inline constexpr llvm::StringLiteral NumGroups = "__ferry_num_groups";
/// First work-item, and the one after the last, of the row of groups that an
/// entry runs; only in kernels that see no group.
inline constexpr llvm::StringLiteral RowBegin = "__ferry_row_begin";
inline constexpr llvm::StringLiteral RowEnd = "__ferry_row_end";
/// i32 ().
inline constexpr llvm::StringLiteral WorkDim = "__ferry_work_dim";
/// ptr (): the abi::ThreadState of the running thread.
inline constexpr llvm::StringLiteral State = "__ferry_state";
/// ptr (): where the slots of the group's work-items start.
inline constexpr llvm::StringLiteral Slots = "__ferry_slots";
/// ptr (i32 0, 1 or 2): where debuggers find the work-item's global and local
/// ids, and its group's.
inline constexpr llvm::StringLiteral DebugIds = "__ferry_debug_ids";

// Synchronisation points: reached by all work-items of a group, carried out
// once.
inline constexpr llvm::StringLiteral Barrier = "__ferry_barrier";
/// void (): one that is not the program's (see ImplicitBarriers).
inline constexpr llvm::StringLiteral ImplicitBarrier =
    "__ferry_implicit_barrier";
inline constexpr llvm::StringLiteral AsyncCopy = "__ferry_async_copy";
inline constexpr llvm::StringLiteral WaitEvent = "__ferry_wait_event";
inline constexpr llvm::StringLiteral CopyFence = "__ferry_copy_fence";

// What is built to look for mistakes (ferry/check.h).
/// void (i1 good, i32 what, ptr name): see abi::CheckValue.
inline constexpr llvm::StringLiteral CheckValue = "__ferry_check_value";
/// i1 (ptr first, i64 size, ptr last, i32 site): see JudgeRanges.
inline constexpr llvm::StringLiteral CheckQuiet = "__ferry_check_quiet";
/// i1 (ptr, i64 stored, i64 bytes): whether what the lane has stored there, as
/// a part of so many bytes, is there yet after all lanes have stored.
inline constexpr llvm::StringLiteral CheckKept = "__ferry_check_kept";
/// void (ptr kernel): in the first region, an abi::CheckedKernel.
inline constexpr llvm::StringLiteral CheckKernel = "__ferry_check_kernel";
/// Metadata of a synchronisation point: its site.
inline constexpr llvm::StringLiteral CheckSite = "ferry.site";
/// ptr (): the abi::LaunchParams and the block of arguments of the launch.
inline constexpr llvm::StringLiteral LaunchParams = "__ferry_launch_params";
inline constexpr llvm::StringLiteral Arguments = "__ferry_arguments";

/// What sub-groups do: see SubGroups.h.
inline constexpr llvm::StringLiteral SubGroupPrefix = "__ferry_sub_group_";
/// Those of them that passes call.
inline constexpr llvm::StringLiteral SubGroupMaxSize =
    "__ferry_sub_group_max_size";
inline constexpr llvm::StringLiteral SubGroupSize = "__ferry_sub_group_size";
inline constexpr llvm::StringLiteral SubGroupLocalId =
    "__ferry_sub_group_local_id";
inline constexpr llvm::StringLiteral SubGroupBallot =
    "__ferry_sub_group_ballot";
/// What functions of whole groups have their sub-groups do, which nobody sees.
inline constexpr llvm::StringLiteral WorkGroupPrefix = "__ferry_work_group_";

/// Which work-items of a row in x a region for vectors is for: the vectors that
/// are full are Full's, and the rest Rest's; or all are Both's.
enum Part : uint32_t { Full, Rest, Both };
/// i64 (): work-items in the vector and after it, in a region for Rest or
/// Both.
inline constexpr llvm::StringLiteral VectorItems = "__ferry_vector_items";
/// i64 (): work-items that a vector has room for (see LikelyVersion).
inline constexpr llvm::StringLiteral VectorLanes = "__ferry_vector_lanes";
/// iN (i32 number): a value that all lanes of a vector share; N follows the
/// name.
inline constexpr llvm::StringLiteral VectorValue = "__ferry_vector_value";
/// i64 (): of the work-item in its vector.
inline constexpr llvm::StringLiteral LaneNumber = "__ferry_lane_number";
/// i1 (i1): whether all lanes of a vector have it; of one work-item, what it
/// has.
inline constexpr llvm::StringLiteral AllLanes = "__ferry_all_lanes";
/// i64 (i64): the same, of which neighbours' are likely to be close.
inline constexpr llvm::StringLiteral Near = "__ferry_near";
/// Metadata of the branch where a vector chooses its way, the likely one first.
inline constexpr llvm::StringLiteral LikelyVector = "ferry.likely";
/// Metadata of a loop: how many times fewer iterations it has than the source
/// says, as it is unrolled, or does what is left then.
inline constexpr char Fewer[] = "ferry.fewer";

/// The functions of ferry/abi.h that need ThreadState::launch.
inline constexpr llvm::StringLiteral EnqueuingFunctions[] = {
    "ferry_default_queue", "ferry_enqueue_kernel", "ferry_enqueue_marker",
    "ferry_block_info", "ferry_create_user_event"};

// Attributes of a region (work-group/Regions.h).
/// Its number in the kernel.
inline constexpr llvm::StringLiteral RegionAttr = "ferry-region";
/// Work-items that a call of it is for, if it is for vectors.
inline constexpr llvm::StringLiteral LanesAttr = "ferry-lanes";
/// A Part.
inline constexpr llvm::StringLiteral PartAttr = "ferry-part";

// Attributes of a kernel that one pass leaves for the next.
/// Bytes of private memory per work-item.
inline constexpr llvm::StringLiteral ItemBytesAttr = "ferry-item-bytes";
/// Bytes of private memory per group.
inline constexpr llvm::StringLiteral GroupBytesAttr = "ferry-group-bytes";
/// Bytes of __local variables.
inline constexpr llvm::StringLiteral LocalBytesAttr = "ferry-local-bytes";
/// See abi::GroupAgnostic.
inline constexpr llvm::StringLiteral GroupAgnosticAttr = "ferry-group-agnostic";
/// See abi::ColumnOrder.
inline constexpr llvm::StringLiteral ColumnOrderAttr = "ferry-column-order";
/// The abi::rowClass that code is for.
inline constexpr llvm::StringLiteral RowAttr = "ferry-row";
/// See abi::KernelInfo::vectorDimension.
inline constexpr llvm::StringLiteral VectorDimensionAttr =
    "ferry-vector-dimension";
/// Rows are in y: what asks for ids in x and y asks for the other one.
inline constexpr llvm::StringLiteral ColumnsAttr = "ferry-columns";
/// Work-items of a sub-group.
inline constexpr llvm::StringLiteral SubGroupSizeAttr = "ferry-sub-group-size";
/// Vectors are sub-groups: something in the kernel tells which work-items are
/// in one.
inline constexpr llvm::StringLiteral SubGroupsAttr = "ferry-sub-groups";
/// See abi::ShowsSubGroups and abi::LinearItems.
inline constexpr llvm::StringLiteral ShowsSubGroupsAttr =
    "ferry-shows-sub-groups";
inline constexpr llvm::StringLiteral LinearItemsAttr = "ferry-linear-items";
/// On a region whose work-items go on from what the one before them left.
inline constexpr llvm::StringLiteral InTurnAttr = "ferry-in-turn";
/// A function that stands for one lane of a vector.
inline constexpr llvm::StringLiteral LaneAttr = "ferry-lane";
/// Of a parameter of such a function in which lanes differ: how (see Strides).
inline constexpr llvm::StringLiteral ShapeAttr = "ferry-shape";
/// The last group of a dimension may be smaller.
inline constexpr llvm::StringLiteral NonUniformAttr = "ferry-non-uniform";
/// Of a kernel: built with -cl-denorms-are-zero.
inline constexpr llvm::StringLiteral FlushDenormalsAttr =
    "ferry-flush-denormals";
/// See abi::ProgramInfo::numInternal.
inline constexpr llvm::StringLiteral InternalAttr = "ferry-internal";
/// Looks for mistakes; also of a region whose work-items run one at a time for
/// that.
inline constexpr llvm::StringLiteral CheckedAttr = "ferry-checked";
/// Of a region that only looks (see JudgeRegions).
inline constexpr llvm::StringLiteral JudgedAttr = "ferry-judged";
/// Of a call that asks about a read: the value is needed to go on looking, so
/// nothing may write there.
inline constexpr llvm::StringLiteral QuietAttr = "ferry-quiet";
/// See abi::KernelCode.
inline constexpr llvm::StringLiteral RowMultipleAttr = "ferry-row-multiple";
inline constexpr llvm::StringLiteral LeastRowAttr = "ferry-least-row";
inline constexpr llvm::StringLiteral MostRowAttr = "ferry-most-row";
// See the flags of abi::KernelInfo and abi::KernelCode that are called so.
inline constexpr llvm::StringLiteral NeedsCodeAttr = "ferry-needs-code";
inline constexpr llvm::StringLiteral StartsCopiesAttr = "ferry-starts-copies";
inline constexpr llvm::StringLiteral SharesCopiesAttr = "ferry-shares-copies";
inline constexpr llvm::StringLiteral OrdersMemoryAttr = "ferry-orders-memory";
inline constexpr llvm::StringLiteral StreamsCopiesAttr = "ferry-streams-copies";
inline constexpr llvm::StringLiteral AnyConstantsAttr = "ferry-any-constants";

/// The number that \p F has as the attribute \p Name, or \p Otherwise.
inline uint64_t numberAttr(const llvm::Function &F, llvm::StringRef Name,
                           uint64_t Otherwise = 0) {
  uint64_t Number = Otherwise;
  F.getFnAttribute(Name).getValueAsString().getAsInteger(10, Number);
  return Number;
}

inline bool isReserved(const llvm::Function &F) {
  return F.getName().starts_with(Prefix) && F.isDeclaration();
}

/// The name of the reserved function that \p V calls, or "".
inline llvm::StringRef calleeName(const llvm::Value *V) {
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(V))
    if (const llvm::Function *F = Call->getCalledFunction())
      if (isReserved(*F))
        return F->getName();
  return "";
}

/// Says of the reserved functions that only compute (ids and sizes) that what
/// they return is never undefined, which C has no way to say:
///
///   declare noundef i64 @__ferry_local_id(i32 noundef) memory(none)
///
/// Else LLVM freezes what conditions ask of it.
void markDefined(llvm::Module &M);

/// What passes ask about a reserved function without minding which it is.
enum Property : unsigned {
  /// Its result depends on which work-item asks.
  PerItem = 1 << 0,
  /// An id of a work-item in a dimension, which is the operand.
  ItemId = 1 << 1,
  /// Says something of the range of the launch, or of where the group lies in
  /// it, in a dimension.
  OfRange = 1 << 2,
  /// A number of work-items or of groups: not 0.
  Count = 1 << 3,
  /// No more than abi::MaxWorkGroupSize.
  WithinGroup = 1 << 4,
  /// Tells where a group ends, or which it is.
  TellsGroup = 1 << 5,
  /// A synchronisation point.
  Synchronises = 1 << 6,
};

/// The Properties of the reserved function \p Name; 0 for any other.
unsigned properties(llvm::StringRef Name);

/// Whether \p V is a call of a function with one of \p Properties.
inline bool callsOne(const llvm::Value *V, unsigned Properties) {
  return properties(calleeName(V)) & Properties;
}
/// Whether \p V is a call of a synchronisation point.
inline bool isSynchronisation(const llvm::Value *V) {
  return callsOne(V, Synchronises);
}

/// The name that the user gave a function.
inline llvm::StringRef userName(const llvm::Function &F) {
  llvm::StringRef Name = F.getName();
  Name.consume_front(KernelPrefix);
  Name.consume_front(BodyPrefix);
  return Name;
}

/// Calls a reserved function that reads nothing that changes.
llvm::CallInst *ask(llvm::IRBuilderBase &B, llvm::StringRef Name,
                    llvm::Type *Result,
                    llvm::ArrayRef<llvm::Value *> Operands = {});
/// The same of one that is i64 (i32 dimension).
llvm::CallInst *askIn(llvm::IRBuilderBase &B, llvm::StringRef Name,
                      unsigned Dimension);

/// Loads the pointer at \p Offset in the abi::ThreadState of the running
/// thread, one that stays the same.
llvm::LoadInst *loadState(llvm::IRBuilderBase &B, size_t Offset);

} // namespace ferry::compiler::reserved

#endif // FERRY_COMPILER_PASSES_RESERVED_H
