//===- HostLeaks.cpp - Objects that are not released, or too early --------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HostScenarios.h"

#include <cstdlib>

using namespace conformance;

namespace {

constexpr char Source[] =
    "kernel void add(global int *out, int n) { out[get_global_id(0)] += n; }";

/// Takes a Handle's reference away from it.
template <typename T, cl_int (*Release)(T)> T leak(Handle<T, Release> Of) {
  return *new Handle<T, Release>(std::move(Of));
}

cl_int add(cl_kernel K, cl_event *Done = nullptr, cl_event After = nullptr) {
  const size_t Size = 4;
  return clEnqueueNDRangeKernel(queue(), K, 1, nullptr, &Size, nullptr,
                                After ? 1 : 0, After ? &After : nullptr, Done);
}

//===----------------------------------------------------------------------===//
// Leaks
//===----------------------------------------------------------------------===//

SCENARIO(leak_buffers) {
  leak(makeBuffer(64));
  leak(makeBuffer(64));
}

SCENARIO(leak_oneReferenceOfTwo) {
  Buffer B = makeBuffer(64);
  ok(clRetainMemObject(B));
}

SCENARIO(leak_context) { leak(makeContext()); }

SCENARIO(leak_program) { leak(build(Source)); }

SCENARIO(leak_kernels) {
  Program P = build(Source);
  cl_kernel Made[1];
  ok(clCreateKernelsInProgram(P, 1, Made, nullptr));
}

SCENARIO(leak_eventOfACommand) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = upload(std::vector<cl_int>(4));
  setArgs(K, B, cl_int(1));
  cl_event Done;
  ok(add(K, &Done));
  ok(clFinish(queue()));
}

SCENARIO(leak_sharedMemory) { clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0); }

SCENARIO(good_allReleased) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = upload(std::vector<cl_int>(4));
  setArgs(K, B, cl_int(1));
  Event Done;
  ok(add(K, Done.out()));
  cl_mem Mapped = B;
  ok(clRetainMemObject(Mapped));
  ok(clFinish(queue()));
  ok(clReleaseMemObject(Mapped));
  void *Shared = clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0);
  clSVMFree(context(), Shared);
}

/// What Ferry keeps for itself is nobody's leak.
SCENARIO(good_releasedBeforeItsParts) {
  Context C = makeContext();
  Queue Q = makeQueue(C);
  C.reset();
  ok(clFinish(Q));
}

Buffer Late;
SCENARIO(good_releasedByStaticObject) { Late = makeBuffer(64); }

cl_mem AtExit;
SCENARIO(good_releasedAtExit) {
  AtExit = leak(makeBuffer(64));
  std::atexit([] { clReleaseMemObject(AtExit); });
}

//===----------------------------------------------------------------------===//
// Objects that are gone
//===----------------------------------------------------------------------===//

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// The driver looks at what has been freed, as at any other handle of nothing.
SCENARIO(releasedObject_argument) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = upload(std::vector<cl_int>(4));
  setArgs(K, B, cl_int(1));
  ok(add(K));
  ok(clFinish(queue()));
  B.reset();
  add(K);
}
#endif

/// The command keeps it, not the kernel.
SCENARIO(releasedObject_argumentInUse) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = upload(std::vector<cl_int>(4));
  setArgs(K, B, cl_int(1));
  cl_int Code;
  Event Go(clCreateUserEvent(context(), &Code));
  ok(Code);
  ok(add(K, nullptr, Go));
  B.reset();
  add(K);
  ok(clSetUserEventStatus(Go, CL_COMPLETE));
  ok(clFinish(queue()));
}

SCENARIO(good_argumentReplaced) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = upload(std::vector<cl_int>(4));
  setArgs(K, B, cl_int(1));
  add(K);
  Buffer Other = upload(std::vector<cl_int>(4));
  setArg(K, 0, Other);
  B.reset();
  add(K);
  ok(clFinish(queue()));
}

/// Sub-buffers keep their buffer valid.
SCENARIO(good_argumentWithSubBuffer) {
  Kernel K = buildKernel(Source, "add");
  Buffer B = upload(std::vector<cl_int>(4));
  setArgs(K, B, cl_int(1));
  const cl_buffer_region Whole = {0, 16};
  cl_int Code;
  Buffer Part(
      clCreateSubBuffer(B, 0, CL_BUFFER_CREATE_TYPE_REGION, &Whole, &Code));
  ok(Code);
  B.reset();
  add(K);
  ok(clFinish(queue()));
}

SCENARIO(releasedObject_event) {
  cl_int Code;
  cl_event Go = clCreateUserEvent(context(), &Code);
  ok(Code);
  Event Marker;
  ok(clEnqueueMarkerWithWaitList(queue(), 1, &Go, Marker.out()));
  ok(clSetUserEventStatus(Go, CL_COMPLETE));
  ok(clReleaseEvent(Go));
  clEnqueueMarkerWithWaitList(queue(), 1, &Go, nullptr);
  ok(clFinish(queue()));
}

SCENARIO(good_eventReleasedAfterUse) {
  cl_int Code;
  cl_event Go = clCreateUserEvent(context(), &Code);
  ok(Code);
  ok(clEnqueueMarkerWithWaitList(queue(), 1, &Go, nullptr));
  ok(clSetUserEventStatus(Go, CL_COMPLETE));
  ok(clReleaseEvent(Go));
  ok(clFinish(queue()));
}

/// A loader may look at the handle of what is gone; this one is not.
SCENARIO(releasedObject_twice) {
  cl_mem B = leak(makeBuffer(64));
  const cl_buffer_region Whole = {0, 64};
  cl_int Code;
  Buffer Part(
      clCreateSubBuffer(B, 0, CL_BUFFER_CREATE_TYPE_REGION, &Whole, &Code));
  ok(Code);
  ok(clReleaseMemObject(B));
  clReleaseMemObject(B);
}

SCENARIO(good_retainedAndReleasedTwice) {
  cl_mem B = leak(makeBuffer(64));
  ok(clRetainMemObject(B));
  ok(clReleaseMemObject(B));
  ok(clReleaseMemObject(B));
}

} // namespace
