//===- Threads.h - Threads that are not the pool's --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_THREADS_H
#define FERRY_EXEC_THREADS_H

#include <chrono>
#include <functional>
#include <thread>

namespace ferry::exec {

/// How long unloading waits for threads that have nothing to do any more.
inline constexpr std::chrono::milliseconds UnloadGrace{10};

/// A thread; one that is not joinable if the system gives none. \p Run throws
/// nothing.
std::thread startThread(std::function<void()> Run);

} // namespace ferry::exec

#endif // FERRY_EXEC_THREADS_H
