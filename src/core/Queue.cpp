//===- Queue.cpp - Command-queues -----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Queue.h"

#include "core/EventCallbacks.h"
#include "core/FlushTimer.h"

#include <algorithm>
#include <new>

namespace ferry::core {

namespace {
/// What has been enqueued is submitted without being asked for when there are
/// this many commands, or this many nanoseconds of work.
constexpr unsigned BatchCommands = 16384;
constexpr std::uint64_t BatchNanoseconds = 50'000;
/// What a command costs beside its work: where that is most of it, a second
/// thread would only be in the way of the one that enqueues.
constexpr std::uint64_t CommandNanoseconds = 250;
} // namespace

void Queue::enlist() {
  std::lock_guard Lock(ListMutex);
  NextQueue = FirstQueue;
  if (FirstQueue)
    FirstQueue->PreviousQueue = this;
  FirstQueue = this;
}

Queue::~Queue() {
  std::lock_guard Lock(ListMutex);
  (PreviousQueue ? PreviousQueue->NextQueue : FirstQueue) = NextQueue;
  if (NextQueue)
    NextQueue->PreviousQueue = PreviousQueue;
}

void Queue::releaseApi() {
  // "clReleaseCommandQueue performs an implicit flush to issue any previously
  // queued OpenCL commands in command_queue."
  flush();
  Object::releaseApi();
}

//===----------------------------------------------------------------------===//
// Appending
//===----------------------------------------------------------------------===//

namespace {
/// The application's reference to a new command; dropped, unless it is handed
/// out.
class NewReference {
public:
  explicit NewReference(Command &New) : New(&New) {}
  ~NewReference() {
    if (New)
      New->releaseApi();
  }
  NewReference(const NewReference &) = delete;
  NewReference &operator=(const NewReference &) = delete;
  void handOut(cl_event *To) {
    if (To)
      *To = std::exchange(New, nullptr)->handle();
  }

private:
  Command *New;
};
} // namespace

void Queue::enqueue(Command &New, WaitList Waits, cl_event *EventOut,
                    bool Blocking) {
  NewReference Reference(New);
  bool Full = append(New, Waits, false);
  if (Blocking) {
    cl_int Final = New.wait();
    require(Final >= 0, Final);
  }
  Reference.handOut(EventOut);
  if (!Blocking)
    startLater(Full);
}

void Queue::enqueueMarker(WaitList Waits, cl_event *EventOut) {
  enqueueSync(CL_COMMAND_MARKER, Waits, EventOut);
}

void Queue::enqueueBarrier(WaitList Waits, cl_event *EventOut) {
  enqueueSync(CL_COMMAND_BARRIER, Waits, EventOut);
}

void Queue::enqueueSync(cl_command_type Type, WaitList Waits,
                        cl_event *EventOut) {
  Command &New = makeNothing(*this, Type);
  New.IsBarrier = Type == CL_COMMAND_BARRIER;
  NewReference Reference(New);
  bool Full = append(New, Waits, Waits.empty());
  Reference.handOut(EventOut);
  startLater(Full);
}

bool Queue::append(Command &New, WaitList Waits, bool WaitsForAll) {
  if (notesTimes())
    New.noteQueued(Waits);
  std::lock_guard Lock(Mutex);

  // In an out-of-order queue a marker or barrier that waits for all has an arc
  // to each command since the last such, which stands for those before it. The
  // others wait for the latest barrier only.
  WaitsForAll &= !isInOrder();
  Command *const Oldest = !WaitsForAll ? nullptr
                          : LastOfAll  ? LastOfAll
                                       : First;
  std::size_t NumAll = 0;
  for (Command *C = Oldest; C; C = C->Following)
    ++NumAll;
  std::size_t NumArcs = Waits.size() + NumAll;
  if (NumArcs)
    New.Waits = std::make_unique<Command::Wait[]>(NumArcs);
  std::list<Ref<Queue>> NewlyAwaited;
  for (cl_event Handle : Waits) {
    const Event &E = Event::from(Handle);
    if (E.queue() && E.queue() != this && E.status() == CL_QUEUED)
      NewlyAwaited.emplace_back(E.queue());
  }

  // Nothing below throws, nor does submitting. No arc can make the command
  // ready before it is submitted.
  New.retain();
  New.Missing.store(std::uint32_t(NumArcs) + 2, std::memory_order_relaxed);
  std::uint32_t Satisfied = 0;
  Command *Before = isInOrder() ? Last : LastBarrier;
  New.OrderArc = {&New, nullptr, false};
  if (!Before || !Before->addArc(New.OrderArc))
    ++Satisfied;
  Command::Wait *NextWait = New.Waits.get();
  for (cl_event Handle : Waits) {
    Event &E = Event::from(Handle);
    NextWait->Through = {&New, nullptr, true};
    NextWait->For = Ref<Event>(&E);
    if (!E.addArc(NextWait->Through)) {
      ++Satisfied;
      if (E.status() < 0)
        New.fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    ++NextWait;
  }
  for (Command *C = Oldest; C; C = C->Following, ++NextWait) {
    NextWait->Through = {&New, nullptr, false};
    if (!C->addArc(NextWait->Through))
      ++Satisfied;
  }
  if (Satisfied)
    New.Missing.fetch_sub(Satisfied, std::memory_order_acq_rel);

  New.Previous = Last;
  (Last ? Last->Following : First) = &New;
  Last = &New;
  if (!FirstUnsubmitted)
    FirstUnsubmitted = &New;
  if (New.IsBarrier)
    LastBarrier = &New;
  if (WaitsForAll)
    LastOfAll = &New;
  ++NumUnsubmitted;
  Awaited.splice(Awaited.end(), NewlyAwaited);
  ++NumAppended;
  std::uint64_t Expected = New.expected();
  UnsubmittedNanoseconds += Expected - std::min(Expected, CommandNanoseconds);
  return NumUnsubmitted >= BatchCommands ||
         UnsubmittedNanoseconds >= BatchNanoseconds;
}

void Queue::remove(Command &Finished) {
  std::lock_guard Lock(Mutex);
  (Finished.Previous ? Finished.Previous->Following : First) =
      Finished.Following;
  (Finished.Following ? Finished.Following->Previous : Last) =
      Finished.Previous;
  if (LastBarrier == &Finished)
    LastBarrier = nullptr;
  if (LastOfAll == &Finished)
    LastOfAll = nullptr;
}

//===----------------------------------------------------------------------===//
// Submitting
//===----------------------------------------------------------------------===//

Ref<Event> Queue::submitHere(std::list<Ref<Queue>> &Others) {
  std::vector<Ref<Event>> ToCallBack;
  Ref<Event> Latest;
  {
    std::lock_guard Lock(Mutex);
    Latest = Ref<Event>(Last);
    if (!FirstUnsubmitted)
      return Latest;
    Others.splice(Others.end(), Awaited);
    std::uint64_t Now = notesTimes() ? exec::nowNanoseconds() : 0;
    // While the lock is held no command leaves the list, finished or not.
    while (Command *C = FirstUnsubmitted) {
      FirstUnsubmitted = C->Following;
      C->Times[1] = Now;
      C->Status.store(CL_SUBMITTED);
      if (C->Callbacks.load())
        try {
          ToCallBack.emplace_back(C);
        } catch (const std::bad_alloc &) {
          // They are called with the next status.
        }
      C->satisfy();
    }
    NumUnsubmitted = 0;
    UnsubmittedNanoseconds = 0;
  }
  for (Ref<Event> &E : ToCallBack)
    EventCallbacks::post(*E);
  return Latest;
}

Ref<Event> Queue::submit() {
  std::list<Ref<Queue>> Others;
  Ref<Event> Latest = submitHere(Others);
  while (!Others.empty()) {
    Ref<Queue> Other = std::move(Others.back());
    Others.pop_back();
    Other->submitHere(Others);
    Other->Runs.wake();
  }
  return Latest;
}

void Queue::flush() {
  submit();
  Runs.wake();
}

void Queue::startLater(bool IsFull) {
  if (IsFull || !FlushTimer::arm())
    flush();
}

/// Whether it has held a command since the last call. A host that is just
/// enqueuing as fast as it can fills the queue soon.
bool Queue::isOld() {
  const std::uint64_t New = NumAppended - std::exchange(NumSeen, NumAppended);
  return NumUnsubmitted > New && New < BatchCommands / 16;
}

bool Queue::flushOld() {
  bool IsUsed = false;
  Queue *FirstOld = nullptr;
  {
    std::lock_guard ListLock(ListMutex);
    for (Queue *Q = FirstQueue; Q; Q = Q->NextQueue) {
      if (Q->Process != exec::processNumber())
        continue;
      std::lock_guard Lock(Q->Mutex);
      IsUsed |= Q->NumSeen != Q->NumAppended;
      if (Q->isOld()) {
        Q->retain(); // Its commands hold it until the lock is released.
        Q->NextOld = std::exchange(FirstOld, Q);
      }
    }
  }
  while (Queue *Q = FirstOld) {
    FirstOld = Q->NextOld;
    try {
      Q->flush();
    } catch (const std::bad_alloc &) {
      // The next time, or when the host waits.
    }
    Q->release();
  }
  return IsUsed;
}

void Queue::finish() {
  Ref<Event> Latest;
  if (isInOrder()) {
    Latest = submit();
  } else {
    cl_event Marker;
    enqueueMarker({}, &Marker);
    Latest = Ref<Event>(&Event::from(Marker));
    Latest->releaseApi();
  }
  if (Latest)
    Latest->wait();
}

void Queue::finishAll(const Context &Of) {
  std::vector<Ref<Queue>> Unfinished;
  {
    std::lock_guard ListLock(ListMutex);
    for (Queue *Q = FirstQueue; Q; Q = Q->NextQueue) {
      if (Q->Process != exec::processNumber() || Q->QueueContext != &Of)
        continue;
      std::lock_guard Lock(Q->Mutex);
      if (Q->First) // Its commands hold it until the lock is released.
        Unfinished.emplace_back(Q);
    }
  }
  for (Ref<Queue> &Q : Unfinished)
    Q->finish();
}

} // namespace ferry::core
