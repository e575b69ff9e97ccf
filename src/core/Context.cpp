//===- Context.cpp - A context --------------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Context.h"

#include <algorithm>

using namespace ferry::core;

Context::~Context() { DestructorCallbacks.run(handle()); }

bool Context::has(const Device &D) const {
  return std::find(Devices.begin(), Devices.end(), &D) != Devices.end();
}
