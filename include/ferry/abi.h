//===- ferry/abi.h - What generated code and the runtime share --*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The binary interface between generated code, the built-ins and the
/// runtime. The compiler builds the same structures as LLVM types (see
/// KernelDescription.cpp and BuildEntries.cpp in
/// src/compiler/passes/work-group); a change here is a change there and a new
/// `Version`.
///
/// A program is an object with `ProgramInfo` and the program-scope variables;
/// each version of a kernel's code is an object with `KernelCode`, made when it
/// is needed.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_ABI_H
#define FERRY_ABI_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace ferry::abi {

/// Objects built for another version are refused.
inline constexpr std::uint32_t Version = 20;

/// The work-items of a group are counted in multiples of this many when state
/// that lives across a synchronisation point is laid out.
inline constexpr std::uint64_t ItemGranule = 64;

/// Bytes behind all that state which vectors may reach into, whose last lanes
/// have no work-item.
inline constexpr std::uint64_t SlotSlack = 8192;

/// Work-items of a group, in all and in each dimension. Generated code relies
/// on it.
inline constexpr std::uint64_t MaxWorkGroupSize = 4096;

/// Bytes of stack that generated code may use: the frames of a kernel's entry
/// and of the functions that stay calls. Whatever stack the host's threads
/// have, it runs on one of its own. A program that could need more does not
/// build.
inline constexpr std::uint64_t KernelStackBytes = std::uint64_t(64) << 20;

/// Bytes before and after a group's local memory that generated code may read,
/// though it does nothing with what is there.
inline constexpr std::uint64_t LocalReadAround = 128;

/// Private memory of the work-items of one group together, in bytes; a launch
/// that needs more gets CL_OUT_OF_RESOURCES.
inline constexpr std::uint64_t MaxPrivateBytes = std::uint64_t(4) << 30;

/// Code, constants and variables of a program, in bytes: what 32-bit distances
/// reach.
inline constexpr std::uint64_t MaxProgramBytes = std::uint64_t(1) << 30;

/// Work-items that code runs at a time, at most.
inline constexpr unsigned MaxLanes = 64;

/// Sizes of sub-groups that a kernel may require, in work-items.
inline constexpr std::size_t SubGroupSizes[] = {4, 8, 16, 32, 64};

/// The ND-range of a block: ndrange_t, as Clang lays it out.
struct BlockRange {
  std::uint32_t workDim;
  std::uint64_t offset[3];
  std::uint64_t size[3];
  std::uint64_t localSize[3]; ///< 0 if the driver is to choose.
};

/// The flags of ferry_enqueue_kernel, above a CLK_ENQUEUE_FLAGS_: whether the
/// bits from LiteralSizeShift on are the size of the block's literal in bytes.
inline constexpr std::uint32_t HasLiteralSize = 1 << 7, LiteralSizeShift = 8;

/// What kernels may ask about a block.
enum class BlockInfo : std::uint32_t {
  WorkGroupSize, ///< get_kernel_work_group_size
  /// get_kernel_preferred_work_group_size_multiple: the size of sub-groups.
  PreferredMultiple,
  SubGroupCountForRange,   ///< get_kernel_sub_group_count_for_ndrange
  MaxSubGroupSizeForRange, ///< get_kernel_max_sub_group_size_for_ndrange
};

/// The ND-range of one launch. Read only while the launch runs.
struct LaunchParams {
  std::uint32_t workDim;         ///< 1, 2 or 3.
  std::uint32_t reserved;        ///< 0.
  std::uint64_t globalSize[3];   ///< Work-items; 1 where unused.
  std::uint64_t globalOffset[3]; ///< Work-items; 0 where unused.
  /// Work-items of every group but the last in a dimension, which has what is
  /// left of globalSize (get_enqueued_local_size).
  std::uint64_t localSize[3];
  std::uint64_t numGroups[3]; ///< ceil(globalSize / localSize).

  /// Takes x for \p dimension, and that for x.
  void exchange(unsigned dimension) {
    for (std::uint64_t *Of : {globalSize, globalOffset, localSize, numGroups}) {
      const std::uint64_t X = Of[0];
      Of[0] = Of[dimension];
      Of[dimension] = X;
    }
  }
};

