//===- Scheduler.cpp - Who runs what, and where ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Scheduler.h"

#include "exec/Pool.h"
#include "ferry/config.h"

#include <algorithm>
#include <chrono>
#include <immintrin.h>
#include <thread>
#include <utility>

namespace ferry::exec {

namespace {
/// Nanoseconds that one claim should take: long beside what claiming costs,
/// short beside what a thread may wait at the end for the others.
constexpr std::uint64_t ChunkNanoseconds = 100'000;
/// And at least that long, even at the end.
constexpr std::uint64_t LeastChunkNanoseconds = 1'500;
/// Work below this is done before another thread has woken up.
constexpr std::uint64_t ShareNanoseconds = 40'000;
/// Work below this is not worth sharing with one that is awake.
constexpr std::uint64_t ShareAwakeNanoseconds = 10'000;
/// Claims for each thread, so that they finish about the same time.
constexpr std::uint64_t ChunksPerThread = 4;
/// Work below this is measured now and then, not each time.
constexpr std::uint64_t SampleNanoseconds = 5'000;
constexpr unsigned SamplePeriod = 16;
/// Cycles of the time-stamp counter, which costs less to read than a clock:
/// work that was expected below SampleNanoseconds and took longer has changed
/// its ways (the same kernel may be given a small or a large number).
constexpr std::uint64_t SurpriseCycles = 100'000;
/// A waiting thread spins this long before it sleeps.
constexpr std::uint64_t SpinNanoseconds = 20'000;
/// A pool thread looks for more work so long.
constexpr std::uint64_t LingerNanoseconds = 50'000;
/// A thread that helps with async copies looks for the next one this long
/// before it takes naps, or a moment if it has found none since the last nap;
/// and naps so long: the groups cannot wake it, as that would cost them a call
/// of the system for each copy.
constexpr std::uint64_t CopySpinNanoseconds = 100'000;
constexpr std::uint64_t CopyLookNanoseconds = 10'000;
constexpr std::uint64_t CopyNapNanoseconds = 50'000;
} // namespace

std::uint64_t nowNanoseconds() {
  return std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                           std::chrono::steady_clock::now().time_since_epoch())
                           .count());
}

void CostEstimate::learn(std::uint64_t Elapsed, std::uint64_t Cost) {
  // More than 4 ms for a unit of cost all count as 4 ms.
  std::uint64_t New = std::clamp<std::uint64_t>(
      Elapsed < UINT64_MAX / 1000 ? Elapsed * 1000 / Cost : UINT32_MAX, 1,
      UINT32_MAX);
  std::uint64_t Old = Value.load(std::memory_order_relaxed);
  // A short time is mostly the clock's and the caches' own: it bounds the cost
  // from above. Where two threads learn at once one lesson is lost.
  if (Old != 0)
    New = Elapsed < 2000 ? std::min(Old, New) : (Old + New + 1) / 2;
  Value.store(std::uint32_t(New), std::memory_order_relaxed);
}

std::uint64_t Work::expectedNanoseconds(std::uint64_t Count) const {
  if (!Cost)
    return 0;
  // In double: the product of three large numbers may overflow.
  double Picoseconds =
      double(Cost->picoseconds()) * double(CostPerUnit) * double(Count);
  return std::uint64_t(std::min(Picoseconds / 1000, 1e15));
}

std::uint64_t Work::shortNanoseconds() const {
  if (StartsCopies)
    return 0;
  if (!Cost) // One thread runs it all, for as long as that takes.
    return Units ? ShareAwakeNanoseconds : 1;
  const std::uint64_t Expected = expectedNanoseconds(Units);
  return Cost->picoseconds() && Expected < ShareAwakeNanoseconds
             ? std::max<std::uint64_t>(Expected, 1)
             : 0;
}

