//===- PendingCopies.cpp - Copies that a group has started ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/PendingCopies.h"

#include "ferry/abi.h"

#include <algorithm>
#include <new>

namespace ferry::copy {

/// Copies up to this size are carried out when they are started: keeping them
/// costs as much.
static constexpr std::uint64_t AtOnceBytes = 1024;

void PendingCopies::run(const CopyPlan &Plan) {
  for (std::uint64_t Chunk = 0, End = numChunks(Plan); Chunk != End; ++Chunk)
    runChunk(Plan, Chunk);
}

std::uint64_t PendingCopies::start(const CopyPlan &Plan, std::uint64_t Ticket) {
  if (Ticket == 0)
    Ticket = ++LastTicket;
  if (bytesOf(Plan) > AtOnceBytes) {
    try {
      Pending.push_back({Plan, Ticket});
      return Ticket;
    } catch (const std::bad_alloc &) {
      // Generated code knows no exceptions; the copy is only not delayed.
    }
  }
  run(Plan);
  return Ticket;
}

void PendingCopies::wait(std::uint64_t Ticket) {
  auto IsNamed = [&](const PendingCopy &C) { return C.ticket == Ticket; };
  bool IsKnown = (Ticket >= 1 && Ticket <= LastTicket) ||
                 std::any_of(Pending.begin(), Pending.end(), IsNamed);
  auto Keep = Pending.begin();
  for (PendingCopy &C : Pending) {
    if (!IsKnown || IsNamed(C))
      run(C.plan);
    else
      *Keep++ = C;
  }
  Pending.erase(Keep, Pending.end());
}

void PendingCopies::finish() {
  for (PendingCopy &C : Pending)
    run(C.plan);
  Pending.clear();
  LastTicket = 0;
}

static PendingCopies &copiesOf(abi::ThreadState *State) {
  return *static_cast<PendingCopies *>(State->copies);
}

} // namespace ferry::copy

using namespace ferry::copy;

extern "C" {

FerryEvent ferry_copy_start(ferry::abi::ThreadState *State, void *Dst,
                            const void *Src, std::uint64_t ElementBytes,
                            std::uint64_t Count, std::uint64_t DstStride,
                            std::uint64_t SrcStride, FerryEvent Event) {
  return copiesOf(State).start(planCopy(static_cast<std::byte *>(Dst),
                                        static_cast<const std::byte *>(Src),
                                        ElementBytes, Count, DstStride,
                                        SrcStride),
                               Event);
}

void ferry_copy_wait(ferry::abi::ThreadState *State, std::int32_t NumEvents,
                     const FerryEvent *Events) {
  PendingCopies &Copies = copiesOf(State);
  // Nothing is read of the list that need not be: programs in the wild give
  // more than it holds.
  for (std::int32_t I = 0; I < NumEvents && !Copies.empty(); ++I)
    Copies.wait(Events[I]);
}

void ferry_copy_finish(ferry::abi::ThreadState *State) {
  copiesOf(State).finish();
}

} // extern "C"
