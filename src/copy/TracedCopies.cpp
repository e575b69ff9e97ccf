//===- TracedCopies.cpp - Copies that are noted for a trace ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/TracedCopies.h"

#include "copy/PendingCopies.h"
#include "trace/Recorder.h"

namespace ferry::copy {

using trace::Kind;

namespace {

/// Records from which on a thread does not note every group's, and how many
/// times as long as noting a group's may take, about, it then notes none: less
/// than 5 % of the time.
constexpr std::uint64_t NumInFull = 20'000;
constexpr std::uint64_t RecordNanoseconds = 60;
constexpr std::uint64_t SilentTimes = 25;

/// What a thread notes.
struct Noting {
  bool isOn = true;
  std::uint32_t skipped = 0; ///< Groups since the last that was noted.
  std::uint64_t groupBegin = 0;
  std::uint64_t numRecords = 0, numBefore = 0; ///< In all; before the group.
  std::uint64_t silentUntil = 0;

  void note(const trace::Record &What) {
    ++numRecords;
    trace::note(What);
  }
  void noteSince(std::uint64_t Begin, Kind What, std::uint64_t Value) {
    note({What, 0, Begin, trace::now(), {Value}});
  }
};

thread_local Noting Mine;

} // namespace

void beginTraced() {
  Mine.skipped = 0;
  Mine.groupBegin = trace::now();
  Mine.isOn = Mine.groupBegin >= Mine.silentUntil;
}

FerryEvent startTraced(abi::ThreadState *State, void *Dst, const void *Src,
                       std::uint64_t LineBytes, const abi::CopyLines *Lines,
                       FerryEvent Event, std::uint32_t When) {
  if (!Mine.isOn)
    return ferry_copy_start(State, Dst, Src, LineBytes, Lines, Event, When);
  const PendingCopies &Copies = PendingCopies::of(State->copies);
  const std::uint64_t NumKept = Copies.numKept();
  const std::uint64_t Begin = trace::now();
  Event = ferry_copy_start(State, Dst, Src, LineBytes, Lines, Event, When);
  const bool IsKept = Copies.numKept() != NumKept;
  const auto IsLocal = [&](const void *P) {
    return Copies.isLocal(static_cast<const std::byte *>(P));
  };
  const std::uint64_t NumPlanes = Lines ? Lines->planes.count : 1;
  const std::uint64_t NumLines = Lines ? Lines->lines.count * NumPlanes : 1;
  Mine.note({Kind::CopyStart,
             (IsLocal(Src) ? trace::FromLocal : 0u) |
                 (IsLocal(Dst) ? trace::ToLocal : 0u) |
                 (When == abi::CopyEarly ? trace::IsEarly : 0u),
             Begin,
             trace::now(),
             {Event, IsKept ? std::uint64_t(&Copies.lastPlan()) : 0, NumLines,
              NumPlanes, LineBytes * NumLines}});
  return Event;
}

void waitTraced(abi::ThreadState *State, FerryEvent Event) {
  if (!Mine.isOn)
    return ferry_copy_wait(State, Event);
  const std::uint64_t Begin = trace::now();
  ferry_copy_wait(State, Event);
  Mine.noteSince(Begin, Kind::CopyWait, Event);
}

void fenceTraced(abi::ThreadState *State) {
  if (!Mine.isOn)
    return ferry_copy_fence(State);
  const std::uint64_t Begin = trace::now();
  ferry_copy_fence(State);
  Mine.noteSince(Begin, Kind::CopyFence, 0);
}

void finishTraced(abi::ThreadState *State) {
  const std::uint64_t Begin = trace::now();
  ferry_copy_finish(State);
  const std::uint64_t Now = trace::now();
  if (Mine.isOn) {
    Mine.note({Kind::GroupEnd, Mine.skipped, Begin, Now, {Mine.groupBegin}});
    Mine.skipped = 0;
    if (Mine.numRecords > NumInFull)
      Mine.silentUntil = Now + (Mine.numRecords - Mine.numBefore) *
                                   RecordNanoseconds * SilentTimes;
  } else {
    ++Mine.skipped;
  }
  Mine.numBefore = Mine.numRecords;
  Mine.groupBegin = Now;
  Mine.isOn = Now >= Mine.silentUntil;
}

void runChunkTraced(const CopyPlan &Plan, std::uint32_t Chunk) {
  const std::uint64_t Begin = trace::now();
  runChunk(Plan, Chunk);
  trace::note(
      {Kind::Chunk, Chunk, Begin, trace::now(), {std::uint64_t(&Plan)}});
}

} // namespace ferry::copy
