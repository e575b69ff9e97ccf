//===- Platform.h - The one platform ----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_CORE_PLATFORM_H
#define FERRY_CORE_PLATFORM_H

#include "core/Object.h"

namespace ferry::core {

class Device;

/// The platform and its CPU device. Both are made by the first call that asks
/// for them and live as long as the process: applications release what they
/// own in any order, from exit handlers too.
class Platform : public Object<Platform, _cl_platform_id> {
public:
  static constexpr std::uint32_t Tag = 0x46504c41;
  static constexpr cl_int InvalidError = CL_INVALID_PLATFORM;

  static Platform &get();

  /// A null handle stands for the only platform where the specification leaves
  /// the choice to the implementation.
  static Platform &fromOrDefault(Handle H) { return H ? from(H) : get(); }

  Device &device() { return TheDevice; }

  /// clIcdSetPlatformDispatchDataKHR: for the platform and all of its objects
  /// that are made from now on, and the device.
  void setDispatchData(void *Data);

private:
  explicit Platform(Device &D) : TheDevice(D) {}

  Device &TheDevice;
};

} // namespace ferry::core

#endif // FERRY_CORE_PLATFORM_H
