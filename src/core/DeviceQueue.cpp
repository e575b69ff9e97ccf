//===- DeviceQueue.cpp - Command-queues of the device ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/DeviceQueue.h"

#include <algorithm>
#include <mutex>
#include <vector>

using namespace ferry;
using namespace ferry::core;

namespace {
exec::ForkMutex DefaultsMutex;

/// One for a context and a device at most. Stays when the process ends.
std::vector<Ref<DeviceQueue>> &defaults() {
  static auto &All = *new std::vector<Ref<DeviceQueue>>;
  return All;
}
} // namespace

bool DeviceQueue::take() {
  if (NumTaken.fetch_add(1, std::memory_order_relaxed) < Size / CommandSize)
    return true;
  giveBack();
  return false;
}

Ref<DeviceQueue> DeviceQueue::defaultOf(const Context &C, const Device &D) {
  std::lock_guard Lock(DefaultsMutex);
  for (const Ref<DeviceQueue> &Q : defaults())
    if (&Q->context() == &C && &Q->device() == &D)
      return Q;
  return nullptr;
}

void DeviceQueue::becomeDefault() {
  Ref<DeviceQueue> Mine(this);
  std::lock_guard Lock(DefaultsMutex);
  for (Ref<DeviceQueue> &Q : defaults())
    if (&Q->context() == &context() && &Q->device() == &device()) {
      Q = std::move(Mine);
      return;
    }
  defaults().push_back(std::move(Mine));
}

void DeviceQueue::releaseApi() {
  const Ref<DeviceQueue> Alive(this);
  Object::releaseApi();
  if (apiCount() != 0)
    return;
  Ref<DeviceQueue> Former; // Dropped when the lock is released.
  std::lock_guard Lock(DefaultsMutex);
  std::vector<Ref<DeviceQueue>> &Defaults = defaults();
  auto At = std::find_if(
      Defaults.begin(), Defaults.end(),
      [this](const Ref<DeviceQueue> &Q) { return Q.get() == this; });
  if (At == Defaults.end())
    return;
  Former = std::move(*At);
  Defaults.erase(At);
}
