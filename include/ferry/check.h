//===- ferry/check.h - What looks for mistakes in kernels -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The binary interface between kernels that are built under FERRY_CHECK and
/// what judges them (src/check). Passes in src/compiler/passes/check call these
/// functions and emit these structures; no other code knows of them.
///
/// A work-group runs from ferry_check_group_begin to ferry_check_group_end, on
/// one thread, and no other one meanwhile. Each stretch of a work-item begins
/// with ferry_check_item.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CHECK_H
#define FERRY_CHECK_H

#include "ferry/abi.h"

namespace ferry::abi {

/// What an access is to, as far as the source says.
enum class CheckPlace : std::uint32_t {
  Unknown,
  Argument, ///< What an argument of the kernel points to.
  Local,    ///< A `__local` variable.
  Private,  ///< A private variable.
  Program,  ///< A program-scope variable.
};

/// A place in the source, and what is done there.
struct CheckSite {
  const char *file; ///< "" where the source is not known.
  std::uint32_t line, column;
  CheckPlace place;
  std::uint32_t argument; ///< Its number.
  const char *name;       ///< Of the variable or the argument; may be "".
  std::uint64_t bytes;    ///< Of the variable.
  /// Of an async copy: the variable that its event is stored to; may be "".
  const char *event;
};

/// What a value of the source must not be.
enum class CheckValue : std::uint32_t {
  Initialised, ///< A variable that nothing was stored to.
  Divisor,     ///< 0.
  /// Fewer work-items than the sub-group has, which come to a function that all
  /// of them must come to.
  SubGroup,
  Texel, ///< Coordinates outside of an image.
};

/// What an atomic access does. (The library stores atomics of 16 bits by loads
/// and exchanges: only other operations need what is there.)
enum CheckAtomic : std::uint32_t {
  CheckAtomicWrites = 1u << 0,
  /// What is written depends on what is there.
  CheckAtomicChanges = 1u << 1,
  /// How it orders what the work-item does else; of a fence, too.
  CheckAtomicAcquires = 1u << 2,
  CheckAtomicReleases = 1u << 3,
};

/// What a kernel does with memory.
enum CheckUse : std::uint32_t {
  CheckReads = 1u << 0,
  CheckWrites = 1u << 1,
  CheckUnset = 1u << 2, ///< A read of what was not written, and nothing else.
};

struct CheckArgument {
  const char *name;
  std::uint32_t kind;   ///< An ArgKind.
  std::uint32_t offset; ///< Bytes, into the argument block.
  std::uint32_t uses;   ///< Bits of CheckUse, of what it points to.
};

struct CheckedKernel {
  const char *name;
  const CheckSite *sites; ///< The first is none.
  const CheckArgument *args;
  std::uint32_t numSites, numArgs;
  /// Bits of CheckUse, of memory that may be that of any argument.
  std::uint32_t uses;
};

// A stamp says who made an access, and when: from the lowest bit, the site, the
// work-item, the interval between two barriers (0 for a copy's), the number of
// the group, which counts up from launch to launch, and two flags. 0 is nobody.
inline constexpr unsigned StampItemShift = 16, StampIntervalShift = 28,
                          StampIntervalBits = 12, StampGroupShift = 40,
                          StampGroupBits = 22;
inline constexpr std::uint64_t StampSites =
    (std::uint64_t(1) << StampItemShift) - 1;
inline constexpr std::uint64_t StampIsAtomic = std::uint64_t(1) << 62,
                               StampByCopy = std::uint64_t(1) << 63;
static_assert(MaxWorkGroupSize <= std::uint64_t(1)
                                      << (StampIntervalShift - StampItemShift));
/// What a stamp has of a site: those that it has no room for are one.
constexpr std::uint64_t stampSite(std::uint32_t Site) {
  return Site < StampSites ? Site : StampSites;
}
/// Shifted out, the rest is in the order of time.
inline constexpr unsigned StampFlagBits = 2;
/// Where two of one work-item, or of copies of one group, are the same.
inline constexpr std::uint64_t StampSameItem =
    StampByCopy |
    ((std::uint64_t(1) << StampGroupBits) - 1) << StampGroupShift |
    ((std::uint64_t(1) << (StampIntervalShift - StampItemShift)) - 1)
        << StampItemShift;

/// Some memory, as code that is checked looks it up before it calls. A cell is
/// a stamp for each four bytes, or for each byte.
struct CheckedMemory {
  std::uint64_t begin; ///< Address; a multiple of what any access asks for.
  /// Bytes from there on of which reads are right, and nothing need be noted.
  std::uint64_t quiet;
  /// Bytes from there on that have a cell for each four, and that have one for
  /// each; one of the two is 0.
  std::uint64_t coarse, fine;
  /// The cells of the first byte: the last write, and two reads. All are null
  /// where nothing may be looked up; those of reads where nobody reads.
  std::uint64_t *writes, *reads[2];
  /// What stamps of writes must at least be where the host wrote nothing:
  /// those, without the flags, that are less are no write.
  std::uint64_t leastWrite;
};

/// Addresses that async copies in flight have to do with.
struct CheckedFlight {
  std::uint64_t begin, bytes;
};

/// Operands of a copy, the most that a synchronisation point has.
inline constexpr unsigned CheckedOperands = 10;

/// What the first work-item came with to a synchronisation point that has
/// operands.
struct CheckedArrival {
  std::uint64_t site; ///< 0 if none has come, or the group has gone on since.
  std::uint64_t operands[CheckedOperands];
  /// Of a copy: where the variables start that it is to and from, or 0.
  std::uint64_t bases[2];
};

/// What code that is checked looks up of the group that runs.
struct CheckedGroup {
  std::uint64_t item; ///< The linear local id of the work-item that runs.
  /// Of the last call of a function that has none; see ferry_check_at.
  std::uint64_t site;
  /// Not 0 if code that only looks has found what it cannot judge.
  std::uint64_t asks;
  /// The order of work-items: (index * factor + shift) % items.
  std::uint64_t factor, shift, items;
  /// Of accesses to local and to global memory: stamps that have only the
  /// interval and the group.
  std::uint64_t now[2];
  /// Stamps without the flags below this one are past for all work-items.
  std::uint64_t past[2];
  /// For each work-item, the site of the synchronisation point it has come to.
  std::uint32_t *arrivals;
  /// One that comes there with other operands calls.
  CheckedArrival firstArrival;
  /// What is written, which nobody may access, and what is read, which nobody
  /// may write, in local and in global memory.
  CheckedFlight written[2], read[2];
  /// All local memory.
  CheckedMemory local;
  /// What each argument points to; a group has as many as the kernel.
  CheckedMemory arguments[1];
};

/// In a block of arguments, a `__local` pointer is its offset, and above these
/// bits its size.
inline constexpr unsigned CheckedOffsetBits = 32;

/// The second operand of an access: bytes, and above these bits what the
/// address must be a multiple of.
inline constexpr unsigned CheckedSizeBits = 40;

/// Bytes of the longest vector of OpenCL C: an access, of whose components some
/// are asked about, begins and ends less far from them.
inline constexpr std::uint64_t CheckedVectorBytes = 128;

} // namespace ferry::abi

