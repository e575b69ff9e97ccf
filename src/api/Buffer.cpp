//===- Buffer.cpp - Section 5.2.1: creating buffers -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "api/Entry.h"
#include "api/MemFlags.h"
#include "core/MemObject.h"

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::MemObject;

namespace {

MemObject &createBuffer(Context &C, MemProperties Properties,
                        cl_mem_flags Flags, std::size_t Size, void *HostPtr) {
  checkFlags(Flags, Properties.isImport());
  // "CL_INVALID_BUFFER_SIZE if size is 0 or if size is greater than
  // CL_DEVICE_MAX_MEM_ALLOC_SIZE for all devices in context."
  require(Size, CL_INVALID_BUFFER_SIZE);
  bool Fits = false;
  for (const Device *D : C.devices())
    Fits |= Size <= D->maxAllocBytes();
  require(Fits, CL_INVALID_BUFFER_SIZE);
  checkHostPtr(Flags, HostPtr);
  // "CL_INVALID_BUFFER_SIZE if CL_MEM_USE_HOST_PTR is set in flags and host_ptr
  // is a pointer returned by clSVMAlloc and size is greater than the size
  // passed to clSVMAlloc."
  require(!(Flags & CL_MEM_USE_HOST_PTR) ||
              !C.sharedMemory().contains(HostPtr, 0) ||
              C.sharedMemory().contains(HostPtr, Size),
          CL_INVALID_BUFFER_SIZE);
  auto &New = *new MemObject(C, std::move(Properties.given), Flags, Size,
                             HostPtr, Properties.import(Size));
  if (Properties.hasDeviceAddress)
    New.giveDeviceAddress();
  return New;
}

} // namespace

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                      void *host_ptr, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return createBuffer(Context::from(context), {}, flags, size, host_ptr)
        .handle();
  });
}

cl_mem clCreateBufferWithProperties(cl_context context,
                                    const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size,
                                    void *host_ptr, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    return createBuffer(C, MemProperties::parse(C, properties, true), flags,
                        size, host_ptr)
        .handle();
  });
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                         cl_buffer_create_type buffer_create_type,
                         const void *buffer_create_info, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object or is a
    // sub-buffer object."
    MemObject &Parent = MemObject::from(buffer);
    require(Parent.isBuffer() && !Parent.parent(), CL_INVALID_MEM_OBJECT);
    cl_mem_flags Flags = derivedFlags(Parent.flags(), flags);
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
    return (new MemObject(Parent, Flags, Region.origin, Region.size))->handle();
  });
}