/// A copy of up to so many bytes is carried out when it is started, since
/// another thread would take longer to notice it (docs/async-copies.md). One
/// line, or lines of one plane, generated code moves by itself then, and
/// whenever no thread helps.
inline constexpr std::uint64_t ShortCopyBytes = 4096;

/// One dimension of a copy.
struct CopyDimension {
  std::uint64_t count;
  std::uint64_t dstStep; ///< Bytes from one to the next.
  std::uint64_t srcStep; ///< Likewise.
};

/// Where the lines of contiguous bytes lie that an async copy moves, in two
/// dimensions. A copy without a stride is one line, a strided one has a line
/// for each element.
struct CopyLines {
  CopyDimension lines; ///< Of a plane.
  CopyDimension planes;
};

/// When a copy may be carried out: what the compiler has found.
enum CopyWhen : std::uint32_t {
  /// It must be complete when it is started.
  CopyEarly = 0,
  /// Before its wait, if no two arguments point to the same global memory; when
  /// it is started otherwise.
  CopyAsyncIfApart = 1,
  /// Before its wait.
  CopyAsync = 2,
};

/// Moves \p bytes bytes; the sides do not overlap.
using Move = void(std::byte *dst, const std::byte *src, std::uint64_t bytes);

/// Moves \p lines lines, at least one, of \p lineBytes bytes, at least one; the
/// steps are in bytes. Neither the sides nor the lines of \p dst overlap.
using MoveLines = void(std::byte *dst, const std::byte *src,
                       std::uint64_t lineBytes, std::uint64_t lines,
                       std::uint64_t dstStep, std::uint64_t srcStep);

/// The copies of the group that a thread runs, as far as generated code knows
/// of them; src/copy/PendingCopies.h has the rest.
struct CopyState {
  /// The ticket given last. Generated code that carries out a copy itself
  /// counts it up.
  std::uint64_t lastTicket;
  /// The last ticket of the groups before this one.
  std::uint64_t earlierTicket;
  /// Copies that have been started and not completed. While there are none,
  /// nothing need be called to wait.
  std::uint64_t pending;
  /// How many threads look for copies of CopyAsync to help with. May change at
  /// any time.
  const std::uint64_t *helpers;
  /// How to move to local memory, and from it.
  Move *moveIn, *moveOut;
  MoveLines *moveLinesIn;
  /// Null if what goes to global memory is to go past the caches.
  MoveLines *moveLinesOut;
  /// The same as helpers, for CopyAsyncIfApart.
  const std::uint64_t *helpersIfApart;
};

/// What a kernel may use of the thread that runs it.
struct ThreadState {
  /// Start of the thread's local memory arena, 128-byte aligned. Local
  /// variables and local arguments are offsets from here.
  std::byte *localMemory;
  /// Private memory of the work-items of one group, 128-byte aligned, at least
  /// `KernelCode::privateBytes(kernel, items)` bytes.
  std::byte *privateMemory;
  CopyState *copies;
  /// Where printf writes (src/exec), opaque here.
  void *printfSink;
  /// What runs (src/exec/Enqueuing.h), opaque here; only for code that
  /// Enqueues.
  void *launch;
  /// Size of the local memory arena.
  std::uint64_t localBytes;
};

/// Runs the groups [groupBegin, groupEnd) of the row (groupY, groupZ).
///
/// \param args the packed argument block: argument i starts at
///        `KernelArgInfo::offset`. A pointer is its address, a `__local`
///        pointer its offset in bytes from ThreadState::localMemory (8 bytes).
using KernelEntry = void (*)(const LaunchParams *params, const std::byte *args,
                             ThreadState *state, std::uint64_t groupBegin,
                             std::uint64_t groupEnd, std::uint64_t groupY,
                             std::uint64_t groupZ);

enum class ArgKind : std::uint32_t {
  Value = 0,     ///< `size` bytes are copied into the block.
  GlobalPointer, ///< __global or __constant: a cl_mem.
  LocalPointer,  ///< __local: a size in bytes is given, no value.
  Image,         ///< A cl_mem; in the block, the address of a FerryImage.
  Sampler,       ///< A cl_sampler; in the block, bits of FerrySampler.
  Pipe,          ///< A cl_mem; in the block, the address of a FerryPipe.
  Queue,         ///< A cl_command_queue of the device.
};

/// In KernelArgInfo::imageType: the channel order must be CL_DEPTH.
inline constexpr std::uint32_t DepthImage = std::uint32_t(1) << 31;

