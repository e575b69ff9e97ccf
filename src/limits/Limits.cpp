//===- Limits.cpp - How much of the machine is ours -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "limits/Limits.h"

#include "ferry/config.h"
#include "ferry/lazy.h"
#include "limits/ControlGroups.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace ferry;
using limits::ControlGroups;

static const ControlGroups &controlGroups() {
  static constinit LazyObject<ControlGroups> Own;
  return Own.get([] { return new ControlGroups; });
}

unsigned limits::threads() {
  static constinit Lazy<unsigned> Threads;
  return Threads.get([] {
    if (config::checks())
      return 1u;
    const std::string_view Asked = config::get(config::Variable::Threads);
    unsigned Count = 0;
    std::from_chars(Asked.data(), Asked.data() + Asked.size(), Count);
    cpu_set_t Mask;
    if (Count == 0 && sched_getaffinity(0, sizeof(Mask), &Mask) == 0)
      Count = unsigned(std::min(double(CPU_COUNT(&Mask)),
                                std::ceil(controlGroups().processors())));
    return std::clamp(Count, 1u, 1024u);
  });
}

std::uint64_t limits::memory() {
  const std::uint64_t Physical = std::uint64_t(sysconf(_SC_PHYS_PAGES)) *
                                 std::uint64_t(sysconf(_SC_PAGESIZE));
  return std::min(Physical, controlGroups().memory());
}
