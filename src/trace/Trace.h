//===- Trace.h - What processes that were traced did ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_TRACE_TRACE_H
#define FERRY_TRACE_TRACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ferry::trace {

/// From one moment to another, in nanoseconds of one clock.
struct Span {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t length() const { return end - begin; }
};

/// A part of a copy, and who carried it out.
struct CopyPart : Span {
  std::uint32_t thread;
};

struct Copy {
  Span start; ///< The call that started it.
  std::uint64_t ticket;
  std::uint64_t bytes, lines, planes; ///< In all.
  bool fromLocal, toLocal;
  bool isEarly; ///< The compiler did not see its wait.
  /// Where its plan lay if it was kept for later; 0 if it was complete when it
  /// had been started.
  std::uint64_t plan;
  /// Of one that is kept; empty if nobody carried it out.
  std::vector<CopyPart> parts;
  /// The step that waited for it; NoStep if only the end of the group did.
  std::size_t waitedBy = NoStep;

  static constexpr std::size_t NoStep = SIZE_MAX;

  bool isKept() const { return plan != 0; }
  /// When its last byte was there.
  std::uint64_t complete() const;
  /// Nanoseconds that threads spent on it.
  std::uint64_t effort() const;
};

/// What a group asked of the engine; between two of these it computed.
struct Step : Span {
  enum Kind { Start, Wait, Fence, End } kind;
  std::size_t copy = 0;     ///< Of Start: which of the group's copies.
  std::uint64_t ticket = 0; ///< Of Wait.
};

/// A work-group of a kernel that starts copies.
struct Group : Span {
  std::uint64_t number; ///< In the order of their running.
  std::vector<Copy> copies;
  std::vector<Step> steps;

  /// Nanoseconds in which it neither moved nor waited.
  std::uint64_t computing() const;
  /// Nanoseconds that its thread spent on copies, its own waiting included.
  std::uint64_t exposed() const { return length() - computing(); }
};

/// Work-groups that a thread ran one after the other.
struct Groups : Span {
  std::uint32_t thread;
  std::uint32_t launch;               ///< Index into Process::launches.
  std::uint64_t first, last;          ///< The one behind the last.
  std::vector<Group> withCopies = {}; ///< Those of them that started copies.
};

struct Launch {
  std::string kernel;
  std::uint64_t numGroups[3], localSize[3];
};

struct Command : Span {
  std::uint64_t address, queue;
  std::uint64_t queued, submitted;
  std::uint32_t type; ///< CL_COMMAND_*.
  std::int32_t status;
  std::uint32_t launch; ///< Index into Process::launches, or NoLaunch.
  std::vector<std::size_t> waitsFor = {}; ///< Indices into Process::commands.

  static constexpr std::uint32_t NoLaunch = UINT32_MAX;
};

struct BuildStage : Span {
  std::string name;
};

struct Build : Span {
  std::string what; ///< "build", "compile", "link" or "kernel".
  std::string kernel;
  bool succeeded;
  std::vector<BuildStage> stages; ///< None if the cache had it.
};

struct Process {
  std::uint32_t number = 0;
  std::string name;
  std::uint64_t lost = 0; ///< Records for which there was no room.
  std::vector<std::uint32_t> threads;
  std::vector<Launch> launches;
  std::vector<Groups> groups;
  std::vector<Command> commands; ///< In the order in which they were queued.
  std::vector<Build> builds;
};

/// Reads a file as trace/Record.h describes it.
llvm::Expected<Process> readProcess(llvm::StringRef Bytes);

/// Reads all of a folder, in the order of their numbers.
llvm::Expected<std::vector<Process>> readFolder(llvm::StringRef Path);

/// The time of the first event.
std::uint64_t beginOf(const std::vector<Process> &All);

} // namespace ferry::trace

#endif // FERRY_TRACE_TRACE_H
