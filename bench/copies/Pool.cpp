//===- Pool.cpp - Threads of the hand-written programs --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Pool.h"

#include <cstdlib>
#include <cstring>

namespace copies {

Pool::Pool(unsigned Threads, std::size_t LocalBytes) : Barrier(Threads) {
  for (unsigned Thread = 0; Thread != Threads; ++Thread) {
    // A page more, so that locals do not share the low bits of their address.
    Locals.push_back(static_cast<char *>(
        std::aligned_alloc(4096, (LocalBytes + 8191) / 4096 * 4096)));
    std::memset(Locals.back(), 0, LocalBytes);
  }
  for (unsigned Thread = 1; Thread != Threads; ++Thread)
    Others.emplace_back([this, Thread] { serve(Thread); });
}

Pool::~Pool() {
  Present = nullptr;
  Barrier.arrive_and_wait();
  for (std::thread &Thread : Others)
    Thread.join();
  for (char *Local : Locals)
    std::free(Local);
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

} // namespace copies
