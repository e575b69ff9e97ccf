//===- Command.cpp - The life of a command --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Command.h"

#include "core/Queue.h"
#include "trace/Recorder.h"

namespace ferry::core {

Command::Command(cl_command_type Type, Queue &In)
    : Event(Type, &In.context(), &In), Home(&In) {}

Command::~Command() = default;

void Command::satisfy() {
  if (Missing.fetch_sub(1, std::memory_order_acq_rel) == 1)
    EventQueue->scheduler().submit(*this);
}

void Command::satisfyAndWake() {
  exec::Scheduler &Runs = EventQueue->scheduler();
  if (Runs.isHelping())
    return satisfy();
  // The command may have ended afterwards, and its device may be gone.
  const Ref<Queue> Alive(EventQueue);
  satisfy();
  Runs.wake();
}

bool Command::begin() {
  if (EventQueue->notesTimes())
    Times[2] = exec::nowNanoseconds();
  if (hasFailed())
    return false;
  advance(CL_RUNNING);
  return units() != 0;
}

void Command::end() {
  dropKept();
  if (EventQueue->notesTimes())
    noteEnded();
  advance(Failure.load(std::memory_order_relaxed));
  EventQueue->remove(*this);
  release();
}

void Command::noteQueued(WaitList For) {
  Times[0] = exec::nowNanoseconds();
  if (trace::isOn())
    for (cl_event Handle : For)
      trace::note({trace::Kind::Dependency,
                   0,
                   Times[0],
                   Times[0],
                   {std::uint64_t(this), std::uint64_t(&Event::from(Handle))}});
}

void Command::noteEnded() {
  Times[3] = exec::nowNanoseconds();
  if (trace::isOn())
    trace::note(
        {trace::Kind::Command,
         tracedLaunch(),
         Times[2],
         Times[3],
         {std::uint64_t(this), std::uint64_t(EventQueue), Times[0], Times[1],
          Type | std::uint64_t(std::uint32_t(Failure.load())) << 32}});
}

/// Before anybody learns that the command is finished, so that an object that
/// the application has released is gone then.
void Command::dropKept() {
  for (unsigned I = 0; I != NumKept; ++I)
    KeptHere[I] = Retained();
  KeptMore.clear();
  Waits.reset();
}

/// Nobody owns a command that is not enqueued yet.
void Command::keepMore(Retained Object) {
  try {
    KeptMore.push_back(std::move(Object));
  } catch (...) {
    releaseApi();
    throw;
  }
}

cl_ulong Command::profilingTime(cl_profiling_info What) const {
  // "CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is
  // not set for the command-queue, if the execution status of the command
  // identified by event is not CL_COMPLETE" (clGetEventProfilingInfo).
  require(EventQueue->isProfiled() && status() == CL_COMPLETE,
          CL_PROFILING_INFO_NOT_AVAILABLE);
  switch (What) {
  case CL_PROFILING_COMMAND_QUEUED:
    return Times[0];
  case CL_PROFILING_COMMAND_SUBMIT:
    return Times[1];
  case CL_PROFILING_COMMAND_START:
    return Times[2];
  case CL_PROFILING_COMMAND_END:
  case CL_PROFILING_COMMAND_COMPLETE: // But for kernels that enqueue others.
    return Times[3];
  default:
    throw Error(CL_INVALID_VALUE);
  }
}

} // namespace ferry::core
