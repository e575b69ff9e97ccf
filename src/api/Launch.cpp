//===- Launch.cpp - Section 5.10: executing kernels -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Launch.h"
#include "api/Enqueue.h"
#include "api/Entry.h"
#include "core/DeviceQueue.h"
#include "core/Kernel.h"
#include "core/WorkGroupSize.h"

#include <algorithm>
#include <cstring>

using namespace ferry;
using namespace ferry::api;
using core::Command;
using core::Device;
using core::Kernel;
using core::MemObject;
using core::Queue;

namespace {

/// Reads and checks the global size and offset.
abi::LaunchParams parseRange(cl_uint WorkDim, const std::size_t *Offset,
                             const std::size_t *Size) {
  // "CL_INVALID_WORK_DIMENSION if work_dim is not valid [...] (is greater than
  // the value returned for CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)."
  require(WorkDim >= 1 && WorkDim <= 3, CL_INVALID_WORK_DIMENSION);
  abi::LaunchParams P = {WorkDim, 0, {1, 1, 1}, {}, {1, 1, 1}, {1, 1, 1}};
  for (cl_uint D = 0; D != WorkDim; ++D) {
    // "If global_work_size is NULL, or the value in any passed dimension is 0
    // then the kernel command will trivially succeed after its event
    // dependencies are satisfied."
    P.globalSize[D] = Size ? Size[D] : 0;
    P.globalOffset[D] = Offset ? Offset[D] : 0;
    // "CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size plus
    // the corresponding value in global_work_offset for any dimensions is
    // greater than the maximum value representable by size_t."
    require(P.globalSize[D] <= SIZE_MAX - P.globalOffset[D],
            CL_INVALID_GLOBAL_OFFSET);
  }
  return P;
}

bool isEmpty(const abi::LaunchParams &P) {
  return !P.globalSize[0] || !P.globalSize[1] || !P.globalSize[2];
}

/// Checks that the work-items in all can be counted. The specification limits
/// each dimension only: "CL_INVALID_GLOBAL_WORK_SIZE if any of the values
/// specified in global_work_size [...] exceed the maximum value representable
/// by size_t on the device". get_global_linear_id() is a size_t.
void checkTotal(const abi::LaunchParams &P) {
  std::uint64_t Items;
  require(!__builtin_mul_overflow(P.globalSize[0], P.globalSize[1], &Items) &&
              !__builtin_mul_overflow(Items, P.globalSize[2], &Items) &&
              Items <= exec::MaxUnits,
          CL_INVALID_GLOBAL_WORK_SIZE);
}

/// Checks local_work_size, or the required work-group size if that is NULL.
void takeLocalSize(const abi::KernelInfo &Kernel, const std::size_t *Local,
                   abi::LaunchParams &P) {
  std::size_t Items = 1;
  for (cl_uint D = 0; D != P.workDim; ++D) {
    // "CL_INVALID_WORK_GROUP_SIZE if [...] the total number of work-items in
    // the work-group is zero."
    require(Local[D], CL_INVALID_WORK_GROUP_SIZE);
    // "CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any
    // dimension of local_work_size is [...] greater than the corresponding
    // value returned for CL_DEVICE_MAX_WORK_ITEM_SIZES."
    require(Local[D] <= Device::MaxWorkGroupSize, CL_INVALID_WORK_ITEM_SIZE);
    P.localSize[D] = Local[D];
    Items *= Local[D];
  }
  // "CL_INVALID_WORK_GROUP_SIZE if [...] the local_work_size does not match the
  // required work-group size for kernel."
  const std::uint32_t *Required = Kernel.reqdWorkGroupSize;
  for (cl_uint D = 0; Required[0] && D != 3; ++D)
    require(P.localSize[D] == Required[D], CL_INVALID_WORK_GROUP_SIZE);
  // "CL_INVALID_WORK_GROUP_SIZE if [...] the total number of work-items in the
  // work-group is [...] greater than the value returned for
  // CL_KERNEL_WORK_GROUP_SIZE."
  require(Items <= core::maxWorkGroupSize(Kernel), CL_INVALID_WORK_GROUP_SIZE);
}

/// Sets localSize and numGroups.
void divide(const abi::KernelInfo &I, const Device &D, const std::size_t *Local,
            abi::LaunchParams &P) {
  const std::size_t Required[3] = {
      I.reqdWorkGroupSize[0], I.reqdWorkGroupSize[1], I.reqdWorkGroupSize[2]};
  if (Local || Required[0])
    takeLocalSize(I, Local ? Local : Required, P);
  else
    core::chooseLocalSize(I, core::maxWorkGroupSize(I), D.computeUnits(), P);

  // "CL_INVALID_WORK_GROUP_SIZE if local_work_size is not NULL, if the
  // work-group size must be uniform, and if the global_work_size is not evenly
  // divisible by the local_work_size."
  require(core::countGroups(I, P), CL_INVALID_WORK_GROUP_SIZE);
}

/// Whether no two arguments of \p K point to the same global memory. Nothing is
/// known of pointers that are no buffers.
bool areArgumentsApart(const Kernel &K) {
  std::span<MemObject *const> Buffers = K.buffers();
  unsigned Pointers = 0;
  for (unsigned I = 0; I != K.info().numArgs; ++I)
    if (const abi::KernelArgInfo &Arg = K.info().args[I];
        Arg.kind == std::uint32_t(abi::ArgKind::GlobalPointer) && !Buffers[I]) {
      std::uint64_t Address;
      std::memcpy(&Address, K.arguments() + Arg.offset, sizeof(Address));
      Pointers += Address != 0;
    }
  std::size_t NumBuffers = 0;
  for (std::size_t I = 0; I != Buffers.size(); ++I) {
    const MemObject *Mine = Buffers[I];
    if (!Mine)
      continue;
    ++NumBuffers;
    for (const MemObject *Other : Buffers.first(I))
      if (Other && Mine->data() < Other->data() + Other->size() &&
          Other->data() < Mine->data() + Mine->size())
        return false;
  }
  return Pointers == 0 || Pointers + NumBuffers == 1;
}

/// "CL_INVALID_KERNEL_ARGS if any kernel arguments for kernel have not been
/// set."
void checkArguments(const Queue &Q, const Kernel &K) {
  require(K.hasAllArguments(), CL_INVALID_KERNEL_ARGS);
  // CL_OUT_OF_RESOURCES: "[...] causes a failure to execute the kernel because
  // of insufficient resources such as registers or local memory."
  require(K.localBytes() <= Q.device().traits().localMemoryBytes,
          CL_OUT_OF_RESOURCES);
}

void enqueueRange(cl_command_queue QueueHandle, cl_kernel KernelHandle,
                  cl_command_type Type, cl_uint WorkDim,
                  const std::size_t *Offset, const std::size_t *Size,
                  const std::size_t *Local, cl_uint NumEvents,
                  const cl_event *Events, cl_event *EventOut) {
  Queue &Q = Queue::from(QueueHandle);
  Kernel &K = kernelOn(Q, KernelHandle);
  core::WaitList Waits = waitList(Q, NumEvents, Events);
  Command &New = makeRange(Q, K, Type, WorkDim, Offset, Size, Local);
  for (MemObject *M : K.buffers())
    if (M)
      New.keep(*M);
  Q.enqueue(New, Waits, EventOut);
}

} // namespace