void Work::runMeasured(Slot &Where, std::uint64_t First, std::uint64_t Last) {
  if (Cost->picoseconds() &&
      expectedNanoseconds(Last - First) < SampleNanoseconds &&
      !Where.isNth(SamplePeriod)) {
    std::uint64_t Start = __rdtsc();
    run(Where, First, Last);
    if (__rdtsc() - Start > SurpriseCycles)
      Cost->forget();
    return;
  }
  std::uint64_t Start = nowNanoseconds();
  run(Where, First, Last);
  Cost->learn(nowNanoseconds() - Start, (Last - First) * CostPerUnit);
}

Scheduler::Scheduler(unsigned Concurrency, Processors BoundTo)
    : Concurrency(Concurrency), BoundTo(std::move(BoundTo)),
      Slots(Concurrency) {}

Scheduler::~Scheduler() {
  if (Workers)
    Workers->waitUntilEmpty();
}

//===----------------------------------------------------------------------===//
// The two lists
//===----------------------------------------------------------------------===//

void Scheduler::append(List &To, Work &W) {
  W.NextInList = nullptr;
  (To.Head ? To.Tail->NextInList : To.Head) = &W;
  To.Tail = &W;
}

void Scheduler::submit(Work &New) {
  std::lock_guard Lock(Mutex);
  append(Ready, New);
  NumReady.fetch_add(1);
}

/// Ready work first: published work has somebody already.
Work *Scheduler::take() {
  if (!hasWork())
    return nullptr;
  std::lock_guard Lock(Mutex);
  if (Work *W = Ready.Head) {
    Ready.Head = W->NextInList;
    NumReady.fetch_sub(1);
    return W;
  }
  if (Work *W = Shared.Head) {
    W->Users.fetch_add(1, std::memory_order_relaxed);
    return W;
  }
  return nullptr;
}

void Scheduler::publish(Work &W, bool FromPool, std::uint64_t Nanoseconds) {
  {
    std::lock_guard Lock(Mutex);
    W.Published = W.Listed = true;
    W.Users.store(2, std::memory_order_relaxed);
    append(Shared, W);
    NumPublished.fetch_add(1);
  }
  std::uint64_t Worth = Nanoseconds / ShareNanoseconds;
  askHelpers(unsigned(std::min<std::uint64_t>(Worth, Concurrency - 1)) +
             (FromPool ? 1 : 0));
}

