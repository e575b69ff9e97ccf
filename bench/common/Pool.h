//===- Pool.h - Threads of the hand-written programs ------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_POOL_H
#define BENCH_COMMON_POOL_H

#include <barrier>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace bench {

/// Threads that stay, and wait at a barrier for work. The one that calls is one
/// of them, and each has its local memory.
class Pool {
public:
  /// \param LocalBytes local memory of a thread.
  Pool(unsigned Threads, std::size_t LocalBytes);
  ~Pool();
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  unsigned size() const { return unsigned(Locals.size()); }

  /// The local memory of a thread.
  char *local(unsigned Thread) const { return Locals[Thread]; }

  /// Runs \p Work on all threads, with the number of the thread and its local
  /// memory.
  void run(const std::function<void(unsigned, char *)> &Work);

private:
  void serve(unsigned Thread);

  std::barrier<> Barrier;
  const std::function<void(unsigned, char *)> *Present = nullptr;
  std::vector<std::unique_ptr<char, void (*)(void *)>> Allocated;
  std::vector<char *> Locals;
  std::vector<std::thread> Others;
};

} // namespace bench

#endif // BENCH_COMMON_POOL_H