Command &api::makeRange(Queue &Q, Kernel &K, cl_command_type Type,
                        cl_uint WorkDim, const std::size_t *Offset,
                        const std::size_t *Size, const std::size_t *Local) {
  // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program
  // executable available for the device associated with command_queue."
  const auto &[_, Executable, Info] = K.on(Q.device());
  checkArguments(Q, K);
  abi::LaunchParams P = parseRange(WorkDim, Offset, Size);
  if (isEmpty(P)) {
    if (Local)
      takeLocalSize(*Info, Local, P);
    return makeNothing(Q, Type);
  }
  checkTotal(P);
  divide(*Info, Q.device(), Local, P);
  std::uint64_t BufferBytes = 0;
  for (MemObject *M : K.buffers()) {
    // The kernel keeps no buffer alive: one that is gone is no argument.
    require(!M || MemObject::tryFrom(M->handle()), CL_INVALID_KERNEL_ARGS);
    BufferBytes += M ? M->size() : 0;
  }
  core::KernelVersion &Code = Executable->versionFor(
      *Info, P, Q.device().computeUnits(), K.constants());
  const bool AreApart =
      !(Code.code.flags & abi::SharesCopies) || areArgumentsApart(K);
  Command &New = makeLaunch(Q, Type,
                            {*Info, Code.code, Code.cost, P, K.arguments(),
                             BufferBytes, AreApart, Executable.get()});
  New.keep(*Executable);
  if (Code.code.flags & abi::Enqueues)
    for (unsigned I = 0; I != Info->numArgs; ++I)
      if (core::DeviceQueue *To = K.deviceQueue(I))
        New.keep(*To);
  return New;
}

