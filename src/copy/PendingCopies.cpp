//===- PendingCopies.cpp - Copies that a group has started ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "copy/PendingCopies.h"

#include "copy/Movers.h"
#include "copy/TracedCopies.h"
#include "ferry/config.h"
#include "ferry/lazy.h"
#include "ferry/machine.h"
#include "trace/Recorder.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace ferry::copy {

namespace {

bool countsTime() {
  static constinit Lazy<bool> Asked;
  return Asked.get([] { return config::enabled(config::Variable::Stats); });
}

/// Adds the time it lives to a count, if that is asked for.
class WaitTimer {
public:
  explicit WaitTimer(std::uint64_t &Count)
      : Count(Count), Start(countsTime() ? now() : 0) {}
  ~WaitTimer() {
    if (Start)
      Count += now() - Start;
  }
  WaitTimer(const WaitTimer &) = delete;
  WaitTimer &operator=(const WaitTimer &) = delete;

private:
  static std::uint64_t now() {
    return std::uint64_t(
        std::chrono::steady_clock::now().time_since_epoch().count());
  }
  std::uint64_t &Count;
  const std::uint64_t Start;
};

std::uint32_t unclaimed(std::uint64_t Claim) { return std::uint32_t(Claim); }
std::uint64_t lap(std::uint64_t Claim) { return Claim >> 32 << 32; }

} // namespace

CopyCounts &CopyCounts::operator+=(const CopyCounts &Other) {
  copies += Other.copies;
  early += Other.early;
  bytes += Other.bytes;
  chunks += Other.chunks;
  helpedBytes += Other.helpedBytes;
  waited += Other.waited;
  return *this;
}

PendingCopies::PendingCopies(bool AreShared, config::Async Mode)
    : CopyRouter(AreShared, Mode),
      RunChunk(trace::isOn() ? &runChunkTraced : &runChunk) {
  lastTicket = earlierTicket = FirstTicket;
}

CopyCounts PendingCopies::takeCounts() { return std::exchange(Counts, {}); }

std::uint64_t PendingCopies::start(std::byte *Dst, const std::byte *Src,
                                   std::uint64_t LineBytes,
                                   const abi::CopyLines *Lines,
                                   std::uint64_t Ticket, abi::CopyWhen When) {
  if (Ticket == 0)
    Ticket = ++lastTicket;
  const std::uint64_t Bytes =
      Lines ? LineBytes * Lines->lines.count * Lines->planes.count : LineBytes;
  const CopyRoute Route = route(Dst, LineBytes, Lines, Bytes, When, Fence != 0);
  // The copies that must be complete when this one is, or in its way.
  if (pending != 0) {
    CopyPlan New;
    New.make(Dst, Src, LineBytes, Lines);
    completeBefore(New, Route.start == CopyRoute::Early || Bytes == 0);
  }
  if (Bytes == 0)
    return Ticket;
  ++Counts.copies;
  Counts.early += When == abi::CopyEarly;
  Counts.bytes += Bytes;
  // The system may have moved this thread to a helper's processor.
  if (Route.start == CopyRoute::Kept && config::setsAffinity())
    Where.renew();
  if (Route.start != CopyRoute::Kept &&
      runWithoutPlan(Dst, Src, LineBytes, Lines, Route.locality))
    ++Counts.chunks;
  else
    startPlan(Dst, Src, LineBytes, Lines, Ticket, Route);
  return Ticket;
}

