//===- Driver.cpp - The driver beside this program ------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tool/Driver.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace ferry::tool {

const char *driverPath() {
  // What dladdr() tells may be relative, or lead through links.
  static const std::string &Path = *[] {
    // The address of a function is the program's own, its code is the driver's.
    void *Code = dlsym(RTLD_DEFAULT, "clIcdGetPlatformIDsKHR");
    Dl_info Driver;
    char *Real = Code && dladdr(Code, &Driver)
                     ? realpath(Driver.dli_fname, nullptr)
                     : nullptr;
    auto *Result = new std::string(Real ? Real : "");
    std::free(Real);
    return Result;
  }();
  return Path.c_str();
}

Driver openDriver() {
  cl_platform_id Platform = nullptr;
  cl_device_id Device = nullptr;
  cl_int Error = clIcdGetPlatformIDsKHR(1, &Platform, nullptr);
  if (Error == CL_SUCCESS) {
    const cl_icd_dispatch &Call =
        **reinterpret_cast<cl_icd_dispatch **>(Platform);
    Error =
        Call.clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr);
    if (Error == CL_SUCCESS)
      return {Platform, Device, Call};
  }
  std::fprintf(stderr, "ferry: the driver has no device (error %d)\n", Error);
  std::exit(1);
}

} // namespace ferry::tool
