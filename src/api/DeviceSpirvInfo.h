//===- DeviceSpirvInfo.h - Queries of SPIR-V --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_DEVICESPIRVINFO_H
#define FERRY_API_DEVICESPIRVINFO_H

#include "api/Info.h"

namespace ferry::api {

/// The clGetDeviceInfo queries about intermediate languages, and those of
/// cl_khr_spirv_queries. \returns false if \p Name is none of them.
bool writeSpirv(cl_device_info Name, Info &Out);

} // namespace ferry::api

#endif // FERRY_API_DEVICESPIRVINFO_H