/// One argument of a kernel. Qualifiers have the values that clGetKernelArgInfo
/// returns.
struct KernelArgInfo {
  const char *name;     ///< "" without HasArgInfo.
  const char *typeName; ///< As clGetKernelArgInfo spells it.
  std::uint32_t kind;   ///< An ArgKind.
  std::uint32_t offset; ///< Bytes, into the argument block.
  std::uint32_t size;   ///< Bytes that clSetKernelArg must be given (8 for
                        ///< pointers to global and constant; 0 for local).
  /// Bytes. For a LocalPointer the alignment of what it points to.
  std::uint32_t alignment;
  std::uint32_t addressQualifier; ///< CL_KERNEL_ARG_ADDRESS_*
  std::uint32_t accessQualifier;  ///< CL_KERNEL_ARG_ACCESS_*
  std::uint32_t typeQualifier;    ///< CL_KERNEL_ARG_TYPE_* bits
  /// Of an Image its cl_mem_object_type, with DepthImage for depth images;
  /// otherwise 0.
  std::uint32_t imageType;
};

/// Known when the program is built.
enum KernelFlags : std::uint32_t {
  /// Argument names are there: of OpenCL C, and of SPIR-V that has them.
  HasArgInfo = 1u << 0,
  /// The kernel cannot see where one group ends and the next begins: the groups
  /// that run it may have any size, and those at the end of a dimension reach
  /// beyond globalSize.
  GroupAgnostic = 1u << 1,
  /// Built so that the last group of a dimension may be smaller (OpenCL C 2.0
  /// and later without -cl-uniform-work-group-size).
  NonUniformGroups = 1u << 2,
  /// Only generating its code tells whether the kernel can be built.
  NeedsCode = 1u << 3,
  /// Built with -cl-denorms-are-zero: denormals are taken for zeros.
  FlushesDenormals = 1u << 4,
  /// Work-items that are neighbours in x access memory that is far apart, as
  /// transpositions do: if the kernel is GroupAgnostic, too, its code does what
  /// is one below the other in a group before what is side by side.
  ColumnOrder = 1u << 5,
  /// Tells which work-items are in a sub-group.
  ShowsSubGroups = 1u << 6,
};

struct KernelInfo {
  const char *name;
  const char *attributes; ///< As CL_KERNEL_ATTRIBUTES returns them.
  const KernelArgInfo *args;
  std::uint32_t numArgs;
  std::uint32_t flags;        ///< KernelFlags.
  std::uint64_t argBlockSize; ///< Bytes.
  std::uint64_t localBytes;   ///< Of __local variables in the kernel body.
  std::uint64_t privateBytesPerItem;
  std::uint32_t reqdWorkGroupSize[3]; ///< 0 where not given.
  std::uint32_t workGroupSizeHint[3]; ///< 0 where not given.
  std::uint32_t reqdSubGroupSize;     ///< 0 where not given.
  /// Along which work-items make vectors: code takes it for x, and x for it,
  /// and so do the LaunchParams that it is given. All else that is said of a
  /// kernel's dimensions is as in the source.
  std::uint32_t vectorDimension;

  /// Bytes that are kept across synchronisation points for a group of \p items
  /// work-items, at most MaxWorkGroupSize; UINT64_MAX if that is more.
  std::uint64_t privateBytes(std::uint64_t items) const {
    if (privateBytesPerItem == 0)
      return 0;
    std::uint64_t Bytes = (items + ItemGranule - 1) / ItemGranule * ItemGranule;
    return __builtin_mul_overflow(Bytes, privateBytesPerItem, &Bytes) ||
                   __builtin_add_overflow(Bytes, SlotSlack, &Bytes)
               ? UINT64_MAX
               : Bytes;
  }
};

/// The symbol `ferry_program` of every program.
struct ProgramInfo {
  std::uint32_t abiVersion; ///< Version.
  std::uint32_t numKernels;
  const KernelInfo *kernels;
  std::uint64_t globalVariableBytes; ///< Of program-scope global variables.
  /// Kernels behind the others that are none of the application's.
  std::uint32_t numInternal;
  std::uint32_t reserved;
};

/// The internal kernel that calls the constructors of program-scope variables:
/// to be run by one work-item, before any other kernel of the program.
inline constexpr char ConstructorsKernel[] = "(constructors)";

