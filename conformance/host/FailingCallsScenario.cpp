//===- FailingCallsScenario.cpp - Everyday calls --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "FailingCallsScenario.h"

#include "FailingCalls.h"
#include "Support.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <initializer_list>
#include <thread>
#include <unistd.h>

using namespace conformance;

namespace {

constexpr char Source[] = R"(
__kernel void f(__global uint *out, __global const uint *in,
                __local uint *tile, uint n, __global uint *small,
                __global uint *part) {
  size_t l = get_local_id(0), g = get_group_id(0) * get_local_size(0);
  event_t e = async_work_group_copy(tile, in + g, get_local_size(0), 0);
  wait_group_events(1, &e);
  uint x = tile[(l + 1) % get_local_size(0)];
  for (uint i = 0; i < n; ++i)
    x = x * 1664525u + 1013904223u;
  out[get_global_id(0)] = small == part ? x : 0;
})";

/// Enough for several threads, and for memory that is mapped.
constexpr size_t Items = 1 << 19, Local = 64;
constexpr cl_uint Iterations = 4, Untouched = 0xdeadbeef;

/// Something that no call may do.
[[noreturn]] void fail(const char *What, cl_int Code = 0) {
  std::printf("%s: %d\n", What, Code);
  std::fflush(stdout);
  _exit(1);
}

/// The system lacked something, as the error said.
struct Shortage {};

/// Calls fail in the compiler's process, not here.
bool FailElsewhere = false;

/// Throws if \p Code is an error. It has to be one that says that something
/// lacks, or one of \p Also.
void check(const char *What, cl_int Code,
           std::initializer_list<cl_int> Also = {}) {
  if (Code == CL_SUCCESS)
    return;
  if (Code != CL_OUT_OF_HOST_MEMORY && Code != CL_OUT_OF_RESOURCES &&
      std::find(Also.begin(), Also.end(), Code) == Also.end())
    fail(What, Code);
  if (!hasCallFailed() && !FailElsewhere)
    fail("an error though no call failed", Code);
  throw Shortage();
}

/// Calls \p F, and counts what it calls.
template <class F, class... As> auto counted(F Function, As... Arguments) {
  const CallsCount Here;
  return Function(Arguments...);
}

/// As above, for what may compile: what a compiler in this process lacks ends
/// the process, but it has a stack of its own.
template <class F, class... As> auto compiling(F Function, As... Arguments) {
  const CallsCount Here(CallsCount::ThisStack);
  return Function(Arguments...);
}

class Scenario {
public:
  Scenario() {
    for (size_t I = 0; I != Items; ++I)
      Values[I] = cl_uint(I * 7);
  }
  Scenario(const Scenario &) = delete;
  Scenario &operator=(const Scenario &) = delete;
  /// Whatever has failed: what was enqueued comes to its end, and all can be
  /// released.
  ~Scenario() {
    if (Gate && !IsOpen)
      check("user event", clSetUserEventStatus(Gate, CL_COMPLETE));
    for (cl_command_queue Q : {Q1, Q2})
      if (Q)
        check("finish", clFinish(Q));
    while (NumCalled < NumCallbacks) // They come after the end.
      std::this_thread::yield();
    if (NumCalled > NumCallbacks || NumRun > NumNative)
      fail("a call that failed was done all the same");
    if (!HasRead && Result != std::vector<cl_uint>(Items, Untouched))
      fail("a read that failed was done all the same");
    for (; !Releases.empty(); Releases.pop_back())
      if (cl_int Code = Releases.back()())
        fail("release", Code);
    // Nothing holds the context any more.
    while (IsDestroyed != KnowsDestruction)
      std::this_thread::yield();
  }

  void run() {
    makeObjects();
    build();
    enqueue();
    finish();
    for (; !Releases.empty(); Releases.pop_back())
      check("release", counted(Releases.back()));
  }

private:
  template <class T> T keep(T Object, cl_int (*Release)(T)) {
    Releases.push_back([=] { return Release(Object); });
    return Object;
  }

  /// Creates an object by \p Function, whose last argument is the error.
  template <class T, class F, class... As>
  T create(const char *What, cl_int (*Release)(T), F *Function,
           As... Arguments) {
    cl_int Code = 1;
    T Object = counted(Function, Arguments..., &Code);
    check(What, Code, {CL_MEM_OBJECT_ALLOCATION_FAILURE});
    if (!Object)
      fail(What);
    return keep(Object, Release);
  }

  static void CL_CALLBACK noteDestruction(cl_context, void *Flag) {
    *static_cast<std::atomic<bool> *>(Flag) = true;
  }

