//===- Sequence.cpp - Commands and what they must come to -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"

#include <algorithm>
#include <thread>

namespace conformance::fuzz {

Sequence::Sequence(Choices &From) : From(From) {
  const size_t Count = 1 + From.below(3);
  for (size_t I = 0; I != Count; ++I) {
    const size_t Kind = From.below(4);
    const bool IsInOrder = Kind & 1, IsProfiled = Kind & 2;
    Queues.push_back(
        {makeQueue(context(),
                   (IsInOrder ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) |
                       (IsProfiled ? CL_QUEUE_PROFILING_ENABLE : 0)),
         IsInOrder,
         IsProfiled,
         {},
         {}});
  }
  makeBuffers();
}

bool Sequence::step() {
  static void (Sequence::*const Steps[])() = {&Sequence::write,
                                              &Sequence::read,
                                              &Sequence::copy,
                                              &Sequence::fill,
                                              &Sequence::rectangle,
                                              &Sequence::map,
                                              &Sequence::migrate,
                                              &Sequence::subBuffer,
                                              &Sequence::launch,
                                              &Sequence::launch,
                                              &Sequence::native,
                                              &Sequence::synchronise,
                                              &Sequence::makeGate,
                                              &Sequence::openGate,
                                              &Sequence::wait,
                                              &Sequence::poll,
                                              &Sequence::addCallback,
                                              &Sequence::flushOrFinish,
                                              &Sequence::write,
                                              &Sequence::launch,
                                              &Sequence::retainAndRelease,
                                              &Sequence::replaceQueue};
  // Some steps make several nodes.
  if (From.areMade() || Model.size() + 4 > CommandModel::MostNodes)
    return false;
  (this->*From.from(Steps))();
  return true;
}

//===----------------------------------------------------------------------===//
// Enqueueing
//===----------------------------------------------------------------------===//

/// What comes first without being in the wait list.
Sequence::Nodes Sequence::orderOf(const QueueState &Q, bool All) const {
  if (Q.all.empty())
    return {};
  if (Q.isInOrder)
    return {Q.all.back()};
  if (All)
    return Q.all;
  return Q.lastBarrier ? Nodes{*Q.lastBarrier} : Nodes();
}

Sequence::Nodes Sequence::nodesWithEvents() const {
  Nodes Result;
  for (Node N = 0; N != Commands.size(); ++N)
    if (Commands[N].event)
      Result.push_back(N);
  return Result;
}

std::vector<cl_event> Sequence::eventsOf(const Nodes &List) const {
  std::vector<cl_event> Result;
  for (Node N : List)
    Result.push_back(Commands[N].event);
  return Result;
}

/// Chooses a queue and a wait list for a command that touches these bytes.
/// \returns nothing if it could not be said what comes out.
std::optional<Sequence::Plan> Sequence::plan(std::vector<Access> Touched) {
  auto At = Queues.begin();
  std::advance(At, From.below(Queues.size()));
  Plan P{&*At, {}, orderOf(*At, false), std::move(Touched)};
  const Nodes Candidates = nodesWithEvents();
  for (size_t Count = From.below(4); Count && !Candidates.empty(); --Count)
    P.waits.push_back(From.from(Candidates));
  for (Node N : Model.mustWaitFor(P.waits, P.order, P.touched)) {
    if (Commands[N].event)
      P.waits.push_back(N);
    else if (canFinish(*Commands[N].queue))
      finish(*Commands[N].queue);
    else
      return std::nullopt;
  }
  return P;
}

/// Whether a command can be waited for.
bool Sequence::isReady(const Plan &P) const {
  auto IsFinal = [&](Node N) { return Model.isFinal(N); };
  return std::ranges::all_of(P.waits, IsFinal) &&
         std::ranges::all_of(P.order, IsFinal);
}

Sequence::Node Sequence::enqueue(const Plan &P, bool Blocking, const Call &Make,
                                 std::function<void()> Effect) {
  const std::vector<cl_event> List = eventsOf(P.waits);
  cl_event Raw = nullptr;
  const cl_int Code = Make(P.queue->handle, Blocking, cl_uint(List.size()),
                           List.empty() ? nullptr : List.data(),
                           From.isOneIn(8) ? nullptr : &Raw);
  const Node N =
      Model.addCommand(P.waits, P.order, P.touched, std::move(Effect));
  Commands.push_back({Event(Raw), P.queue, P.queue->isProfiled});
  P.queue->all.push_back(N);
  const cl_int Expected = Blocking && Model.status(N) < 0
                              ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                              : CL_SUCCESS;
  expect(Code == Expected, "enqueueing returned " + std::to_string(Code) +
                               " instead of " + std::to_string(Expected));
  if (Blocking)
    see(N);
  return N;
}

void Sequence::enqueue(std::vector<Access> Touched, const Call &Make,
                       std::function<void()> Effect) {
  if (std::optional<Plan> P = plan(std::move(Touched)))
    enqueue(*P, isReady(*P) && From.isOneIn(3), Make, std::move(Effect));
}

/// Checks what is known of a node that is finished.
void Sequence::see(Node N) {
  Model.see(N);
  checkStatus(N);
  for (const HostRead &R : Reads)
    if (Model.isSeen(R.node))
      expect(R.seen == R.expected, "the host has read something else");
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void Sequence::end() {
  for (Node N = 0; N != Model.size(); ++N)
    if (Model.isGate(N)) {
      const cl_int Status = From.isOneIn(4) ? -5 : CL_COMPLETE;
      ok(clSetUserEventStatus(Commands[N].event, Status));
      Model.set(N, Status);
    }
  for (QueueState &Q : Queues)
    finish(Q);
  for (Node N : nodesWithEvents()) {
    cl_event E = Commands[N].event;
    const cl_int Code = clWaitForEvents(1, &E);
    expect(Code == (Model.status(N) < 0
                        ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                        : CL_SUCCESS),
           "clWaitForEvents returned " + std::to_string(Code));
    see(N);
  }
  // They may be called somewhat later.
  for (Callback &C : Callbacks) {
    while (C.calls.load() == 0)
      std::this_thread::yield();
    const cl_int Final = Model.status(C.node), Seen = C.status.load();
    const bool IsRight = Seen == C.when
                             ? C.when > CL_COMPLETE || Final == CL_COMPLETE
                             : Seen == Final && Final < 0;
    expect(IsRight, "a callback was given " + std::to_string(Seen));
  }
  for (Root &R : Roots) {
    Bytes Seen(R.bytes.size());
    ok(clEnqueueReadBuffer(Queues.front().handle, R.handle, CL_TRUE, 0,
                           Seen.size(), Seen.data(), 0, nullptr, nullptr));
    expect(Seen == R.bytes, "a buffer has something else in it");
  }
  for (const Callback &C : Callbacks)
    expect(C.calls.load() == 1, "a callback was called twice");
}

} // namespace conformance::fuzz
