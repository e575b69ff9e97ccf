//===- Pool.cpp - The threads that oneTBB supplies ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Pool.h"

#include <mutex>
#include <thread>
#include <utility>

namespace ferry::exec {

/// How long unloading waits for threads that have nothing to do.
static constexpr std::uint64_t GraceNanoseconds = 10'000'000;

/// Never destroyed: pools may live as long as the process.
static std::mutex &listMutex() {
  static std::mutex &M = *new std::mutex;
  return M;
}

Scheduler::Pool *Scheduler::Pool::First = nullptr;

// oneTBB would keep a processor for the thread that made the arena, but that
// thread may never help: hence one more.
Scheduler::Pool::Pool(unsigned Concurrency)
    : Limit(std::in_place, oneapi::tbb::global_control::max_allowed_parallelism,
            Concurrency + 1),
      Arena(int(Concurrency), 0), Threads(oneapi::tbb::attach{}) {
  // When the driver is unloaded no thread may return to code that is gone. Made
  // after oneTBB's own static objects, hence destroyed before them.
  static const struct Unload {
    ~Unload() { endThreads(); }
  } WhenUnloaded;
  std::lock_guard Lock(listMutex());
  NextPool = std::exchange(First, this);
}

Scheduler::Pool::~Pool() {
  std::lock_guard Lock(listMutex());
  Pool **Link = &First;
  while (*Link != this)
    Link = &(*Link)->NextPool;
  *Link = NextPool;
}

void Scheduler::Pool::endThreads() {
  Ended.store(true);
  std::lock_guard Lock(listMutex());
  for (Pool *P = First; P; P = P->NextPool) {
    // Those who look for work, or have just ended some, are on their way out. A
    // process that exits while commands run does not wait for them.
    const std::uint64_t Start = nowNanoseconds();
    while (P->Inside.load(std::memory_order_acquire) &&
           nowNanoseconds() - Start < GraceNanoseconds)
      std::this_thread::yield();
    if (P->Inside.load(std::memory_order_acquire))
      continue;
    P->Arena.terminate();
    // Without effect if the application uses oneTBB, too: then that keeps the
    // threads, and itself in memory.
    oneapi::tbb::finalize(P->Threads, std::nothrow);
    // Not before: where the process has one processor, oneTBB 2021.8 would then
    // wait for threads that it does not want any more.
    P->Limit.reset();
  }
}

} // namespace ferry::exec
