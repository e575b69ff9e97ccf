//===- SequenceEvents.cpp - Events, queues and waiting --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"

#include <algorithm>

namespace conformance::fuzz {

/// A marker or a barrier, with or without a wait list.
void Sequence::synchronise() {
  std::optional<Plan> P = plan({});
  if (!P)
    return;
  QueueState &Q = *P->queue;
  const bool IsBarrier = From.isOneIn(2);
  if (P->waits.empty())
    P->order = orderOf(Q, true);
  const Node N =
      enqueue(*P, false,
              [&](cl_command_queue Raw, cl_bool, auto... Waits) {
                return IsBarrier ? clEnqueueBarrierWithWaitList(Raw, Waits...)
                                 : clEnqueueMarkerWithWaitList(Raw, Waits...);
              },
              {});
  if (IsBarrier)
    Q.lastBarrier = N;
}

//===----------------------------------------------------------------------===//
// User events
//===----------------------------------------------------------------------===//

static Event newUserEvent() {
  cl_int Code;
  Event E(clCreateUserEvent(context(), &Code));
  ok(Code);
  return E;
}

void Sequence::makeGate() {
  Commands.push_back({newUserEvent(), nullptr, false});
  Model.addGate();
}

void Sequence::openGate() {
  for (Node N = 0; N != Model.size(); ++N)
    if (Model.isGate(N) && From.isOneIn(2)) {
      const cl_int Status =
          From.isOneIn(4) ? -1 - cl_int(From.below(70)) : CL_COMPLETE;
      cl_event E = Commands[N].event;
      ok(clSetUserEventStatus(E, Status));
      expect(clSetUserEventStatus(E, CL_COMPLETE) == CL_INVALID_OPERATION,
             "a user event's status was set twice");
      Model.set(N, Status);
      return see(N);
    }
}

/// Calls back when a node gets to some status; that may set a user event.
void Sequence::addCallback() {
  const Nodes Candidates = nodesWithEvents();
  if (Candidates.empty())
    return;
  Callback &C = Callbacks.emplace_back();
  C.node = From.from(Candidates);
  static const cl_int When[] = {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED};
  C.when = From.from(When);
  C.echoStatus = From.isOneIn(4) ? -7 : CL_COMPLETE;
  if (C.when == CL_COMPLETE && From.isOneIn(2)) {
    C.echo = newUserEvent();
    cl_event Raw = C.echo;
    ok(clRetainEvent(Raw));
    Commands.push_back({Event(Raw), nullptr, false});
    Model.addEcho(C.node, C.echoStatus);
  }
  auto Call = [](cl_event, cl_int Status, void *Data) {
    auto &C = *static_cast<Callback *>(Data);
    C.status = Status;
    if (C.echo)
      clSetUserEventStatus(C.echo, C.echoStatus);
    ++C.calls;
  };
  ok(clSetEventCallback(Commands[C.node].event, C.when, Call, &C));
  // A wait for the echo flushes no queue.
  if (C.echo && Commands[C.node].queue)
    ok(clFlush(Commands[C.node].queue->handle));
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

void Sequence::wait() {
  Nodes Candidates = nodesWithEvents();
  std::erase_if(Candidates, [&](Node N) { return !Model.isFinal(N); });
  if (Candidates.empty())
    return;
  Nodes List;
  for (size_t Count = 1 + From.below(3); Count; --Count)
    List.push_back(From.from(Candidates));
  const std::vector<cl_event> Events = eventsOf(List);
  const bool HasFailed =
      std::ranges::any_of(List, [&](Node N) { return Model.status(N) < 0; });
  const cl_int Code = clWaitForEvents(cl_uint(Events.size()), Events.data());
  expect(Code == (HasFailed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                            : CL_SUCCESS),
         "clWaitForEvents returned " + std::to_string(Code));
  for (Node N : List)
    see(N);
}

/// Nothing that waits for a user event is in it.
bool Sequence::canFinish(const QueueState &Q) const {
  return std::ranges::all_of(Q.all, [&](Node N) { return Model.isFinal(N); });
}

void Sequence::finish(QueueState &Q) {
  ok(clFinish(Q.handle));
  for (Node N : Q.all)
    Model.see(N);
  for (Node N : Q.all)
    see(N);
}

void Sequence::flushOrFinish() {
  QueueState &Q = *Queues.begin();
  if (canFinish(Q) && From.isOneIn(2))
    finish(Q);
  else
    ok(clFlush(Q.handle));
  // Commands point to their queues, which keep their places in memory.
  Queues.splice(Queues.end(), Queues, Queues.begin());
}

static cl_int statusOf(cl_event E) {
  cl_int Status;
  ok(clGetEventInfo(E, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                    &Status, nullptr));
  return Status;
}

/// Asks for a status, or until it is the last.
void Sequence::poll() {
  const Nodes Candidates = nodesWithEvents();
  if (Candidates.empty())
    return;
  const Node N = From.from(Candidates);
  cl_event E = Commands[N].event;
  if (!Model.isFinal(N)) {
    const cl_int Status = statusOf(E);
    expect(Status == CL_SUBMITTED || Status == CL_QUEUED,
           "a command that must wait has status " + std::to_string(Status));
    return;
  }
  if (From.isOneIn(2))
    return;
  while (statusOf(E) > CL_COMPLETE) {
  }
  see(N);
}

/// Of a node that is finished.
void Sequence::checkStatus(Node N) {
  cl_event E = Commands[N].event;
  if (!E)
    return;
  const cl_int Status = statusOf(E);
  expect(Status == Model.status(N),
         "a finished command has status " + std::to_string(Status) +
             " instead of " + std::to_string(Model.status(N)));
  cl_ulong Times[4];
  for (cl_profiling_info I = 0; I != 4; ++I) {
    const cl_int Code =
        clGetEventProfilingInfo(E, CL_PROFILING_COMMAND_QUEUED + I,
                                sizeof(Times[I]), &Times[I], nullptr);
    const bool IsKnown = Commands[N].isProfiled && Status == CL_COMPLETE;
    expect(Code == (IsKnown ? CL_SUCCESS : CL_PROFILING_INFO_NOT_AVAILABLE),
           "clGetEventProfilingInfo returned " + std::to_string(Code));
    expect(!IsKnown || I == 0 || Times[I - 1] <= Times[I],
           "a command ended before it began");
  }
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

void Sequence::retainAndRelease() {
  const Area &A = Areas.back();
  cl_uint Before, After;
  ok(clGetMemObjectInfo(A.handle, CL_MEM_REFERENCE_COUNT, sizeof(Before),
                        &Before, nullptr));
  ok(clRetainMemObject(A.handle));
  ok(clGetMemObjectInfo(A.handle, CL_MEM_REFERENCE_COUNT, sizeof(After), &After,
                        nullptr));
  ok(clReleaseMemObject(A.handle));
  expect(After == Before + 1, "a buffer was not retained");
  // What nobody waits for later may lose its event.
  const Nodes Candidates = nodesWithEvents();
  if (Candidates.empty())
    return;
  const Node N = From.from(Candidates);
  const bool IsCalledBack = std::ranges::any_of(
      Callbacks, [&](const Callback &C) { return C.node == N; });
  if (Commands[N].queue && !IsCalledBack)
    Commands[N].event.reset();
}

/// A queue that is released does what is in it.
void Sequence::replaceQueue() {
  QueueState &Q = Queues.front();
  if (!std::ranges::all_of(
          Q.all, [&](Node N) { return Commands[N].event || Model.isSeen(N); }))
    return;
  for (Node N : Q.all)
    Commands[N].queue = nullptr;
  cl_command_queue Old = Q.handle;
  const size_t Unfinished = size_t(
      std::ranges::count_if(Q.all, [&](Node N) { return !Model.isFinal(N); }));
  Queue New = makeQueue(
      context(), Q.isInOrder ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Q.handle = std::move(New);
  New.reset();
  if (Unfinished && isFerry())
    expect(clReleaseCommandQueue(Old) == CL_INVALID_COMMAND_QUEUE,
           "a queue was released twice");
  Q.isProfiled = false;
  Q.all.clear();
  Q.lastBarrier.reset();
}

} // namespace conformance::fuzz
