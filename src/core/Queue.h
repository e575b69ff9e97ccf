//===- Queue.h - Command-queues ---------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_QUEUE_H
#define FERRY_CORE_QUEUE_H

#include "core/Command.h"
#include "core/Event.h"
#include "exec/Scheduler.h"
#include "trace/Recorder.h"

#include <list>
#include <mutex>
#include <vector>

namespace ferry::core {

class Context;
class Device;

/// A command-queue, in-order or out-of-order. Thread-safe.
///
/// Enqueueing only appends. What has been appended is submitted by flush(), by
/// waiting, by a status query, when enough has come together, or by flushOld().
class Queue : public Object<Queue, _cl_command_queue> {
public:
  static constexpr std::uint32_t Tag = 0x51554555; // QUEU
  static constexpr cl_int InvalidError = CL_INVALID_COMMAND_QUEUE;
  /// In a child made by fork() there is nobody to run the parent's commands.
  static std::uint32_t tag() { return Tag + exec::processNumber(); }

  /// \param Properties CL_QUEUE_* bits.
  /// \param Given what clCreateCommandQueueWithProperties was given, with the
  ///        closing 0; empty for a null pointer (CL_QUEUE_PROPERTIES_ARRAY).
  template <typename C, typename D>
  Queue(C &Of, D &On, exec::Scheduler &Runs,
        cl_command_queue_properties Properties,
        std::vector<cl_queue_properties> Given = {})
      : QueueContext(&Of), QueueDevice(&On), Keep{Retained(Of), Retained(On)},
        Runs(Runs), Properties(Properties), Given(std::move(Given)) {
    enlist();
  }
  /// The queue is only destroyed when the application has released it and all
  /// its commands are gone.
  ~Queue();

  Context &context() const { return *QueueContext; }
  Device &device() const { return *QueueDevice; }
  exec::Scheduler &scheduler() const { return Runs; }
  cl_command_queue_properties properties() const { return Properties; }
  const std::vector<cl_queue_properties> &given() const { return Given; }
  bool isInOrder() const {
    return !(Properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  bool isProfiled() const { return Properties & CL_QUEUE_PROFILING_ENABLE; }
  /// Whether commands note when they go from one status to the next.
  bool notesTimes() const { return NotesTimes; }

  /// Appends a command.
  ///
  /// \param New just made; its reference goes to the queue, or to the caller
  ///        through \p EventOut.
  /// \param Waits events that must be complete first, of the same context.
  /// \param EventOut where the command's event goes, or null.
  /// \param Blocking returns when the command is finished; throws
  ///        CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, or the command's own
  ///        error, if it failed.
  void enqueue(Command &New, WaitList Waits, cl_event *EventOut,
               bool Blocking = false);

  /// clEnqueueMarkerWithWaitList: complete when the events in \p Waits are, or,
  /// if that is empty, everything enqueued before.
  void enqueueMarker(WaitList Waits, cl_event *EventOut);

  /// clEnqueueBarrierWithWaitList: a marker that everything enqueued later
  /// waits for.
  void enqueueBarrier(WaitList Waits, cl_event *EventOut);

  /// Submits what has been enqueued here and what that waits for elsewhere; it
  /// runs though nobody waits for it. Needs no memory, as enqueuing has seen to
  /// that.
  void flush();

  /// Returns when everything enqueued so far is finished.
  void finish();

  /// As finish(), of all queues of \p Of.
  static void finishAll(const Context &Of);

  /// clReleaseCommandQueue: an implicit flush first.
  void releaseApi();

  /// Flushes the queues that have held a command since the last call, but for
  /// those to which the host goes on adding fast. For one thread.
  ///
  /// \returns whether anything has been enqueued since the last call.
  static bool flushOld();

private:
  friend class Command;
  friend class Event;

  void enlist();
  bool isOld();
  void enqueueSync(cl_command_type Type, WaitList Waits, cl_event *EventOut);
  /// \returns whether enough has come together to be submitted.
  bool append(Command &New, WaitList Waits, bool WaitsForAll);
  /// What has been appended is left there, or flushed if \p IsFull.
  void startLater(bool IsFull);
  /// As flush(), for a thread that is going to help. \returns the latest
  /// command that is not finished.
  Ref<Event> submit();
  /// Submits what is here. \param [in,out] Others queues that it waits for.
  Ref<Event> submitHere(std::list<Ref<Queue>> &Others);
  void remove(Command &Finished);

  Context *QueueContext;
  Device *QueueDevice;
  Retained Keep[2];
  exec::Scheduler &Runs;
  const cl_command_queue_properties Properties;
  const std::vector<cl_queue_properties> Given;
  const bool NotesTimes = isProfiled() || trace::isOn();

  std::mutex Mutex;
  /// Commands that are not finished, oldest first; doubly linked.
  Command *First = nullptr;
  Command *Last = nullptr;
  /// The oldest command that is not submitted; all after it are not either.
  Command *FirstUnsubmitted = nullptr;
  /// Of an out-of-order queue, if they are not finished: the latest barrier,
  /// and the latest marker or barrier that waits for everything before it.
  Command *LastBarrier = nullptr;
  Command *LastOfAll = nullptr;
  /// Nanoseconds that the unsubmitted commands may take; their number.
  std::uint64_t UnsubmittedNanoseconds = 0;
  unsigned NumUnsubmitted = 0;
  /// Queues whose commands those wait for.
  std::list<Ref<Queue>> Awaited;
  /// Commands so far; those that flushOld() has seen.
  std::uint64_t NumAppended = 0, NumSeen = 0;

  /// The list of all queues; the old ones among them, while they are flushed.
  static inline exec::ForkMutex ListMutex;
  static inline Queue *FirstQueue = nullptr;
  const std::uint32_t Process = exec::processNumber();
  Queue *PreviousQueue = nullptr, *NextQueue = nullptr, *NextOld = nullptr;
};

} // namespace ferry::core

#endif // FERRY_CORE_QUEUE_H
