//===- ApiArguments.cpp - Any arguments are taken or refused --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzer: the input says which entry points are called, and with what:
/// handles of every type, null pointers, sizes at their borders. Whatever they
/// return must be an error that the specification knows, and what the host has
/// lent must suffice. Pointers are good or null, since no driver could tell.
///
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include <functional>

using namespace conformance;
using namespace conformance::fuzz;

#if defined(__SANITIZE_THREAD__)
extern "C" void AnnotateBenignRaceSized(const char *, int,
                                        const volatile void *, size_t,
                                        const char *);
#endif

namespace {

constexpr size_t BufferBytes = 4096;
/// More than the rectangles below reach.
constexpr size_t HostBytes = size_t(32) << 20;

void CL_CALLBACK ignoreEvent(cl_event, cl_int, void *) {}
void CL_CALLBACK ignoreCall(void *) {}

/// Good objects, one of a kind, and what they are made of.
class World {
public:
  explicit World(Choices &From) : From(From) {
    cl_int Code;
    done = Event(clCreateUserEvent(theContext, &Code));
    ok(Code);
    ok(clSetUserEventStatus(done, From.isOneIn(2) ? CL_COMPLETE : -3));
    ok(loadBinary(binary(), program, theContext));
    ok(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
    kernel = makeKernel(program, "f");
    buffer = Buffer(clCreateBuffer(theContext, 0, BufferBytes, nullptr, &Code));
    ok(Code);
  }
  void call();

private:
  static const cl_device_id *devices() {
    static const cl_device_id All[2] = {device(), device()};
    return All;
  }
  /// Of a program whose kernel does nothing, whatever its arguments are.
  static const Binary &binary();

  /// An object of the right type, none, or one of another type.
  template <class T> T handle(T Good) {
    if (!From.isOneIn(8))
      return Good;
    void *const Others[] = {nullptr,
                            static_cast<cl_context>(theContext),
                            static_cast<cl_command_queue>(queue),
                            static_cast<cl_mem>(buffer),
                            static_cast<cl_program>(program),
                            static_cast<cl_kernel>(kernel),
                            static_cast<cl_event>(done),
                            device(),
                            platform()};
    return static_cast<T>(From.from(Others));
  }
  cl_context ctx() { return handle<cl_context>(theContext); }
  cl_command_queue que() { return handle<cl_command_queue>(queue); }
  cl_mem mem() { return handle<cl_mem>(buffer); }
  cl_program prg() { return handle<cl_program>(program); }
  cl_kernel krn() { return handle<cl_kernel>(kernel); }
  cl_event evt() { return handle<cl_event>(done); }
  cl_device_id dev() { return handle<cl_device_id>(device()); }

  size_t size() {
    static const size_t Sizes[] = {1,
                                   0,
                                   4,
                                   8,
                                   64,
                                   128,
                                   BufferBytes - 1,
                                   BufferBytes,
                                   BufferBytes + 1,
                                   SIZE_MAX,
                                   SIZE_MAX - 63,
                                   SIZE_MAX / 2 + 1,
                                   size_t(1) << 32,
                                   3};
    return From.from(Sizes);
  }
  cl_uint count() { return cl_uint(From.below(4)); }
  cl_uint name() { return 0x1000 + cl_uint(From.bytes(2) & 0xfff); }
  cl_bitfield flags() {
    return From.isOneIn(8) ? From.bytes(8) : cl_bitfield(1) << From.below(12);
  }
  /// Where at least as much as size() may be written, if that is sane.
  void *host() { return From.isOneIn(8) ? nullptr : Host.data(); }
  /// A value of at most so many bytes, and its size.
  struct Room {
    size_t size;
    void *value;
    size_t *ret;
  };
  Room room() {
    return {From.below(200), host(), From.isOneIn(2) ? nullptr : &Written};
  }
  cl_int *code() { return From.isOneIn(4) ? nullptr : &Code; }

  /// A wait list and a place for an event.
  struct Waits {
    cl_uint count;
    const cl_event *list;
    cl_event *out;
  };
  Waits waits() {
    const cl_uint Count = cl_uint(From.below(3));
    for (cl_event &E : List)
      E = evt();
    return {Count, From.isOneIn(4) == (Count != 0) ? nullptr : List,
            From.isOneIn(2) ? nullptr : Made.out()};
  }
  /// Three sizes of a rectangle or an ND-range.
  const size_t *three(std::array<size_t, 3> &To,
                      std::initializer_list<size_t> Values) {
    for (size_t &Each : To)
      Each = Values.begin()[From.below(Values.size())];
    return From.isOneIn(16) ? nullptr : To.data();
  }

  void queries();
  void objects();
  void programs();
  void kernels();
  void transfers();
  void rectangles();
  void others();

  Choices &From;
  Context theContext = makeContext();
  Queue queue = makeQueue(theContext);
  Buffer buffer;
  Program program;
  Kernel kernel;
  Event done, Made;
  cl_event List[3];
  cl_int Code = CL_SUCCESS;
  size_t Written;
  static inline std::vector<uint8_t> Host = [] {
    std::vector<uint8_t> Bytes(HostBytes);
#if defined(__SANITIZE_THREAD__)
    // What commands read and write there meanwhile is of no account.
    AnnotateBenignRaceSized(__FILE__, __LINE__, Bytes.data(), HostBytes, "");
#endif
    return Bytes;
  }();
};

const Binary &World::binary() {
  static const Binary &Made =
      *new Binary(binaryOf(build("kernel void f(global int *p, float4 v,"
                                 " local char *l, constant int *c) {}")));
  return Made;
}

void World::queries() {
  const Room R = room();
  const cl_uint Name = name();
  switch (From.below(10)) {
  case 0:
    Code = clGetPlatformInfo(platform(), Name, R.size, R.value, R.ret);
    break;
  case 1:
    Code = clGetDeviceInfo(dev(), Name, R.size, R.value, R.ret);
    break;
  case 2:
    Code = clGetContextInfo(ctx(), Name, R.size, R.value, R.ret);
    break;
  case 3:
    Code = clGetCommandQueueInfo(que(), Name, R.size, R.value, R.ret);
    break;
  case 4:
    Code = clGetMemObjectInfo(mem(), Name, R.size, R.value, R.ret);
    break;
  case 5:
    Code = clGetProgramBuildInfo(prg(), dev(), Name, R.size, R.value, R.ret);
    break;
  case 6:
    Code = clGetKernelInfo(krn(), Name, R.size, R.value, R.ret);
    break;
  case 7:
    Code = clGetKernelArgInfo(krn(), count(), Name, R.size, R.value, R.ret);
    break;
  case 8:
    Code = clGetKernelWorkGroupInfo(krn(), dev(), Name, R.size, R.value, R.ret);
    break;
  case 9:
    Code = clGetEventInfo(evt(), Name, R.size, R.value, R.ret);
    break;
  }
}

void World::objects() {
  switch (From.below(7)) {
  case 0: {
    Buffer New(clCreateBuffer(ctx(), flags(), size() & 0xffff, host(), code()));
    break;
  }
  case 1: {
    const cl_buffer_region Region = {size(), size()};
    Buffer New(clCreateSubBuffer(mem(), flags(), name(),
                                 From.isOneIn(8) ? nullptr : &Region, code()));
    break;
  }
  case 2: {
    const cl_queue_properties Properties[] = {
        From.isOneIn(2) ? CL_QUEUE_PROPERTIES : name(), flags(), 0};
    Queue New(
        clCreateCommandQueueWithProperties(ctx(), dev(), Properties, code()));
    break;
  }
  case 3: {
    const cl_context_properties Properties[] = {
        From.isOneIn(2) ? CL_CONTEXT_PLATFORM : cl_context_properties(name()),
        reinterpret_cast<cl_context_properties>(handle(platform())), 0};
    cl_device_id Given[3] = {dev(), dev(), dev()};
    Context New(clCreateContext(From.isOneIn(2) ? nullptr : Properties, count(),
                                Given, nullptr, host(), code()));
    break;
  }
  case 4: {
    Event New(clCreateUserEvent(ctx(), code()));
    if (New)
      Code = clSetUserEventStatus(New, cl_int(From.bytes(4)));
    break;
  }
  case 5: {
    cl_device_id Found[2];
    cl_uint Number;
    Code = clGetDeviceIDs(handle(platform()), flags(), count() % 3,
                          From.isOneIn(4) ? nullptr : Found,
                          From.isOneIn(2) ? nullptr : &Number);
    break;
  }
  case 6:
    Code = clSetEventCallback(evt(), cl_int(count()),
                              From.isOneIn(4) ? nullptr : ignoreEvent, host());
    break;
  }
}

void World::programs() {
  static const char *const Texts[] = {"kernel void f() {}", "", "error"};
  const char *Given[2] = {From.from(Texts),
                          From.isOneIn(8) ? nullptr : From.from(Texts)};
  const size_t Lengths[2] = {From.below(1), From.below(2)};
  switch (From.below(5)) {
  case 0: {
    Program New(clCreateProgramWithSource(ctx(), count() % 3, Given,
                                          From.isOneIn(2) ? nullptr : Lengths,
                                          code()));
    break;
  }
  case 1: {
    const size_t Sizes[2] = {binary().size() - From.below(3), From.below(64)};
    const unsigned char *Bytes[2] = {
        From.isOneIn(8) ? nullptr : binary().data(), Host.data()};
    cl_int Status[2];
    Program New(clCreateProgramWithBinary(
        ctx(), count() % 3, devices(), From.isOneIn(8) ? nullptr : Sizes,
        From.isOneIn(8) ? nullptr : Bytes, From.isOneIn(2) ? nullptr : Status,
        code()));
    break;
  }
  case 2: // Refused, as there is a kernel, or without a compiler.
    Code =
        clBuildProgram(prg(), count() % 3, devices(), nullptr, nullptr, host());
    break;
  case 3:
    Code = clCompileProgram(prg(), 0, nullptr, nullptr, count() % 2, nullptr,
                            Given, nullptr, host());
    break;
  case 4: {
    cl_program Inputs[2] = {prg(), prg()};
    Program New(clLinkProgram(ctx(), count() % 3, devices(), "-unknown",
                              count() % 3, From.isOneIn(8) ? nullptr : Inputs,
                              nullptr, host(), code()));
    break;
  }
  }
}

void World::kernels() {
  switch (From.below(5)) {
  case 0: {
    static const char *const Names[] = {"f", "g", "", nullptr};
    Kernel New(clCreateKernel(prg(), From.from(Names), code()));
    break;
  }
  case 1: {
    cl_kernel Made[2] = {};
    cl_uint Number;
    Code = clCreateKernelsInProgram(prg(), count() % 3,
                                    From.isOneIn(4) ? nullptr : Made,
                                    From.isOneIn(2) ? nullptr : &Number);
    if (Code == CL_SUCCESS && Made[0])
      clReleaseKernel(Made[0]);
    break;
  }
  case 2: {
    // A pointer to a handle, so that it is one for a pointer argument.
    alignas(64) cl_mem Value[16] = {mem(), buffer};
    Code = clSetKernelArg(krn(), count() + (From.isOneIn(16) ? ~0u : 0), size(),
                          From.isOneIn(3) ? nullptr : Value);
    break;
  }
  case 3: {
    std::array<size_t, 3> Global, Local, Offset;
    const size_t *G = three(Global, {1, 64, 0, 3, 16, 128}),
                 *L = three(Local, {1, 4, 0, 64, SIZE_MAX, 4097, 1 << 16}),
                 *O =
                     three(Offset, {0, 1, SIZE_MAX, SIZE_MAX - 100, 1ul << 40});
    const Waits W = waits();
    Code = clEnqueueNDRangeKernel(que(), krn(), count() + 1, O, G,
                                  From.isOneIn(2) ? nullptr : L, W.count,
                                  W.list, W.out);
    break;
  }
  case 4: {
    const Waits W = waits();
    cl_mem Handles[2] = {mem(), mem()};
    const void *Places[2] = {Host.data() + From.below(80),
                             Host.data() + From.below(80)};
    Code = clEnqueueNativeKernel(
        que(), From.isOneIn(8) ? nullptr : ignoreCall, host(), From.below(80),
        count() % 3, From.isOneIn(8) ? nullptr : Handles,
        From.isOneIn(8) ? nullptr : Places, W.count, W.list, W.out);
    break;
  }
  }
}

void World::transfers() {
  const Waits W = waits();
  const cl_bool Blocking = cl_bool(From.below(3));
  switch (From.below(7)) {
  case 0:
    Code = clEnqueueReadBuffer(que(), mem(), Blocking, size(), size(), host(),
                               W.count, W.list, W.out);
    break;
  case 1:
    Code = clEnqueueWriteBuffer(que(), mem(), Blocking, size(), size(), host(),
                                W.count, W.list, W.out);
    break;
  case 2:
    Code = clEnqueueCopyBuffer(que(), mem(), mem(), size(), size(), size(),
                               W.count, W.list, W.out);
    break;
  case 3:
    Code = clEnqueueFillBuffer(que(), mem(), host(), size(), size(), size(),
                               W.count, W.list, W.out);
    break;
  case 4: {
    void *Mapped = clEnqueueMapBuffer(que(), mem(), CL_TRUE, flags(), size(),
                                      size(), W.count, W.list, W.out, code());
    if (Mapped)
      Code = clEnqueueUnmapMemObject(que(), mem(), Mapped, 0, nullptr, nullptr);
    break;
  }
  case 5: {
    cl_mem Handles[2] = {mem(), mem()};
    Code = clEnqueueMigrateMemObjects(que(), count() % 3,
                                      From.isOneIn(8) ? nullptr : Handles,
                                      flags(), W.count, W.list, W.out);
    break;
  }
  case 6:
    Code = From.isOneIn(2)
               ? clEnqueueMarkerWithWaitList(que(), W.count, W.list, W.out)
               : clEnqueueBarrierWithWaitList(que(), W.count, W.list, W.out);
    break;
  }
}

/// Those of the host lie in what it has, if the region is one of the buffer.
void World::rectangles() {
  std::array<size_t, 3> BufferAt, HostAt, Region;
  const size_t *B = three(BufferAt, {0, 1, 64, SIZE_MAX, SIZE_MAX / 2}),
               *H = three(HostAt, {0, 1, 64}),
               *R = three(Region, {1, 4, 0, 16, SIZE_MAX, 64});
  const size_t Pitches[] = {0, 1, 16, 64, 256, SIZE_MAX, SIZE_MAX / 16};
  const size_t Row = From.from(Pitches), Slice = From.from(Pitches);
  const size_t HostRow = Pitches[From.below(5)],
               HostSlice = 64 * Pitches[From.below(5)];
  const Waits W = waits();
  const cl_bool Blocking = cl_bool(From.below(2));
  switch (From.below(3)) {
  case 0:
    Code = clEnqueueReadBufferRect(que(), mem(), Blocking, B, H, R, Row, Slice,
                                   HostRow, HostSlice, host(), W.count, W.list,
                                   W.out);
    break;
  case 1:
    Code = clEnqueueWriteBufferRect(que(), mem(), Blocking, B, H, R, Row, Slice,
                                    HostRow, HostSlice, host(), W.count, W.list,
                                    W.out);
    break;
  case 2:
    Code = clEnqueueCopyBufferRect(que(), mem(), mem(), B, H, R, Row, Slice,
                                   HostRow, HostSlice, W.count, W.list, W.out);
    break;
  }
}

/// What there is no such thing of, or nothing to do for.
void World::others() {
  switch (From.below(7)) {
  case 0: {
    cl_event Given[3] = {evt(), evt(), evt()};
    Code = clWaitForEvents(count(), From.isOneIn(8) ? nullptr : Given);
    break;
  }
  case 1:
    Code = clFinish(que());
    break;
  case 2: {
    const cl_image_format Format = {name(), name()};
    cl_image_desc Desc = {};
    Desc.image_type = name();
    Desc.image_width = size();
    Buffer New(clCreateImage(ctx(), flags(), &Format, &Desc, host(), code()));
    break;
  }
  case 3: {
    cl_sampler New = clCreateSampler(ctx(), CL_TRUE, name(), name(), code());
    if (New)
      clReleaseSampler(New);
    break;
  }
  case 4:
    clSVMFree(ctx(), clSVMAlloc(ctx(), flags(), size(), count()));
    break;
  case 5: {
    Kernel New(clCloneKernel(krn(), code()));
    break;
  }
  case 6: {
    cl_ulong Time;
    Code = clGetEventProfilingInfo(evt(), name(), sizeof(Time), &Time, nullptr);
    break;
  }
  }
}

void World::call() {
  static void (World::*const All[])() = {
      &World::queries,   &World::objects,    &World::programs, &World::kernels,
      &World::transfers, &World::rectangles, &World::others};
  Code = CL_SUCCESS;
  (this->*From.from(All))();
  // Codes of the specification, without those of extensions.
  expect((Code <= CL_SUCCESS && Code >= CL_KERNEL_ARG_INFO_NOT_AVAILABLE) ||
             (Code <= CL_INVALID_VALUE &&
              Code >= CL_MAX_SIZE_RESTRICTION_EXCEEDED),
         "a call returned " + std::to_string(Code));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Choices From({Data, Size});
  World All(From);
  while (!From.areMade())
    All.call();
  return 0;
}
