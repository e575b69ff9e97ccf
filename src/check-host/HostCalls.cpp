//===- HostCalls.cpp - What the program calls -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/HostCalls.h"

#include "check-host/Caller.h"
#include "check-host/HostCallbacks.h"
#include "check-host/HostMaps.h"
#include "check-host/HostObjects.h"
#include "check-host/HostPointers.h"
#include "core/Context.h"
#include "core/Event.h"
#include "core/Kernel.h"
#include "core/Queue.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace ferry::check {

namespace {

//===----------------------------------------------------------------------===//
// Calls with what was released
//===----------------------------------------------------------------------===//

void reportReleased(const char *Call, const std::string &What,
                    std::string Kernel, std::string Advice) {
  Reporter::get().report({"released-object",
                          std::move(Kernel),
                          std::string(Call) + ": " + What + " was released",
                          "",
                          {callSide("the call", caller())},
                          std::move(Advice)});
}

/// The callback of an event may go on using it.
void judgeWaitList(const char *Call, cl_uint Count, const cl_event *Events) {
  for (cl_uint I = 0; Events && I != Count && !callbackOf(); ++I)
    if (HostObjects::get().isReleased(Events[I]))
      reportReleased(Call, "an event in the wait list", "",
                     "call clReleaseEvent when nothing is to wait for the "
                     "event any more");
}

template <typename T> void judgeArgument(const char *, T) {}
void judgeArgument(const char *Call, cl_mem Memory) {
  if (HostObjects::get().isReleased(Memory))
    reportReleased(Call, "a memory object", "",
                   "call clReleaseMemObject when nothing is to use the memory "
                   "object any more");
}

/// Kernels keep no memory object alive, so this is judged at each launch.
void judgeKernel(const char *Call, cl_kernel Handle) {
  core::Kernel *K = core::Kernel::tryFrom(Handle);
  for (unsigned I = 0; K && I != K->info().numArgs; ++I) {
    const abi::KernelArgInfo &Arg = K->info().args[I];
    core::MemObject *M = K->buffers()[I];
    if (!M)
      continue;
    bool IsGone = HostObjects::get().isReleased(M->handle());
    // Another one may have its address.
    if (!IsGone && Arg.kind == std::uint32_t(abi::ArgKind::GlobalPointer)) {
      const std::byte *Set;
      std::memcpy(&Set, K->arguments() + Arg.offset, sizeof(Set));
      IsGone = Set != M->data();
    }
    if (IsGone)
      reportReleased(
          Call,
          "the memory object that is argument " +
              (*Arg.name ? "'" + std::string(Arg.name) + "'"
                         : std::to_string(I)),
          K->info().name,
          "kernels keep no memory object alive: call clReleaseMemObject when "
          "no kernel with it is to be enqueued any more, or set another one");
  }
}

//===----------------------------------------------------------------------===//
// All calls
//===----------------------------------------------------------------------===//

/// When a call blocks, or is one that callbacks may not make either.
struct Blocks {
  enum {
    Never,
    Always,
    IfSet,  ///< The argument is CL_TRUE.
    IfNull, ///< It is the callback that would say when all is done.
  } when = Never;
  std::size_t argument = 0;
};

template <typename Wanted, typename... A>
constexpr bool Has = (std::is_same_v<Wanted, A> || ...);

/// The function of the table's \c Entry, with what is judged before and noted
/// afterwards.
template <auto Entry, Blocks How = Blocks()> class Watched;

template <typename R, typename... A, R (*cl_icd_dispatch::*Entry)(A...),
          Blocks How>
class Watched<Entry, How> {
public:
  static void install(cl_icd_dispatch &Table, const char *Called) {
    Name = Called;
    Next = Table.*Entry;
    Table.*Entry = call;
  }

private:
  static inline const char *Name;
  static inline R (*Next)(A...);
  using Arguments = std::tuple<A...>;

  static bool blocks(const Arguments &Given) {
    if constexpr (How.when == Blocks::IfSet)
      return std::get<How.argument>(Given) == CL_TRUE;
    else if constexpr (How.when == Blocks::IfNull)
      return !std::get<How.argument>(Given);
    else
      return How.when == Blocks::Always;
  }

