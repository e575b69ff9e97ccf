//===- Threads.cpp - Threads that are not the pool's ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/Threads.h"

#include <exception>
#include <utility>

namespace ferry::exec {

std::thread startThread(std::function<void()> Run) {
  std::thread New;
  try {
    New = std::thread(std::move(Run));
  } catch (const std::exception &) { // No thread, or no memory for one.
  }
  return New;
}

} // namespace ferry::exec
