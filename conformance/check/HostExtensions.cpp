//===- HostExtensions.cpp - Mistakes with objects of extensions -----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Command-buffers, unified shared memory and semaphores: leaks, what was
/// released, what is freed while it is used, and what commands that do not go
/// through a dispatch table do to memory.
///
//===----------------------------------------------------------------------===//

#include "HostScenarios.h"

#include "Commands.h"

#include "api/CommandBuffers.h"
#include "api/UnifiedMemory.h"

#include <atomic>
#include <thread>

namespace conformance {

EXTENSION_FUNCTION(clCreateSemaphoreWithPropertiesKHR,
                   ::clCreateSemaphoreWithPropertiesKHR)
EXTENSION_FUNCTION(clEnqueueWaitSemaphoresKHR, ::clEnqueueWaitSemaphoresKHR)
EXTENSION_FUNCTION(clEnqueueSignalSemaphoresKHR, ::clEnqueueSignalSemaphoresKHR)
EXTENSION_FUNCTION(clRetainSemaphoreKHR, ::clRetainSemaphoreKHR)
EXTENSION_FUNCTION(clReleaseSemaphoreKHR, ::clReleaseSemaphoreKHR)

namespace {

constexpr char Source[] =
    "kernel void add(global int *out, int n) { out[get_global_id(0)] += n; }\n"
    "kernel void copy(global const int *in, global int *out) {\n"
    "  out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n";

constexpr size_t Count = 64, Bytes = Count * sizeof(cl_int);

cl_int run(cl_kernel K, cl_event After = nullptr) {
  return clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Count, nullptr,
                                After ? 1 : 0, After ? &After : nullptr,
                                nullptr);
}

Buffer filled() { return upload(std::vector<cl_int>(Count)); }

/// Takes a Handle's reference away from it.
template <typename T, cl_int (*Release)(T)> T leak(Handle<T, Release> Of) {
  return *new Handle<T, Release>(std::move(Of));
}

void *map(cl_mem B, cl_map_flags Flags) {
  cl_int Code;
  void *Mapped = clEnqueueMapBuffer(queue(), B, CL_TRUE, Flags, 0, Bytes, 0,
                                    nullptr, nullptr, &Code);
  ok(Code);
  return Mapped;
}

void unmap(cl_mem B, void *Mapped) {
  ok(clEnqueueUnmapMemObject(queue(), B, Mapped, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

//===----------------------------------------------------------------------===//
// Command-buffers
//===----------------------------------------------------------------------===//

/// One that launches \p K, ready to be enqueued.
CommandBuffer recorded(cl_kernel K, Flags F = 0,
                       cl_mutable_command_khr *Launch = nullptr) {
  CommandBuffer B = record(queue(), F);
  const cl_mutable_command_khr Made = recordLaunch(B, K, {{Count}, {}, {}});
  if (Launch)
    *Launch = Made;
  finalize(B);
  return B;
}

void replayAndFinish(cl_command_buffer_khr B) {
  replay(B);
  ok(clFinish(queue()));
}

SCENARIO(leak_commandBuffer) { leak(record(queue())); }

SCENARIO(leak_eventOfACommandBuffer) {
  CommandBuffer B = record(queue());
  finalize(B);
  leak(replay(B));
  ok(clFinish(queue()));
}

/// Has \p Body called while a replay keeps a command-buffer that has been
/// released.
void withReleased(void (*Body)(cl_command_buffer_khr)) {
  cl_command_buffer_khr B = leak(record(queue()));
  finalize(B);
  Event Go = userEvent();
  replay(B, {Go});
  ok(clReleaseCommandBufferKHR(B));
  Body(B);
  ok(clSetUserEventStatus(Go, CL_COMPLETE));
  ok(clFinish(queue()));
}

SCENARIO(releasedObject_commandBuffer) {
  withReleased([](cl_command_buffer_khr B) {
    clEnqueueCommandBufferKHR(0, nullptr, B, 0, nullptr, nullptr);
  });
}

SCENARIO(releasedObject_commandBufferTwice) {
  withReleased([](cl_command_buffer_khr B) { clReleaseCommandBufferKHR(B); });
}

SCENARIO(releasedObject_recordedArgument) {
  Kernel K = buildKernel(Source, "add");
  Buffer Data = filled();
  setArgs(K, Data, cl_int(1));
  CommandBuffer B = recorded(K);
  replayAndFinish(B);
  Data.reset();
  replayAndFinish(B);
}

SCENARIO(good_commandBufferReleasedAfterUse) {
  Kernel K = buildKernel(Source, "add");
  Buffer Data = filled();
  setArgs(K, Data, cl_int(1));
  CommandBuffer B = recorded(K);
  K.reset();
  ok(clRetainCommandBufferKHR(B));
  replay(B);
  ok(clReleaseCommandBufferKHR(B));
  replay(B);
  B.reset();
  ok(clFinish(queue()));
}

/// Command-buffers keep what their own commands use.
SCENARIO(good_recordedBufferReleased) {
  CommandBuffer B = record(queue());
  Buffer Data = filled();
  const cl_int One = 1;
  ok(clCommandFillBufferKHR(B, nullptr, nullptr, Data, &One, sizeof(One), 0,
                            Bytes, 0, nullptr, nullptr, nullptr));
  Data.reset();
  finalize(B);
  replayAndFinish(B);
}

SCENARIO(mappedMemory_commandBuffer) {
  Kernel K = buildKernel(Source, "add");
  Buffer Data = filled();
  setArgs(K, Data, cl_int(1));
  CommandBuffer B = recorded(K);
  void *Mapped = map(Data, CL_MAP_WRITE);
  replayAndFinish(B);
  unmap(Data, Mapped);
}

SCENARIO(good_unmappedBeforeCommandBuffer) {
  Kernel K = buildKernel(Source, "add");
  Buffer Data = filled();
  setArgs(K, Data, cl_int(1));
  CommandBuffer B = recorded(K);
  unmap(Data, map(Data, CL_MAP_WRITE));
  replayAndFinish(B);
}

/// What has been changed no longer uses the memory that is mapped.
SCENARIO(good_commandBufferUpdated) {
  Kernel K = buildKernel(Source, "add");
  Buffer Data = filled(), Other = filled();
  setArgs(K, Data, cl_int(1));
  cl_mutable_command_khr Launch;
  CommandBuffer B = recorded(K, CL_COMMAND_BUFFER_MUTABLE_KHR, &Launch);
  replayAndFinish(B);
  const cl_mem New = Other;
  const cl_mutable_dispatch_arg_khr Argument = {0, sizeof(New), &New};
  ferry::cl_mutable_dispatch_config_khr Config{};
  Config.command = Launch;
  Config.num_args = 1;
  Config.arg_list = &Argument;
  const cl_command_buffer_update_type_khr Type =
      CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
  const void *Configs[] = {&Config};
  ok(clUpdateMutableCommandsKHR(B, 1, &Type, Configs));
  void *Mapped = map(Data, CL_MAP_WRITE);
  replayAndFinish(B);
  unmap(Data, Mapped);
  Data.reset();
  replayAndFinish(B);
}

SCENARIO(hostMemory_commandBuffer) {
  Kernel K = buildKernel(Source, "add");
  std::vector<cl_int> Values(Count);
  Buffer Data =
      makeBuffer(Bytes, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, Values.data());
  setArgs(K, Data, cl_int(1));
  CommandBuffer B = recorded(K);
  replayAndFinish(B);
  Values[7] = 9;
  replayAndFinish(B);
}

SCENARIO(good_commandBufferInHostMemory) {
  Kernel K = buildKernel(Source, "add");
  std::vector<cl_int> Values(Count);
  Buffer Data =
      makeBuffer(Bytes, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, Values.data());
  setArgs(K, Data, cl_int(1));
  CommandBuffer B = recorded(K);
  for (int I = 0; I != 3; ++I) {
    replayAndFinish(B);
    ok(run(K));
    ok(clFinish(queue()));
  }
}

SCENARIO(uninitialised_commandBuffer) {
  Kernel K = buildKernel(Source, "copy");
  Buffer From = makeBuffer(Bytes), To = makeBuffer(Bytes);
  setArgs(K, From, To);
  replayAndFinish(recorded(K));
}

SCENARIO(good_filledByCommandBuffer) {
  Kernel K = buildKernel(Source, "copy");
  Buffer From = makeBuffer(Bytes), To = makeBuffer(Bytes);
  setArgs(K, From, To);
  CommandBuffer B = record(queue());
  const cl_int One = 1;
  SyncPoint Filled;
  ok(clCommandFillBufferKHR(B, nullptr, nullptr, From, &One, sizeof(One), 0,
                            Bytes, 0, nullptr, &Filled, nullptr));
  recordLaunch(B, K, {{Count}, {}, {}}, {Filled});
  finalize(B);
  replayAndFinish(B);
}

//===----------------------------------------------------------------------===//
// Unified shared memory, and shared virtual memory
//===----------------------------------------------------------------------===//

cl_int *allocate() {
  cl_int Code;
  void *New =
      clSharedMemAllocINTEL(context(), device(), nullptr, Bytes, 0, &Code);
  ok(Code);
  return static_cast<cl_int *>(New);
}

cl_int *allocateOnDevice() {
  cl_int Code;
  void *New =
      clDeviceMemAllocINTEL(context(), device(), nullptr, Bytes, 0, &Code);
  ok(Code);
  return static_cast<cl_int *>(New);
}

/// "add" to \p Memory.
Kernel adder(void *Memory) {
  Kernel K = buildKernel(Source, "add");
  ok(clSetKernelArgMemPointerINTEL(K, 0, Memory));
  setArg(K, 1, cl_int(1));
  return K;
}

SCENARIO(leak_unifiedMemory) {
  allocate();
  allocateOnDevice();
}

SCENARIO(good_unifiedMemory) {
  cl_int *Memory = allocate(), *Copy = allocateOnDevice();
  for (size_t I = 0; I != Count; ++I)
    Memory[I] = cl_int(I);
  ok(clEnqueueMemcpyINTEL(queue(), CL_FALSE, Copy, Memory, Bytes, 0, nullptr,
                          nullptr));
  Kernel K = adder(Copy);
  ok(run(K));
  ok(clEnqueueMemcpyINTEL(queue(), CL_TRUE, Memory, Copy, Bytes, 0, nullptr,
                          nullptr));
  ok(clMemFreeINTEL(context(), Memory));
  ok(clMemFreeINTEL(context(), Copy));
}

SCENARIO(releasedObject_freedInUse) {
  cl_int *Memory = allocate();
  Kernel K = adder(Memory);
  Event Go = userEvent();
  ok(run(K, Go));
  ok(clMemFreeINTEL(context(), Memory));
  ok(clSetUserEventStatus(Go, -1));
  clFinish(queue());
}

SCENARIO(releasedObject_sharedMemoryFreedInUse) {
  void *Memory = clSVMAlloc(context(), CL_MEM_READ_WRITE, Bytes, 0);
  Event Go = userEvent();
  const cl_event After = Go;
  const cl_int One = 1;
  ok(clEnqueueSVMMemFill(queue(), Memory, &One, sizeof(One), Bytes, 1, &After,
                         nullptr));
  clSVMFree(context(), Memory);
  ok(clSetUserEventStatus(Go, -1));
  clFinish(queue());
}

SCENARIO(good_freedAfterUse) {
  cl_int *Memory = allocate();
  Kernel K = adder(Memory);
  ok(run(K));
  ok(clFinish(queue()));
  ok(clMemFreeINTEL(context(), Memory));
  Memory = allocate();
  ok(clSetKernelArgMemPointerINTEL(K, 0, Memory));
  ok(run(K));
  ok(clMemBlockingFreeINTEL(context(), Memory));
}

SCENARIO(good_sharedMemoryFreedInOrder) {
  void *Memory = clSVMAlloc(context(), CL_MEM_READ_WRITE, Bytes, 0);
  const cl_int One = 1;
  ok(clEnqueueSVMMemFill(queue(), Memory, &One, sizeof(One), Bytes, 0, nullptr,
                         nullptr));
  ok(clEnqueueSVMFree(queue(), 1, &Memory, nullptr, nullptr, 0, nullptr,
                      nullptr));
  ok(clFinish(queue()));
}

SCENARIO(releasedObject_argumentFreed) {
  cl_int *Memory = allocate();
  Kernel K = adder(Memory);
  ok(run(K));
  ok(clFinish(queue()));
  ok(clMemFreeINTEL(context(), Memory));
  // Most likely at the same address.
  cl_int *Other = allocate();
  const size_t None = 0;
  clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &None, nullptr, 0, nullptr,
                         nullptr);
  ok(clFinish(queue()));
  ok(clMemFreeINTEL(context(), Other));
}

SCENARIO(releasedObject_freedTwice) {
  cl_int *Memory = allocate();
  ok(clMemFreeINTEL(context(), Memory));
  clMemFreeINTEL(context(), Memory);
}

SCENARIO(callInCallback_blockingFree) {
  cl_int *Memory = allocate();
  Event Done;
  ok(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, Done.out()));
  static std::atomic<bool> WasCalled{false};
  ok(clSetEventCallback(
      Done, CL_COMPLETE,
      [](cl_event, cl_int, void *Its) {
        // A null pointer waits for nothing.
        clMemBlockingFreeINTEL(context(), nullptr);
        clMemFreeINTEL(context(), Its);
        WasCalled = true;
      },
      Memory));
  ok(clFinish(queue()));
  while (!WasCalled)
    std::this_thread::yield();
}

SCENARIO(uninitialised_deviceMemory) {
  cl_int *Memory = allocateOnDevice();
  Kernel K = adder(Memory);
  ok(run(K));
  ok(clMemBlockingFreeINTEL(context(), Memory));
}

SCENARIO(outOfBounds_unifiedMemory) {
  cl_int *Memory = allocate();
  std::fill_n(Memory, Count, 0);
  Kernel K = adder(Memory + 1);
  ok(run(K));
  ok(clMemBlockingFreeINTEL(context(), Memory));
}

SCENARIO(hostMemory_ofDevice) {
  cl_int *Memory = allocateOnDevice();
  const cl_int One = 1;
  ok(clEnqueueMemFillINTEL(queue(), Memory, &One, sizeof(One), Bytes, 0,
                           nullptr, nullptr));
  Kernel K = adder(Memory);
  ok(run(K));
  ok(clFinish(queue()));
  Memory[7] = 9;
  ok(run(K));
  ok(clMemBlockingFreeINTEL(context(), Memory));
}

SCENARIO(good_memoryOfDevice) {
  cl_int *Memory = allocateOnDevice();
  const cl_int One = 1;
  ok(clEnqueueMemFillINTEL(queue(), Memory, &One, sizeof(One), Bytes, 0,
                           nullptr, nullptr));
  Kernel K = adder(Memory);
  Queue Other = makeQueue(context());
  for (int I = 0; I != 20; ++I) {
    ok(run(K));
    ok(clFinish(queue()));
    const std::vector<cl_int> Values(Count, I);
    ok(clEnqueueMemcpyINTEL(Other, CL_TRUE, Memory, Values.data(), Bytes, 0,
                            nullptr, nullptr));
  }
  ok(clMemBlockingFreeINTEL(context(), Memory));
}

SCENARIO(good_deviceMemoryFilled) {
  cl_int *Memory = allocateOnDevice();
  const cl_int One = 1;
  ok(clEnqueueMemFillINTEL(queue(), Memory, &One, sizeof(One), Bytes, 0,
                           nullptr, nullptr));
  Kernel K = adder(Memory);
  ok(run(K));
  ok(clMemBlockingFreeINTEL(context(), Memory));
}

//===----------------------------------------------------------------------===//
// Semaphores
//===----------------------------------------------------------------------===//

cl_int releaseSemaphore(cl_semaphore_khr S) { return clReleaseSemaphoreKHR(S); }
using Semaphore = Handle<cl_semaphore_khr, releaseSemaphore>;

Semaphore makeSemaphore() {
  constexpr cl_semaphore_properties_khr Binary[] = {
      CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  cl_int Code;
  Semaphore S(clCreateSemaphoreWithPropertiesKHR(context(), Binary, &Code));
  ok(Code);
  return S;
}

cl_int signal(cl_semaphore_khr S, cl_event *Done = nullptr) {
  return clEnqueueSignalSemaphoresKHR(queue(), 1, &S, nullptr, 0, nullptr,
                                      Done);
}
cl_int wait(cl_semaphore_khr S, cl_event *Done = nullptr) {
  return clEnqueueWaitSemaphoresKHR(queue(), 1, &S, nullptr, 0, nullptr, Done);
}

SCENARIO(leak_semaphores) {
  leak(makeSemaphore());
  leak(makeSemaphore());
}

SCENARIO(leak_eventOfASemaphore) {
  Semaphore S = makeSemaphore();
  cl_event Done;
  ok(signal(S, &Done));
  ok(clFinish(queue()));
}

/// The command that waits for it keeps it.
SCENARIO(releasedObject_semaphore) {
  Semaphore S = makeSemaphore();
  const cl_semaphore_khr Gone = S;
  ok(wait(S));
  S.reset();
  Queue Other = makeQueue(context());
  clEnqueueSignalSemaphoresKHR(Other, 1, &Gone, nullptr, 0, nullptr, nullptr);
  ok(clFinish(Other));
  ok(clFinish(queue()));
}

SCENARIO(good_semaphore) {
  Semaphore S = makeSemaphore();
  ok(clRetainSemaphoreKHR(S));
  Event Done;
  ok(signal(S, Done.out()));
  ok(clReleaseSemaphoreKHR(S));
  ok(wait(S));
  S.reset();
  ok(clFinish(queue()));
}

} // namespace
} // namespace conformance
