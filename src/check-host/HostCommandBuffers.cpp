//===- HostCommandBuffers.cpp - Commands that are recorded ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCommandBuffers.h"

#include "check-host/HostCall.h"
#include "check-host/WatchedCommand.h"
#include "core/CommandBuffer.h"

namespace ferry::check {

HostCommandBuffers &HostCommandBuffers::get() {
  static HostCommandBuffers &The = *new HostCommandBuffers;
  return The;
}

static std::vector<core::Ref<core::MemObject>> objectsOf(const HostCommand &C) {
  std::vector<core::Ref<core::MemObject>> Result;
  for (const HostCommand::Use &U : C.uses)
    Result.emplace_back(U.object);
  return Result;
}

void HostCommandBuffers::recorded(cl_command_buffer_khr In, HostCommand C,
                                  cl_mutable_command_khr Handle) {
  Recorded New{std::move(C), Handle, {}};
  New.kept = objectsOf(New.command);
  std::lock_guard Lock(Mutex);
  All[In].push_back(std::move(New));
}

void HostCommandBuffers::updated(cl_command_buffer_khr In,
                                 cl_mutable_command_khr Handle) {
  HostCommand C{};
  {
    auto &Launch = core::RecordedLaunch::from(Handle);
    std::lock_guard Lock(Launch.buffer().updating());
    C.addArguments(Launch.state.arguments->handle());
  }
  std::vector<core::Ref<core::MemObject>> Kept = objectsOf(C);
  std::lock_guard Lock(Mutex);
  for (Recorded &R : All[In])
    if (R.handle == Handle) {
      R.command = std::move(C);
      std::swap(R.kept, Kept); // The old ones go when nothing is locked.
      return;
    }
}

std::vector<HostCommand> HostCommandBuffers::commands(cl_command_buffer_khr Of,
                                                      const char *Call,
                                                      core::Queue *Q) {
  std::vector<HostCommand> Result;
  std::lock_guard Lock(Mutex);
  if (auto I = All.find(Of); I != All.end())
    for (const Recorded &R : I->second) {
      Result.push_back(R.command);
      Result.back().call = Call;
      Result.back().queue = Q;
    }
  return Result;
}

void HostCommandBuffers::forget(cl_command_buffer_khr Buffer) {
  std::vector<Recorded> Gone;
  std::lock_guard Lock(Mutex);
  if (auto I = All.find(Buffer); I != All.end()) {
    Gone = std::move(I->second);
    All.erase(I);
  }
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

namespace {

ExtensionTable Next;

cl_command_buffer_khr
createCommandBuffer(cl_uint NumQueues, const cl_command_queue *Queues,
                    const cl_command_buffer_properties_khr *Properties,
                    cl_int *Error) {
  cl_command_buffer_khr New =
      Next.clCreateCommandBufferKHR(NumQueues, Queues, Properties, Error);
  HostCommandBuffers::get().forget(New);
  return New;
}

cl_int releaseCommandBuffer(cl_command_buffer_khr Buffer) {
  const auto *B = core::CommandBuffer::tryFrom(Buffer);
  if (B && B->apiCount() == 1)
    HostCommandBuffers::get().forget(Buffer);
  return Next.clReleaseCommandBufferKHR(Buffer);
}

/// Kernels may use what has been released, and what has been written by other
/// commands of the same command-buffer.
void prepare(const HostCommand &C) {
  for (const HostCommand::Use &U : C.uses)
    if (!C.kernel.empty() && HostObjects::get().isReleased(U.object->handle()))
      reportReleased(C.call, "the memory object that is " + U.name, C.kernel,
                     "call clReleaseMemObject when the command-buffer is not "
                     "to be enqueued any more: it need not keep what is an "
                     "argument");
    else if (C.kernel.empty() && U.access == HostCommand::Writes)
      HostEvents::get().add({HostEvent::Written, rangeOf(*U.object)});
}

cl_int enqueueCommandBuffer(cl_uint NumQueues, cl_command_queue *Queues,
                            cl_command_buffer_khr Buffer, cl_uint NumEvents,
                            const cl_event *Events, cl_event *Event) {
  std::vector<HostCommand> Commands;
  if (auto *B = core::CommandBuffer::tryFrom(Buffer))
    Commands = HostCommandBuffers::get().commands(
        Buffer, "clEnqueueCommandBufferKHR",
        NumQueues && Queues ? core::Queue::tryFrom(Queues[0]) : &B->queue());
  for (const HostCommand &C : Commands)
    prepare(C);
  return enqueueNoted(Commands, Event, [&](cl_event *Place) {
    return Next.clEnqueueCommandBufferKHR(NumQueues, Queues, Buffer, NumEvents,
                                          Events, Place);
  });
}

cl_int updateCommands(cl_command_buffer_khr Buffer, cl_uint Count,
                      const cl_command_buffer_update_type_khr *Types,
                      const void **Configs) {
  const cl_int Error =
      Next.clUpdateMutableCommandsKHR(Buffer, Count, Types, Configs);
  for (cl_uint I = 0; Error == CL_SUCCESS && I != Count; ++I)
    HostCommandBuffers::get().updated(
        Buffer, static_cast<const cl_mutable_dispatch_config_khr *>(Configs[I])
                    ->command);
  return Error;
}

} // namespace

void watchCommandBuffers(ExtensionTable &Table) {
  Next = Table;
  Table.clCreateCommandBufferKHR = createCommandBuffer;
  Table.clReleaseCommandBufferKHR = releaseCommandBuffer;
  Table.clEnqueueCommandBufferKHR = enqueueCommandBuffer;
  Table.clUpdateMutableCommandsKHR = updateCommands;
}

} // namespace ferry::check
