//===- HostMistakes.cpp - Host programs with mistakes, and without --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HostScenarios.h"

#include <atomic>
#include <thread>

using namespace conformance;

namespace {

constexpr char Source[] =
    "kernel void add(global int *out, int n) { out[get_global_id(0)] += n; }\n"
    "kernel void copy(global const int *in, global int *out) {\n"
    "  out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n";

constexpr size_t Count = 1024, Bytes = Count * sizeof(cl_int);

void run(cl_kernel K, cl_command_queue Q = queue(), cl_event After = nullptr,
         cl_event *Done = nullptr) {
  ok(clEnqueueNDRangeKernel(Q, K, 1, nullptr, &Count, nullptr, After ? 1 : 0,
                            After ? &After : nullptr, Done));
}

Buffer filled() { return upload(std::vector<cl_int>(Count)); }

//===----------------------------------------------------------------------===//
// Callbacks
//===----------------------------------------------------------------------===//

std::atomic<bool> WasCalled{false};

/// Has \p Body called when a command has ended, and waits for it.
void inCallback(void(CL_CALLBACK *Body)(cl_event, cl_int, void *),
                void *Data = nullptr) {
  Event Done;
  ok(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, Done.out()));
  ok(clSetEventCallback(Done, CL_COMPLETE, Body, Data));
  ok(clFinish(queue()));
  while (!WasCalled)
    std::this_thread::yield();
}

SCENARIO(callInCallback_finish) {
  inCallback([](cl_event, cl_int, void *) {
    clFinish(queue());
    WasCalled = true;
  });
}

SCENARIO(callInCallback_blockingRead) {
  Buffer B = filled();
  inCallback(
      [](cl_event, cl_int, void *From) {
        cl_int Value;
        clEnqueueReadBuffer(queue(), cl_mem(From), CL_TRUE, 0, sizeof(Value),
                            &Value, 0, nullptr, nullptr);
        WasCalled = true;
      },
      B);
}

SCENARIO(callInCallback_build) {
  const char *Text = Source;
  cl_int Code;
  Program P(clCreateProgramWithSource(context(), 1, &Text, nullptr, &Code));
  ok(Code);
  inCallback(
      [](cl_event, cl_int, void *Of) {
        clBuildProgram(cl_program(Of), 0, nullptr, "", nullptr, nullptr);
        WasCalled = true;
      },
      P);
}

SCENARIO(callInCallback_destructor) {
  Buffer B = filled();
  queue();
  ok(clSetMemObjectDestructorCallback(
      B, [](cl_mem, void *) { clFinish(queue()); }, nullptr));
}

SCENARIO(good_nonBlockingInCallback) {
  Buffer B = filled();
  static cl_int Value;
  inCallback(
      [](cl_event, cl_int, void *From) {
        clEnqueueReadBuffer(queue(), cl_mem(From), CL_FALSE, 0, sizeof(Value),
                            &Value, 0, nullptr, nullptr);
        clFlush(queue());
        WasCalled = true;
      },
      B);
  ok(clFinish(queue()));
}

SCENARIO(good_finishAfterCallback) {
  inCallback([](cl_event, cl_int, void *) { WasCalled = true; });
  ok(clFinish(queue()));
}

//===----------------------------------------------------------------------===//
// Mapped memory
//===----------------------------------------------------------------------===//

void *map(cl_mem B, cl_map_flags Flags, size_t From = 0, size_t Size = Bytes,
          cl_bool IsBlocking = CL_TRUE, cl_command_queue Q = queue()) {
  cl_int Code;
  void *Mapped = clEnqueueMapBuffer(Q, B, IsBlocking, Flags, From, Size, 0,
                                    nullptr, nullptr, &Code);
  ok(Code);
  return Mapped;
}

void unmap(cl_mem B, void *Mapped, cl_event *Done = nullptr,
           cl_command_queue Q = queue()) {
  ok(clEnqueueUnmapMemObject(Q, B, Mapped, 0, nullptr, Done));
}

void waitFor(cl_event Done) { ok(clWaitForEvents(1, &Done)); }

