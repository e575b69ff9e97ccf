//===- DeviceExtensionInfo.h - Queries of extensions ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_DEVICEEXTENSIONINFO_H
#define FERRY_API_DEVICEEXTENSIONINFO_H

#include "api/Info.h"
#include "core/Device.h"

namespace ferry::api {

/// The clGetDeviceInfo queries that extensions of the host's API define.
/// \returns false if \p Name is none of them.
bool writeExtension(const core::Device &D, cl_device_info Name, Info &Out);

} // namespace ferry::api

#endif // FERRY_API_DEVICEEXTENSIONINFO_H
