//===- HostCommands.cpp - Commands that use memory ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCommands.h"

#include "check-host/HostMaps.h"
#include "check-host/HostPointers.h"
#include "check-host/Watch.h"

#include <string_view>
#include <tuple>

namespace ferry::check {

namespace {

cl_icd_dispatch Next;

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

/// The function of the table's \c Entry, which enqueues a command.
///
/// \tparam List called with a HostCommand and all arguments but the queue, adds
///         what the command uses.
template <auto Entry, typename List> class Watched;

template <typename... A, cl_int (*cl_icd_dispatch::*Entry)(A...), typename List>
class Watched<Entry, List> {
public:
  static void install(cl_icd_dispatch &Table, const char *Called) {
    Name = Called;
    Table.*Entry = call;
  }

private:
  static inline const char *Name;

  static cl_int call(A... Given) {
    std::tuple<A...> All(Given...);
    HostCommand C{Name, core::Queue::tryFrom(std::get<0>(All))};
    std::apply([&](cl_command_queue, auto... Rest) { List()(C, Rest...); },
               All);
    auto Conflicts = HostMaps::get().begin(C);
    const bool IsInHostMemory = HostPointers::get().begin(C);
    if (Conflicts.empty() && !IsInHostMemory)
      return (Next.*Entry)(Given...);
    return withEvent(
        std::get<cl_event *>(All),
        [&](cl_event *Event) {
          std::get<cl_event *>(All) = Event;
          const cl_int Error = std::apply(Next.*Entry, All);
          return std::pair(Error, Error == CL_SUCCESS);
        },
        [&](core::Event *Made) {
          if (IsInHostMemory)
            HostPointers::get().enqueued(C, Made);
          for (const HostCommand::Use &U : C.uses)
            followToEnd(rootOf(*U.object));
          if (Made)
            HostMaps::get().enqueued(std::move(Conflicts), *Made);
        });
  }
};

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

cl_int setPointer(cl_kernel Kernel, cl_uint Index, const void *Value) {
  HostPointers::get().giveUp();
  return Next.clSetKernelArgSVMPointer(Kernel, Index, Value);
}

cl_int setExecInfo(cl_kernel Kernel, cl_kernel_exec_info What, std::size_t Size,
                   const void *Value) {
  HostPointers::get().giveUp();
  return Next.clSetKernelExecInfo(Kernel, What, Size, Value);
}

} // namespace

void noteExtension(std::string_view Function) {
  // Their commands go through no table.
  if (Function == "clCreateCommandBufferKHR" ||
      Function == "clSetKernelArgMemPointerINTEL" ||
      Function == "clSetKernelArgDevicePointerEXT")
    HostPointers::get().giveUp();
}

/// Puts a Watched into \p Table. \tparam List a lambda without captures.
template <auto Entry, typename List>
static void watch(cl_icd_dispatch &Table, const char *Called, List) {
  Watched<Entry, List>::install(Table, Called);
}

static void watchBuffers(cl_icd_dispatch &Table) {
  watch<&cl_icd_dispatch::clEnqueueReadBuffer>(
      Table, "clEnqueueReadBuffer",
      [](HostCommand &C, cl_mem From, cl_bool, size_t Offset, size_t Bytes,
         auto...) { C.add(From, HostCommand::Reads, Offset, Bytes); });
  watch<&cl_icd_dispatch::clEnqueueWriteBuffer>(
      Table, "clEnqueueWriteBuffer",
      [](HostCommand &C, cl_mem To, cl_bool, size_t Offset, size_t Bytes,
         const void *From, auto...) {
        C.add(To, HostCommand::Writes, Offset, Bytes);
        C.source = From;
      });
  watch<&cl_icd_dispatch::clEnqueueReadBufferRect>(
      Table, "clEnqueueReadBufferRect",
      [](HostCommand &C, cl_mem From, cl_bool, Sizes Origin, Sizes,
         Sizes Region, size_t RowPitch, size_t SlicePitch, auto...) {
        C.addRect(From, HostCommand::Reads, Origin, Region, RowPitch,
                  SlicePitch);
      });
  watch<&cl_icd_dispatch::clEnqueueWriteBufferRect>(
      Table, "clEnqueueWriteBufferRect",
      [](HostCommand &C, cl_mem To, cl_bool, Sizes Origin, Sizes, Sizes Region,
         size_t RowPitch, size_t SlicePitch, size_t, size_t, const void *From,
         auto...) {
        C.addRect(To, HostCommand::Writes, Origin, Region, RowPitch,
                  SlicePitch);
        C.source = From;
      });
  watch<&cl_icd_dispatch::clEnqueueFillBuffer>(
      Table, "clEnqueueFillBuffer",
      [](HostCommand &C, cl_mem To, const void *, size_t, size_t Offset,
         size_t Bytes,
         auto...) { C.add(To, HostCommand::Writes, Offset, Bytes); });
  watch<&cl_icd_dispatch::clEnqueueCopyBuffer>(
      Table, "clEnqueueCopyBuffer",
      [](HostCommand &C, cl_mem From, cl_mem To, size_t FromOffset,
         size_t ToOffset, size_t Bytes, auto...) {
        C.add(From, HostCommand::Reads, FromOffset, Bytes);
        C.add(To, HostCommand::Writes, ToOffset, Bytes);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyBufferRect>(
      Table, "clEnqueueCopyBufferRect",
      [](HostCommand &C, cl_mem From, cl_mem To, Sizes FromOrigin,
         Sizes ToOrigin, Sizes Region, size_t FromRow, size_t FromSlice,
         size_t ToRow, size_t ToSlice, auto...) {
        C.addRect(From, HostCommand::Reads, FromOrigin, Region, FromRow,
                  FromSlice);
        C.addRect(To, HostCommand::Writes, ToOrigin, Region, ToRow, ToSlice);
      });
  watch<&cl_icd_dispatch::clEnqueueMigrateMemObjects>(
      Table, "clEnqueueMigrateMemObjects",
      [](HostCommand &C, cl_uint Count, const cl_mem *Objects, auto...) {
        C.migrates = true;
        for (cl_uint I = 0; Objects && I != Count; ++I)
          C.add(Objects[I], HostCommand::Reads);
      });
}

/// Images count as a whole; of a buffer that an image is copied from or to, no
/// more than a byte is known.
static void watchImages(cl_icd_dispatch &Table) {
  watch<&cl_icd_dispatch::clEnqueueReadImage>(
      Table, "clEnqueueReadImage", [](HostCommand &C, cl_mem From, auto...) {
        C.add(From, HostCommand::Reads);
      });
  watch<&cl_icd_dispatch::clEnqueueWriteImage>(
      Table, "clEnqueueWriteImage", [](HostCommand &C, cl_mem To, auto...) {
        C.add(To, HostCommand::Writes);
      });
  watch<&cl_icd_dispatch::clEnqueueFillImage>(
      Table, "clEnqueueFillImage", [](HostCommand &C, cl_mem To, auto...) {
        C.add(To, HostCommand::Writes);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyImage>(
      Table, "clEnqueueCopyImage",
      [](HostCommand &C, cl_mem From, cl_mem To, auto...) {
        C.add(From, HostCommand::Reads);
        C.add(To, HostCommand::Writes);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyImageToBuffer>(
      Table, "clEnqueueCopyImageToBuffer",
      [](HostCommand &C, cl_mem From, cl_mem To, Sizes, Sizes, size_t Offset,
         auto...) {
        C.add(From, HostCommand::Reads);
        C.add(To, HostCommand::Writes, Offset, 1);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyBufferToImage>(
      Table, "clEnqueueCopyBufferToImage",
      [](HostCommand &C, cl_mem From, cl_mem To, size_t Offset, auto...) {
        C.add(From, HostCommand::Reads, Offset, 1);
        C.add(To, HostCommand::Writes);
      });
}

static void watchKernels(cl_icd_dispatch &Table) {
  watch<&cl_icd_dispatch::clEnqueueNDRangeKernel>(
      Table, "clEnqueueNDRangeKernel",
      [](HostCommand &C, cl_kernel Kernel, auto...) {
        C.addArguments(Kernel);
      });
  watch<&cl_icd_dispatch::clEnqueueTask>(
      Table, "clEnqueueTask", [](HostCommand &C, cl_kernel Kernel, auto...) {
        C.addArguments(Kernel);
      });
  watch<&cl_icd_dispatch::clEnqueueNativeKernel>(
      Table, "clEnqueueNativeKernel",
      [](HostCommand &C, void(CL_CALLBACK *)(void *), void *, size_t,
         cl_uint Count, const cl_mem *Objects, auto...) {
        for (cl_uint I = 0; Objects && I != Count; ++I)
          C.add(Objects[I], HostCommand::Either);
      });
}

void watchCommands(cl_icd_dispatch &Table) {
  Next = Table;
  Table.clEnqueueMapBuffer = mapBuffer;
  Table.clEnqueueMapImage = mapImage;
  Table.clEnqueueUnmapMemObject = unmap;
  Table.clSetKernelArgSVMPointer = setPointer;
  Table.clSetKernelExecInfo = setExecInfo;
  watchBuffers(Table);
  watchImages(Table);
  watchKernels(Table);
}

} // namespace ferry::check