/// Completes the copies that \p New needs: those that touch the same, and if it
/// is to be complete when it is started, those that a fence puts before it.
/// What touches the same from before a fence waits behind the fence.
void PendingCopies::completeBefore(const CopyPlan &New, bool IsEarly) {
  const bool IsLate = Mode == config::Async::Late;
  const std::uint64_t Last = End.load(std::memory_order_relaxed);
  auto FencesOf = [](const Entry &E) {
    return E.fence.load(std::memory_order_relaxed);
  };
  auto IsNeeded = [&](const Entry &E) {
    const bool IsFenced = FencesOf(E) < Fence;
    // Its destination would be poisoned before what comes first is done.
    if (IsLate)
      return IsFenced && mayTouchTheSame(New, E.plan);
    return IsFenced ? IsEarly : mayTouchTheSame(New, E.plan);
  };
  // Those need what a fence puts before them.
  std::uint32_t Before = 0;
  bool AnyNeeded = false;
  for (std::uint64_t I = Begin.load(std::memory_order_relaxed); I != Last; ++I)
    if (Entry &E = entry(I); E.open && IsNeeded(E)) {
      Before = std::max(Before, FencesOf(E));
      AnyNeeded = true;
    }
  if (AnyNeeded)
    completeUntil(Last, [&](const Entry &E) {
      return FencesOf(E) < Before || IsNeeded(E);
    });
}

/// Carries out a copy that needs a plan, or keeps it.
void PendingCopies::startPlan(std::byte *Dst, const std::byte *Src,
                              std::uint64_t LineBytes,
                              const abi::CopyLines *Lines, std::uint64_t Ticket,
                              CopyRoute Route) {
  std::uint64_t First = Begin.load(std::memory_order_relaxed);
  std::uint64_t Number = End.load(std::memory_order_relaxed);
  if (Number - First == Capacity) {
    WaitTimer Timer(Counts.waited);
    complete(entry(First));
    retire();
  }
  // Nobody else looks at a place in the ring while nothing can be claimed
  // there.
  Entry &E = entry(Number);
  E.plan.make(Dst, Src, LineBytes, Lines);
  E.plan.locality = Route.locality;
  if (Route.start != CopyRoute::Kept) {
    ++Counts.chunks;
    return runAll(E.plan);
  }
  // What this thread wrote past the caches may be what others copy now.
  if (mayStream())
    machine::orderStreams();
  E.ticket = Ticket;
  E.chunks = numChunks(E.plan);
  E.open = true;
  E.fence.store(Fence, std::memory_order_relaxed);
  if (Mode == config::Async::Late)
    poison(E.plan, Poison);
  E.unfinished.store(E.chunks, std::memory_order_relaxed);
  E.claim.store(lapOf(Number) | E.chunks, std::memory_order_release);
  End.store(Number + 1, std::memory_order_release);
  ++pending;
  Counts.chunks += E.chunks;
}

/// The copies that a fence puts before \p E must be complete.
void PendingCopies::complete(Entry &E) {
  std::uint32_t Mine = 0;
  std::uint64_t Claim = E.claim.load(std::memory_order_relaxed);
  while (unclaimed(Claim) != 0) {
    if (!E.claim.compare_exchange_weak(Claim, Claim - 1,
                                       std::memory_order_relaxed))
      continue;
    RunChunk(E.plan, E.chunks - unclaimed(Claim));
    ++Mine;
    Claim = E.claim.load(std::memory_order_relaxed);
  }
  if (Mine != 0)
    E.unfinished.fetch_sub(Mine, std::memory_order_release);
  // What others claimed, they are about to finish, unless the system has taken
  // their processor away.
  for (unsigned Spin = 1; E.unfinished.load(std::memory_order_acquire) != 0;
       ++Spin)
    Spin % 1024 ? machine::pause() : std::this_thread::yield();
  Counts.helpedBytes += E.plan.bytes / E.chunks * (E.chunks - Mine);
  // Behind a fence others may be writing there already.
  if (Mine != E.chunks && Fence == 0 && isLocal(E.plan.dst))
    makeExclusive(E.plan);
  E.open = false;
  --pending;
}

/// Gives free the places at the start of the ring whose copies are complete.
void PendingCopies::retire() {
  std::uint64_t First = Begin.load(std::memory_order_relaxed);
  std::uint64_t Last = End.load(std::memory_order_relaxed);
  while (First != Last && !entry(First).open)
    ++First;
  Begin.store(First, std::memory_order_release);
  if (First == Last)
    Fence = 0;
}