  static void judge(const Arguments &Given) {
    if (blocks(Given))
      judgeBlocking(Name);
    if constexpr (Has<const cl_event *, A...>) {
      // The number is before the list; of clWaitForEvents nothing else is.
      constexpr std::size_t First[] = {std::is_same_v<A, const cl_event *>...};
      constexpr std::size_t At = std::find(First, std::end(First), 1) - First;
      judgeWaitList(Name, std::get<At - 1>(Given), std::get<At>(Given));
    }
    std::apply([](const auto &...Each) { (judgeArgument(Name, Each), ...); },
               Given);
    if constexpr (Has<cl_event *, A...> && Has<cl_kernel, A...>)
      judgeKernel(Name, std::get<cl_kernel>(Given));
  }

  static R call(A... Given) {
    const Arguments All(Given...);
    judge(All);
    R Result = Next(Given...);
    if (blocks(All)) {
      HostMaps::get().settle();
      HostPointers::get().settle();
    }
    if constexpr (Has<cl_event *, A...>) {
      const bool Succeeded =
          std::is_same_v<R, cl_int> ? Result == R(CL_SUCCESS) : Result != R();
      if (cl_event *Event = std::get<cl_event *>(All); Event && Succeeded)
        HostObjects::get().made(*Event, Name);
    } else if constexpr (std::is_pointer_v<R>) {
      if (Result)
        HostObjects::get().made(Result, Name);
    }
    return Result;
  }
};

/// clRetain*, and clRelease* of a \c Class.
template <auto Entry, typename Class> class Counted;

template <typename Handle, cl_int (*cl_icd_dispatch::*Entry)(Handle),
          typename Class>
class Counted<Entry, Class> {
public:
  static void install(cl_icd_dispatch &Table, const char *Called,
                      bool IsRelease) {
    Name = Called;
    Next = Table.*Entry;
    Table.*Entry = IsRelease ? release : retain;
  }

private:
  static inline const char *Name;
  static inline cl_int (*Next)(Handle);

  static cl_int retain(Handle Object) {
    const cl_int Error = Next(Object);
    if (Error == CL_SUCCESS)
      HostObjects::get().retained(Object);
    return Error;
  }

  static cl_int release(Handle Object) {
    HostObjects &All = HostObjects::get();
    if (const Class *Its = Class::tryFrom(Object); Its && Its->apiCount())
      All.released(Object);
    else if (All.wasReleased(Object))
      reportReleased(Name, kindOf(Object).one, "",
                     "release each reference once");
    return Next(Object);
  }
};

//===----------------------------------------------------------------------===//
// Calls that make or release several objects
//===----------------------------------------------------------------------===//

cl_icd_dispatch Next;

cl_int createKernelsInProgram(cl_program Program, cl_uint Room,
                              cl_kernel *Kernels, cl_uint *Count) {
  cl_uint Made = 0;
  const cl_int Error =
      Next.clCreateKernelsInProgram(Program, Room, Kernels, &Made);
  for (cl_uint I = 0; Error == CL_SUCCESS && Kernels && I != Made; ++I)
    HostObjects::get().made(Kernels[I], "clCreateKernelsInProgram");
  if (Error == CL_SUCCESS && Count)
    *Count = Made;
  return Error;
}

cl_int createSubDevices(cl_device_id Device,
                        const cl_device_partition_property *Properties,
                        cl_uint Room, cl_device_id *Devices, cl_uint *Count) {
  cl_uint Made = 0;
  const cl_int Error =
      Next.clCreateSubDevices(Device, Properties, Room, Devices, &Made);
  for (cl_uint I = 0; Error == CL_SUCCESS && Devices && I != Made; ++I)
    HostObjects::get().made(Devices[I], "clCreateSubDevices");
  if (Error == CL_SUCCESS && Count)
    *Count = Made;
  return Error;
}

void freeShared(cl_context Context, void *Memory) {
  HostObjects::get().released(Memory);
  Next.clSVMFree(Context, Memory);
}

cl_int enqueueFreeShared(cl_command_queue Queue, cl_uint Count, void *Memory[],
                         void(CL_CALLBACK *Notify)(cl_command_queue, cl_uint,
                                                   void *[], void *),
                         void *Data, cl_uint NumEvents, const cl_event *Events,
                         cl_event *Event) {
  const cl_int Error = Next.clEnqueueSVMFree(Queue, Count, Memory, Notify, Data,
                                             NumEvents, Events, Event);
  for (cl_uint I = 0; Error == CL_SUCCESS && I != Count; ++I)
    HostObjects::get().released(Memory[I]);
  return Error;
}

} // namespace

