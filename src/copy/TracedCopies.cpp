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

static void noteSince(std::uint64_t Begin, Kind What, std::uint64_t Value) {
  trace::note({What, 0, Begin, trace::now(), {Value}});
}

FerryEvent startTraced(abi::ThreadState *State, void *Dst, const void *Src,
                       std::uint64_t LineBytes, const abi::CopyLines *Lines,
                       FerryEvent Event, std::uint32_t When) {
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
  trace::note({Kind::CopyStart,
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
  const std::uint64_t Begin = trace::now();
  ferry_copy_wait(State, Event);
  noteSince(Begin, Kind::CopyWait, Event);
}

void fenceTraced(abi::ThreadState *State) {
  const std::uint64_t Begin = trace::now();
  ferry_copy_fence(State);
  noteSince(Begin, Kind::CopyFence, 0);
}

void finishTraced(abi::ThreadState *State) {
  const std::uint64_t Begin = trace::now();
  ferry_copy_finish(State);
  noteSince(Begin, Kind::GroupEnd, 0);
}

void runChunkTraced(const CopyPlan &Plan, std::uint32_t Chunk) {
  const std::uint64_t Begin = trace::now();
  runChunk(Plan, Chunk);
  trace::note(
      {Kind::Chunk, Chunk, Begin, trace::now(), {std::uint64_t(&Plan)}});
}

} // namespace ferry::copy
