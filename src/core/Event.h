//===- Event.h - Events -----------------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An event is a node of the command graph. Every command is its own event
/// (core/Command.h); the others are user events.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_EVENT_H
#define FERRY_CORE_EVENT_H

#include "core/Object.h"
#include "exec/Fork.h"

#include <atomic>
#include <mutex>
#include <span>

namespace ferry::core {

class Command;
class Context;
class Event;
class Queue;

/// Handles that the API has checked already.
using WaitList = std::span<const cl_event>;

/// A counted pointer to any Object, for those who only keep it alive.
class Retained {
public:
  Retained() = default;
  template <typename T>
  explicit Retained(T &Object)
      : P(&Object), Drop([](void *P) { static_cast<T *>(P)->release(); }) {
    Object.retain();
  }
  Retained(Retained &&Other) noexcept
      : P(std::exchange(Other.P, nullptr)), Drop(Other.Drop) {}
  Retained &operator=(Retained &&Other) noexcept {
    std::swap(P, Other.P);
    std::swap(Drop, Other.Drop);
    return *this;
  }
  ~Retained() {
    if (P)
      Drop(P);
  }

private:
  void *P = nullptr;
  void (*Drop)(void *) = nullptr;
};

/// See the file comment. Thread-safe.
class Event : public Object<Event, _cl_event> {
public:
  static constexpr std::uint32_t Tag = 0x45564e54; // EVNT
  static constexpr cl_int InvalidError = CL_INVALID_EVENT;
  /// In a child made by fork() nothing will end the parent's commands.
  static std::uint32_t tag() { return Tag + exec::processNumber(); }
  using Callback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

  virtual ~Event();
  /// Commands may be larger than their type (their arguments lie behind them).
  static void operator delete(void *Memory) { ::operator delete(Memory); }

  /// CL_COMMAND_*.
  cl_command_type type() const { return Type; }
  bool isUserEvent() const { return Type == CL_COMMAND_USER; }
  Context &context() const { return *EventContext; }
  /// Null for user events.
  Queue *queue() const { return EventQueue; }

  /// CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or a negative error.
  cl_int status() const { return Status.load(std::memory_order_acquire); }
  static bool isFinal(cl_int Status) { return Status <= CL_COMPLETE; }
  bool isFinished() const { return isFinal(status()); }

  /// For a status query: as status(), but an event that is not finished is
  /// helped on its way (its queue is flushed, a thread sees to it), since
  /// programs poll without flushing.
  cl_int pollStatus();

  /// Returns when the event is finished; flushes what it depends on and helps
  /// meanwhile.
  ///
  /// \returns the final status.
  cl_int wait();

  /// Submits what its queue holds, if it is among that, for a thread that is
  /// going to wait().
  void submit();

  /// Registers \p Notify for \p When (CL_SUBMITTED, CL_RUNNING or CL_COMPLETE).
  /// It is called at once, on this thread, if that status is past; else on a
  /// thread of the driver. The status given to it is \p When, or the error that
  /// ended the event.
  void addCallback(cl_int When, Callback Notify, void *UserData);

  /// A time of the device's clock in nanoseconds (CL_PROFILING_COMMAND_*);
  /// throws CL_PROFILING_INFO_NOT_AVAILABLE, or CL_INVALID_VALUE for an unknown
  /// \p What.
  virtual cl_ulong profilingTime(cl_profiling_info What) const;

protected:
  /// \param Of the queue's or the user event's context, kept alive.
  Event(cl_command_type Type, Context *Of, Queue *In)
      : Type(Type), EventContext(Of), EventQueue(In) {}

  /// One arc of the graph: \c Waiter waits for the event in whose list this is.
  struct Arc {
    Command *Waiter = nullptr;
    Arc *Next = nullptr;
    /// False where only the order counts: an error is not handed on.
    bool HandsOnError = true;
  };

  /// Makes \p New.Waiter wait for this event. \returns false if the event is
  /// finished already.
  bool addArc(Arc &New);

  /// Moves the status forward and has the callbacks called that this reaches; a
  /// final status also releases the waiters, so that work which becomes ready
  /// thereby is submitted, and runs.
  void advance(cl_int NewStatus);

  cl_command_type Type;
  Context *EventContext;
  Queue *EventQueue;
  std::atomic<cl_int> Status{CL_QUEUED};

private:
  friend class Command;
  friend class EventCallbacks;
  friend class Queue;
  struct CallbackNode;

  /// Calls what is due by now.
  void callDue();
  void callBack(cl_int NewStatus);
  void releaseWaiters(cl_int Final);

  std::atomic<Arc *> Waiters{nullptr};
  std::atomic<CallbackNode *> Callbacks{nullptr};
  /// Some callbacks are due that nobody has begun to call; a list of such.
  std::atomic<bool> IsDue{false};
  Event *NextDue = nullptr;
};

/// clCreateUserEvent.
class UserEvent final : public Event {
public:
  /// \tparam C is Context; a template only so that the type may be incomplete
  ///         here.
  template <typename C>
  explicit UserEvent(C &Of) : Event(CL_COMMAND_USER, &Of, nullptr), Keep(Of) {
    Status.store(CL_SUBMITTED, std::memory_order_relaxed);
  }

  /// \param Final CL_COMPLETE or a negative error. Throws CL_INVALID_OPERATION
  ///        if the status has been set before.
  void setStatus(cl_int Final);

private:
  Retained Keep;
  std::atomic<bool> Set{false};
};

/// clWaitForEvents. Throws CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if one
/// of them failed (after all of them are finished).
void waitForEvents(WaitList Events);

} // namespace ferry::core

#endif // FERRY_CORE_EVENT_H
