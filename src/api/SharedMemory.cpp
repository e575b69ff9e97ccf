//===- SharedMemory.cpp - Section 5.6: shared virtual memory --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Enqueue.h"
#include "api/Entry.h"
#include "api/KernelArguments.h"
#include "api/MemFlags.h"
#include "api/Transfer.h"
#include "core/Kernel.h"
#include "ferry/cl_ext.h"

#include <bit>

using namespace ferry;
using namespace ferry::api;
using core::Command;
using core::Context;
using core::Kernel;
using core::Queue;

// CL_INVALID_OPERATION "if the device associated with command_queue does not
// support SVM" cannot happen.

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                 cl_uint alignment) {
  return create(__func__, nullptr, [&]() -> void * {
    Context &C = Context::from(context);
    constexpr cl_svm_mem_flags Access =
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    constexpr cl_svm_mem_flags All =
        Access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    // "Values specified in flags do not follow rules described for supported
    // values in the SVM Memory Flags table": kinds of access are mutually
    // exclusive.
    require(!(flags & ~All) && std::popcount(flags & Access) <= 1,
            CL_INVALID_VALUE);
    // "flags does not contain CL_MEM_SVM_FINE_GRAIN_BUFFER but does contain
    // CL_MEM_SVM_ATOMICS."
    require(!(flags & CL_MEM_SVM_ATOMICS) ||
                flags & CL_MEM_SVM_FINE_GRAIN_BUFFER,
            CL_INVALID_VALUE);
    checkShared(C, size, alignment);
    return C.sharedMemory().allocate(size);
  });
}

void clSVMFree(cl_context context, void *svm_pointer) {
  // "If a NULL pointer is passed in svm_pointer, no action occurs."
  if (Context *C = Context::tryFrom(context))
    C->sharedMemory().free(svm_pointer);
}

cl_int clEnqueueSVMFree(cl_command_queue command_queue,
                        cl_uint num_svm_pointers, void *svm_pointers[],
                        void(CL_CALLBACK *pfn_free_func)(cl_command_queue,
                                                         cl_uint, void *[],
                                                         void *),
                        void *user_data, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if num_svm_pointers is 0 and svm_pointers is non-NULL,
    // or if svm_pointers is NULL and num_svm_pointers is not 0."
    require(!num_svm_pointers == !svm_pointers, CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    std::vector<void *> Pointers(svm_pointers, svm_pointers + num_svm_pointers);
    // The queue and its context outlive the command.
    auto Free = [&Q, Pointers = std::move(Pointers), pfn_free_func,
                 user_data]() mutable {
      if (pfn_free_func)
        return pfn_free_func(Q.handle(), cl_uint(Pointers.size()),
                             Pointers.data(), user_data);
      for (void *P : Pointers)
        Q.context().sharedMemory().free(P);
    };
    Q.enqueue(makeCall(Q, CL_COMMAND_SVM_FREE, std::move(Free)), Waits, event);
  });
}

Command &api::makeSVMMemcpy(Queue &Q, cl_command_type Type, void *DstPtr,
                            const void *SrcPtr, std::size_t Size) {
  // "CL_INVALID_VALUE if dst_ptr is NULL, if src_ptr is NULL."
  require(DstPtr && SrcPtr, CL_INVALID_VALUE);
  auto *Dst = static_cast<std::byte *>(DstPtr);
  auto *Src = static_cast<const std::byte *>(SrcPtr);
  // "CL_MEM_COPY_OVERLAP if the values specified for dst_ptr, src_ptr and size
  // result in an overlapping copy."
  require(Dst >= Src + Size || Src >= Dst + Size, CL_MEM_COPY_OVERLAP);
  return Size ? makeMove(Q, Type, core::Move::contiguous(Dst, Src, Size))
              : makeNothing(Q, Type);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy,
                          void *dst_ptr, const void *src_ptr, size_t size,
                          cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(
      __func__, command_queue, num_events_in_wait_list, event_wait_list, event,
      [&](Queue &Q) -> core::Command & {
        return makeSVMMemcpy(Q, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size);
      },
      blocking_copy);
}

