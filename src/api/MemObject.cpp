//===- MemObject.cpp - Section 5.5: memory objects ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/MemObject.h"
#include "api/Entry.h"
#include "api/Info.h"
#include "ferry/cl_ext.h"

using namespace ferry;
using namespace ferry::api;
using core::MemObject;

cl_int clRetainMemObject(cl_mem memobj) {
  return call(__func__, [&] { MemObject::from(memobj).retainApi(); });
}

cl_int clReleaseMemObject(cl_mem memobj) {
  return call(__func__, [&] { MemObject::from(memobj).releaseApi(); });
}

cl_int clSetMemObjectDestructorCallback(cl_mem memobj,
                                        void(CL_CALLBACK *pfn_notify)(cl_mem,
                                                                      void *),
                                        void *user_data) {
  return call(__func__, [&] {
    MemObject &M = MemObject::from(memobj);
    // "CL_INVALID_VALUE if pfn_notify is NULL."
    require(pfn_notify, CL_INVALID_VALUE);
    M.onDestruction(pfn_notify, user_data);
  });
}

cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
                          size_t param_value_size, void *param_value,
                          size_t *param_value_size_ret) {
  return call(__func__, [&] {
    MemObject &M = MemObject::from(memobj);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_MEM_TYPE:
      return Out.write<cl_mem_object_type>(M.type());
    case CL_MEM_FLAGS:
      return Out.write<cl_mem_flags>(M.flags());
    case CL_MEM_SIZE:
      return Out.write<size_t>(M.size());
    case CL_MEM_HOST_PTR:
      return Out.write<void *>(M.hostPtr());
    case CL_MEM_MAP_COUNT:
      return Out.write<cl_uint>(M.mapCount());
    case CL_MEM_REFERENCE_COUNT:
      return Out.write<cl_uint>(M.apiCount());
    case CL_MEM_CONTEXT:
      return Out.write<cl_context>(M.context().handle());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return Out.write<cl_mem>(M.parent() ? M.parent()->handle() : nullptr);
    case CL_MEM_OFFSET:
      return Out.write<size_t>(M.origin());
    case CL_MEM_USES_SVM_POINTER:
      // "Return CL_TRUE if memobj is a buffer object that was created with
      // CL_MEM_USE_HOST_PTR or is a sub-buffer object of a buffer object that
      // was created with CL_MEM_USE_HOST_PTR and the host_ptr specified when
      // the buffer object was created is a SVM pointer."
      return Out.write<cl_bool>(
          M.context().sharedMemory().contains(M.data(), 0));
    case CL_MEM_DEVICE_ADDRESS_EXT: {
      // "CL_INVALID_OPERATION [...] if the buffer was not allocated with
      // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
      require(M.hasDeviceAddress(), CL_INVALID_OPERATION);
      // "A list of device addresses for the buffer, one for each device in the
      // context".
      const std::vector<cl_mem_device_address_ext> Addresses(
          M.context().devices().size(),
          reinterpret_cast<std::uintptr_t>(M.data()));
      return Out.writeArray<cl_mem_device_address_ext>(Addresses);
    }
    case CL_MEM_PROPERTIES:
      return Out.writeArray<cl_mem_properties>(M.properties());
    default:
      Info::unknown();
    }
  });
}