  void makeObjects() {
    cl_device_id Device = device();
    Ctx = create("context", clReleaseContext, clCreateContext,
                 static_cast<const cl_context_properties *>(nullptr), 1,
                 &Device, nullptr, nullptr);
    check("destructor callback", counted(clSetContextDestructorCallback, Ctx,
                                         noteDestruction, &IsDestroyed));
    KnowsDestruction = true;
    In = create("buffer", clReleaseMemObject, clCreateBuffer, Ctx,
                CL_MEM_COPY_HOST_PTR, Items * sizeof(cl_uint),
                static_cast<void *>(Values.data()));
    Out = create("buffer", clReleaseMemObject, clCreateBuffer, Ctx,
                 CL_MEM_READ_WRITE, Items * sizeof(cl_uint), nullptr);
    Small = create("buffer", clReleaseMemObject, clCreateBuffer, Ctx,
                   CL_MEM_READ_WRITE, 1000, nullptr);
    const cl_buffer_region Region = {0, 100};
    Part = create("sub-buffer", clReleaseMemObject, clCreateSubBuffer, Small,
                  CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                  static_cast<const void *>(&Region));
  }

  static void CL_CALLBACK countBuild(cl_program, void *Counter) {
    auto &NumBuilt = *static_cast<std::atomic<int> *>(Counter);
    ++NumBuilt;
    NumBuilt.notify_one();
  }

  /// The callback comes once, whatever becomes of a build that has begun.
  void buildInBackground() {
    std::atomic<int> NumBuilt = 0;
    check("build in the background",
          compiling(clBuildProgram, Program, 0, nullptr, "", countBuild,
                    &NumBuilt));
    NumBuilt.wait(0);
    cl_build_status Status = CL_BUILD_NONE;
    check("status of a build",
          counted(clGetProgramBuildInfo, Program, device(),
                  CL_PROGRAM_BUILD_STATUS, sizeof(Status), &Status, nullptr));
    if (Status != CL_BUILD_SUCCESS)
      check("result of a build", CL_BUILD_PROGRAM_FAILURE,
            {CL_BUILD_PROGRAM_FAILURE});
  }

  void build() {
    const char *Text = Source;
    Program = create("program", clReleaseProgram, clCreateProgramWithSource,
                     Ctx, 1, &Text, nullptr);
    cl_int Code =
        compiling(clBuildProgram, Program, 0, nullptr, "", nullptr, nullptr);
    if (Code == CL_BUILD_PROGRAM_FAILURE && buildLog(Program).size() < 2)
      fail("no log", Code);
    check("build", Code, {CL_BUILD_PROGRAM_FAILURE});
    buildInBackground();
    size_t Bytes;
    check("binary sizes",
          compiling(clGetProgramInfo, Program, CL_PROGRAM_BINARY_SIZES,
                    sizeof(Bytes), &Bytes, nullptr));
    std::vector<unsigned char> Binary(Bytes);
    unsigned char *Start = Binary.data();
    check("binaries", counted(clGetProgramInfo, Program, CL_PROGRAM_BINARIES,
                              sizeof(Start), &Start, nullptr));
    Kernel = create("kernel", clReleaseKernel, clCreateKernel, Program, "f");
    check("argument", counted(clSetKernelArg, Kernel, 0, sizeof(Out), &Out));
    check("argument", counted(clSetKernelArg, Kernel, 1, sizeof(In), &In));
    check("argument",
          counted(clSetKernelArg, Kernel, 2, Local * sizeof(cl_uint), nullptr));
    check("argument",
          counted(clSetKernelArg, Kernel, 3, sizeof(Iterations), &Iterations));
    check("argument",
          counted(clSetKernelArg, Kernel, 4, sizeof(Small), &Small));
    check("argument", counted(clSetKernelArg, Kernel, 5, sizeof(Part), &Part));
  }

  static void CL_CALLBACK countEvent(cl_event, cl_int, void *Counter) {
    ++*static_cast<std::atomic<int> *>(Counter);
  }
  static void CL_CALLBACK countNative(void *Argument) {
    ++**static_cast<std::atomic<int> **>(Argument);
  }

  cl_event keepEvent(const char *What, cl_int Code, cl_event E) {
    check(What, Code);
    keep(E, clReleaseEvent);
    check("callback",
          counted(clSetEventCallback, E, CL_COMPLETE, countEvent, &NumCalled));
    ++NumCallbacks;
    return E;
  }

