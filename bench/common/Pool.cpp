//===- Pool.cpp - Threads of the hand-written programs --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Pool.h"

#include <cstdlib>
#include <cstring>

namespace bench {

/// Local memory begins so far from a page's border. Buffers begin at one, and
/// copies between addresses whose low 12 bits are equal or nearly so are slow:
/// on Zen 4 a quarter slower within the caches.
static constexpr std::size_t PageOffset = 2048;

Pool::Pool(unsigned Threads, std::size_t LocalBytes) : Barrier(Threads) {
  const std::size_t Bytes = (PageOffset + LocalBytes + 4095) / 4096 * 4096;
  for (unsigned Thread = 0; Thread != Threads; ++Thread) {
    Allocated.emplace_back(static_cast<char *>(std::aligned_alloc(4096, Bytes)),
                           &std::free);
    std::memset(Allocated.back().get(), 0, Bytes);
    Locals.push_back(Allocated.back().get() + PageOffset);
  }
  for (unsigned Thread = 1; Thread != Threads; ++Thread)
    Others.emplace_back([this, Thread] { serve(Thread); });
}

Pool::~Pool() {
  Present = nullptr;
  Barrier.arrive_and_wait();
  for (std::thread &Thread : Others)
    Thread.join();
}

void Pool::run(const std::function<void(unsigned, char *)> &Work) {
  Present = &Work;
  Barrier.arrive_and_wait();
  Work(0, Locals[0]);
  Barrier.arrive_and_wait();
}

void Pool::serve(unsigned Thread) {
  for (;;) {
    Barrier.arrive_and_wait();
    if (!Present)
      return;
    (*Present)(Thread, Locals[Thread]);
    Barrier.arrive_and_wait();
  }
}

} // namespace bench