/// The last of its users ends published work, so that nobody looks at it
/// afterwards.
void Scheduler::leave(Work &W, bool Exhausted) {
  if (!W.Published) {
    W.end();
    return;
  }
  if (Exhausted) {
    std::lock_guard Lock(Mutex);
    if (W.Listed) {
      Work **Link = &Shared.Head;
      Work *Before = nullptr;
      while (*Link != &W) {
        Before = *Link;
        Link = &Before->NextInList;
      }
      *Link = W.NextInList;
      if (Shared.Tail == &W)
        Shared.Tail = Before;
      W.Listed = false;
      NumPublished.fetch_sub(1);
      W.Users.fetch_sub(1, std::memory_order_relaxed);
    }
  }
  if (W.Users.fetch_sub(1, std::memory_order_acq_rel) == 1)
    W.end();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Whether the last work that one awake thread could have helped with has just
/// been begun, too.
bool Scheduler::followsAnother() {
  std::uint64_t Now = nowNanoseconds();
  return Now - LastShort.exchange(Now) < ShareNanoseconds + LingerNanoseconds;
}

std::uint64_t Scheduler::chunkOf(const Work &W) const {
  std::uint64_t Claimed = W.Next.load(std::memory_order_relaxed);
  std::uint64_t Remaining = W.Units - std::min(Claimed, W.Units);
  std::uint64_t Expected = W.expectedNanoseconds(Remaining);
  if (Expected == 0) // Unknown, or too little to measure.
    return W.Cost->picoseconds() ? std::max<std::uint64_t>(Remaining, 1) : 1;
  if (!W.Published && Expected < ShareNanoseconds)
    return Remaining;
  auto Lasting = [&](std::uint64_t Nanoseconds) {
    double Share = double(Nanoseconds) / double(Expected);
    return std::uint64_t(double(Remaining) * std::min(Share, 1.0));
  };
  std::uint64_t Fair = Remaining / (ChunksPerThread * Concurrency);
  std::uint64_t Chunk =
      std::max<std::uint64_t>({std::min(Lasting(ChunkNanoseconds), Fair),
                               Lasting(LeastChunkNanoseconds), 1});
  const std::uint64_t Beyond = (Claimed + Chunk) % W.UnitsPerRow;
  // What lies side by side is best read by one thread, but for the last row:
  // there it counts that all finish about the same time.
  std::uint64_t Missing = W.UnitsPerRow - Beyond;
  if (Beyond < Chunk && Beyond <= Missing)
    return Chunk - Beyond;
  return Missing < Chunk && Chunk + Missing < Remaining ? Chunk + Missing
                                                        : Chunk;
}

/// Before a thread claims units: sees to it that others claim some, too, if
/// what is left takes long, or may take long for all that is known. In that
/// case every thread brings one more.
void Scheduler::share(Work &W, bool FromPool) {
  std::uint64_t Claimed = W.Next.load(std::memory_order_relaxed);
  if (Concurrency == 1 || Claimed + 1 >= W.Units)
    return;
  std::uint64_t Left = W.expectedNanoseconds(W.Units - Claimed);
  bool IsKnown = W.Cost->picoseconds() != 0;
  if (!W.Published) {
    const bool IsAnybodyAwake = Idle.load() != 0;
    if (!IsKnown ||
        Left >= (IsAnybodyAwake ? ShareAwakeNanoseconds : ShareNanoseconds))
      publish(W, FromPool, Left);
    else if (Left >= ShareAwakeNanoseconds && followsAnother())
      askHelpers(FromPool ? 2 : 1); // For those that follow.
  }
  if (!IsKnown)
    askHelpers(Running.load() + 1);
}

void Scheduler::runWork(Work &W, Slot &Where,
                        const std::atomic<std::int32_t> *Value,
                        Predicate IsDone) {
  if (!W.Cost) {
    if (W.Units)
      W.run(Where, 0, W.Units);
    if (!Where.printf().empty())
      Where.printf().flush();
    leave(W, true);
    return;
  }
  bool Exhausted = true;
  Idle.fetch_sub(1);
  for (;;) {
    Slots.spread(Where, /*MayMove=*/!Value && !Pool::hasEnded());
    share(W, !Value);
    std::uint64_t Chunk = chunkOf(W);
    std::uint64_t First;
    if (W.Published) {
      First = W.Next.fetch_add(Chunk, std::memory_order_relaxed);
    } else {
      First = W.Next.load(std::memory_order_relaxed);
      W.Next.store(First + Chunk, std::memory_order_relaxed);
    }
    if (First >= W.Units)
      break;
    std::uint64_t Last = First + std::min(Chunk, W.Units - First);
    W.runMeasured(Where, First, Last);
    if (Last == W.Units)
      break;
    bool Leave = Value && IsDone(Value->load(std::memory_order_acquire));
    if (!W.Published && Leave)
      publish(W, !Value, W.expectedNanoseconds(W.Units - Last));
    // Work that nobody has taken yet is not kept waiting by long work.
    if (W.Published && (Leave || NumReady.load(std::memory_order_relaxed))) {
      Exhausted = false;
      break;
    }
  }
  if (!Where.printf().empty())
    Where.printf().flush();
  Idle.fetch_add(1);
  leave(W, Exhausted);
}

/// The scheduler whose work the thread is in the middle of.
static thread_local const Scheduler *HelpingNow = nullptr;

/// \param Value what the caller waits for; null for one that does not wait.
Scheduler::Left Scheduler::help(const std::atomic<std::int32_t> *Value,
                                Predicate IsDone) {
  for (bool IsFirst = true;; IsFirst = false) {
    if (Value && IsDone(Value->load(std::memory_order_acquire))) {
      wake();
      return Left::Done;
    }
    if (!hasWork() && (Value || !IsFirst))
      return Left::Nothing;
    Slot *Where = Slots.take();
    if (!Where)
      return Left::NoSlot;
    const Scheduler *const Before = std::exchange(HelpingNow, this);
    Idle.fetch_add(1);
    bool Done = false;
    auto Next = [&]() -> Work * {
      if (Done)
        return nullptr;
      Work *W = take();
      return W || Value ? W : linger();
    };
    while (Work *W = Next()) {
      if (!W->Published) {
        if (!W->begin()) {
          W->end();
          W = nullptr;
        } else if (NumReady.load(std::memory_order_relaxed)) {
          // More than this thread can do at once; worth a thread if this work
          // is long, or might be.
          std::uint64_t Others = NumReady.load(std::memory_order_relaxed);
          std::uint64_t Expected = W->expectedNanoseconds(W->Units);
          if (W->Units &&
              (Expected == 0 || Expected * Others > ShareNanoseconds))
            askHelpers(unsigned(std::min<std::uint64_t>(
                Concurrency, Others + (Value ? 0 : 1))));
        }
      }
      if (W) {
        if (!Value)
          Running.fetch_add(1);
        bool Copies = W->StartsCopies; // The work may be gone afterwards.
        if (Copies) {
          Copying.fetch_add(1);
          askForCopies(*W, !Value);
        }
        runWork(*W, *Where, Value, IsDone);
        if (Copies)
          Copying.fetch_sub(1);
        if (!Value)
          Running.fetch_sub(1);
      }
      Done = Value && IsDone(Value->load(std::memory_order_acquire));
    }
    Idle.fetch_sub(1);
    Slots.giveBack(*Where);
    HelpingNow = Before;
    // Once more: somebody may have submitted work, found no slot, and relies on
    // this thread.
  }
}

/// Looks for more work for a while: launches often follow one another sooner
/// than a thread wakes up. One processor is left to the host.
/// \returns null if there is none.
Work *Scheduler::linger() {
  Work *Found = nullptr;
  if (Lingering.fetch_add(1) + 1 < Concurrency) {
    std::uint64_t Start = nowNanoseconds();
    for (unsigned Spin = 1; Copying.load() == 0 && !Pool::hasEnded(); ++Spin) {
      Found = take();
      if (Found ||
          (Spin % 16 == 0 && nowNanoseconds() - Start >= LingerNanoseconds))
        break;
      _mm_pause();
    }
  }
  Lingering.fetch_sub(1);
  return Found;
}

/// Waits for a while without sleeping.
/// \returns true if there is work for this thread.
bool Scheduler::spin(const std::atomic<std::int32_t> &Value, Predicate IsDone) {
  std::uint64_t Start = 0;
  for (unsigned Spin = 1; !IsDone(Value.load(std::memory_order_acquire));
       ++Spin) {
    if (hasWork() && Slots.anyFree())
      return true;
    _mm_pause();
    if (Spin % 16 != 0)
      continue;
    std::uint64_t Now = nowNanoseconds();
    Start = Start ? Start : Now;
    if (Now - Start >= SpinNanoseconds)
      break;
  }
  return false;
}

void Scheduler::wait(const std::atomic<std::int32_t> &Value, Predicate IsDone) {
  while (help(&Value, IsDone) != Left::Done) {
    Idle.fetch_add(1);
    const bool HasWork = spin(Value, IsDone);
    Idle.fetch_sub(1);
    if (HasWork)
      continue;
    // From here on the pool runs what becomes ready.
    std::int32_t Seen = Value.load(std::memory_order_acquire);
    if (!IsDone(Seen))
      Value.wait(Seen, std::memory_order_acquire);
  }
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

void Scheduler::wake() {
  if (!hasWork())
    return;
  if (Pool::isUsable()) {
    // A helper that is not in the middle of something looks for work before it
    // leaves.
    const std::uint32_t Busy = Running.load();
    if (Helpers.load() > Busy || !Slots.anyFree() || askHelpers(Busy + 1))
      return;
  }
  // Who is in the middle of something looks for work before he leaves, too.
  if (HelpingNow != this)
    help(nullptr, nullptr);
}

void Scheduler::makePool() {
  // Not std::call_once: see src/copy/CMakeLists.txt.
  if (IsPoolMade.load(std::memory_order_acquire))
    return;
  std::lock_guard Lock(PoolMutex);
  if (IsPoolMade.load(std::memory_order_relaxed))
    return;
  Workers = Pool::make(*this);
  IsPoolMade.store(true, std::memory_order_release);
}

/// Sees to it that there are \p Wanted helpers, or all that there may be.
/// \returns false if some cannot be had: this thread has to look for work
///          before it leaves.
bool Scheduler::askHelpers(unsigned Wanted) {
  Wanted = std::min(Wanted, Concurrency);
  std::uint32_t Now = Helpers.load();
  while (Now < Wanted)
    if (Helpers.compare_exchange_weak(Now, Wanted)) {
      makePool();
      if (Workers)
        return Workers->start(Wanted - Now);
      Helpers.fetch_sub(Wanted - Now);
      return false;
    }
  return true;
}

/// Sees to it that idle threads help with the copies of work that takes long
/// enough for them to wake up.
void Scheduler::askForCopies(const Work &W, bool FromPool) {
  std::uint64_t Expected = W.expectedNanoseconds(W.Units);
  if (W.Published || (Expected != 0 && Expected < ShareNanoseconds))
    return;
  // Work of which nothing is known is worth one.
  std::uint64_t Worth = std::max<std::uint64_t>(Expected / ShareNanoseconds, 1);
  askHelpers(unsigned(std::min<std::uint64_t>(Worth, Concurrency - 1)) +
             (FromPool ? 1 : 0));
}

/// Helps with the async copies of groups that other threads run, until there is
/// work or no such group.
/// \returns false if all slots are taken: then no processor is idle.
bool Scheduler::helpWithCopies() {
  const struct Present {
    Present() { copy::PendingCopies::Helpers.fetch_add(1); }
    ~Present() { copy::PendingCopies::Helpers.fetch_sub(1); }
  } Here;
  auto GoOn = [this] { return Copying.load() != 0 && !hasWork(); };
  std::uint64_t Patience = CopySpinNanoseconds;
  while (GoOn()) {
    Slot *Where = Slots.take();
    if (!Where)
      return false;
    std::uint64_t IdleSince = nowNanoseconds();
    for (unsigned Spin = 1; GoOn(); ++Spin) {
      Slots.spread(*Where, /*MayMove=*/true);
      if (Slots.helpWithCopies()) {
        IdleSince = 0;
        Patience = CopySpinNanoseconds;
        continue;
      }
      _mm_pause();
      if (Spin % 16 != 0)
        continue;
      std::uint64_t Now = nowNanoseconds();
      IdleSince = IdleSince ? IdleSince : Now;
      if (Now - IdleSince >= Patience)
        break;
    }
    Patience = CopyLookNanoseconds;
    Slots.giveBack(*Where);
    if (!GoOn())
      break;
    Running.fetch_add(1); // Asleep, it is of no use to others.
    std::this_thread::sleep_for(std::chrono::nanoseconds(CopyNapNanoseconds));
    Running.fetch_sub(1);
  }
  return true;
}

void Scheduler::helpFromPool() {
  const BoundThread Here(BoundTo);
  help(nullptr, nullptr);
  while (Copying.load() != 0 && !hasWork() && helpWithCopies())
    help(nullptr, nullptr);
}

void Scheduler::leaveFromPool() {
  Helpers.fetch_sub(1);
  // Work that was submitted while this thread still counted as a helper, unless
  // the holders of the slots will come to it. So with copies of work that began
  // meanwhile.
  if (Copying.load() != 0 && Slots.anyFree())
    askHelpers(Running.load() + 1);
  wake();
}

} // namespace ferry::exec