void api::checkRange(const Kernel &K, Device &D, cl_uint WorkDim,
                     const std::size_t *Offset, const std::size_t *Size,
                     const std::size_t *Local) {
  const abi::KernelInfo &Info = *K.on(D).info;
  abi::LaunchParams P = parseRange(WorkDim, Offset, Size);
  if (Local)
    takeLocalSize(Info, Local, P);
  if (isEmpty(P))
    return;
  checkTotal(P);
  divide(Info, D, Local, P);
}

Kernel &api::kernelOn(const Queue &Q, cl_kernel Handle) {
  Kernel &K = Kernel::from(Handle);
  // "CL_INVALID_CONTEXT if the context associated with command_queue and kernel
  // are not the same."
  require(&Q.context() == &K.context(), CL_INVALID_CONTEXT);
  return K;
}

cl_int clEnqueueNDRangeKernel(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    enqueueRange(command_queue, kernel, CL_COMMAND_NDRANGE_KERNEL, work_dim,
                 global_work_offset, global_work_size, local_work_size,
                 num_events_in_wait_list, event_wait_list, event);
  });
}

// Of OpenCL 3.1, and as clGetKernelSuggestedLocalWorkSizeKHR of
// cl_khr_suggested_local_work_size. Headers before 3.1 do not declare it.
extern "C" cl_int clGetKernelSuggestedLocalWorkSize(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    size_t *suggested_local_work_size) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    Kernel &K = kernelOn(Q, kernel);
    const abi::KernelInfo &Info = *K.on(Q.device()).info;
    checkArguments(Q, K);
    abi::LaunchParams P =
        parseRange(work_dim, global_work_offset, global_work_size);
    // "CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL, if any of the
    // values specified in global_work_size are zero."
    require(!isEmpty(P), CL_INVALID_GLOBAL_WORK_SIZE);
    checkTotal(P);
    // "CL_INVALID_VALUE if suggested_local_work_size is NULL."
    require(suggested_local_work_size, CL_INVALID_VALUE);
    divide(Info, Q.device(), nullptr, P);
    std::copy_n(P.localSize, work_dim, suggested_local_work_size);
  });
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                     cl_uint num_events_in_wait_list,
                     const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    // "clEnqueueTask is equivalent to calling clEnqueueNDRangeKernel with
    // work_dim set to 1, global_work_offset set to NULL, global_work_size[0]
    // set to 1, and local_work_size[0] set to 1."
    const std::size_t One = 1;
    enqueueRange(command_queue, kernel, CL_COMMAND_TASK, 1, nullptr, &One, &One,
                 num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int clEnqueueNativeKernel(cl_command_queue command_queue,
                             void(CL_CALLBACK *user_func)(void *), void *args,
                             size_t cb_args, cl_uint num_mem_objects,
                             const cl_mem *mem_list, const void **args_mem_loc,
                             cl_uint num_events_in_wait_list,
                             const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if user_func is NULL."
    require(user_func, CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if args is a NULL value and cb_args > 0, or if args is
    // a NULL value and num_mem_objects > 0", "if args is not NULL and cb_args
    // is 0".
    require(!args == !cb_args && (args || !num_mem_objects), CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if num_mem_objects > 0 and mem_list or args_mem_loc are
    // NULL", "if num_mem_objects = 0 and mem_list or args_mem_loc are not
    // NULL".
    require(!num_mem_objects == !mem_list && !num_mem_objects == !args_mem_loc,
            CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    // "The data pointed to by args and cb_args bytes in size will be copied."
    auto *Start = static_cast<std::byte *>(args);
    std::vector<std::byte> Copy(Start, Start + cb_args);
    for (cl_uint I = 0; I != num_mem_objects; ++I) {
      // "Before the user function is executed, the memory object handles are
      // replaced by pointers to global memory." A handle may be NULL.
      void *Address = mem_list[I] ? bufferOn(Q, mem_list[I]).data() : nullptr;
      std::uintptr_t At = reinterpret_cast<std::uintptr_t>(args_mem_loc[I]) -
                          reinterpret_cast<std::uintptr_t>(args);
      // Each location is "a pointer to [...] a location in args".
      require(At <= cb_args && cb_args - At >= sizeof(Address),
              CL_INVALID_VALUE);
      std::memcpy(Copy.data() + At, &Address, sizeof(Address));
    }
    Command &New = makeCall(Q, CL_COMMAND_NATIVE_KERNEL,
                            [user_func, Copy = std::move(Copy)]() mutable {
                              user_func(Copy.empty() ? nullptr : Copy.data());
                            });
    for (cl_uint I = 0; I != num_mem_objects; ++I)
      if (mem_list[I])
        New.keep(MemObject::from(mem_list[I]));
    Q.enqueue(New, Waits, event);
  });
}