inline constexpr char ProgramSymbol[] = "ferry_program";

/// A row is what a launch has of work-items side by side in x: those of a
/// group, or of the whole launch if the kernel is GroupAgnostic. Code is made
/// for a class of rows: rows of less than MaxLanes work-items are a class each,
/// longer ones are told apart by the largest power of two, up to MaxLanes, that
/// divides them. All rows of class C are multiples of C & -C.
///
/// Where rows are short, the columns may be longer: those of less than ShortRow
/// work-items have the class of the columns, shifted by ColumnBits, beside
/// their own.
///
/// Sub-groups go on from one row to the next: if the program sees them, groups
/// of several rows have a class that says so, and else only by which power of
/// two the rows can be divided.
constexpr std::uint32_t rowClass(std::uint64_t items) {
  return items < MaxLanes
             ? std::uint32_t(items)
             : MaxLanes + std::uint32_t(items & -items & (MaxLanes - 1));
}

inline constexpr std::uint64_t ShortRow = 4;
inline constexpr unsigned ColumnBits = 8;
inline constexpr std::uint32_t RowMask = (1u << ColumnBits) - 1;

inline constexpr std::uint32_t SeveralRows = 1u << 2 * ColumnBits;

/// The class of several rows, one of which is of the class \p row.
constexpr std::uint32_t classOfSeveral(std::uint32_t row) {
  return SeveralRows | (MaxLanes + (row & -row & (MaxLanes - 1)));
}

/// Rows and columns of one, in groups of one work-item: nobody waits at a
/// barrier.
inline constexpr std::uint32_t OneItem = 1u << ColumnBits | 1;

/// The rows of a launch are not all alike.
inline constexpr std::uint32_t AnyRow = MaxLanes + 1;

/// Ids in x from this on do not fit what code for several work-items at a time
/// computes with; that for a row of one does for all.
inline constexpr std::uint64_t MaxWideIds = std::uint64_t(1) << 31;

/// Of the code of a kernel.
enum CodeFlags : std::uint32_t {
  /// Starts async copies. CopyState::moveOut may move them past the caches.
  StartsCopies = 1u << 0,
  /// Has fences, or atomic or volatile accesses to global memory: other groups
  /// may look at what a group wrote before the launch has ended. Said of
  /// kernels without copies, too.
  OrdersMemory = 1u << 1,
  /// Carries copies to global memory out itself, past the caches where
  /// CopyState::moveLinesOut asks for it.
  StreamsCopies = 1u << 2,
  /// Some of the copies that it starts need not be complete then.
  SharesCopies = 1u << 3,
  /// Enqueues kernels, or asks about what it may enqueue.
  Enqueues = 1u << 4,
  /// Has no use for what the launch knew of its arguments.
  AnyConstants = 1u << 5,
  /// Does the work-items of a group as one row, in the order of their linear
  /// local ids: for SeveralRows in which sub-groups end elsewhere than rows.
  LinearItems = 1u << 6,
};

/// The symbol `ferry_kernel` of every object with code of a kernel.
struct KernelCode {
  std::uint32_t abiVersion; ///< Version.
  std::uint32_t flags;      ///< CodeFlags.
  KernelEntry entry;
  std::uint64_t privateBytesPerGroup;
  /// Work-items of a sub-group, by linear local id; the last one of a group may
  /// have fewer.
  std::uint32_t subGroupSize;
  /// Beside what it was made for, it is as good for rows of the classes between
  /// these two, inclusive, that are multiples of a power of two.
  std::uint32_t rowMultiple, leastRow, mostRow;

  bool suits(std::uint32_t row) const {
    const bool isSeveral = row & SeveralRows;
    row &= RowMask;
    if (bool(flags & LinearItems) != (isSeveral && row % subGroupSize != 0))
      return false;
    return row >= leastRow && row <= mostRow && row % rowMultiple == 0;
  }

  /// Bytes of ThreadState::privateMemory for a group of \p items work-items, at
  /// most MaxWorkGroupSize; UINT64_MAX if that is more.
  std::uint64_t privateBytes(const KernelInfo &kernel,
                             std::uint64_t items) const {
    std::uint64_t Bytes;
    return __builtin_add_overflow(kernel.privateBytes(items),
                                  privateBytesPerGroup, &Bytes)
               ? UINT64_MAX
               : Bytes;
  }
};