// A site is an index into CheckedKernel::sites.
extern "C" {

/// \returns what may change with each call of one of these functions.
ferry::abi::CheckedGroup *
ferry_check_group_begin(const ferry::abi::CheckedKernel *kernel,
                        const ferry::abi::LaunchParams *params,
                        const std::byte *args,
                        const ferry::abi::ThreadState *state, std::uint64_t x,
                        std::uint64_t y, std::uint64_t z);
void ferry_check_group_end();

/// Accesses that have no site follow, made for this one.
void ferry_check_at(std::uint32_t site);

/// An access is about to be done.
///
/// \param size see CheckedSizeBits.
/// \param base start of the variable of the site; null for other places.
/// \returns where it is to be done: at \p pointer, or, if that is outside of
///          what the access is to, in scratch memory, as many bytes, all 0.
void *ferry_check_read(const void *pointer, std::uint64_t size,
                       const void *base, std::uint32_t site);
/// \param value what is written; null if that is not known.
void *ferry_check_write(const void *pointer, std::uint64_t size,
                        const void *base, std::uint32_t site,
                        const void *value);
/// Of memory as a whole: parts of it may never have been written.
void *ferry_check_read_block(const void *pointer, std::uint64_t size,
                             const void *base, std::uint32_t site);
/// \param what bits of CheckAtomic.
void *ferry_check_atomic(const void *pointer, std::uint64_t size,
                         const void *base, std::uint32_t site,
                         std::uint32_t what);
/// The atomic accesses that follow have a scope that is of the work-group at
/// most (1), or a greater one (0).
void ferry_check_scope(std::uint32_t isOfGroup);
/// \param order bits of CheckAtomic.
void ferry_check_fence(std::uint32_t order);

/// There may be a mistake in an access to the private variable of the site.
///
/// \param offset bytes from its start.
/// \param what bits of CheckUse.
void ferry_check_private(std::uint64_t offset, std::uint64_t size,
                         std::uint32_t site, std::uint32_t what);
/// A private variable begins to live.
void ferry_check_variable(const void *pointer, std::uint64_t bytes);

/// \param good 0 if the value is what it must not be.
/// \param what a CheckValue.
void ferry_check_value(std::uint32_t good, std::uint32_t what,
                       std::uint32_t site);

/// A work-item comes to a synchronisation point.
void ferry_check_arrive(std::uint32_t site);
void ferry_check_arrive_wait(std::uint32_t site, FerryEvent event);
/// The operands are those of the copy, and where the variables start that it is
/// to and from (null for other places).
void ferry_check_arrive_copy(std::uint32_t site, const void *dst,
                             const void *src, std::uint64_t lineBytes,
                             std::uint64_t lines, std::uint64_t dstLineStep,
                             std::uint64_t srcLineStep, std::uint64_t planes,
                             std::uint64_t dstPlaneStep,
                             std::uint64_t srcPlaneStep, FerryEvent event,
                             const void *dstBase, const void *srcBase);

/// A work-item comes to a barrier of its sub-group, of \p size; the others
/// follow, in ascending order.
void ferry_check_sub_group_barrier(std::uint32_t flags, std::uint32_t size);

/// The group goes on, once for all work-items that have come there.
///
/// \param flags of the barrier.
void ferry_check_barrier(std::uint32_t site, std::uint32_t flags);
void ferry_check_wait(std::uint32_t site, FerryEvent event);
void ferry_check_copy_fence(std::uint32_t site);
/// The destination's site is \p site, the source's the one after it.
FerryEvent ferry_check_copy(std::uint32_t site, void *dst, const void *src,
                            std::uint64_t lineBytes, std::uint64_t lines,
                            std::uint64_t dstLineStep,
                            std::uint64_t srcLineStep, std::uint64_t planes,
                            std::uint64_t dstPlaneStep,
                            std::uint64_t srcPlaneStep, FerryEvent event);
}

#endif // FERRY_CHECK_H