SCENARIO(mappedMemory_kernel) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = filled();
  setArgs(K, B, cl_int(1));
  void *Mapped = map(B, CL_MAP_WRITE);
  run(K);
  unmap(B, Mapped);
  ok(clFinish(queue()));
}

SCENARIO(mappedMemory_neverUnmapped) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = filled();
  setArgs(K, B, cl_int(1));
  map(B, CL_MAP_READ | CL_MAP_WRITE);
  run(K);
  ok(clFinish(queue()));
}

SCENARIO(mappedMemory_notBlocking) {
  Buffer B = filled();
  void *Mapped = map(B, CL_MAP_WRITE_INVALIDATE_REGION, 0, Bytes, CL_FALSE);
  std::vector<cl_int> Values(Count);
  ok(clEnqueueReadBuffer(queue(), B, CL_TRUE, 0, Bytes, Values.data(), 0,
                         nullptr, nullptr));
  unmap(B, Mapped);
  ok(clFinish(queue()));
}

SCENARIO(mappedMemory_filledWhileRead) {
  Buffer B = upload(std::vector<cl_int>(Count, 3));
  void *Mapped = map(B, CL_MAP_READ);
  const cl_int Three = 3;
  ok(clEnqueueFillBuffer(queue(), B, &Three, sizeof(Three), 0, Bytes, 0,
                         nullptr, nullptr));
  unmap(B, Mapped);
  ok(clFinish(queue()));
}

SCENARIO(mappedMemory_hostWritesWhatItReads) {
  Buffer B = filled();
  auto *Mapped = static_cast<cl_int *>(map(B, CL_MAP_READ));
  Mapped[7] = 1;
  unmap(B, Mapped);
  ok(clFinish(queue()));
}

SCENARIO(mappedMemory_subBuffer) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = filled();
  const cl_buffer_region Region = {0, Bytes};
  cl_int Code;
  Buffer Part(
      clCreateSubBuffer(B, 0, CL_BUFFER_CREATE_TYPE_REGION, &Region, &Code));
  ok(Code);
  setArgs(K, Part, cl_int(1));
  void *Mapped = map(B, CL_MAP_WRITE);
  run(K);
  ok(clFinish(queue()));
  unmap(B, Mapped);
  ok(clFinish(queue()));
}

SCENARIO(good_unmappedBefore) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = filled();
  setArgs(K, B, cl_int(1));
  auto *Mapped = static_cast<cl_int *>(map(B, CL_MAP_WRITE));
  Mapped[7] = 1;
  unmap(B, Mapped);
  run(K);
  ok(clFinish(queue()));
}

SCENARIO(good_readWhileReadIsMapped) {
  Kernel K = buildKernel(Source, "copy");
  Buffer B = filled(), Other = filled();
  setArgs(K, B, Other);
  void *Mapped = map(B, CL_MAP_READ);
  run(K);
  ok(clEnqueueCopyBuffer(queue(), B, Other, 0, 0, Bytes, 0, nullptr, nullptr));
  ok(clFinish(queue()));
  unmap(B, Mapped);
  ok(clFinish(queue()));
}

SCENARIO(good_otherBytesMapped) {
  Buffer B = filled();
  auto *Mapped = static_cast<cl_int *>(map(B, CL_MAP_WRITE, 0, Bytes / 2));
  const cl_int One = 1;
  ok(clEnqueueFillBuffer(queue(), B, &One, sizeof(One), Bytes / 2, Bytes / 2, 0,
                         nullptr, nullptr));
  ok(clFinish(queue()));
  Mapped[7] = 1;
  unmap(B, Mapped);
  ok(clFinish(queue()));
}

/// It is enqueued while the memory is mapped, and begins later.
SCENARIO(good_beginsAfterUnmap) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = filled();
  setArgs(K, B, cl_int(1));
  Queue Other = makeQueue(context());
  cl_int Code;
  Event Go(clCreateUserEvent(context(), &Code));
  ok(Code);
  void *Mapped = map(B, CL_MAP_WRITE);
  run(K, Other, Go);
  ok(clFlush(Other));
  Event Unmapped;
  unmap(B, Mapped, Unmapped.out());
  waitFor(Unmapped);
  ok(clSetUserEventStatus(Go, CL_COMPLETE));
  ok(clFinish(Other));
}

