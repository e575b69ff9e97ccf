//===- HostCommands.cpp - Commands that use memory ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCommands.h"

#include "check-host/HostAllocations.h"
#include "check-host/HostMaps.h"
#include "check-host/HostPointers.h"
#include "check-host/WatchedCommand.h"

namespace ferry::check {

namespace {

cl_icd_dispatch Next;
ExtensionTable NextExtensions;

using Sizes = const std::size_t *;

/// Calls \p Enqueue with a place for the event, the program's or another one,
/// and \p Then with the event, null if there is none.
template <typename Function, typename Noting>
auto withEvent(cl_event *Wanted, Function Enqueue, Noting Then) {
  cl_event Own = nullptr;
  cl_event *const Place = Wanted ? Wanted : &Own;
  auto [Result, Succeeded] = Enqueue(Place);
  core::Event *Made = Succeeded ? core::Event::tryFrom(*Place) : nullptr;
  Then(Made);
  if (Made && !Wanted)
    Made->releaseApi();
  return Result;
}

/// Has what is known of \p M forgotten when it is gone.
void followToEnd(core::MemObject &M) {
  if (HostMaps::get().follow(M))
    M.onDestruction(
        [](cl_mem Handle, void *) {
          // Its destructor has begun: no handle any more, but the address.
          const auto *Gone = static_cast<core::MemObject *>(Handle);
          HostMaps::get().destroyed(*Gone);
          HostPointers::get().destroyed(*Gone);
        },
        nullptr);
}

} // namespace

cl_int enqueueNoted(std::span<const HostCommand> Commands, cl_event *Wanted,
                    const std::function<cl_int(cl_event *)> &Enqueue) {
  std::vector<HostMaps::Conflict> Conflicts;
  std::vector<const HostCommand *> InHostMemory;
  bool HasPointers = false;
  for (const HostCommand &C : Commands) {
    HostAllocations::get().begin(C);
    for (HostMaps::Conflict &Each : HostMaps::get().begin(C))
      Conflicts.push_back(std::move(Each));
    if (HostPointers::get().begin(C))
      InHostMemory.push_back(&C);
    for (const HostCommand::Pointer &P : C.pointers) {
      HasPointers = true;
      if (P.isWritten && P.where.bytes)
        HostEvents::get().add({HostEvent::Written, P.where});
    }
  }
  if (Conflicts.empty() && InHostMemory.empty() && !HasPointers)
    return Enqueue(Wanted);
  return withEvent(
      Wanted,
      [&](cl_event *Event) {
        const cl_int Error = Enqueue(Event);
        return std::pair(Error, Error == CL_SUCCESS);
      },
      [&](core::Event *Made) {
        for (const HostCommand *C : InHostMemory)
          HostPointers::get().enqueued(*C, Made);
        for (const HostCommand &C : Commands) {
          for (const HostCommand::Use &U : C.uses)
            followToEnd(rootOf(*U.object));
          HostAllocations::get().enqueued(C, Made);
        }
        if (Made)
          HostMaps::get().enqueued(std::move(Conflicts), *Made);
      });
}

namespace {

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

constexpr cl_map_flags WriteFlags =
    CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

void noteMap(core::MemObject &M, Range Where, void *Pointer, cl_map_flags Flags,
             bool IsBlocking, core::Event &Command) {
  followToEnd(M);
  const bool Writes = Flags & WriteFlags;
  HostPointers::get().mapped(Where);
  HostMaps::get().mapped(M, Where, Pointer, Writes, Command,
                         IsBlocking && Flags == CL_MAP_READ && M.isBuffer() &&
                             !isShared(M));
}

void *mapBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool IsBlocking,
                cl_map_flags Flags, std::size_t Offset, std::size_t Bytes,
                cl_uint NumEvents, const cl_event *Events, cl_event *Event,
                cl_int *Error) {
  return withEvent(
      Event,
      [&](cl_event *Place) {
        void *Mapped =
            Next.clEnqueueMapBuffer(Queue, Buffer, IsBlocking, Flags, Offset,
                                    Bytes, NumEvents, Events, Place, Error);
        return std::pair(Mapped, Mapped != nullptr);
      },
      [&](core::Event *Made) {
        if (!Made)
          return;
        core::MemObject &M = core::MemObject::from(Buffer);
        std::byte *Start = M.data() + Offset;
        noteMap(M, {reinterpret_cast<std::uintptr_t>(Start), Bytes}, Start,
                Flags, IsBlocking, *Made);
      });
}

/// Images count as a whole.
void *mapImage(cl_command_queue Queue, cl_mem Image, cl_bool IsBlocking,
               cl_map_flags Flags, Sizes Origin, Sizes Region,
               std::size_t *RowPitch, std::size_t *SlicePitch,
               cl_uint NumEvents, const cl_event *Events, cl_event *Event,
               cl_int *Error) {
  void *Mapped = nullptr;
  return withEvent(
      Event,
      [&](cl_event *Place) {
        Mapped = Next.clEnqueueMapImage(Queue, Image, IsBlocking, Flags, Origin,
                                        Region, RowPitch, SlicePitch, NumEvents,
                                        Events, Place, Error);
        return std::pair(Mapped, Mapped != nullptr);
      },
      [&](core::Event *Made) {
        if (!Made)
          return;
        core::MemObject &M = core::MemObject::from(Image);
        noteMap(M, rangeOf(M), Mapped, Flags, IsBlocking, *Made);
      });
}

cl_int unmap(cl_command_queue Queue, cl_mem Object, void *Pointer,
             cl_uint NumEvents, const cl_event *Events, cl_event *Event) {
  const core::Queue *Q = core::Queue::tryFrom(Queue);
  if (const core::MemObject *M = core::MemObject::tryFrom(Object); M && Q)
    HostMaps::get().unmapping(*M, Pointer, Q);
  return Next.clEnqueueUnmapMemObject(Queue, Object, Pointer, NumEvents, Events,
                                      Event);
}

//===----------------------------------------------------------------------===//
// Memory that is reached without memory objects
//===----------------------------------------------------------------------===//

/// A function that sets an argument to an address.
template <auto Entry> class Setter;

template <typename Table,
          cl_int (*Table::*Entry)(cl_kernel, cl_uint, const void *)>
class Setter<Entry> {
public:
  static void install(Table &In) {
    Next = In.*Entry;
    In.*Entry = call;
  }

private:
  static inline cl_int (*Next)(cl_kernel, cl_uint, const void *);
  static cl_int call(cl_kernel Kernel, cl_uint Index, const void *Value) {
    HostPointers::get().giveUp();
    HostAllocations::get().argumentSet(Kernel, Index, Value);
    return Next(Kernel, Index, Value);
  }
};

cl_int setExecInfo(cl_kernel Kernel, cl_kernel_exec_info What, std::size_t Size,
                   const void *Value) {
  HostPointers::get().giveUp();
  HostAllocations::get().giveUp();
  return Next.clSetKernelExecInfo(Kernel, What, Size, Value);
}

cl_int setDeviceAddress(cl_kernel Kernel, cl_uint Index,
                        cl_mem_device_address_ext Value) {
  HostPointers::get().giveUp();
  HostAllocations::get().argumentSet(Kernel, Index, nullptr);
  return NextExtensions.clSetKernelArgDevicePointerEXT(Kernel, Index, Value);
}

} // namespace

void watchCommands(cl_icd_dispatch &Table, ExtensionTable &Extensions) {
  Next = Table;
  NextExtensions = Extensions;
  Table.clEnqueueMapBuffer = mapBuffer;
  Table.clEnqueueMapImage = mapImage;
  Table.clEnqueueUnmapMemObject = unmap;
  Table.clSetKernelExecInfo = setExecInfo;
  Setter<&cl_icd_dispatch::clSetKernelArgSVMPointer>::install(Table);
  Setter<&ExtensionTable::clSetKernelArgMemPointerINTEL>::install(Extensions);
  Extensions.clSetKernelArgDevicePointerEXT = setDeviceAddress;
  watchUses(Table, Extensions);
}

} // namespace ferry::check
