//===- ApiHandles.cpp - Every entry point with the wrong handles ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls every entry of the dispatch table with nothing, and with objects of
/// another kind in the place of every handle. Each call returns an error, of
/// the kind that the specification names for its first handle, and crashes
/// nothing. The table is taken from the platform, since loaders answer for null
/// handles themselves.
///
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <CL/cl_icd.h>

#include <set>

using namespace conformance;

namespace {

/// Entries whose types exist on this system, but for the two that say that
/// handles have a word for the loader.
// clang-format off
#define FOR_EACH_SLOT(X) \
  X(clGetPlatformInfo) X(clGetDeviceIDs) \
  X(clGetDeviceInfo) X(clCreateContext) X(clCreateContextFromType) \
  X(clRetainContext) X(clReleaseContext) X(clGetContextInfo) \
  X(clCreateCommandQueue) X(clRetainCommandQueue) X(clReleaseCommandQueue) \
  X(clGetCommandQueueInfo) X(clSetCommandQueueProperty) X(clCreateBuffer) \
  X(clCreateImage2D) X(clCreateImage3D) X(clRetainMemObject) \
  X(clReleaseMemObject) X(clGetSupportedImageFormats) X(clGetMemObjectInfo) \
  X(clGetImageInfo) X(clCreateSampler) X(clRetainSampler) \
  X(clReleaseSampler) X(clGetSamplerInfo) X(clCreateProgramWithSource) \
  X(clCreateProgramWithBinary) X(clRetainProgram) X(clReleaseProgram) \
  X(clBuildProgram) X(clGetProgramInfo) \
  X(clGetProgramBuildInfo) X(clCreateKernel) X(clCreateKernelsInProgram) \
  X(clRetainKernel) X(clReleaseKernel) X(clSetKernelArg) X(clGetKernelInfo) \
  X(clGetKernelWorkGroupInfo) X(clWaitForEvents) X(clGetEventInfo) \
  X(clRetainEvent) X(clReleaseEvent) X(clGetEventProfilingInfo) X(clFlush) \
  X(clFinish) X(clEnqueueReadBuffer) X(clEnqueueWriteBuffer) \
  X(clEnqueueCopyBuffer) X(clEnqueueReadImage) X(clEnqueueWriteImage) \
  X(clEnqueueCopyImage) X(clEnqueueCopyImageToBuffer) \
  X(clEnqueueCopyBufferToImage) X(clEnqueueMapBuffer) X(clEnqueueMapImage) \
  X(clEnqueueUnmapMemObject) X(clEnqueueNDRangeKernel) X(clEnqueueTask) \
  X(clEnqueueNativeKernel) X(clEnqueueMarker) X(clEnqueueWaitForEvents) \
  X(clEnqueueBarrier) X(clGetExtensionFunctionAddress) \
  X(clCreateFromGLBuffer) X(clCreateFromGLTexture2D) \
  X(clCreateFromGLTexture3D) X(clCreateFromGLRenderbuffer) \
  X(clGetGLObjectInfo) X(clGetGLTextureInfo) X(clEnqueueAcquireGLObjects) \
  X(clEnqueueReleaseGLObjects) X(clGetGLContextInfoKHR) \
  X(clSetEventCallback) X(clCreateSubBuffer) \
  X(clSetMemObjectDestructorCallback) X(clCreateUserEvent) \
  X(clSetUserEventStatus) X(clEnqueueReadBufferRect) \
  X(clEnqueueWriteBufferRect) X(clEnqueueCopyBufferRect) \
  X(clCreateSubDevicesEXT) X(clRetainDeviceEXT) X(clReleaseDeviceEXT) \
  X(clCreateEventFromGLsyncKHR) X(clCreateSubDevices) X(clRetainDevice) \
  X(clReleaseDevice) X(clCreateImage) X(clCreateProgramWithBuiltInKernels) \
  X(clCompileProgram) X(clLinkProgram) X(clUnloadPlatformCompiler) \
  X(clGetKernelArgInfo) X(clEnqueueFillBuffer) X(clEnqueueFillImage) \
  X(clEnqueueMigrateMemObjects) X(clEnqueueMarkerWithWaitList) \
  X(clEnqueueBarrierWithWaitList) \
  X(clGetExtensionFunctionAddressForPlatform) X(clCreateFromGLTexture) \
  X(clCreateFromEGLImageKHR) X(clEnqueueAcquireEGLObjectsKHR) \
  X(clEnqueueReleaseEGLObjectsKHR) X(clCreateEventFromEGLSyncKHR) \
  X(clCreateCommandQueueWithProperties) X(clCreatePipe) X(clGetPipeInfo) \
  X(clSVMAlloc) X(clSVMFree) X(clEnqueueSVMFree) X(clEnqueueSVMMemcpy) \
  X(clEnqueueSVMMemFill) X(clEnqueueSVMMap) X(clEnqueueSVMUnmap) \
  X(clCreateSamplerWithProperties) X(clSetKernelArgSVMPointer) \
  X(clSetKernelExecInfo) X(clGetKernelSubGroupInfoKHR) X(clCloneKernel) \
  X(clCreateProgramWithIL) X(clEnqueueSVMMigrateMem) \
  X(clGetDeviceAndHostTimer) X(clGetHostTimer) X(clGetKernelSubGroupInfo) \
  X(clSetDefaultDeviceCommandQueue) X(clSetProgramReleaseCallback) \
  X(clSetProgramSpecializationConstant) X(clCreateBufferWithProperties) \
  X(clCreateImageWithProperties) X(clSetContextDestructorCallback)
// clang-format on

/// What the specification allows to be null, or answers for by itself.
const std::set<std::string> NullIsAllowed = {"clGetPlatformInfo",
                                             "clGetDeviceIDs"};

/// Parts of OpenCL that a device may lack: then CL_INVALID_OPERATION is as
/// good an answer as that about the handle.
bool isOptional(const std::string &Name) {
  for (const char *Part :
       {"Image", "SVM", "Pipe", "GL", "EGL", "Sampler", "SubDevices", "IL",
        "Timer", "DefaultDevice", "Specialization", "ExecInfo",
        "ReleaseCallback", "DeviceEXT", "NativeKernel"})
    if (Name.find(Part) != std::string::npos)
      return true;
  return false;
}

/// The error for a handle of type T that is none.
template <class T> constexpr cl_int ErrorFor = 0;
template <> constexpr cl_int ErrorFor<cl_platform_id> = CL_INVALID_PLATFORM;
template <> constexpr cl_int ErrorFor<cl_device_id> = CL_INVALID_DEVICE;
template <> constexpr cl_int ErrorFor<cl_context> = CL_INVALID_CONTEXT;
template <>
constexpr cl_int ErrorFor<cl_command_queue> = CL_INVALID_COMMAND_QUEUE;
template <> constexpr cl_int ErrorFor<cl_mem> = CL_INVALID_MEM_OBJECT;
template <> constexpr cl_int ErrorFor<cl_program> = CL_INVALID_PROGRAM;
template <> constexpr cl_int ErrorFor<cl_kernel> = CL_INVALID_KERNEL;
template <> constexpr cl_int ErrorFor<cl_event> = CL_INVALID_EVENT;
template <> constexpr cl_int ErrorFor<cl_sampler> = CL_INVALID_SAMPLER;

/// Objects to be passed where another kind is wanted.
struct Others {
  Buffer buffer = makeBuffer(64);
  Event event;
  Others() {
    cl_int Code;
    event = Event(clCreateUserEvent(context(), &Code));
    ok(Code);
  }
  template <class T> T instead() const {
    if constexpr (ErrorFor<T> == 0)
      return T();
    else if constexpr (std::is_same_v<T, cl_context>)
      return reinterpret_cast<T>(static_cast<cl_mem>(buffer));
    else if constexpr (std::is_same_v<T, cl_event>)
      return reinterpret_cast<T>(queue());
    else
      return reinterpret_cast<T>(context());
  }
};

template <class... As> struct FirstOf {
  using Type = void;
};
template <class A, class... As> struct FirstOf<A, As...> {
  using Type = A;
};

template <class R, class... As>
void expectRefused(const std::string &Name, R (*Function)(As...), bool Null) {
  static const Others Wrong;
  ASSERT_NE(Function, nullptr) << Name;
  if (NullIsAllowed.count(Name) && (Null || sizeof...(As) == 0))
    return;
  cl_int Code = 1;
  auto Argument = [&]<class A>() -> A {
    if constexpr (std::is_same_v<A, cl_int *>)
      return &Code;
    else
      return Null ? A() : Wrong.instead<A>();
  };
  cl_int Expected = ErrorFor<typename FirstOf<As...>::Type>;
  if constexpr (std::is_void_v<R>)
    Function(Argument.template operator()<As>()...);
  else {
    R Result = Function(Argument.template operator()<As>()...);
    if constexpr (std::is_same_v<R, cl_int>) {
      Code = Result;
    } else {
      EXPECT_EQ(Result, R()) << Name;
      if (Code == 1) // It has no place for an error.
        return;
    }
    EXPECT_LT(Code, 0) << Name;
    if (Expected != 0 && !isOptional(Name)) {
      EXPECT_EQ(Code, Expected) << Name;
    } else if (Expected != 0) {
      EXPECT_TRUE(Code == Expected || Code == CL_INVALID_OPERATION)
          << Name << " returned " << Code;
    }
  }
}

const cl_icd_dispatch &table() {
  // The first word of every object is its dispatch table (cl_khr_icd).
  return **reinterpret_cast<cl_icd_dispatch **>(platform());
}

#define EXPECT_NULL_REFUSED(Entry) expectRefused(#Entry, table().Entry, true);
#define EXPECT_OTHER_REFUSED(Entry) expectRefused(#Entry, table().Entry, false);

TEST(ApiHandles, NothingIsRefused){FOR_EACH_SLOT(EXPECT_NULL_REFUSED)}

TEST(ApiHandles,
     ObjectsOfAnotherKindAreRefused){FOR_EACH_SLOT(EXPECT_OTHER_REFUSED)}

TEST(ApiHandles, EveryEntryIsFilled) {
  auto *Words = reinterpret_cast<void *const *>(&table());
  for (size_t I = 0; I != sizeof(cl_icd_dispatch) / sizeof(void *); ++I)
    EXPECT_NE(Words[I], nullptr) << "entry " << I;
}

/// By name too, as from a driver that no loader has loaded.
TEST(ApiHandles, EveryFunctionIsFoundByItsName) {
  auto Find = table().clGetExtensionFunctionAddressForPlatform;
  auto ExpectFound = [&](const std::string &Name, auto *Function) {
    // Those of extensions that the platform does not have are not there.
    for (const char *Word : {"GL", "EGL", "EXT"})
      if (Name.find(Word) != std::string::npos)
        return;
    EXPECT_EQ(Find(platform(), Name.c_str()),
              reinterpret_cast<void *>(Function))
        << Name;
  };
#define EXPECT_FOUND(Entry) ExpectFound(#Entry, table().Entry);
  FOR_EACH_SLOT(EXPECT_FOUND)
  EXPECT_NE(Find(platform(), "clIcdGetPlatformIDsKHR"), nullptr);
  EXPECT_EQ(Find(platform(), "clNoSuchFunction"), nullptr);
  EXPECT_EQ(Find(platform(), nullptr), nullptr);
  EXPECT_EQ(Find(nullptr, "clFinish"), nullptr);
}

/// cl_khr_icd 2.0. Everything is called by its address, as the loader's word is
/// not what it should be meanwhile.
TEST(ApiHandles, HaveAWordForTheLoader) {
  constexpr std::intptr_t Tag = 0x4F50454E434C3331; // CL_ICD2_TAG_KHR
  EXPECT_EQ(reinterpret_cast<std::intptr_t>(table().clGetPlatformIDs), Tag);
  EXPECT_EQ(reinterpret_cast<std::intptr_t>(table().clUnloadCompiler), Tag);
  auto Find = table().clGetExtensionFunctionAddressForPlatform;
  auto Address = [&](const char *Name, auto *Like) {
    auto *Function = reinterpret_cast<decltype(Like)>(Find(platform(), Name));
    EXPECT_NE(Function, nullptr) << Name;
    return Function;
  };
  using Setter = cl_int(cl_platform_id, void *);
  using Finder = void *(cl_platform_id, const char *);
  auto *Set = Address("clIcdSetPlatformDispatchDataKHR",
                      static_cast<Setter *>(nullptr));
  auto *FindForLoader = Address("clIcdGetFunctionAddressForPlatformKHR",
                                static_cast<Finder *>(nullptr));
  for (const char *Name : {"clGetPlatformIDs", "clUnloadCompiler",
                           "clCreateContext", "clCreateCommandBufferKHR"})
    EXPECT_NE(FindForLoader(platform(), Name), nullptr) << Name;
  EXPECT_EQ(FindForLoader(platform(), "clNoSuchFunction"), nullptr);
  EXPECT_EQ(FindForLoader(nullptr, "clCreateContext"), nullptr);

  auto *Create = Address("clCreateContext", &clCreateContext);
  auto *Release = Address("clReleaseContext", &clReleaseContext);
  auto Word = [](void *Handle) { return static_cast<void **>(Handle)[1]; };
  void *const Before = Word(platform());
  const cl_device_id D = device();
  int Mark;
  EXPECT_EQ(Set(nullptr, &Mark), CL_INVALID_PLATFORM);
  EXPECT_EQ(Word(platform()), Before);
  ok(Set(platform(), &Mark));
  EXPECT_EQ(Word(platform()), &Mark);
  EXPECT_EQ(Word(D), &Mark);
  cl_int Code;
  cl_context C = Create(nullptr, 1, &D, nullptr, nullptr, &Code);
  ok(Code);
  EXPECT_EQ(Word(C), &Mark);
  Release(C);
  // Another loader, which sets nothing, may have made what one of 2.0 gets. Its
  // data begin with a dispatch table.
  ok(Set(platform(), nullptr));
  C = Create(nullptr, 1, &D, nullptr, nullptr, &Code);
  ok(Code);
  for (void *Handle : {static_cast<void *>(platform()), static_cast<void *>(D),
                       static_cast<void *>(C)})
    EXPECT_EQ(Word(Handle), &table());
  Release(C);
  ok(Set(platform(), Before));
}

using SuggestLocalSize = cl_int (*)(cl_command_queue, cl_kernel, cl_uint,
                                    const size_t *, const size_t *, size_t *);

/// OpenCL 3.1 adds an entry at the end of the table.
TEST(ApiHandles, TableIsThatOfOpenCL31) {
  if (!isFerry())
    GTEST_SKIP() << "others may end with OpenCL 3.0";
  void *Last = reinterpret_cast<void *const *>(
      &table())[sizeof(cl_icd_dispatch) / sizeof(void *)];
  ASSERT_NE(Last, nullptr);
  for (const char *Name : {"clGetKernelSuggestedLocalWorkSize",
                           "clGetKernelSuggestedLocalWorkSizeKHR"})
    EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), Name), Last);
  EXPECT_TRUE(hasExtension("cl_khr_suggested_local_work_size"));

  auto Suggest = reinterpret_cast<SuggestLocalSize>(Last);
  Program P = build("kernel void f(global int *p) { p[get_global_id(0)] = 1; }"
                    "kernel __attribute__((reqd_work_group_size(4, 2, 1)))"
                    "void g(void) {}");
  Kernel K = makeKernel(P, "f"), Required = makeKernel(P, "g");
  const size_t Global[3] = {1000, 6, 2}, Zero[3] = {8, 0, 1},
               Offset[3] = {SIZE_MAX, 0, 0};
  size_t Local[3] = {};
  cl_command_queue Q = queue();
  EXPECT_EQ(Suggest(Q, K, 1, nullptr, Global, Local), CL_INVALID_KERNEL_ARGS);
  Buffer B = makeBuffer(4000);
  setArgs(K, B);
  const size_t Prime[3] = {1009, 7, 2};
  for (const size_t *Size : {Global, Prime})
    for (cl_uint Dimensions : {1u, 2u, 3u}) {
      ok(Suggest(Q, K, Dimensions, nullptr, Size, Local));
      for (cl_uint D = 0; D != Dimensions; ++D) {
        ASSERT_NE(Local[D], 0u);
        EXPECT_EQ(Size[D] % Local[D], 0u);
      }
    }
  const size_t Sizes[3] = {8, 8, 8};
  ok(Suggest(Q, Required, 3, nullptr, Sizes, Local));
  EXPECT_EQ(Local[0] * 100 + Local[1] * 10 + Local[2], 421u);
  EXPECT_EQ(Suggest(nullptr, K, 1, nullptr, Global, Local),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(Suggest(Q, nullptr, 1, nullptr, Global, Local), CL_INVALID_KERNEL);
  for (cl_uint Dimensions : {0u, 4u})
    EXPECT_EQ(Suggest(Q, K, Dimensions, nullptr, Global, Local),
              CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(Suggest(Q, K, 1, nullptr, nullptr, Local),
            CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(Suggest(Q, K, 2, nullptr, Zero, Local),
            CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(Suggest(Q, K, 1, Offset, Global, Local), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(Suggest(Q, K, 1, nullptr, Global, nullptr), CL_INVALID_VALUE);
  Context Other = makeContext();
  Queue OtherQueue = makeQueue(Other);
  EXPECT_EQ(Suggest(OtherQueue, K, 1, nullptr, Global, Local),
            CL_INVALID_CONTEXT);
}

TEST(ApiHandles, ReferencesAreCounted) {
  Context C = makeContext();
  Queue Q = makeQueue(C);
  cl_int Code;
  Buffer B(clCreateBuffer(C, 0, 16, nullptr, &Code));
  ok(Code);
  const char *Source = "__kernel void f(void) {}";
  Program P(clCreateProgramWithSource(C, 1, &Source, nullptr, &Code));
  ok(Code);
  ok(clBuildProgram(P, 0, nullptr, nullptr, nullptr, nullptr));
  Kernel K = makeKernel(P, "f");
  Event E(clCreateUserEvent(C, &Code));
  ok(Code);
  auto Check = [](auto Object, auto Info, cl_uint Name, auto Retain,
                  auto Release, const char *What) {
    auto Count = [&] {
      cl_uint Value = 0;
      ok(Info(Object, Name, sizeof(Value), &Value, nullptr));
      return Value;
    };
    cl_uint Before = Count();
    EXPECT_GE(Before, 1u) << What;
    ok(Retain(Object));
    ok(Retain(Object));
    EXPECT_EQ(Count(), Before + 2) << What;
    ok(Release(Object));
    ok(Release(Object));
    EXPECT_EQ(Count(), Before) << What;
  };
  Check(static_cast<cl_context>(C), clGetContextInfo,
        CL_CONTEXT_REFERENCE_COUNT, clRetainContext, clReleaseContext,
        "context");
  Check(static_cast<cl_command_queue>(Q), clGetCommandQueueInfo,
        CL_QUEUE_REFERENCE_COUNT, clRetainCommandQueue, clReleaseCommandQueue,
        "queue");
  Check(static_cast<cl_mem>(B), clGetMemObjectInfo, CL_MEM_REFERENCE_COUNT,
        clRetainMemObject, clReleaseMemObject, "buffer");
  Check(static_cast<cl_program>(P), clGetProgramInfo,
        CL_PROGRAM_REFERENCE_COUNT, clRetainProgram, clReleaseProgram,
        "program");
  Check(static_cast<cl_kernel>(K), clGetKernelInfo, CL_KERNEL_REFERENCE_COUNT,
        clRetainKernel, clReleaseKernel, "kernel");
  Check(static_cast<cl_event>(E), clGetEventInfo, CL_EVENT_REFERENCE_COUNT,
        clRetainEvent, clReleaseEvent, "event");
}

/// A gate, and a command behind it that holds a buffer, its event, its queue
/// and its context.
struct HeldBack {
  Context context = makeContext();
  Event gate;
  Queue queue = makeQueue(context);
  Buffer buffer;
  Event done;

  HeldBack() {
    cl_int Code;
    gate = Event(clCreateUserEvent(context, &Code));
    ok(Code);
    buffer = Buffer(clCreateBuffer(context, 0, 16, nullptr, &Code));
    ok(Code);
    cl_event Gate = gate;
    cl_uint Zero = 0;
    ok(clEnqueueFillBuffer(queue, buffer, &Zero, 4, 0, 16, 1, &Gate,
                           done.out()));
  }
};

TEST(ApiHandles, ReleasesBeyondTheCountAreRefused) {
  if (!isFerry())
    GTEST_SKIP() << "elsewhere the object is gone";
  HeldBack H;
  Program P = build("__kernel void f(void) {}");
  Kernel K = makeKernel(P, "f");
  // What the driver itself still holds.
  cl_context C = H.context;
  cl_command_queue Q = H.queue;
  cl_mem B = H.buffer;
  cl_event E = H.done;
  cl_program Raw = P;
  H.context.reset();
  H.queue.reset();
  H.buffer.reset();
  H.done.reset();
  P.reset();
  EXPECT_EQ(clReleaseContext(C), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseCommandQueue(Q), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clReleaseMemObject(B), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clReleaseEvent(E), CL_INVALID_EVENT);
  EXPECT_EQ(clReleaseProgram(Raw), CL_INVALID_PROGRAM);
  // The objects are all right: queries hand them out, to be retained.
  cl_program Again;
  ok(clGetKernelInfo(K, CL_KERNEL_PROGRAM, sizeof(Again), &Again, nullptr));
  EXPECT_EQ(Again, Raw);
  ok(clRetainProgram(Again));
  ok(clReleaseProgram(Again));
  EXPECT_EQ(clReleaseProgram(Again), CL_INVALID_PROGRAM);
  ok(clSetUserEventStatus(H.gate, CL_COMPLETE));
}

/// What callbacks do with an event that the application has released.
TEST(ApiHandles, CallbacksMayUseAReleasedEvent) {
  struct Seen {
    cl_int query = 1, profile = 1, retain = 1, release = 1, more = 1;
    cl_command_queue queue = nullptr;
    Event called;
  } S;
  HeldBack H;
  cl_int Code;
  S.called = Event(clCreateUserEvent(H.context, &Code));
  ok(Code);
  ok(clSetEventCallback(
      H.done, CL_COMPLETE,
      [](cl_event E, cl_int, void *Data) {
        auto &S = *static_cast<Seen *>(Data);
        S.query = clGetEventInfo(E, CL_EVENT_COMMAND_QUEUE, sizeof(S.queue),
                                 &S.queue, nullptr);
        cl_ulong Time;
        S.profile = clGetEventProfilingInfo(E, CL_PROFILING_COMMAND_END,
                                            sizeof(Time), &Time, nullptr);
        S.retain = clRetainEvent(E);
        S.release = clReleaseEvent(E);
        if (isFerry())
          S.more = clReleaseEvent(E);
        clSetUserEventStatus(S.called, CL_COMPLETE);
      },
      &S));
  H.done.reset();
  ok(clFlush(H.queue));
  ok(clSetUserEventStatus(H.gate, CL_COMPLETE));
  cl_event Called = S.called;
  ok(clWaitForEvents(1, &Called));
  EXPECT_EQ(S.query, CL_SUCCESS);
  EXPECT_EQ(S.queue, static_cast<cl_command_queue>(H.queue));
  EXPECT_EQ(S.profile, CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(S.retain, CL_SUCCESS);
  EXPECT_EQ(S.release, CL_SUCCESS);
  if (isFerry()) {
    EXPECT_EQ(S.more, CL_INVALID_EVENT);
  }
}

} // namespace