inline constexpr char KernelSymbol[] = "ferry_kernel";

} // namespace ferry::abi

//===----------------------------------------------------------------------===//
// What generated code may call, beside libm and mem{cpy,move,set}. The object
// loader (src/exec/ObjectLoader) binds them by these names.
//===----------------------------------------------------------------------===//

extern "C" {

/// An event_t as generated code sees it: a ticket, 0 is "no event".
using FerryEvent = std::uint64_t;

/// Starts one copy for the whole group; called once per group.
///
/// \param dst,src first byte of each side.
/// \param lineBytes bytes of a line.
/// \param lines where the lines lie; null if there is but one.
/// \param event 0, or the ticket that the copy shall share.
/// \param when a CopyWhen.
/// \returns \p event if it is not 0, a new ticket otherwise.
FerryEvent ferry_copy_start(ferry::abi::ThreadState *state, void *dst,
                            const void *src, std::uint64_t lineBytes,
                            const ferry::abi::CopyLines *lines,
                            FerryEvent event, std::uint32_t when);

/// Completes the copies that \p event names; called once per group. A value
/// that is no ticket of this group waits for all that is pending.
void ferry_copy_wait(ferry::abi::ThreadState *state, FerryEvent event);

/// No copy that is started later begins before those that are pending are
/// completed; called once per group.
void ferry_copy_fence(ferry::abi::ThreadState *state);

/// Completes whatever is pending; called when a group that starts copies ends.
void ferry_copy_finish(ferry::abi::ThreadState *state);

/// printf of OpenCL C.
///
/// \param format NUL-terminated, in any address space.
/// \param args the arguments after the format: for each its size in bytes (8
///        bytes), then the argument, and then what is missing to a multiple of
///        8. Scalars are widened to int and double, vectors are stored as they
///        are (3-component vectors as 4). 8-byte aligned.
/// \param argBytes size of the block.
/// \returns 0, or -1 if the format is wrong: what it has no argument for, and
///          what is no conversion, is written as it stands there.
std::int32_t ferry_printf(ferry::abi::ThreadState *state, const char *format,
                          const void *args, std::uint64_t argBytes);

/// get_default_queue: a cl_command_queue, or null.
void *ferry_default_queue(ferry::abi::ThreadState *state);

/// enqueue_kernel in all its forms.
///
/// \param flags a CLK_ENQUEUE_FLAGS_, and perhaps HasLiteralSize.
/// \param waits clk_event_t, as many as \p numWaits.
/// \param event where the new clk_event_t goes; null if none is wanted.
/// \param kernel the name of the internal kernel that runs the block.
/// \param block a literal: its size in bytes (4 bytes) and its alignment come
///        first, unless the flags have the size. Copied.
/// \param locals bytes of each local argument.
/// \returns CLK_SUCCESS or CLK_ENQUEUE_FAILURE.
std::int32_t ferry_enqueue_kernel(ferry::abi::ThreadState *state, void *queue,
                                  std::uint32_t flags,
                                  const ferry::abi::BlockRange *range,
                                  std::uint32_t numWaits, void *const *waits,
                                  void **event, const char *kernel,
                                  const void *block, std::uint32_t numLocals,
                                  const std::uint64_t *locals);

/// enqueue_marker, likewise.
std::int32_t ferry_enqueue_marker(ferry::abi::ThreadState *state, void *queue,
                                  std::uint32_t numWaits, void *const *waits,
                                  void **event);

/// \param what a BlockInfo.
/// \param range null where that is about no ND-range.
std::uint32_t ferry_block_info(ferry::abi::ThreadState *state,
                               const char *kernel, std::uint32_t what,
                               const ferry::abi::BlockRange *range);

/// A clk_event_t is the address of an exec::DeviceEvent; all of these do
/// nothing with a null event.
void *ferry_create_user_event(ferry::abi::ThreadState *state);
void ferry_retain_event(void *event);
void ferry_release_event(void *event);
void ferry_set_event_status(void *event, std::int32_t status);
void ferry_capture_profiling(void *event, std::uint64_t *value);

/// The address space of what a generic pointer points to, seen by the group
/// that the calling thread runs: 0 private, 1 global, 3 local.
std::int32_t ferry_address_space(const void *pointer);
}

#endif // FERRY_ABI_H
