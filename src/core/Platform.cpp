//===- Platform.cpp - The one platform ------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Platform.h"

#include "core/Device.h"
#include "ferry/config.h"

using namespace ferry;
using namespace ferry::core;

Platform &Platform::get() {
  // Never destroyed: objects that an application leaves behind, or releases
  // from its own exit handlers, still refer to it.
  static Platform *Only = [] {
    config::reportUnknown();
    return new Platform(*new Device);
  }();
  return *Only;
}

void Platform::setDispatchData(void *Data) {
  LoaderData.store(Data, std::memory_order_relaxed);
  handle()->DispatchData = dispatchData();
  TheDevice.handle()->DispatchData = dispatchData();
}
