//===- Event.cpp - Events -------------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Event.h"

#include "core/Command.h"
#include "core/Context.h"
#include "core/EventCallbacks.h"
#include "core/Queue.h"

#include <algorithm>

namespace ferry::core {

/// A callback that has been registered, linked latest first.
struct Event::CallbackNode {
  cl_int When;
  Callback Notify;
  void *UserData;
  CallbackNode *Before;
  std::atomic<bool> Called{false};
};

/// What the list of waiters holds once the event is finished.
static char ClosedMark;

Event::~Event() {
  for (CallbackNode *N = Callbacks.load(std::memory_order_acquire); N;)
    delete std::exchange(N, N->Before);
}

//===----------------------------------------------------------------------===//
// Status and callbacks
//===----------------------------------------------------------------------===//

void Event::advance(cl_int NewStatus) {
  // Sequentially consistent, as in addCallback(): either this sees the new
  // callback, or addCallback() sees the new status.
  Status.store(NewStatus);
  if (isFinal(NewStatus))
    Status.notify_all();
  if (Callbacks.load())
    EventCallbacks::post(*this);
  if (isFinal(NewStatus))
    releaseWaiters(NewStatus);
}

void Event::callDue() {
  // A status after this one is posted once more.
  IsDue.store(false);
  callBack(Status.load());
}

/// Calls what has been registered for \p NewStatus or an earlier one, in the
/// order of the statuses and of the registration. Where there can be no thread
/// it may be in the middle of work, hence without memory that might not be had.
void Event::callBack(cl_int NewStatus) {
  constexpr unsigned AtOnce = 16;
  for (cl_int When = CL_SUBMITTED; When >= std::max(NewStatus, CL_COMPLETE);
       --When)
    for (;;) {
      // The list begins with the latest: of those seen, the last are the
      // oldest.
      CallbackNode *Due[AtOnce];
      unsigned Seen = 0;
      for (CallbackNode *N = Callbacks.load(); N; N = N->Before)
        if (N->When == When && !N->Called.load())
          Due[Seen++ % AtOnce] = N;
      if (Seen == 0)
        break;
      for (unsigned I = Seen, Known = std::min(Seen, AtOnce); Known; --Known) {
        CallbackNode *N = Due[--I % AtOnce];
        if (!N->Called.exchange(true))
          N->Notify(handle(), NewStatus < 0 ? NewStatus : When, N->UserData);
      }
    }
}

void Event::addCallback(cl_int When, Callback Notify, void *UserData) {
  auto *New = new CallbackNode{When, Notify, UserData, Callbacks.load()};
  // The callback may release the event.
  Ref<Event> Alive(this);
  while (!Callbacks.compare_exchange_weak(New->Before, New)) {
  }
  cl_int Now = Status.load();
  if (Now <= When)
    callBack(Now);
}

cl_int Event::pollStatus() {
  cl_int Now = status();
  if (!isFinal(Now) && EventQueue) {
    EventQueue->flush();
    Now = status();
  }
  return Now;
}

void Event::submit() {
  if (EventQueue && status() == CL_QUEUED)
    EventQueue->submit();
}

cl_int Event::wait() {
  cl_int Now = status();
  if (isFinal(Now))
    return Now;
  if (EventQueue) {
    submit();
    EventQueue->scheduler().wait(Status, isFinal);
  } else {
    while (!isFinal(Now = status()))
      Status.wait(Now, std::memory_order_acquire);
  }
  return status();
}

cl_ulong Event::profilingTime(cl_profiling_info) const {
  throw Error(CL_PROFILING_INFO_NOT_AVAILABLE);
}

//===----------------------------------------------------------------------===//
// Arcs
//===----------------------------------------------------------------------===//

bool Event::addArc(Arc &New) {
  Arc *const Closed = reinterpret_cast<Arc *>(&ClosedMark);
  Arc *Head = Waiters.load(std::memory_order_acquire);
  do {
    if (Head == Closed)
      return false;
    New.Next = Head;
  } while (!Waiters.compare_exchange_weak(Head, &New, std::memory_order_release,
                                          std::memory_order_acquire));
  return true;
}

/// The waiters that become ready are only put into the scheduler's list: no
/// chain of events, however long, makes this recursive.
void Event::releaseWaiters(cl_int Final) {
  Arc *const Closed = reinterpret_cast<Arc *>(&ClosedMark);
  Arc *Latest = Waiters.exchange(Closed, std::memory_order_acq_rel);
  Arc *Oldest = nullptr;
  while (Latest) {
    Arc *Next = std::exchange(Latest->Next, Oldest);
    Oldest = std::exchange(Latest, Next);
  }
  while (Oldest) {
    // The arc belongs to the waiter, which may be gone when it is satisfied.
    Arc *Next = Oldest->Next;
    Command *Waiter = Oldest->Waiter;
    if (Final < 0 && Oldest->HandsOnError)
      Waiter->fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    Waiter->satisfyAndWake();
    Oldest = Next;
  }
}

//===----------------------------------------------------------------------===//
// User events
//===----------------------------------------------------------------------===//

void UserEvent::setStatus(cl_int Final) {
  require(!Set.exchange(true), CL_INVALID_OPERATION);
  Ref<Event> Alive(this);
  // Where a native kernel does this, it may wait for what becomes ready.
  const exec::Scheduler::Elsewhere Here;
  advance(Final);
}

void waitForEvents(WaitList Events) {
  // All are submitted before the first is waited for, so that they overlap. The
  // thread helps one device at a time.
  const Queue *const First =
      Events.empty() ? nullptr : Event::from(Events[0]).queue();
  for (cl_event Handle : Events) {
    Event &E = Event::from(Handle);
    E.submit();
    if (E.queue() && (!First || &E.queue()->scheduler() != &First->scheduler()))
      E.queue()->scheduler().wake();
  }
  bool Failed = false;
  for (cl_event Handle : Events)
    Failed |= Event::from(Handle).wait() < 0;
  require(!Failed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

} // namespace ferry::core
