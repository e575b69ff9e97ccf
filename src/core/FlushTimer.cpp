//===- FlushTimer.cpp - Starts what nobody flushes ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/FlushTimer.h"

#include "core/EventCallbacks.h"
#include "core/Queue.h"
#include "exec/Pool.h"
#include "exec/Threads.h"

#include <chrono>

namespace ferry::core {

namespace {
using namespace std::chrono_literals;
/// Between two looks at the queues: what the host is still enqueuing stays
/// together, and nobody notices that it starts so late.
constexpr auto Period = 1ms;
/// Looks without a new command before the thread sleeps. Waking it costs the
/// host a call of the system.
constexpr unsigned Patience = 100;
} // namespace

/// For \c Current.
static exec::ForkMutex MakeMutex;

/// When the driver is unloaded no thread may return to code that is gone.
struct FlushTimer::Unload {
  Unload() { exec::Pool::beforeEnd(end); }
  ~Unload() { end(); }
};
const FlushTimer::Unload FlushTimer::WhenUnloaded;

FlushTimer *FlushTimer::make() {
  // After the end of the pool nothing is started that would run meanwhile.
  if (exec::Pool::hasEnded())
    return nullptr;
  std::lock_guard Lock(MakeMutex);
  FlushTimer *Now = Current.load();
  if (Now && Now->Process == exec::processNumber())
    return Now;
  // That of the parent is left as it is: its thread may have held the mutex.
  // What was enqueued is in its queue already: nothing may be thrown.
  auto *New = new (std::nothrow) FlushTimer;
  if (!New || !New->start()) {
    delete New;
    return nullptr;
  }
  Current.store(New, std::memory_order_release);
  return New;
}

/// \returns false if the system gives no thread.
bool FlushTimer::start() {
  Thread = exec::startThread([this] { run(); });
  return Thread.joinable();
}

void FlushTimer::run() {
  for (unsigned Quiet = 0;;) {
    const bool IsIdle = Quiet >= Patience;
    IsAsleep.store(IsIdle, std::memory_order_relaxed);
    const bool HasQueued = Queue::flushOld();
    const bool IsUsed = EventCallbacks::relieve() || HasQueued;
    Quiet = IsUsed ? 0 : Quiet + 1;
    if (!sleep(IsIdle && !IsUsed))
      return;
  }
}

/// \param IsIdle until it is woken up; a period otherwise.
/// \returns false if the thread is to end.
bool FlushTimer::sleep(bool IsIdle) {
  std::unique_lock Lock(Mutex);
  if (IsIdle)
    Changed.wait(Lock, [this] { return IsToEnd || !IsAsleep.load(); });
  else
    Changed.wait_for(Lock, Period, [this] { return IsToEnd; });
  HasEnded = IsToEnd;
  if (HasEnded) {
    IsAsleep.store(true); // Who enqueues later finds that nobody wakes up.
    Changed.notify_all();
  }
  return !HasEnded;
}

bool FlushTimer::wakeUp() {
  std::lock_guard Lock(Mutex);
  if (IsToEnd)
    return false;
  IsAsleep.store(false);
  Changed.notify_all();
  return true;
}

void FlushTimer::end() {
  FlushTimer *Now = Current.load();
  if (!Now || Now->Process != exec::processNumber() || !Now->Thread.joinable())
    return;
  bool HasEnded;
  {
    std::unique_lock Lock(Now->Mutex);
    Now->IsToEnd = true;
    Now->Changed.notify_all();
    // A process that exits while a callback runs there does not wait for it,
    // which may be what called exit().
    HasEnded = Now->Thread.get_id() != std::this_thread::get_id() &&
               Now->Changed.wait_for(Lock, exec::UnloadGrace,
                                     [&] { return Now->HasEnded; });
  }
  if (HasEnded)
    Now->Thread.join();
}

} // namespace ferry::core
