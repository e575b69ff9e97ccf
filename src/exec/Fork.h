//===- Fork.h - What a child made by fork() may go on using -----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A child made by fork() has everything but the threads. What threads were
/// about to do is lost there: the commands of the parent. What only lies in
/// memory is as good as before, unless a thread was just changing it.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_FORK_H
#define FERRY_EXEC_FORK_H

#include <atomic>
#include <cstdint>
#include <mutex>

namespace ferry::exec {

/// Forks between this process and the one that loaded the driver: what was made
/// under another number belongs to another process.
inline std::uint32_t processNumber();

/// A mutex for what a child made by fork() goes on using: fork() takes it
/// first, so that no other thread is in the middle of a change. Only for
/// objects that are made when the driver is loaded. Nobody may take another
/// one, or call the application, while he holds one.
class ForkMutex {
public:
  ForkMutex();
  ForkMutex(const ForkMutex &) = delete;
  ForkMutex &operator=(const ForkMutex &) = delete;

  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

private:
  friend std::uint32_t processNumber();
  static void beforeFork();
  static void afterFork();
  static void inChild();

  static inline std::atomic<std::uint32_t> Process{0};
  static inline ForkMutex *First = nullptr;
  std::mutex Mutex;
  ForkMutex *const Following;
};

inline std::uint32_t processNumber() {
  return ForkMutex::Process.load(std::memory_order_relaxed);
}

} // namespace ferry::exec

#endif // FERRY_EXEC_FORK_H
