//===- Platform.cpp - Section 4.1: querying platform info -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Platform.h"

#include "api/Entry.h"
#include "api/Extensions.h"
#include "api/Info.h"

#include <cstring>

using namespace ferry;
using namespace ferry::api;
using core::Platform;

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
                        cl_uint *num_platforms) {
  return call(__func__, [&] {
    // "CL_INVALID_VALUE if num_entries is equal to zero and platforms is not
    // NULL or if both num_platforms and platforms are NULL."
    require(!platforms || num_entries, CL_INVALID_VALUE);
    require(platforms || num_platforms, CL_INVALID_VALUE);
    if (platforms)
      platforms[0] = Platform::get().handle();
    if (num_platforms)
      *num_platforms = 1;
  });
}

// Exported: ICD loaders ask for the suffix by name (icd/exports.map).
[[gnu::visibility("default")]] cl_int
clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                  size_t param_value_size, void *param_value,
                  size_t *param_value_size_ret) {
  return call(__func__, [&] {
    // "If platform is NULL, the behavior is implementation-defined."
    Platform::fromOrDefault(platform);
    Info Out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PLATFORM_PROFILE:
      return Out.writeString("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return Out.writeString(versionText());
    case CL_PLATFORM_NUMERIC_VERSION:
      return Out.write<cl_version>(numericVersion());
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR:
      return Out.writeString("Ferry");
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return Out.writeString("FERRY");
    case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
      return Out.writeArray<cl_external_memory_handle_type_khr>(
          ImportHandleTypes);
    case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
      return Out.write<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return Out.write<cl_ulong>(1);
    case CL_PLATFORM_EXTENSIONS: {
      // "Each extension that is supported by all devices associated with this
      // platform must be reported here."
      std::string Names;
      appendTo(Names, PlatformExtensions);
      appendDeviceExtensions(Names);
      return Out.writeString(Names);
    }
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION: {
      std::vector<cl_name_version> Entries;
      appendTo(Entries, PlatformExtensions);
      appendDeviceExtensions(Entries);
      return Out.writeArray<cl_name_version>(Entries);
    }
    default:
      Info::unknown();
    }
  });
}
