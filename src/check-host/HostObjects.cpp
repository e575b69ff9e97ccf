//===- HostObjects.cpp - The objects that the program holds ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostObjects.h"

#include "check-host/Caller.h"
#include "core/MemObject.h"
#include "ferry/config.h"

#include <map>

namespace ferry::check {

static const ObjectKind Contexts{"a context", "contexts", "clReleaseContext"},
    SubDevices{"a sub-device", "sub-devices", "clReleaseDevice"},
    Queues{"a command-queue", "command-queues", "clReleaseCommandQueue"},
    Buffers{"a buffer", "buffers", "clReleaseMemObject"},
    Images{"an image", "images", "clReleaseMemObject"},
    Pipes{"a pipe", "pipes", "clReleaseMemObject"},
    Samplers{"a sampler", "samplers", "clReleaseSampler"},
    Programs{"a program", "programs", "clReleaseProgram"},
    Kernels{"a kernel", "kernels", "clReleaseKernel"},
    Events{"an event", "events", "clReleaseEvent"},
    Allocations{"an allocation of shared virtual memory",
                "allocations of shared virtual memory", "clSVMFree"},
    CommandBuffers{"a command-buffer", "command-buffers",
                   "clReleaseCommandBufferKHR"},
    Semaphores{"a semaphore", "semaphores", "clReleaseSemaphoreKHR"};
const ObjectKind UnifiedMemory{"an allocation of unified shared memory",
                               "allocations of unified shared memory",
                               "clMemFreeINTEL"};

const ObjectKind &kindOf(cl_context) { return Contexts; }
const ObjectKind &kindOf(cl_device_id) { return SubDevices; }
const ObjectKind &kindOf(cl_command_queue) { return Queues; }
const ObjectKind &kindOf(cl_sampler) { return Samplers; }
const ObjectKind &kindOf(cl_program) { return Programs; }
const ObjectKind &kindOf(cl_kernel) { return Kernels; }
const ObjectKind &kindOf(cl_event) { return Events; }
const ObjectKind &kindOf(void *) { return Allocations; }
const ObjectKind &kindOf(cl_command_buffer_khr) { return CommandBuffers; }
const ObjectKind &kindOf(cl_semaphore_khr) { return Semaphores; }
const ObjectKind &kindOf(cl_mem Handle) {
  const core::MemObject *M = core::MemObject::tryFrom(Handle);
  return !M || M->isBuffer() ? Buffers : M->isImage() ? Images : Pipes;
}

static bool TheyAreWatched = false;

HostObjects &HostObjects::get() {
  static HostObjects &The = *new HostObjects;
  return The;
}

HostObjects::HostObjects()
    : WantsLeaks(config::enabled(config::Variable::CheckLeaks)),
      Process(exec::processNumber()) {
  TheyAreWatched = true;
}

void HostObjects::made(const void *New, const ObjectKind &Kind,
                       const char *Call) {
  const std::uintptr_t Caller = WantsLeaks ? caller() : 0;
  std::lock_guard Lock(Mutex);
  Gone.erase(New);
  All.insert_or_assign(New, Held{&Kind, Call, Caller, 1});
  if (&Kind == &Buffers || &Kind == &Images) {
    auto *Handle = static_cast<cl_mem>(const_cast<void *>(New));
    if (core::MemObject *From = core::MemObject::from(Handle).parent())
      Parents.insert(From->handle());
  }
}

void HostObjects::retained(const void *Handle) {
  std::lock_guard Lock(Mutex);
  if (auto I = All.find(Handle); I != All.end()) {
    ++I->second.count;
  } else if (auto Old = Gone.extract(Handle)) {
    // The program has it from a query or a callback.
    Old.mapped().count = 1;
    All.insert(std::move(Old));
  }
}

void HostObjects::released(const void *Handle) {
  std::lock_guard Lock(Mutex);
  auto I = All.find(Handle);
  if (I == All.end() || --I->second.count)
    return;
  Gone.insert(All.extract(I));
}

bool HostObjects::wasReleased(const void *Handle) {
  std::lock_guard Lock(Mutex);
  return Gone.count(Handle);
}

bool HostObjects::isReleased(const void *Handle) {
  std::lock_guard Lock(Mutex);
  return Gone.count(Handle) && !Parents.count(Handle);
}

/// The objects of \p Kind, by where they were made.
Finding HostObjects::leak(const ObjectKind &Kind) const {
  // Lines of a report that people read to its end. What was made elsewhere is
  // in the number of all.
  constexpr std::size_t MostPlaces = 16;
  std::map<std::pair<std::string, std::uintptr_t>, unsigned> Places;
  unsigned Count = 0;
  for (const auto &[Handle, Its] : All)
    if (Its.kind == &Kind) {
      ++Places[{Its.call, Its.caller}];
      ++Count;
    }
  Finding F{"leak", "", "", "", {}, ""};
  F.title = Count == 1 ? std::string(Kind.one) + " is"
                       : std::to_string(Count) + " " + Kind.many + " are";
  F.title += " not released when the program ends";
  for (const auto &[Place, Here] : Places) {
    if (F.sides.size() == MostPlaces)
      break;
    F.sides.push_back(
        callSide(std::to_string(Here) + " by " + Place.first, Place.second));
  }
  F.advice = std::string("call ") + Kind.release + " for each reference";
  return F;
}

void HostObjects::reportLeaks() {
  // A child made by fork() has the objects of the parent.
  if (!WantsLeaks || Process != exec::processNumber())
    return;
  std::lock_guard Lock(Mutex);
  for (const ObjectKind *Kind :
       {&Contexts, &SubDevices, &Queues, &Buffers, &Images, &Pipes, &Samplers,
        &Programs, &Kernels, &Events, &Allocations, &UnifiedMemory,
        &CommandBuffers, &Semaphores})
    if (Finding F = leak(*Kind); !F.sides.empty())
      Reporter::get().report(F);
}

/// Behind whatever the program does at exit: what it, its static objects and
/// the libraries that know of this one release is no leak.
[[gnu::destructor]] static void reportAtUnload() {
  if (TheyAreWatched)
    HostObjects::get().reportLeaks();
}

} // namespace ferry::check
