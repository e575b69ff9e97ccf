//===- HostCommandUses.cpp - What each command uses -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCommands.h"

#include "check-host/HostAllocations.h"
#include "check-host/WatchedCommand.h"

namespace ferry::check {

namespace {

using Sizes = const std::size_t *;

struct Tables {
  cl_icd_dispatch &core;
  ExtensionTable &extensions;
};

} // namespace

/// Puts a WatchedCommand into a table. \tparam List a lambda without captures.
template <auto Entry, typename Table, typename List>
static void watch(Table &In, const char *Called, List) {
  WatchedCommand<Entry, List>::install(In, Called);
}

/// The same of commands that can be recorded.
template <auto Entry, auto RecordedEntry, typename List>
static void watch(Tables In, const char *Called, const char *RecordedCalled,
                  List) {
  WatchedCommand<Entry, List>::install(In.core, Called);
  RecordedCommand<RecordedEntry, List>::install(In.extensions, RecordedCalled);
}

static void watchTransfers(cl_icd_dispatch &Table) {
  watch<&cl_icd_dispatch::clEnqueueReadBuffer>(
      Table, "clEnqueueReadBuffer",
      [](HostCommand &C, cl_mem From, cl_bool, size_t Offset, size_t Bytes,
         void *To, auto...) {
        C.add(From, HostCommand::Reads, Offset, Bytes);
        C.addDestination(To);
      });
  watch<&cl_icd_dispatch::clEnqueueWriteBuffer>(
      Table, "clEnqueueWriteBuffer",
      [](HostCommand &C, cl_mem To, cl_bool, size_t Offset, size_t Bytes,
         const void *From, auto...) {
        C.add(To, HostCommand::Writes, Offset, Bytes);
        C.source = From;
        C.addSource(From);
      });
  watch<&cl_icd_dispatch::clEnqueueReadBufferRect>(
      Table, "clEnqueueReadBufferRect",
      [](HostCommand &C, cl_mem From, cl_bool, Sizes Origin, Sizes,
         Sizes Region, size_t RowPitch, size_t SlicePitch, size_t, size_t,
         void *To, auto...) {
        C.addRect(From, HostCommand::Reads, Origin, Region, RowPitch,
                  SlicePitch);
        C.addDestination(To);
      });
  watch<&cl_icd_dispatch::clEnqueueWriteBufferRect>(
      Table, "clEnqueueWriteBufferRect",
      [](HostCommand &C, cl_mem To, cl_bool, Sizes Origin, Sizes, Sizes Region,
         size_t RowPitch, size_t SlicePitch, size_t, size_t, const void *From,
         auto...) {
        C.addRect(To, HostCommand::Writes, Origin, Region, RowPitch,
                  SlicePitch);
        C.source = From;
        C.addSource(From);
      });
  watch<&cl_icd_dispatch::clEnqueueReadImage>(Table, "clEnqueueReadImage",
                                              [](HostCommand &C, cl_mem From,
                                                 cl_bool, Sizes, Sizes, size_t,
                                                 size_t, void *To, auto...) {
                                                C.add(From, HostCommand::Reads);
                                                C.addDestination(To);
                                              });
  watch<&cl_icd_dispatch::clEnqueueWriteImage>(
      Table, "clEnqueueWriteImage",
      [](HostCommand &C, cl_mem To, cl_bool, Sizes, Sizes, size_t, size_t,
         const void *From, auto...) {
        C.add(To, HostCommand::Writes);
        C.addSource(From);
      });
  watch<&cl_icd_dispatch::clEnqueueMigrateMemObjects>(
      Table, "clEnqueueMigrateMemObjects",
      [](HostCommand &C, cl_uint Count, const cl_mem *Objects, auto...) {
        C.migrates = true;
        for (cl_uint I = 0; Objects && I != Count; ++I)
          C.add(Objects[I], HostCommand::Reads);
      });
}

static void watchBuffers(Tables In) {
  watch<&cl_icd_dispatch::clEnqueueFillBuffer,
        &ExtensionTable::clCommandFillBufferKHR>(
      In, "clEnqueueFillBuffer", "clCommandFillBufferKHR",
      [](HostCommand &C, cl_mem To, const void *, size_t, size_t Offset,
         size_t Bytes,
         auto...) { C.add(To, HostCommand::Writes, Offset, Bytes); });
  watch<&cl_icd_dispatch::clEnqueueCopyBuffer,
        &ExtensionTable::clCommandCopyBufferKHR>(
      In, "clEnqueueCopyBuffer", "clCommandCopyBufferKHR",
      [](HostCommand &C, cl_mem From, cl_mem To, size_t FromOffset,
         size_t ToOffset, size_t Bytes, auto...) {
        C.add(From, HostCommand::Reads, FromOffset, Bytes);
        C.add(To, HostCommand::Writes, ToOffset, Bytes);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyBufferRect,
        &ExtensionTable::clCommandCopyBufferRectKHR>(
      In, "clEnqueueCopyBufferRect", "clCommandCopyBufferRectKHR",
      [](HostCommand &C, cl_mem From, cl_mem To, Sizes FromOrigin,
         Sizes ToOrigin, Sizes Region, size_t FromRow, size_t FromSlice,
         size_t ToRow, size_t ToSlice, auto...) {
        C.addRect(From, HostCommand::Reads, FromOrigin, Region, FromRow,
                  FromSlice);
        C.addRect(To, HostCommand::Writes, ToOrigin, Region, ToRow, ToSlice);
      });
}

/// Images count as a whole; of a buffer that an image is copied from or to, no
/// more than a byte is known.
static void watchImages(Tables In) {
  watch<&cl_icd_dispatch::clEnqueueFillImage,
        &ExtensionTable::clCommandFillImageKHR>(
      In, "clEnqueueFillImage", "clCommandFillImageKHR",
      [](HostCommand &C, cl_mem To, auto...) {
        C.add(To, HostCommand::Writes);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyImage,
        &ExtensionTable::clCommandCopyImageKHR>(
      In, "clEnqueueCopyImage", "clCommandCopyImageKHR",
      [](HostCommand &C, cl_mem From, cl_mem To, auto...) {
        C.add(From, HostCommand::Reads);
        C.add(To, HostCommand::Writes);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyImageToBuffer,
        &ExtensionTable::clCommandCopyImageToBufferKHR>(
      In, "clEnqueueCopyImageToBuffer", "clCommandCopyImageToBufferKHR",
      [](HostCommand &C, cl_mem From, cl_mem To, Sizes, Sizes, size_t Offset,
         auto...) {
        C.add(From, HostCommand::Reads);
        C.add(To, HostCommand::Writes, Offset, 1);
      });
  watch<&cl_icd_dispatch::clEnqueueCopyBufferToImage,
        &ExtensionTable::clCommandCopyBufferToImageKHR>(
      In, "clEnqueueCopyBufferToImage", "clCommandCopyBufferToImageKHR",
      [](HostCommand &C, cl_mem From, cl_mem To, size_t Offset, auto...) {
        C.add(From, HostCommand::Reads, Offset, 1);
        C.add(To, HostCommand::Writes);
      });
}

static void watchKernels(Tables In) {
  watch<&cl_icd_dispatch::clEnqueueNDRangeKernel,
        &ExtensionTable::clCommandNDRangeKernelKHR>(
      In, "clEnqueueNDRangeKernel", "clCommandNDRangeKernelKHR",
      [](HostCommand &C, cl_kernel Kernel, auto...) {
        C.addArguments(Kernel);
      });
  watch<&cl_icd_dispatch::clEnqueueTask>(
      In.core, "clEnqueueTask", [](HostCommand &C, cl_kernel Kernel, auto...) {
        C.addArguments(Kernel);
      });
  watch<&cl_icd_dispatch::clEnqueueNativeKernel>(
      In.core, "clEnqueueNativeKernel",
      [](HostCommand &C, void(CL_CALLBACK *)(void *), void *, size_t,
         cl_uint Count, const cl_mem *Objects, auto...) {
        HostAllocations::get().giveUp();
        for (cl_uint I = 0; Objects && I != Count; ++I)
          C.add(Objects[I], HostCommand::Either);
      });
}

/// Shared virtual memory, and unified shared memory.
static void watchPointers(Tables In) {
  auto Copy = [](HostCommand &C, cl_bool, void *To, const void *From, auto...) {
    C.addSource(From);
    C.addDestination(To);
  };
  watch<&cl_icd_dispatch::clEnqueueSVMMemcpy>(In.core, "clEnqueueSVMMemcpy",
                                              Copy);
  watch<&ExtensionTable::clEnqueueMemcpyINTEL>(In.extensions,
                                               "clEnqueueMemcpyINTEL", Copy);
  RecordedCommand<&ExtensionTable::clCommandSVMMemcpyKHR,
                  decltype([](HostCommand &C, void *To, const void *From,
                              auto...) {
                    C.addSource(From);
                    C.addDestination(To);
                  })>::install(In.extensions, "clCommandSVMMemcpyKHR");
  auto Fill = [](HostCommand &C, void *To, auto...) { C.addDestination(To); };
  watch<&cl_icd_dispatch::clEnqueueSVMMemFill,
        &ExtensionTable::clCommandSVMMemFillKHR>(
      In, "clEnqueueSVMMemFill", "clCommandSVMMemFillKHR", Fill);
  watch<&ExtensionTable::clEnqueueMemFillINTEL>(In.extensions,
                                                "clEnqueueMemFillINTEL", Fill);
  watch<&ExtensionTable::clEnqueueMemsetINTEL>(In.extensions,
                                               "clEnqueueMemsetINTEL", Fill);
}

void watchUses(cl_icd_dispatch &Table, ExtensionTable &Extensions) {
  const Tables Both{Table, Extensions};
  watchTransfers(Table);
  watchBuffers(Both);
  watchImages(Both);
  watchKernels(Both);
  watchPointers(Both);
}

} // namespace ferry::check
