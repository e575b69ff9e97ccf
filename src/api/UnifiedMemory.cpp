//===- UnifiedMemory.cpp - cl_intel_unified_shared_memory -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host, device and shared allocations differ in what they are called: every
/// device is the host. Sentences are quoted from the extension's text.
///
//===----------------------------------------------------------------------===//

#include "api/Enqueue.h"
#include "api/Entry.h"
#include "api/Info.h"
#include "api/KernelArguments.h"
#include "api/MemFlags.h"
#include "api/Transfer.h"
#include "ferry/cl_ext.h"

#include <utility>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::Kernel;
using core::Queue;

namespace {

/// What the extension reserves for advice, of which it defines none yet.
constexpr cl_mem_advice_intel FirstAdvice = 0x4208, LastAdvice = 0x420f;

constexpr cl_mem_alloc_flags_intel Placements =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL |
    CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

cl_mem_alloc_flags_intel parseFlags(const cl_mem_properties_intel *Properties,
                                    cl_unified_shared_memory_type_intel Type) {
  cl_mem_alloc_flags_intel Flags = 0;
  bool HasFlags = false;
  for (auto *P = Properties; P && *P; P += 2) {
    // "CL_INVALID_PROPERTY if a memory property name in properties is not a
    // supported property name, if the value specified for a supported property
    // name is not valid, or if the same property name is specified more than
    // once."
    require(P[0] == CL_MEM_ALLOC_FLAGS_INTEL && !std::exchange(HasFlags, true),
            CL_INVALID_PROPERTY);
    Flags = P[1];
    require(!(Flags & ~(Placements | CL_MEM_ALLOC_WRITE_COMBINED_INTEL)),
            CL_INVALID_PROPERTY);
    // "CL_INVALID_PROPERTY if either the
    // CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL or
    // CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL flags are specified", of shared
    // allocations "if both [...] flags are specified."
    const cl_mem_alloc_flags_intel Placed = Flags & Placements;
    require(!Placed ||
                (Type == CL_MEM_TYPE_SHARED_INTEL && Placed != Placements),
            CL_INVALID_PROPERTY);
  }
  return Flags;
}

void *allocate(Context &C, core::SharedKind As,
               const cl_mem_properties_intel *Properties, std::size_t Size,
               cl_uint Alignment) {
  checkShared(C, Size, Alignment);
  As.flags = parseFlags(Properties, As.type);
  return C.sharedMemory().allocate(Size, As);
}

/// "CL_INVALID_DEVICE if device is not a valid device or is not associated with
/// context."
Device &deviceOf(const Context &C, cl_device_id Handle) {
  Device &D = Device::from(Handle);
  require(C.has(D), CL_INVALID_DEVICE);
  return D;
}

} // namespace

// CL_INVALID_OPERATION if no device supports such allocations cannot happen.

void *clHostMemAllocINTEL(cl_context context,
                          const cl_mem_properties_intel *properties,
                          size_t size, cl_uint alignment, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return allocate(Context::from(context), {CL_MEM_TYPE_HOST_INTEL},
                    properties, size, alignment);
  });
}

void *clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel *properties,
                            size_t size, cl_uint alignment,
                            cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    return allocate(C, {CL_MEM_TYPE_DEVICE_INTEL, &deviceOf(C, device)},
                    properties, size, alignment);
  });
}

void *clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel *properties,
                            size_t size, cl_uint alignment,
                            cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    // "If device is NULL then the allocation is not associated with any
    // device."
    return allocate(
        C, {CL_MEM_TYPE_SHARED_INTEL, device ? &deviceOf(C, device) : nullptr},
        properties, size, alignment);
  });
}

/// "CL_INVALID_VALUE if ptr is not a value returned by clHostMemAllocINTEL,
/// clDeviceMemAllocINTEL, clSharedMemAllocINTEL, or a NULL pointer."
static void freeUnified(Context &C, void *Pointer) {
  require(!Pointer || C.sharedMemory().free(Pointer, /*IsUnified=*/true),
          CL_INVALID_VALUE);
}

cl_int clMemFreeINTEL(cl_context context, void *ptr) {
  return call(__func__, [&] { freeUnified(Context::from(context), ptr); });
}

cl_int clMemBlockingFreeINTEL(cl_context context, void *ptr) {
  return call(__func__, [&] {
    Context &C = Context::from(context);
    // "To wait for previously enqueued commands to finish that may be using
    // ptr": any may, since a kernel may use all memory.
    if (ptr)
      Queue::finishAll(C);
    freeUnified(C, ptr);
  });
}

cl_int clGetMemAllocInfoINTEL(cl_context context, const void *ptr,
                              cl_mem_info_intel param_name,
                              size_t param_value_size, void *param_value,
                              size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Context &C = Context::from(context);
    core::SharedAllocation A = C.sharedMemory().find(ptr);
    if (!A.kind.isUnified())
      A = {};
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_MEM_ALLOC_TYPE_INTEL:
      return Out.write<cl_unified_shared_memory_type_intel>(A.kind.type);
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
      return Out.write<void *>(A.start);
    case CL_MEM_ALLOC_SIZE_INTEL:
      return Out.write<size_t>(A.bytes);
    case CL_MEM_ALLOC_DEVICE_INTEL:
      return Out.write<cl_device_id>(A.kind.device ? A.kind.device->handle()
                                                   : nullptr);
    case CL_MEM_ALLOC_FLAGS_INTEL:
      return Out.write<cl_mem_alloc_flags_intel>(A.kind.flags);
    default:
      Info::unknown();
    }
  });
}

cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index,
                                     const void *arg_value) {
  return call(__func__, [&] {
    // "For all devices, any pointer value is valid and may be set as an
    // argument to a kernel."
    setArgumentPointer(Kernel::from(kernel), arg_index, arg_value);
  });
}

cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr,
                             const void *pattern, size_t pattern_size,
                             size_t size, cl_uint num_events_in_wait_list,
                             const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeSVMMemFill(Q, CL_COMMAND_MEMFILL_INTEL,
                                             dst_ptr, pattern, pattern_size,
                                             size);
                     });
}

cl_int ferry::clEnqueueMemsetINTEL(cl_command_queue command_queue,
                                   void *dst_ptr, cl_int value, size_t size,
                                   cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list,
                                   cl_event *event) {
  const auto Byte = static_cast<cl_uchar>(value);
  return clEnqueueMemFillINTEL(command_queue, dst_ptr, &Byte, 1, size,
                               num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking,
                            void *dst_ptr, const void *src_ptr, size_t size,
                            cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(
      __func__, command_queue, num_events_in_wait_list, event_wait_list, event,
      [&](Queue &Q) -> core::Command & {
        return makeSVMMemcpy(Q, CL_COMMAND_MEMCPY_INTEL, dst_ptr, src_ptr,
                             size);
      },
      blocking);
}

cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *,
                                size_t, cl_mem_migration_flags flags,
                                cl_uint num_events_in_wait_list,
                                const cl_event *event_wait_list,
                                cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if flags is not a supported combination of memory
    // migration flags": 0 is one.
    require(areMigrationFlags(flags), CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    Q.enqueue(makeNothing(Q, CL_COMMAND_MIGRATEMEM_INTEL), Waits, event);
  });
}

cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *,
                               size_t, cl_mem_advice_intel advice,
                               cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list,
                               cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if advice is not supported advice for the device";
    // "if a memory advice hint is not supported by the device it will be
    // ignored".
    require(!advice || (advice >= FirstAdvice && advice <= LastAdvice),
            CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    Q.enqueue(makeNothing(Q, CL_COMMAND_MEMADVISE_INTEL), Waits, event);
  });
}
