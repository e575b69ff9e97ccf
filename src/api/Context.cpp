//===- Context.cpp - Section 4.4: contexts --------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Context.h"

#include "api/Entry.h"
#include "api/Info.h"
#include "core/Platform.h"

#include <algorithm>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Device;
using core::Platform;

namespace {

using NotifyFunction = void(CL_CALLBACK *)(const char *, const void *, size_t,
                                           void *);

/// Checks a property list. \returns a copy with its closing 0, empty if null.
std::vector<cl_context_properties>
parseProperties(const cl_context_properties *Properties) {
  std::vector<cl_context_properties> Copy;
  if (!Properties)
    return Copy;
  bool HasPlatform = false, HasUserSync = false;
  for (; *Properties; Properties += 2) {
    switch (Properties[0]) {
    case CL_CONTEXT_PLATFORM:
      // "CL_INVALID_PROPERTY [...] if the same property name is specified more
      // than once."
      require(!HasPlatform, CL_INVALID_PROPERTY);
      HasPlatform = true;
      // "CL_INVALID_PLATFORM [...] if the platform specified in properties is
      // not a valid platform."
      Platform::from(reinterpret_cast<cl_platform_id>(Properties[1]));
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
      require(!HasUserSync, CL_INVALID_PROPERTY);
      HasUserSync = true;
      // "CL_INVALID_PROPERTY [...] if the value specified for a supported
      // property name is not valid."
      require(Properties[1] == CL_TRUE || Properties[1] == CL_FALSE,
              CL_INVALID_PROPERTY);
      break;
    default:
      // "CL_INVALID_PROPERTY if a context property name in properties is not a
      // supported property name."
      throw core::Error(CL_INVALID_PROPERTY);
    }
    Copy.insert(Copy.end(), Properties, Properties + 2);
  }
  Copy.push_back(0);
  return Copy;
}

} // namespace

// The error callback would report errors that happen outside a call; every
// error of Ferry is the result of a call or the status of an event.

cl_context clCreateContext(const cl_context_properties *properties,
                           cl_uint num_devices, const cl_device_id *devices,
                           NotifyFunction pfn_notify, void *user_data,
                           cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    std::vector<cl_context_properties> Properties = parseProperties(properties);
    // "CL_INVALID_VALUE if devices is NULL, if num_devices is equal to zero, if
    // pfn_notify is NULL but user_data is not NULL."
    require(devices && num_devices, CL_INVALID_VALUE);
    require(pfn_notify || !user_data, CL_INVALID_VALUE);
    std::vector<Device *> Devices;
    for (cl_uint I = 0; I != num_devices; ++I) {
      // "CL_INVALID_DEVICE if any device in devices is not a valid device."
      Device *D = &Device::from(devices[I]);
      // "Duplicate devices specified in devices are ignored."
      if (std::find(Devices.begin(), Devices.end(), D) == Devices.end())
        Devices.push_back(D);
    }
    return (new Context(std::move(Devices), std::move(Properties)))->handle();
  });
}

cl_context clCreateContextFromType(const cl_context_properties *properties,
                                   cl_device_type device_type,
                                   NotifyFunction pfn_notify, void *user_data,
                                   cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    std::vector<cl_context_properties> Properties = parseProperties(properties);
    // "CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL."
    require(pfn_notify || !user_data, CL_INVALID_VALUE);
    // CL_INVALID_DEVICE_TYPE and CL_DEVICE_NOT_FOUND mean the same there.
    cl_device_id Found;
    cl_int Error = clGetDeviceIDs(nullptr, device_type, 1, &Found, nullptr);
    require(Error == CL_SUCCESS, Error);
    std::vector<Device *> Devices = {&Device::from(Found)};
    return (new Context(std::move(Devices), std::move(Properties)))->handle();
  });
}

cl_int clRetainContext(cl_context context) {
  return call(__func__, [&] { Context::from(context).retainApi(); });
}

cl_int clReleaseContext(cl_context context) {
  return call(__func__, [&] { Context::from(context).releaseApi(); });
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *pfn_notify)(cl_context,
                                                                    void *),
                                      void *user_data) {
  return call(__func__, [&] {
    Context &C = Context::from(context);
    // "CL_INVALID_VALUE if pfn_notify is NULL."
    require(pfn_notify, CL_INVALID_VALUE);
    C.onDestruction(pfn_notify, user_data);
  });
}

cl_int clGetContextInfo(cl_context context, cl_context_info param_name,
                        size_t param_value_size, void *param_value,
                        size_t *param_value_size_ret) {
  return call(__func__, [&] {
    Context &C = Context::from(context);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return Out.write<cl_uint>(C.apiCount());
    case CL_CONTEXT_NUM_DEVICES:
      return Out.write<cl_uint>(cl_uint(C.devices().size()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> Handles;
      for (Device *D : C.devices())
        Handles.push_back(D->handle());
      return Out.writeArray<cl_device_id>(Handles);
    }
    case CL_CONTEXT_PROPERTIES:
      return Out.writeArray<cl_context_properties>(C.properties());
    default:
      Info::unknown();
    }
  });
}
