//===- Driver.h - The driver beside this program ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_TOOL_DRIVER_H
#define FERRY_TOOL_DRIVER_H

#include <CL/cl_icd.h>

#include <cstdio>

namespace ferry::tool {

/// The absolute path of the driver that this program is linked with.
const char *driverPath();

/// The driver's platform and device, without any loader.
struct Driver {
  cl_platform_id platform;
  cl_device_id device;
  const cl_icd_dispatch &call; ///< Its entry points.
};

/// Says on stderr what is wrong, and exits, if there is no device.
Driver openDriver();

} // namespace ferry::tool

#endif // FERRY_TOOL_DRIVER_H
