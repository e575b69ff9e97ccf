//===- EventCallbacks.cpp - Who calls the callbacks of events -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/EventCallbacks.h"

#include "core/Background.h"
#include "core/Event.h"
#include "core/FlushTimer.h"
#include "exec/Threads.h"

#include <chrono>
#include <new>

using namespace ferry;
using namespace ferry::core;

namespace {
/// A thread waits so long for more: making one takes longer than to wake it. No
/// longer than an unloading driver waits for it.
constexpr std::chrono::milliseconds Linger{5};
static_assert(Linger < exec::UnloadGrace);
} // namespace

/// That of the parent is left as it is after fork(): a thread may have held its
/// mutex. Never destroyed.
EventCallbacks *EventCallbacks::current() {
  static std::atomic<EventCallbacks *> Current{nullptr};
  EventCallbacks *Now = Current.load(std::memory_order_acquire);
  while (!Now || Now->Process != exec::processNumber()) [[unlikely]] {
    auto *New = new (std::nothrow) EventCallbacks;
    if (!New)
      return nullptr;
    if (Current.compare_exchange_strong(Now, New))
      return New;
    delete New;
  }
  return Now;
}

void EventCallbacks::post(Event &E) {
  // Who has it in hand looks at the status later.
  if (E.IsDue.exchange(true))
    return;
  if (EventCallbacks *Now = current()) {
    E.retain();
    Now->append(E);
  } else {
    E.callDue();
  }
}

void EventCallbacks::append(Event &E) {
  bool IsFirstThread, MayWait;
  {
    std::lock_guard Lock(Mutex);
    MayWait = First || !NumIdle;
    E.NextDue = nullptr;
    (First ? Last->NextDue : First) = &E;
    Last = &E;
    IsFirstThread = NumThreads == 0;
    if (IsFirstThread)
      ++NumThreads;
    else if (NumIdle)
      Changed.notify_one();
  }
  if (IsFirstThread) {
    if (!start())
      run();
  } else if (MayWait) {
    FlushTimer::arm();
  }
}

/// A thread, which is counted already, calls what is due.
/// \returns false if there can be none.
bool EventCallbacks::start() {
  return startInBackground([this] { run(); });
}

void EventCallbacks::run() {
  std::unique_lock Lock(Mutex);
  for (;;) {
    while (Event *E = First) {
      First = E->NextDue;
      ++NumTaken;
      Lock.unlock();
      E->callDue();
      E->release();
      Lock.lock();
    }
    if (NumIdle)
      break; // One is enough.
    ++NumIdle;
    Changed.wait_for(Lock, Linger, [this] { return First != nullptr; });
    --NumIdle;
    if (!First)
      break;
  }
  --NumThreads;
}

bool EventCallbacks::relieve() {
  EventCallbacks *Now = current();
  if (!Now)
    return false;
  {
    std::lock_guard Lock(Now->Mutex);
    if (!Now->First)
      return false;
    if (std::exchange(Now->NumSeen, Now->NumTaken) != Now->NumTaken)
      return true;
    ++Now->NumThreads;
  }
  // The timer itself must not block in a callback; it comes back.
  if (!Now->start()) {
    std::lock_guard Lock(Now->Mutex);
    --Now->NumThreads;
  }
  return true;
}
