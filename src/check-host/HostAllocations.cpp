//===- HostAllocations.cpp - Memory that is shared by pointers ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostAllocations.h"

#include "check-host/Caller.h"
#include "check-host/Contents.h"
#include "check-host/HostCall.h"

namespace ferry::check {

HostAllocations &HostAllocations::get() {
  static HostAllocations &The = *new HostAllocations;
  return The;
}

static std::uintptr_t addressOf(const void *Pointer) {
  return reinterpret_cast<std::uintptr_t>(Pointer);
}

HostAllocations::Allocation *HostAllocations::around(const void *Pointer) {
  auto I = All.upper_bound(addressOf(Pointer));
  if (I == All.begin())
    return nullptr;
  Allocation &Found = std::prev(I)->second;
  return Found.where.contains(addressOf(Pointer), 1) ? &Found : nullptr;
}

HostAllocations::Allocation *
HostAllocations::get(const HostCommand::Pointer &P) {
  auto I = All.find(P.where.begin);
  return I != All.end() && I->second.number == P.allocation ? &I->second
                                                            : nullptr;
}

void HostAllocations::allocated(Range Where, const char *What,
                                bool IsOfDevice) {
  std::lock_guard Lock(Mutex);
  // One that is still there has gone with its context.
  All.insert_or_assign(Where.begin,
                       Allocation{++LastNumber, Where, What, IsOfDevice});
}

std::optional<Range> HostAllocations::freeing(const char *Call,
                                              const char *What, void *Start,
                                              bool Waits) {
  std::vector<Use> Uses;
  Range Where;
  {
    std::lock_guard Lock(Mutex);
    auto I = All.find(addressOf(Start));
    if (I == All.end() || I->second.what != What)
      return std::nullopt;
    Where = I->second.where;
    Uses = std::move(I->second.uses);
    All.erase(I);
  }
  for (const Use &U : Uses)
    if (!Waits && !U.command->isFinished()) {
      Reporter::get().report(
          {"released-object",
           "",
           std::string(Call) + ": " + What +
               " is freed while a command that uses it has not ended",
           "",
           {callSide("the call", caller()),
            callSide(std::string("used by this call of ") + U.call, U.caller)},
           "wait for the command before"});
      break;
    }
  return Where;
}

void HostAllocations::argumentSet(cl_kernel Kernel, unsigned Index,
                                  const void *Pointer) {
  std::lock_guard Lock(Mutex);
  if (const Allocation *In = around(Pointer))
    Arguments.insert_or_assign({Kernel, Index}, Argument{Pointer, In->number});
  else
    Arguments.erase({Kernel, Index});
}

void HostAllocations::cloned(cl_kernel From, cl_kernel To) {
  std::lock_guard Lock(Mutex);
  auto Of = [&](cl_kernel K) {
    return std::pair(Arguments.lower_bound({K, 0}),
                     Arguments.upper_bound({K, ~0u}));
  };
  const auto Old = Of(To);
  Arguments.erase(Old.first, Old.second);
  const auto [First, Last] = Of(From);
  for (auto I = First; I != Last; ++I)
    Arguments.insert({{To, I->first.second}, I->second});
}

std::optional<HostCommand::Pointer> HostAllocations::find(const void *Pointer) {
  std::lock_guard Lock(Mutex);
  const Allocation *In = around(Pointer);
  if (!In)
    return std::nullopt;
  return HostCommand::Pointer{In->number, In->where};
}

std::optional<HostCommand::Pointer>
HostAllocations::find(cl_kernel Kernel, unsigned Index, const void *Pointer) {
  {
    std::lock_guard Lock(Mutex);
    auto I = Arguments.find({Kernel, Index});
    if (I != Arguments.end() && I->second.pointer == Pointer) {
      const Allocation *Now = around(Pointer);
      const bool IsThere = Now && Now->number == I->second.allocation;
      return HostCommand::Pointer{I->second.allocation,
                                  IsThere ? Now->where : Range()};
    }
  }
  return find(Pointer);
}

void HostAllocations::begin(const HostCommand &C) {
  for (const HostCommand::Pointer &P : C.pointers) {
    bool IsThere = false, HasChanged = false;
    {
      std::lock_guard Lock(Mutex);
      if (Allocation *A = get(P)) {
        IsThere = true;
        if (A->contents && !HasGivenUp)
          HasChanged = contentsOf(A->where) != A->contents;
        A->contents.reset();
        A->wasUsed = true;
        ++A->starting;
      }
    }
    if (!IsThere)
      reportReleased(C.call, "the memory that " + P.name + " leads to",
                     C.kernel,
                     "free it when nothing is to use it any more, or set "
                     "another address");
    if (HasChanged)
      Reporter::get().report(
          {"host-memory",
           C.kernel,
           "the host has written to memory of clDeviceMemAllocINTEL",
           P.name,
           {callSide(std::string("found by this call of ") + C.call, caller())},
           "write by clEnqueueMemcpyINTEL, or take memory of "
           "clSharedMemAllocINTEL: the host may have no access"});
  }
}

void HostAllocations::enqueued(const HostCommand &C, core::Event *Command) {
  // If they have not ended, the last ones have not: in a queue that keeps the
  // order one would do, more are for several queues. Of memory that more use at
  // a time, those that are left out may write later than the program waits for.
  constexpr std::size_t MostUses = 8;
  if (C.pointers.empty())
    return;
  const std::uintptr_t Caller = caller();
  std::vector<Use> Done; // To be destroyed when nothing is locked.
  std::lock_guard Lock(Mutex);
  for (const HostCommand::Pointer &P : C.pointers) {
    Allocation *A = get(P);
    if (!A)
      continue;
    --A->starting;
    if (!Command)
      continue;
    auto First = std::find_if(A->uses.begin(), A->uses.end(), [](const Use &U) {
      return U.command->isFinished();
    });
    if (First == A->uses.end() && A->uses.size() == MostUses) {
      First = A->uses.begin();
      A->isOfDevice = false;
    }
    if (First != A->uses.end()) {
      Done.push_back(std::move(*First));
      A->uses.erase(First);
    }
    A->uses.push_back({core::Ref<core::Event>(Command), C.call, Caller});
  }
}

void HostAllocations::settle() {
  std::vector<Use> Done;
  std::lock_guard Lock(Mutex);
  for (auto &[Start, A] : All) {
    if (HasGivenUp || !A.isOfDevice || !A.wasUsed || A.starting)
      continue;
    auto Rest =
        std::stable_partition(A.uses.begin(), A.uses.end(), [](const Use &U) {
          return !U.command->isFinished();
        });
    std::move(Rest, A.uses.end(), std::back_inserter(Done));
    A.uses.erase(Rest, A.uses.end());
    if (A.uses.empty()) {
      A.contents = contentsOf(A.where);
      A.wasUsed = false;
    }
  }
}

void HostAllocations::giveUp() {
  std::lock_guard Lock(Mutex);
  HasGivenUp = true;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

namespace {

cl_icd_dispatch Next;
ExtensionTable NextExtensions;

constexpr char Shared[] = "shared virtual memory",
               Unified[] = "unified shared memory";

void *allocated(void *New, std::size_t Bytes, HostEvent::Kind As,
                const ObjectKind &Kind, const char *What, const char *Call) {
  if (!New)
    return New;
  const Range Where{addressOf(New), Bytes};
  HostEvents::get().add({As, Where});
  HostAllocations::get().allocated(Where, What, As == HostEvent::CreatedUnset);
  HostObjects::get().made(New, Kind, Call);
  return New;
}

/// Before the driver frees it, which may give its address to another one.
///
/// \param Waits true if commands may go on using it until they end: then
///        kernels that use it are still judged as before.
void freeing(const char *Call, const char *What, void *Start, bool Waits) {
  HostObjects &Objects = HostObjects::get();
  if (auto Where = HostAllocations::get().freeing(Call, What, Start, Waits)) {
    if (!Waits)
      HostEvents::get().add({HostEvent::Released, *Where});
    Objects.released(Start);
  } else if (Start && Objects.wasReleased(Start)) {
    reportReleased(Call, What, "", "free each allocation once");
  }
}

void *svmAlloc(cl_context Context, cl_svm_mem_flags Flags, std::size_t Size,
               cl_uint Alignment) {
  void *New = Next.clSVMAlloc(Context, Flags, Size, Alignment);
  return allocated(New, Size, HostEvent::Created, kindOf(New), Shared,
                   "clSVMAlloc");
}

void svmFree(cl_context Context, void *Memory) {
  freeing("clSVMFree", Shared, Memory, false);
  Next.clSVMFree(Context, Memory);
}

cl_int enqueueSVMFree(cl_command_queue Queue, cl_uint Count, void *Memory[],
                      void(CL_CALLBACK *Notify)(cl_command_queue, cl_uint,
                                                void *[], void *),
                      void *Data, cl_uint NumEvents, const cl_event *Events,
                      cl_event *Event) {
  const cl_int Error = Next.clEnqueueSVMFree(Queue, Count, Memory, Notify, Data,
                                             NumEvents, Events, Event);
  // Or the callback frees it.
  for (cl_uint I = 0; Error == CL_SUCCESS && !Notify && I != Count; ++I)
    freeing("clEnqueueSVMFree", Shared, Memory[I], true);
  return Error;
}

/// The host may write it at any time.
void *hostMemAlloc(cl_context Context,
                   const cl_mem_properties_intel *Properties, std::size_t Size,
                   cl_uint Alignment, cl_int *Error) {
  void *New = NextExtensions.clHostMemAllocINTEL(Context, Properties, Size,
                                                 Alignment, Error);
  return allocated(New, Size, HostEvent::Created, UnifiedMemory, Unified,
                   "clHostMemAllocINTEL");
}

void *sharedMemAlloc(cl_context Context, cl_device_id Device,
                     const cl_mem_properties_intel *Properties,
                     std::size_t Size, cl_uint Alignment, cl_int *Error) {
  void *New = NextExtensions.clSharedMemAllocINTEL(Context, Device, Properties,
                                                   Size, Alignment, Error);
  return allocated(New, Size, HostEvent::Created, UnifiedMemory, Unified,
                   "clSharedMemAllocINTEL");
}

/// Only commands may.
void *deviceMemAlloc(cl_context Context, cl_device_id Device,
                     const cl_mem_properties_intel *Properties,
                     std::size_t Size, cl_uint Alignment, cl_int *Error) {
  void *New = NextExtensions.clDeviceMemAllocINTEL(Context, Device, Properties,
                                                   Size, Alignment, Error);
  return allocated(New, Size, HostEvent::CreatedUnset, UnifiedMemory, Unified,
                   "clDeviceMemAllocINTEL");
}

cl_int memFree(cl_context Context, void *Memory) {
  freeing("clMemFreeINTEL", Unified, Memory, false);
  return NextExtensions.clMemFreeINTEL(Context, Memory);
}

cl_int memBlockingFree(cl_context Context, void *Memory) {
  if (core::Context *C = core::Context::tryFrom(Context); C && Memory)
    core::Queue::finishAll(*C);
  freeing("clMemBlockingFreeINTEL", Unified, Memory, false);
  return NextExtensions.clMemBlockingFreeINTEL(Context, Memory);
}

cl_kernel cloneKernel(cl_kernel Source, cl_int *Error) {
  cl_kernel New = Next.clCloneKernel(Source, Error);
  if (New)
    HostAllocations::get().cloned(Source, New);
  return New;
}

} // namespace

void watchAllocations(cl_icd_dispatch &Table) {
  Next = Table;
  Table.clSVMAlloc = svmAlloc;
  Table.clSVMFree = svmFree;
  Table.clEnqueueSVMFree = enqueueSVMFree;
  Table.clCloneKernel = cloneKernel;
}

void watchAllocations(ExtensionTable &Table) {
  NextExtensions = Table;
  Table.clHostMemAllocINTEL = hostMemAlloc;
  Table.clSharedMemAllocINTEL = sharedMemAlloc;
  Table.clDeviceMemAllocINTEL = deviceMemAlloc;
  Table.clMemFreeINTEL = memFree;
  Table.clMemBlockingFreeINTEL = memBlockingFree;
}

} // namespace ferry::check
