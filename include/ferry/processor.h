//===- ferry/processor.h - Where threads run --------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_PROCESSOR_H
#define FERRY_PROCESSOR_H

#include "ferry/machine.h"

#include <atomic>
#include <cstdint>
#include <sched.h>

namespace ferry {

/// The processor on which a thread was seen lately, for other threads to read.
/// No function calls the system.
class ProcessorNote {
public:
  /// Notes where the calling thread runs.
  void renew() {
    const int Here = sched_getcpu();
    if (Here >= 0 && std::uint64_t(Here) < NumberMask)
      Note.store((machine::cycles() & ~NumberMask) | std::uint64_t(Here + 1),
                 std::memory_order_relaxed);
  }
  void forget() { Note.store(0, std::memory_order_relaxed); }

  /// -1 if none is noted, or that is long ago.
  ///
  /// \param Now machine::cycles().
  int processor(std::uint64_t Now) const {
    const std::uint64_t Seen = Note.load(std::memory_order_relaxed);
    const auto Age = std::int64_t(Now - (Seen & ~NumberMask));
    return Age < MaxAge ? int(Seen & NumberMask) - 1 : -1;
  }

private:
  static constexpr std::uint64_t NumberMask = 0xfff;
  /// Cycles. After more the system may have moved the thread; within less a
  /// thread may not come to its next note, if another one has its processor.
  static constexpr std::int64_t MaxAge = 25'000'000;

  /// A time, and in its lower bits a processor's number plus 1.
  std::atomic<std::uint64_t> Note{0};
};

} // namespace ferry

#endif // FERRY_PROCESSOR_H
