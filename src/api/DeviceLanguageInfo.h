//===- DeviceLanguageInfo.h - Versions and languages of a device *- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Queries of clGetDeviceInfo. Each returns false if \p Name is none of its
/// own.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_API_DEVICELANGUAGEINFO_H
#define FERRY_API_DEVICELANGUAGEINFO_H

#include "api/Info.h"

namespace ferry::api {

/// Those about names and versions, features of OpenCL C and extensions.
bool writeVersion(cl_device_info Name, Info &Out);

/// Those of extensions of OpenCL C.
bool writeLanguageExtension(cl_device_info Name, Info &Out);

} // namespace ferry::api

#endif // FERRY_API_DEVICELANGUAGEINFO_H
