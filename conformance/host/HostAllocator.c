//===- HostAllocator.c - The driver where a host has operators of its own -===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A host in C that has loaded libstdc++ for itself, whose operators are bound
/// among each other then, and its own for all that comes later: the driver's
/// memory must go back to where it is from. A driver that mixes them ends the
/// program (`free(): invalid pointer`).
///
/// usage: HostAllocator OPERATORS DRIVER
///
//===----------------------------------------------------------------------===//

#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdio.h>

static int queryDevices(void *Driver) {
  clIcdGetPlatformIDsKHR_fn Platforms =
      (clIcdGetPlatformIDsKHR_fn)dlsym(Driver, "clIcdGetPlatformIDsKHR");
  cl_platform_id Platform;
  if (!Platforms || Platforms(1, &Platform, NULL) != CL_SUCCESS)
    return 1;
  // The first member of each object is the table of functions.
  const cl_icd_dispatch *Table = *(cl_icd_dispatch **)Platform;
  cl_device_id Device;
  char Name[256];
  return Table->clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device,
                               NULL) != CL_SUCCESS ||
         Table->clGetDeviceInfo(Device, CL_DEVICE_NAME, sizeof Name, Name,
                                NULL) != CL_SUCCESS;
}

int main(int Count, char **Arguments) {
  if (Count != 3 || !dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL)) {
    puts("no libstdc++");
    return 2;
  }
  void *Driver;
  if (!dlopen(Arguments[1], RTLD_NOW | RTLD_GLOBAL) ||
      !(Driver = dlopen(Arguments[2], RTLD_NOW | RTLD_LOCAL))) {
    puts(dlerror());
    return 1;
  }
  return queryDevices(Driver);
}
