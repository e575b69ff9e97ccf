//===- Slot.cpp - What a thread that runs kernels owns --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Slot.h"

#include <algorithm>
#include <bit>
#include <unistd.h>

namespace ferry::exec {

std::uint64_t localMemoryBytes() {
  static const std::uint64_t Bytes = [] {
    long Cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    std::uint64_t Half = Cache > 0 ? std::uint64_t(Cache) / 2 : 0;
    return std::clamp<std::uint64_t>(std::bit_floor(Half), 64 << 10, 1 << 20);
  }();
  return Bytes;
}

abi::ThreadState *Slot::prepare(std::uint64_t PrivateBytes) {
  if (!Local.reserve(localMemoryBytes()) || !Private.reserve(PrivateBytes))
    return nullptr;
  State.localMemory = Local.data();
  State.privateMemory = Private.data();
  State.copies = &Copies;
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

} // namespace ferry::exec
