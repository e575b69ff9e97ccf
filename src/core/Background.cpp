//===- Background.cpp - Work that no call waits for -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Background.h"

#include "exec/Fork.h"
#include "exec/Pool.h"
#include "exec/Threads.h"

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

namespace ferry::core {

namespace {

/// Threads of this process. What a child made by fork() counts is the parent's.
std::atomic<unsigned> Running{0};

/// When the driver is unloaded threads that have almost ended are waited for; a
/// process that exits does not wait for what takes long.
const struct Unload {
  ~Unload() {
    const auto End = std::chrono::steady_clock::now() + exec::UnloadGrace;
    while (Running.load() && Process == exec::processNumber() &&
           std::chrono::steady_clock::now() < End)
      std::this_thread::yield();
  }
  const std::uint32_t Process = exec::processNumber();
} WhenUnloaded;

} // namespace

bool startInBackground(std::function<void()> Run) {
  if (exec::Pool::hasEnded())
    return false;
  Running.fetch_add(1);
  std::thread Thread;
  try {
    Thread = exec::startThread([Run = std::move(Run)] {
      Run();
      Running.fetch_sub(1);
    });
  } catch (const std::bad_alloc &) {
  }
  if (!Thread.joinable()) {
    Running.fetch_sub(1);
    return false;
  }
  Thread.detach();
  return true;
}

void runInBackground(std::function<void()> Run) {
  if (!startInBackground(Run))
    Run();
}

} // namespace ferry::core