#define WATCH(NAME, ...)                                                       \
  Watched<&cl_icd_dispatch::NAME __VA_OPT__(, ) __VA_ARGS__>::install(Table,   \
                                                                      #NAME)

static void watchObjects(cl_icd_dispatch &Table) {
  constexpr Blocks Always{Blocks::Always};
  WATCH(clCreateContext, Always);
  WATCH(clCreateContextFromType, Always);
  WATCH(clCreateCommandQueue, Always);
  WATCH(clCreateCommandQueueWithProperties, Always);
  WATCH(clCreateBuffer);
  WATCH(clCreateBufferWithProperties);
  WATCH(clCreateSubBuffer);
  WATCH(clCreateImage);
  WATCH(clCreateImageWithProperties);
  WATCH(clCreateImage2D);
  WATCH(clCreateImage3D);
  WATCH(clCreatePipe);
  WATCH(clSVMAlloc);
  WATCH(clCreateSampler);
  WATCH(clCreateSamplerWithProperties);
  WATCH(clCreateProgramWithSource);
  WATCH(clCreateProgramWithBinary);
  WATCH(clCreateProgramWithBuiltInKernels);
  WATCH(clCreateProgramWithIL);
  WATCH(clLinkProgram, Blocks{Blocks::IfNull, 6});
  WATCH(clBuildProgram, Blocks{Blocks::IfNull, 4});
  WATCH(clCompileProgram, Blocks{Blocks::IfNull, 7});
  WATCH(clCreateKernel);
  WATCH(clCloneKernel);
  WATCH(clCreateUserEvent);
  WATCH(clFinish, Always);
  WATCH(clWaitForEvents, Always);
}

static void watchEnqueues(cl_icd_dispatch &Table) {
  constexpr Blocks IfSecond{Blocks::IfSet, 1}, IfThird{Blocks::IfSet, 2};
  WATCH(clEnqueueReadBuffer, IfThird);
  WATCH(clEnqueueReadBufferRect, IfThird);
  WATCH(clEnqueueReadImage, IfThird);
  WATCH(clEnqueueWriteBuffer, IfThird);
  WATCH(clEnqueueWriteBufferRect, IfThird);
  WATCH(clEnqueueWriteImage, IfThird);
  WATCH(clEnqueueMapBuffer, IfThird);
  WATCH(clEnqueueMapImage, IfThird);
  WATCH(clEnqueueSVMMap, IfSecond);
  WATCH(clEnqueueSVMMemcpy, IfSecond);
  WATCH(clEnqueueSVMMemFill);
  WATCH(clEnqueueSVMUnmap);
  WATCH(clEnqueueSVMFree);
  WATCH(clEnqueueSVMMigrateMem);
  WATCH(clEnqueueFillBuffer);
  WATCH(clEnqueueFillImage);
  WATCH(clEnqueueCopyBuffer);
  WATCH(clEnqueueCopyBufferRect);
  WATCH(clEnqueueCopyImage);
  WATCH(clEnqueueCopyImageToBuffer);
  WATCH(clEnqueueCopyBufferToImage);
  WATCH(clEnqueueUnmapMemObject);
  WATCH(clEnqueueMigrateMemObjects);
  WATCH(clEnqueueNDRangeKernel);
  WATCH(clEnqueueTask);
  WATCH(clEnqueueNativeKernel);
  WATCH(clEnqueueMarker);
  WATCH(clEnqueueMarkerWithWaitList);
  WATCH(clEnqueueWaitForEvents);
  WATCH(clEnqueueBarrierWithWaitList);
}
#undef WATCH

static void watchCounts(cl_icd_dispatch &Table) {
#define COUNT(NAME, CLASS)                                                     \
  Counted<&cl_icd_dispatch::clRetain##NAME, core::CLASS>::install(             \
      Table, "clRetain" #NAME, false);                                         \
  Counted<&cl_icd_dispatch::clRelease##NAME, core::CLASS>::install(            \
      Table, "clRelease" #NAME, true)
  COUNT(Context, Context);
  COUNT(Device, Device);
  COUNT(CommandQueue, Queue);
  COUNT(MemObject, MemObject);
  COUNT(Sampler, Sampler);
  COUNT(Program, Program);
  COUNT(Kernel, Kernel);
  COUNT(Event, Event);
#undef COUNT
}

void watchCalls(cl_icd_dispatch &Table) {
  Next = Table;
  Table.clCreateKernelsInProgram = createKernelsInProgram;
  Table.clCreateSubDevices = createSubDevices;
  Table.clSVMFree = freeShared;
  Table.clEnqueueSVMFree = enqueueFreeShared;
  watchObjects(Table);
  watchEnqueues(Table);
  watchCounts(Table);
}

} // namespace ferry::check