/// Completes those before \p Last that are wanted, in the order of their start.
template <typename Predicate>
void PendingCopies::completeUntil(std::uint64_t Last, Predicate IsWanted) {
  WaitTimer Timer(Counts.waited);
  for (std::uint64_t I = Begin.load(std::memory_order_relaxed); I != Last; ++I)
    if (Entry &E = entry(I); E.open && IsWanted(E))
      complete(E);
  retire();
}

void PendingCopies::finish() {
  if (Mode != config::Async::Late)
    return completeAll();
  const std::uint64_t Last = End.load(std::memory_order_relaxed);
  for (std::uint64_t I = Begin.load(std::memory_order_relaxed); I != Last; ++I)
    entry(I).open = false;
  pending = 0;
  retire();
}

void PendingCopies::completeAll() {
  completeUntil(End.load(std::memory_order_relaxed),
                [](const Entry &) { return true; });
}

void PendingCopies::wait(std::uint64_t Ticket) {
  std::uint64_t First = Begin.load(std::memory_order_relaxed);
  std::uint64_t Last = End.load(std::memory_order_relaxed);
  auto IsNamed = [&](const Entry &E) { return E.open && E.ticket == Ticket; };
  while (Last != First && !IsNamed(entry(Last - 1)))
    --Last;
  if (Last != First) {
    std::uint32_t Before =
        entry(Last - 1).fence.load(std::memory_order_relaxed);
    completeUntil(Last, [&](const Entry &E) {
      return E.ticket == Ticket ||
             E.fence.load(std::memory_order_relaxed) < Before;
    });
  } else if ((Ticket <= earlierTicket || Ticket > lastTicket) &&
             Mode != config::Async::Late) {
    completeAll();
  }
}

bool PendingCopies::help() {
  std::uint64_t First = Begin.load(std::memory_order_acquire);
  std::uint64_t Last = End.load(std::memory_order_acquire);
  // Of the copies that are not complete, the fewest fences before one. A copy
  // seen as complete, or gone from its place, stays so; hence what is read here
  // can only keep a chunk back that might be claimed.
  std::uint32_t OpenFence = UINT32_MAX;
  for (std::uint64_t Number = First; Number != Last; ++Number) {
    Entry &E = entry(Number);
    std::uint64_t Claim = E.claim.load(std::memory_order_acquire);
    if (lap(Claim) != lapOf(Number))
      return false;
    std::uint32_t Fence = E.fence.load(std::memory_order_relaxed);
    if (Fence > OpenFence)
      return false;
    while (unclaimed(Claim) != 0 && lap(Claim) == lapOf(Number))
      if (E.claim.compare_exchange_weak(Claim, Claim - 1,
                                        std::memory_order_acquire)) {
        RunChunk(E.plan, E.chunks - unclaimed(Claim));
        if (E.plan.locality == Locality::PastCaches)
          machine::orderStreams();
        E.unfinished.fetch_sub(1, std::memory_order_release);
        return true;
      }
    if (E.unfinished.load(std::memory_order_acquire) != 0)
      OpenFence = std::min(OpenFence, Fence);
  }
  return false;
}

} // namespace ferry::copy

using namespace ferry::copy;

extern "C" {

FerryEvent ferry_copy_start(ferry::abi::ThreadState *State, void *Dst,
                            const void *Src, std::uint64_t LineBytes,
                            const ferry::abi::CopyLines *Lines,
                            FerryEvent Event, std::uint32_t When) {
  return PendingCopies::of(State->copies)
      .start(static_cast<std::byte *>(Dst), static_cast<const std::byte *>(Src),
             LineBytes, Lines, Event, ferry::abi::CopyWhen(When));
}

void ferry_copy_wait(ferry::abi::ThreadState *State, FerryEvent Event) {
  PendingCopies::of(State->copies).wait(Event);
}

void ferry_copy_fence(ferry::abi::ThreadState *State) {
  PendingCopies::of(State->copies).fence();
}

void ferry_copy_finish(ferry::abi::ThreadState *State) {
  PendingCopies::of(State->copies).finish();
}

} // extern "C"
