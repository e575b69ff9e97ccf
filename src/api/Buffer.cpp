//===- Buffer.cpp - Section 5.2.1: creating buffers -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Entry.h"
#include "core/Memory.h"

#include <bit>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::Memory;

namespace {

constexpr cl_mem_flags KernelAccess =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags HostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags HostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// "CL_INVALID_VALUE if values specified in flags are not valid as defined in
/// the Memory Flags table."
void checkFlags(cl_mem_flags Flags) {
  require(!(Flags & ~(KernelAccess | HostAccess | HostPointer)),
          CL_INVALID_VALUE);
  // "CL_MEM_READ_WRITE or CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY are mutually
  // exclusive."
  require(std::popcount(Flags & KernelAccess) <= 1, CL_INVALID_VALUE);
  // "CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS
  // are mutually exclusive."
  require(std::popcount(Flags & HostAccess) <= 1, CL_INVALID_VALUE);
  // "CL_MEM_ALLOC_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive.
  // CL_MEM_COPY_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive."
  require(!(Flags & CL_MEM_USE_HOST_PTR) ||
              !(Flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
          CL_INVALID_VALUE);
}

Memory &createBuffer(cl_context ContextHandle,
                     std::vector<cl_mem_properties> Properties,
                     cl_mem_flags Flags, std::size_t Size, void *HostPtr) {
  Context &C = Context::from(ContextHandle);
  checkFlags(Flags);
  // "CL_INVALID_BUFFER_SIZE if size is 0 or if size is greater than
  // CL_DEVICE_MAX_MEM_ALLOC_SIZE for all devices in context."
  require(Size, CL_INVALID_BUFFER_SIZE);
  bool Fits = false;
  for (const Device *D : C.devices())
    Fits |= Size <= D->maxAllocBytes();
  require(Fits, CL_INVALID_BUFFER_SIZE);
  // "CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or
  // CL_MEM_COPY_HOST_PTR are set in flags or if host_ptr is not NULL but
  // CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags."
  require(!HostPtr == !(Flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
          CL_INVALID_HOST_PTR);
  // "CL_INVALID_BUFFER_SIZE if CL_MEM_USE_HOST_PTR is set in flags and host_ptr
  // is a pointer returned by clSVMAlloc and size is greater than the size
  // passed to clSVMAlloc."
  require(!(Flags & CL_MEM_USE_HOST_PTR) ||
              !C.sharedMemory().contains(HostPtr, 0) ||
              C.sharedMemory().contains(HostPtr, Size),
          CL_INVALID_BUFFER_SIZE);
  return *new Memory(C, std::move(Properties), Flags, Size, HostPtr);
}

} // namespace

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                      void *host_ptr, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return createBuffer(context, {}, flags, size, host_ptr).handle();
  });
}

cl_mem clCreateBufferWithProperties(cl_context context,
                                    const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size,
                                    void *host_ptr, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context::from(context);
    std::vector<cl_mem_properties> Given;
    if (properties) {
      // "CL_INVALID_PROPERTY if a property name in properties is not a
      // supported property name": there is none.
      require(!properties[0], CL_INVALID_PROPERTY);
      Given = {0};
    }
    return createBuffer(context, std::move(Given), flags, size, host_ptr)
        .handle();
  });
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                         cl_buffer_create_type buffer_create_type,
                         const void *buffer_create_info, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object or is a
    // sub-buffer object."
    Memory &Parent = Memory::from(buffer);
    require(!Parent.parent(), CL_INVALID_MEM_OBJECT);
    cl_mem_flags From = Parent.flags();
    checkFlags(flags);
    // "CL_INVALID_VALUE if buffer was created with CL_MEM_WRITE_ONLY and flags
    // specifies CL_MEM_READ_WRITE or CL_MEM_READ_ONLY, or if buffer was created
    // with CL_MEM_READ_ONLY and flags specifies CL_MEM_READ_WRITE or
    // CL_MEM_WRITE_ONLY, or if flags specifies CL_MEM_USE_HOST_PTR,
    // CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR."
    require(!(From & CL_MEM_WRITE_ONLY) ||
                !(flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)),
            CL_INVALID_VALUE);
    require(!(From & CL_MEM_READ_ONLY) ||
                !(flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)),
            CL_INVALID_VALUE);
    require(!(flags & HostPointer), CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if buffer was created with CL_MEM_HOST_WRITE_ONLY and
    // flags specify CL_MEM_HOST_READ_ONLY, or if buffer was created with
    // CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY, or if
    // buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify
    // CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY."
    require(!(From & CL_MEM_HOST_WRITE_ONLY) ||
                !(flags & CL_MEM_HOST_READ_ONLY),
            CL_INVALID_VALUE);
    require(!(From & CL_MEM_HOST_READ_ONLY) ||
                !(flags & CL_MEM_HOST_WRITE_ONLY),
            CL_INVALID_VALUE);
    require(!(From & CL_MEM_HOST_NO_ACCESS) ||
                !(flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
            CL_INVALID_VALUE);
    // "CL_INVALID_VALUE if the value specified in buffer_create_type is not
    // valid, if buffer_create_info is NULL."
    require(buffer_create_type == CL_BUFFER_CREATE_TYPE_REGION,
            CL_INVALID_VALUE);
    require(buffer_create_info, CL_INVALID_VALUE);
    auto Region = *static_cast<const cl_buffer_region *>(buffer_create_info);
    // "CL_INVALID_BUFFER_SIZE if the size field [...] is zero."
    require(Region.size, CL_INVALID_BUFFER_SIZE);
    // "CL_INVALID_VALUE if the region [...] is out of bounds in buffer."
    require(Region.origin <= Parent.size() &&
                Region.size <= Parent.size() - Region.origin,
            CL_INVALID_VALUE);
    // "CL_MISALIGNED_SUB_BUFFER_OFFSET if there are no devices in context
    // associated with buffer for which the origin field [...] is aligned to the
    // CL_DEVICE_MEM_BASE_ADDR_ALIGN value."
    require(Region.origin % Device::BaseAlignment == 0,
            CL_MISALIGNED_SUB_BUFFER_OFFSET);

    // "If the CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, or CL_MEM_WRITE_ONLY values
    // are not specified in flags, they are inherited"; likewise the host's
    // access. "The CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, and
    // CL_MEM_COPY_HOST_PTR values cannot be specified in flags but are
    // inherited".
    cl_mem_flags Flags = flags | (From & HostPointer);
    if (!(flags & KernelAccess))
      Flags |= From & KernelAccess;
    if (!(flags & HostAccess))
      Flags |= From & HostAccess;
    return (new Memory(Parent, Flags, Region.origin, Region.size))->handle();
  });
}
