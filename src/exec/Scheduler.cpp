//===- Scheduler.cpp - Who runs what, and where ---------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Scheduler.h"

#include "exec/Pool.h"
#include "exec/Tuning.h"
#include "ferry/config.h"
#include "ferry/machine.h"

#include <algorithm>
#include <utility>

namespace ferry::exec {

Scheduler::Scheduler(unsigned Concurrency, Processors BoundTo)
    : Concurrency(Concurrency), BoundTo(std::move(BoundTo)), CUs(Concurrency) {}

Scheduler::~Scheduler() {
  if (Workers)
    Workers->waitUntilEmpty();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Whether the last work that one awake thread could have helped with has just
/// been begun, too.
bool Scheduler::followsAnother() {
  std::uint64_t Now = nowNanoseconds();
  return Now - LastShort.exchange(Now) <
         tuning::ShareNanoseconds + tuning::LingerNanoseconds;
}

/// Before a thread claims units: sees to it that others claim some, too, if
/// what is left takes long, or may take long for all that is known. In that
/// case every thread brings one more.
void Scheduler::share(Work &W, bool FromPool) {
  const Remaining R = W.remaining();
  if (Concurrency == 1 || R.left() <= 1)
    return;
  if (!R.isShared) {
    const bool IsAnybodyAwake = Idle.load() != 0;
    if (!R.isKnown ||
        R.nanoseconds >= (IsAnybodyAwake ? tuning::ShareAwakeNanoseconds
                                         : tuning::ShareNanoseconds))
      publish(W, FromPool, R.nanoseconds);
    else if (R.nanoseconds >= tuning::ShareAwakeNanoseconds && followsAnother())
      askHelpers(FromPool ? 2 : 1); // For those that follow.
  }
  if (!R.isKnown)
    askHelpers(Running.load() + 1);
}

void Scheduler::publish(Work &W, bool FromPool, std::uint64_t Nanoseconds) {
  Works.publish(W);
  askHelpers(helpersFor(Nanoseconds, Concurrency) + (FromPool ? 1 : 0));
}

void Scheduler::runWork(Work &W, ComputeUnit &CU,
                        const std::atomic<std::int32_t> *Value,
                        Predicate IsDone) {
  if (!W.Cost) {
    if (W.Units)
      W.run(CU, 0, W.Units);
    if (!CU.printf().empty())
      CU.printf().flush();
    Works.leave(W, /*Exhausted=*/true);
    return;
  }
  bool Exhausted = true;
  Idle.fetch_sub(1);
  for (;;) {
    CUs.spread(CU, /*MayMove=*/!Value && !Pool::hasEnded());
    share(W, !Value);
    std::uint64_t Chunk = chunkOf(W.remaining(), Concurrency);
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
    W.runMeasured(CU, First, Last);
    if (Last == W.Units)
      break;
    bool Leave = Value && IsDone(Value->load(std::memory_order_acquire));
    if (!W.Published && Leave)
      publish(W, !Value, W.expectedNanoseconds(W.Units - Last));
    // Work that nobody has taken yet is not kept waiting by long work.
    if (W.Published && (Leave || Works.numReady())) {
      Exhausted = false;
      break;
    }
  }
  if (!CU.printf().empty())
    CU.printf().flush();
  Idle.fetch_add(1);
  Works.leave(W, Exhausted);
}

/// Runs work that take() gave, and has other threads help.
void Scheduler::runTaken(Work &W, ComputeUnit &CU,
                         const std::atomic<std::int32_t> *Value,
                         Predicate IsDone) {
  const bool FromPool = !Value;
  if (!W.Published) {
    if (!W.begin()) {
      W.end();
      return;
    }
    // More than this thread can do at once; worth a thread if this work is
    // long, or might be.
    if (const std::uint64_t Others = Works.numReady()) {
      const std::uint64_t Expected = W.expectedNanoseconds(W.Units);
      if (W.Units &&
          (Expected == 0 || Expected * Others > tuning::ShareNanoseconds))
        askHelpers(unsigned(std::min<std::uint64_t>(Concurrency, Others)) +
                   (FromPool ? 1 : 0));
    }
  }
  if (FromPool)
    Running.fetch_add(1);
  {
    const CopyHelp::Wanted Here(W.StartsCopies ? &Copies : nullptr);
    if (W.StartsCopies)
      askForCopies(W, FromPool);
    runWork(W, CU, Value, IsDone);
  }
  if (FromPool)
    Running.fetch_sub(1);
}

thread_local constinit const Scheduler *Scheduler::HelpingNow = nullptr;

/// \param Value what the caller waits for; null for one that does not wait.
Scheduler::Left Scheduler::help(const std::atomic<std::int32_t> *Value,
                                Predicate IsDone) {
  auto Done = [&] {
    return Value && IsDone(Value->load(std::memory_order_acquire));
  };
  for (bool IsFirst = true;; IsFirst = false) {
    if (Done()) {
      wake();
      return Left::Done;
    }
    if (Works.isEmpty() && (Value || !IsFirst))
      return Left::Nothing;
    ComputeUnit *CU = CUs.take();
    if (!CU)
      return Left::NoneFree;
    const Scheduler *const Before = std::exchange(HelpingNow, this);
    Idle.fetch_add(1);
    auto Next = [&] {
      Work *W = Works.take();
      return W || Value ? W : linger();
    };
    while (Work *W = Next()) {
      runTaken(*W, *CU, Value, IsDone);
      if (Done())
        break;
    }
    Idle.fetch_sub(1);
    CUs.giveBack(*CU);
    HelpingNow = Before;
    // Once more: somebody may have submitted work, found no compute unit, and
    // relies on this thread.
  }
}

/// Looks for more work for a while: launches often follow one another sooner
/// than a thread wakes up. One processor is left to the host.
/// \returns null if there is none.
Work *Scheduler::linger() {
  Work *Found = nullptr;
  if (Lingering.fetch_add(1) + 1 < Concurrency) {
    std::uint64_t Start = nowNanoseconds();
    for (unsigned Spin = 1; !Copies.isWanted() && !Pool::hasEnded(); ++Spin) {
      Found = Works.take();
      if (Found || (Spin % 16 == 0 &&
                    nowNanoseconds() - Start >= tuning::LingerNanoseconds))
        break;
      machine::pause();
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
    if (!Works.isEmpty() && CUs.anyFree())
      return true;
    machine::pause();
    if (Spin % 16 != 0)
      continue;
    std::uint64_t Now = nowNanoseconds();
    Start = Start ? Start : Now;
    if (Now - Start >= tuning::SpinNanoseconds)
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
  if (Works.isEmpty())
    return;
  if (Pool::isUsable()) {
    // A helper that is not in the middle of something looks for work before it
    // leaves.
    const std::uint32_t Busy = Running.load();
    if (Helpers.load() > Busy || !CUs.anyFree() || askHelpers(Busy + 1))
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
  if (W.Published || (Expected != 0 && Expected < tuning::ShareNanoseconds))
    return;
  // Work of which nothing is known is worth one.
  askHelpers(
      helpersFor(std::max(Expected, tuning::ShareNanoseconds), Concurrency) +
      (FromPool ? 1 : 0));
}

void Scheduler::helpFromPool() {
  const BoundThread Here(BoundTo);
  help(nullptr, nullptr);
  while (Copies.isWanted() && Works.isEmpty() && Copies.help())
    help(nullptr, nullptr);
}

void Scheduler::leaveFromPool() {
  Helpers.fetch_sub(1);
  // Work that was submitted while this thread still counted as a helper, unless
  // the holders of the compute units will come to it. So with copies of work
  // that began meanwhile.
  if (Copies.isWanted() && CUs.anyFree())
    askHelpers(Running.load() + 1);
  wake();
}

} // namespace ferry::exec
