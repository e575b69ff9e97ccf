//===- ComputeUnit.cpp - What a thread that runs kernels owns -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/ComputeUnit.h"

#include "exec/Caches.h"
#include "exec/FaultReport.h"
#include "exec/Fork.h"
#include "exec/Tuning.h"
#include "ferry/config.h"
#include "ferry/lazy.h"
#include "ferry/machine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <sched.h>

namespace ferry::exec {

/// Bytes from the start of a page to local memory. Tiles of global memory often
/// start on a page; a processor that tells addresses apart by their place in
/// the page would take loads from one for loads of what it just stored to the
/// other.
static constexpr std::size_t LocalShift = 2048;
static_assert(LocalShift >= abi::LocalReadAround);

std::uint64_t localMemoryBytes() {
  static constinit Lazy<std::uint64_t> Bytes;
  return Bytes.get([] {
    std::uint64_t Half = std::bit_floor(privateCacheBytes() / 2);
    return std::clamp<std::uint64_t>(Half, 64 << 10, 1 << 20);
  });
}

abi::ThreadState *ComputeUnit::prepare(std::uint64_t PrivateBytes,
                                       std::uint64_t TimesCaches, bool AreApart,
                                       EnqueuingLaunch *Launch) {
  if (!Local.reserve(LocalShift + localMemoryBytes() + abi::LocalReadAround) ||
      !Private.reserve(PrivateBytes) || !Stack.reserve())
    return nullptr;
  State.localMemory = Local.data() + LocalShift;
  State.localBytes = localMemoryBytes();
  State.privateMemory = Private.data();
  Copies.prepare(State.localMemory, State.localMemory + localMemoryBytes(),
                 TimesCaches, AreApart);
  State.copies = Copies.state();
  State.printfSink = &Sink;
  State.launch = Launch;
  return &State;
}

/// For changes of the list of all.
static ForkMutex TablesMutex;

ComputeUnits::ComputeUnits(unsigned Count)
    : Count(Count), Table(std::make_unique<ComputeUnit[]>(Count)) {
  std::lock_guard Lock(TablesMutex);
  NextTable.store(First.load());
  First.store(this);
}

ComputeUnits::~ComputeUnits() {
  std::lock_guard Lock(TablesMutex);
  std::atomic<ComputeUnits *> *Link = &First;
  while (Link->load() != this)
    Link = &Link->load()->NextTable;
  Link->store(NextTable.load());
}

const ComputeUnit *ComputeUnits::findByStack(std::uintptr_t Address) {
  for (const ComputeUnits *Of = First.load(); Of; Of = Of->NextTable.load())
    for (unsigned I = 0; I != Of->Count; ++I) {
      const GuardedMemory &Stack = Of->Table[I].stack().memory();
      if (Stack.data() && (Stack.contains(Address) ||
                           Stack.guardOf(Address) != GuardedMemory::None))
        return &Of->Table[I];
    }
  return nullptr;
}

ComputeUnit *ComputeUnits::take() {
  static thread_local bool IsPrepared = false;
  // A thread that comes back finds its memory in its cache.
  static thread_local unsigned Last = 0;
  if (!IsPrepared) [[unlikely]] {
    IsPrepared = true;
    prepareThreadForFaults();
  }
  for (unsigned I = 0; I != Count; ++I) {
    unsigned At = (Last + I) % Count;
    ComputeUnit &CU = Table[At];
    if (!CU.Taken.load() && !CU.Taken.exchange(true)) {
      Last = At;
      return &CU;
    }
  }
  return nullptr;
}

bool ComputeUnits::anyFree() const {
  for (unsigned I = 0; I != Count; ++I)
    if (!Table[I].Taken.load())
      return true;
  return false;
}

void ComputeUnits::spread(ComputeUnit &Mine, bool MayMove) {
  if (Count == 1 || Count > tuning::MaxProcessors || !config::setsAffinity())
    return;
  Mine.where().renew();
  const std::uint64_t Now = machine::cycles();
  if (!MayMove || Now < Mine.NextLook)
    return;
  Mine.NextLook = Now + tuning::LookCycles;
  const int Here = Mine.where().processor(Now);
  for (unsigned I = 0; I != Count && Here >= 0; ++I)
    if (&Table[I] != &Mine && Table[I].where().processor(Now) == Here) {
      Mine.NextLook = Now + tuning::MoveCycles;
      // One at a time, or two would go to the same place.
      if (IsMoving.exchange(true))
        return;
      move(Mine, Now);
      IsMoving.store(false);
      return;
    }
}

/// Moves the calling thread to a processor that is not noted, if there is one.
void ComputeUnits::move(ComputeUnit &Mine, std::uint64_t Now) {
  cpu_set_t Allowed, Others, Any, Then;
  if (sched_getaffinity(0, sizeof(Allowed), &Allowed) != 0 ||
      CPU_COUNT(&Allowed) > int(tuning::MaxProcessors))
    return;
  Others = Allowed;
  for (unsigned I = 0; I != Count; ++I)
    if (const int At = Table[I].where().processor(Now); At >= 0)
      CPU_CLR(At, &Others);
  if (CPU_COUNT(&Others) == 0 ||
      sched_setaffinity(0, sizeof(Others), &Others) != 0)
    return;
  Mine.where().renew();
  // It may go on to anywhere. Linux keeps what is asked for: if that is all,
  // the thread has its part when its group is given more.
  std::memset(&Any, 0xff, sizeof(Any));
  if (sched_setaffinity(0, sizeof(Any), &Any) != 0 ||
      sched_getaffinity(0, sizeof(Then), &Then) != 0 ||
      !CPU_EQUAL(&Then, &Allowed))
    sched_setaffinity(0, sizeof(Allowed), &Allowed);
}

bool ComputeUnits::helpWithCopies() {
  for (unsigned I = 0; I != Count; ++I)
    if (Table[I].Copies.anyToHelp() && Table[I].Copies.help())
      return true;
  return false;
}

} // namespace ferry::exec

std::int32_t ferry_address_space(const void *Pointer) {
  using namespace ferry::exec;
  auto Number = [](const void *P) {
    return reinterpret_cast<std::uintptr_t>(P);
  };
  const std::uintptr_t Address = Number(Pointer);
  // Called on the stack of the group that asks.
  const ComputeUnit *Here =
      ComputeUnits::findByStack(Number(__builtin_frame_address(0)));
  if (Here && Here->local().contains(Address))
    return 3;
  return Here && (Here->stack().memory().contains(Address) ||
                  Here->privateMemory().contains(Address))
             ? 0
             : 1;
}
