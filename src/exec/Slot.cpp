//===- Slot.cpp - What a thread that runs kernels owns --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Slot.h"

#include "exec/Caches.h"

#include <algorithm>
#include <bit>
#include <immintrin.h>
#include <sched.h>

namespace ferry::exec {

/// Bytes from the start of a page to local memory. Tiles of global memory often
/// start on a page; a processor that tells addresses apart by their place in
/// the page would take loads from one for loads of what it just stored to the
/// other.
static constexpr std::size_t LocalShift = 2048;
static_assert(LocalShift >= abi::LocalReadAround);

/// Cycles of the time-stamp counter that a thread stays where it is, at least.
static constexpr std::uint64_t MoveCycles = 2'000'000;

std::uint64_t localMemoryBytes() {
  static const std::uint64_t Bytes = [] {
    std::uint64_t Half = std::bit_floor(privateCacheBytes() / 2);
    return std::clamp<std::uint64_t>(Half, 64 << 10, 1 << 20);
  }();
  return Bytes;
}

abi::ThreadState *Slot::prepare(const void *Kernel, std::uint64_t PrivateBytes,
                                std::uint64_t TimesCaches) {
  if (!Local.reserve(LocalShift + localMemoryBytes() + abi::LocalReadAround) ||
      !Private.reserve(PrivateBytes))
    return nullptr;
  State.localMemory = Local.data() + LocalShift;
  State.privateMemory = Private.data();
  Copies.prepare(Kernel, State.localMemory,
                 State.localMemory + localMemoryBytes(), TimesCaches);
  State.copies = Copies.state();
  State.printfSink = &Sink;
  return &State;
}

SlotTable::SlotTable(unsigned Count)
    : Count(Count), Table(std::make_unique<Slot[]>(Count)) {}

Slot *SlotTable::take() {
  // A thread that comes back finds its memory in its cache.
  static thread_local unsigned Last = 0;
  for (unsigned I = 0; I != Count; ++I) {
    unsigned At = (Last + I) % Count;
    Slot &S = Table[At];
    if (!S.Taken.load() && !S.Taken.exchange(true)) {
      Last = At;
      return &S;
    }
  }
  return nullptr;
}

bool SlotTable::anyFree() const {
  for (unsigned I = 0; I != Count; ++I)
    if (!Table[I].Taken.load())
      return true;
  return false;
}

void SlotTable::spread(Slot &Mine, bool MayMove) {
  const int Here = Mine.Copies.noteProcessor();
  if (!MayMove)
    return;
  for (unsigned I = 0; I != Count; ++I)
    if (Table[I].processor() == Here && &Table[I] != &Mine)
      return move(Mine);
}

void SlotTable::move(Slot &Mine) {
  const std::uint64_t Now = __rdtsc();
  // One at a time, or two would go to the same place.
  if (Now - Mine.LastMove < MoveCycles || IsMoving.exchange(true))
    return;
  Mine.LastMove = Now;
  cpu_set_t All, Others;
  if (sched_getaffinity(0, sizeof(All), &All) == 0) {
    Others = All;
    for (unsigned I = 0; I != Count; ++I)
      if (const int At = Table[I].processor(); At >= 0)
        CPU_CLR(At, &Others);
    // The thread moves at once, and may go on to anywhere afterwards.
    if (CPU_COUNT(&Others) != 0 &&
        sched_setaffinity(0, sizeof(Others), &Others) == 0)
      sched_setaffinity(0, sizeof(All), &All);
    Mine.Copies.noteProcessor();
  }
  IsMoving.store(false);
}

bool SlotTable::helpWithCopies() {
  for (unsigned I = 0; I != Count; ++I)
    if (Table[I].Copies.anyToHelp() && Table[I].Copies.help())
      return true;
  return false;
}

} // namespace ferry::exec
