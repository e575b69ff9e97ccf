//===- Fork.cpp - What a child made by fork() may go on using -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Fork.h"

#include "copy/PendingCopies.h"
#include "exec/Pool.h"

#include <pthread.h>
#include <utility>

namespace ferry::exec {

ForkMutex::ForkMutex() : Following(std::exchange(First, this)) {
  [[maybe_unused]] static const int Registered =
      pthread_atfork(beforeFork, afterFork, inChild);
}

void ForkMutex::beforeFork() {
  for (ForkMutex *M = First; M; M = M->Following)
    M->lock();
}

void ForkMutex::afterFork() {
  for (ForkMutex *M = First; M; M = M->Following)
    M->unlock();
}

void ForkMutex::inChild() {
  Process.fetch_add(1);
  Pool::abandonAll();
  copy::PendingCopies::Helpers.store(0);
  afterFork();
}

} // namespace ferry::exec
