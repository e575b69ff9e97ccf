//===- Record.h - What a driver that is traced writes -----------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file that a process with FERRY_TRACE leaves, FOLDER/trace-PID.ferry, as
/// `ferry trace` of the same build reads it: a FileHeader; the strings, each as
/// its size (4 bytes) and its bytes; for each thread a ThreadHeader and its
/// records, in the order in which they ended. Times are nanoseconds of the
/// system's monotonic clock, the same in all processes.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_TRACE_RECORD_H
#define FERRY_TRACE_RECORD_H

#include <cstdint>

namespace ferry::trace {

enum class Kind : std::uint32_t {
  /// A launch of a kernel was made. number: its own, from 1 on; values: groups
  /// in x, y, z; work-items of a group in x, y, z (16 bits each, from the
  /// lowest); string: the kernel's name. Ends when it begins.
  Launch,
  /// A thread ran work-groups. number: the launch; values: first group, and the
  /// one behind the last.
  Groups,
  /// A command has ended; the times are those of its running. number: that of
  /// its launch, or 0; values: its address, its queue's, when it was queued and
  /// submitted, CL_COMMAND_* (lower half) and the status (upper half).
  Command,
  /// A command was queued that waits for another. values: its address, that of
  /// the other.
  Dependency,
  /// A program was built, compiled or linked, or code of a kernel made. number:
  /// 1 if it succeeded; values: what, and of which kernel, as strings.
  Build,
  /// Of the build whose record follows on this thread. values: a string.
  Stage,

  // Of the groups whose record follows on this thread.

  /// An async copy was started. number: CopyFlags; values: its ticket, the
  /// place of its plan, if it is kept for later, lines in all, planes, bytes in
  /// all.
  CopyStart,
  /// A wait. values: the ticket.
  CopyWait,
  CopyFence,
  /// The end of a group, with what it waited for then. number: groups before it
  /// of which nothing was noted; values: when it began.
  GroupEnd,

  /// A part of a kept copy was carried out. number: which; values: the place of
  /// the plan, whose thread may be another one.
  Chunk,
};

/// Of a CopyStart.
enum CopyFlags : std::uint32_t {
  FromLocal = 1u << 0,
  ToLocal = 1u << 1,
  IsEarly = 1u << 2, ///< The compiler did not see its wait.
};

struct Record {
  Kind kind;
  std::uint32_t number;
  std::uint64_t begin, end;
  std::uint64_t values[5];
};
static_assert(sizeof(Record) == 64);

struct FileHeader {
  static constexpr std::uint64_t Known = 0x3130'4352'5452'5946; // FYRTRC01
  std::uint64_t magic;
  std::uint32_t process;
  std::uint32_t numStrings; ///< The first is the program's name.
  std::uint32_t numThreads;
  std::uint32_t reserved;
  std::uint64_t lost; ///< Records for which there was no room.
};

struct ThreadHeader {
  std::uint32_t thread; ///< The system's number.
  std::uint32_t reserved;
  std::uint64_t numRecords;
};

} // namespace ferry::trace

#endif // FERRY_TRACE_RECORD_H