/// The order is that of events.
SCENARIO(good_outOfOrder) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = filled();
  setArgs(K, B, cl_int(1));
  Queue Q = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Event Ran, Mapped;
  cl_int Code;
  run(K, Q, nullptr, Ran.out());
  const cl_event After = Ran;
  void *Pointer = clEnqueueMapBuffer(Q, B, CL_FALSE, CL_MAP_WRITE, 0, Bytes, 1,
                                     &After, Mapped.out(), &Code);
  ok(Code);
  waitFor(Mapped);
  static_cast<cl_int *>(Pointer)[7] = 1;
  Event Unmapped;
  unmap(B, Pointer, Unmapped.out(), Q);
  run(K, Q, Unmapped);
  ok(clFinish(Q));
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

Buffer onHost(std::vector<cl_int> &Values) {
  return makeBuffer(Values.size() * sizeof(cl_int),
                    CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, Values.data());
}

SCENARIO(hostMemory_writtenBetween) {
  Kernel K = buildKernel(Source, "add");
  std::vector<cl_int> Values(Count);
  Buffer B = onHost(Values);
  setArgs(K, B, cl_int(1));
  run(K);
  ok(clFinish(queue()));
  Values[7] = 9;
  run(K);
  ok(clFinish(queue()));
}

SCENARIO(hostMemory_writtenAfterUnmap) {
  std::vector<cl_int> Values(Count);
  Buffer B = onHost(Values);
  void *Mapped = map(B, CL_MAP_WRITE);
  Values[7] = 9;
  unmap(B, Mapped);
  const cl_int One = 1;
  ok(clEnqueueFillBuffer(queue(), B, &One, sizeof(One), 0, 4, 0, nullptr,
                         nullptr));
  ok(clFinish(queue()));
  Values[8] = 9;
  ok(clEnqueueFillBuffer(queue(), B, &One, sizeof(One), 0, 4, 0, nullptr,
                         nullptr));
  ok(clFinish(queue()));
}

SCENARIO(good_hostMemoryIsMapped) {
  Kernel K = buildKernel(Source, "add");
  std::vector<cl_int> Values(Count);
  Buffer B = onHost(Values);
  setArgs(K, B, cl_int(1));
  for (int I = 0; I != 3; ++I) {
    run(K);
    void *Mapped = map(B, CL_MAP_READ | CL_MAP_WRITE);
    Values[7] += 9;
    unmap(B, Mapped);
  }
  run(K);
  ok(clFinish(queue()));
  run(K);
  ok(clFinish(queue()));
}

/// "The host memory region [...] contains the latest bits".
SCENARIO(good_hostMemoryIsWrittenToItself) {
  Kernel K = buildKernel(Source, "add");
  std::vector<cl_int> Values(Count);
  Buffer B = onHost(Values);
  setArgs(K, B, cl_int(1));
  run(K);
  ok(clFinish(queue()));
  Values[7] = 9;
  ok(clEnqueueWriteBuffer(queue(), B, CL_TRUE, 0, Bytes, Values.data(), 0,
                          nullptr, nullptr));
  run(K);
  ok(clFinish(queue()));
}

/// Its kernels write it, on two queues.
SCENARIO(good_hostMemoryOnTwoQueues) {
  Kernel K = buildKernel(Source, "add");
  std::vector<cl_int> Values(Count);
  Buffer B = onHost(Values);
  setArgs(K, B, cl_int(1));
  Queue Other = makeQueue(context());
  for (int I = 0; I != 20; ++I) {
    Event Done;
    run(K, queue(), nullptr, Done.out());
    run(K, Other, Done);
    ok(clFinish(queue()));
    ok(clFlush(Other));
  }
  ok(clFinish(Other));
}

} // namespace