  void enqueue() {
    Gate = create("user event", clReleaseEvent, clCreateUserEvent, Ctx);
    const cl_queue_properties InOrder[] = {0};
    const cl_queue_properties OutOfOrder[] = {
        CL_QUEUE_PROPERTIES,
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
    Q1 = create("queue", clReleaseCommandQueue,
                clCreateCommandQueueWithProperties, Ctx, device(), +InOrder);
    Q2 = create("queue", clReleaseCommandQueue,
                clCreateCommandQueueWithProperties, Ctx, device(), +OutOfOrder);
    cl_event E;
    cl_int Code = counted(clEnqueueWriteBuffer, Q2, In, CL_FALSE, 0,
                          Items * sizeof(cl_uint), Values.data(), 1, &Gate, &E);
    cl_event Written = keepEvent("write", Code, E);
    std::atomic<int> *Counter = &NumRun;
    Code = counted(clEnqueueNativeKernel, Q2, countNative, &Counter,
                   sizeof(Counter), 0, nullptr, nullptr, 0, nullptr, &E);
    NumNative += Code == CL_SUCCESS;
    keepEvent("native kernel", Code, E);
    const cl_uint Pattern = 5;
    check("fill", counted(clEnqueueFillBuffer, Q2, Small, &Pattern,
                          sizeof(Pattern), 0, 1000, 0, nullptr, nullptr));
    Code = counted(clEnqueueBarrierWithWaitList, Q2, 0, nullptr, &E);
    keepEvent("barrier", Code, E);
    const cl_event Both[] = {Gate, Written};
    Code = compiling(clEnqueueNDRangeKernel, Q1, Kernel, 1, nullptr, &Items,
                     &Local, 2, Both, &E);
    cl_event Launched = keepEvent("launch", Code, E);
    Code = counted(clEnqueueMarkerWithWaitList, Q2, 1, &Launched, &E);
    cl_event Marked = keepEvent("marker", Code, E);
    check("flush", counted(clFlush, Q2));
    check("user event", counted(clSetUserEventStatus, Gate, CL_COMPLETE));
    IsOpen = true;
    void *Mapped = counted(clEnqueueMapBuffer, Q1, Small, CL_TRUE, CL_MAP_READ,
                           0, 1000, 0, nullptr, nullptr, &Code);
    check("map", Code, {CL_MAP_FAILURE});
    check("unmap", counted(clEnqueueUnmapMemObject, Q1, Small, Mapped, 0,
                           nullptr, nullptr));
    // A command of which no one has asked, of a queue that is not flushed.
    Code = counted(clEnqueueMarkerWithWaitList, Q2, 1, &Marked, &E);
    cl_event Last = keepEvent("marker", Code, E);
    Code = counted(clEnqueueReadBuffer, Q1, Out, CL_TRUE, 0,
                   Items * sizeof(cl_uint), Result.data(), 1, &Last, nullptr);
    check("read", Code, {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
    HasRead = true;
    checkResult();
  }

  void finish() {
    check("finish", counted(clFinish, Q1));
    check("finish", counted(clFinish, Q2));
    Q1 = Q2 = nullptr;
    if (NumRun != 1)
      fail("a command was not done");
  }

  void checkResult() const {
    for (size_t I = 0; I != Items; ++I) {
      cl_uint X = Values[I / Local * Local + (I + 1) % Local];
      for (cl_uint N = 0; N != Iterations; ++N)
        X = X * 1664525u + 1013904223u;
      if (Result[I] != X)
        fail("wrong result", cl_int(I));
    }
  }

  cl_context Ctx = nullptr;
  cl_mem In = nullptr, Out = nullptr, Small = nullptr, Part = nullptr;
  cl_program Program = nullptr;
  cl_kernel Kernel = nullptr;
  cl_event Gate = nullptr;
  cl_command_queue Q1 = nullptr, Q2 = nullptr;
  bool IsOpen = false, HasRead = false, KnowsDestruction = false;
  std::atomic<bool> IsDestroyed{false};
  std::atomic<int> NumCalled{0}, NumRun{0};
  int NumCallbacks = 0, NumNative = 0;
  std::vector<cl_uint> Values = std::vector<cl_uint>(Items);
  std::vector<cl_uint> Result = std::vector<cl_uint>(Items, Untouched);
  std::vector<std::function<cl_int()>> Releases;
};

} // namespace

bool conformance::runScenario(bool FailsElsewhere) {
  FailElsewhere = FailsElsewhere;
  try {
    Scenario().run();
    return true;
  } catch (const Shortage &) {
    return false;
  }
}