Command &api::makeSVMMemFill(Queue &Q, cl_command_type Type, void *SvmPtr,
                             const void *Pattern, std::size_t PatternSize,
                             std::size_t Size) {
  // "CL_INVALID_VALUE if svm_ptr is NULL", "if pattern is NULL", "if
  // pattern_size is zero, is not a power of two, is greater than 128".
  require(SvmPtr && Pattern && std::has_single_bit(PatternSize) &&
              PatternSize <= 128,
          CL_INVALID_VALUE);
  // "if svm_ptr is not aligned to pattern_size bytes", "if size is not a
  // multiple of pattern_size."
  require(reinterpret_cast<std::uintptr_t>(SvmPtr) % PatternSize == 0 &&
              Size % PatternSize == 0,
          CL_INVALID_VALUE);
  return Size ? makeFill(Q, Type,
                         core::Fill::contiguous(
                             static_cast<std::byte *>(SvmPtr), Size),
                         Pattern, PatternSize)
              : makeNothing(Q, Type);
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr,
                           const void *pattern, size_t pattern_size,
                           size_t size, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return enqueueMade(__func__, command_queue, num_events_in_wait_list,
                     event_wait_list, event, [&](Queue &Q) -> core::Command & {
                       return makeSVMMemFill(Q, CL_COMMAND_SVM_MEMFILL, svm_ptr,
                                             pattern, pattern_size, size);
                     });
}

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
                       cl_map_flags flags, void *svm_ptr, size_t size,
                       cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if svm_ptr is NULL, if size is zero, if values
    // specified in map_flags are not valid."
    require(svm_ptr && size && areMapFlags(flags), CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    Q.enqueue(makeNothing(Q, CL_COMMAND_SVM_MAP), Waits, event, blocking_map);
  });
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                         cl_uint num_events_in_wait_list,
                         const cl_event *event_wait_list, cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if svm_ptr is NULL."
    require(svm_ptr, CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    Q.enqueue(makeNothing(Q, CL_COMMAND_SVM_UNMAP), Waits, event);
  });
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue,
                              cl_uint num_svm_pointers,
                              const void **svm_pointers, const size_t *sizes,
                              cl_mem_migration_flags flags,
                              cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list,
                              cl_event *event) {
  return call(__func__, [&] {
    Queue &Q = Queue::from(command_queue);
    // "CL_INVALID_VALUE if num_svm_pointers is zero, if svm_pointers is NULL."
    require(num_svm_pointers && svm_pointers, CL_INVALID_VALUE);
    // "if flags is not zero and is not a valid combination of the values
    // described in the Memory migration Flags table."
    require(areMigrationFlags(flags), CL_INVALID_VALUE);
    // "if sizes[i] is non-zero and the memory range described by
    // svm_pointers[i] and sizes[i] is not contained within an SVM allocation
    // returned by clSVMAlloc". Without a size it is the allocation that the
    // pointer is in.
    for (cl_uint I = 0; I != num_svm_pointers; ++I)
      require(Q.context().sharedMemory().contains(svm_pointers[I],
                                                  sizes ? sizes[I] : 0),
              CL_INVALID_VALUE);
    core::WaitList Waits =
        waitList(Q, num_events_in_wait_list, event_wait_list);
    Q.enqueue(makeNothing(Q, CL_COMMAND_SVM_MIGRATE_MEM), Waits, event);
  });
}

void api::setArgumentPointer(Kernel &K, cl_uint Index, const void *Value) {
  // "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index."
  require(Index < K.info().numArgs, CL_INVALID_ARG_INDEX);
  // "The SVM pointer can only be used for arguments that are declared to be a
  // pointer to global or constant memory." Any address may be one: the host's
  // own memory is shared.
  require(abi::ArgKind(K.info().args[Index].kind) ==
              abi::ArgKind::GlobalPointer,
          CL_INVALID_ARG_VALUE);
  K.setPointer(Index, Value);
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index,
                                const void *arg_value) {
  return call(__func__, [&] {
    setArgumentPointer(Kernel::from(kernel), arg_index, arg_value);
  });
}

// A kernel may use all memory, whatever is said here.
void api::checkExecInfo(cl_kernel_exec_info Name, std::size_t Size,
                        const void *Value) {
  // "CL_INVALID_VALUE if param_name is not valid, if param_value is NULL and
  // param_value_size is greater than zero, or if the size specified by
  // param_value_size is not valid."
  require(Value || !Size, CL_INVALID_VALUE);
  switch (Name) {
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
  case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
    return require(Size % sizeof(void *) == 0, CL_INVALID_VALUE);
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    return require(Size == sizeof(cl_bool), CL_INVALID_VALUE);
  default:
    throw core::Error(CL_INVALID_VALUE);
  }
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                           size_t param_value_size, const void *param_value) {
  return call(__func__, [&] {
    Kernel::from(kernel);
    checkExecInfo(param_name, param_value_size, param_value);
  });
}
