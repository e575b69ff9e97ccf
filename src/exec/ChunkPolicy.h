//===- ChunkPolicy.h - How much a thread claims at a time -------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_CHUNKPOLICY_H
#define FERRY_EXEC_CHUNKPOLICY_H

#include <cstdint>

namespace ferry::exec {

/// What is left of a piece of work.
struct Remaining {
  std::uint64_t claimed; ///< Units, of so many in all; more if all are.
  std::uint64_t units;
  /// So many lie side by side, the next so many after them, and so on.
  std::uint64_t unitsPerRow;
  /// Whether it is known how long a unit takes.
  bool isKnown;
  /// That the units that are left may take on one thread; 0 if that is unknown
  /// or too little to measure.
  std::uint64_t nanoseconds;
  /// Whether other threads claim units, too.
  bool isShared;

  std::uint64_t left() const { return claimed < units ? units - claimed : 0; }
};

/// How many units a thread claims next, at least 1; may be more than are left.
///
/// \param Threads that may run work at once.
std::uint64_t chunkOf(const Remaining &Work, unsigned Threads);

/// How many threads more than the first one work is worth that takes so long.
unsigned helpersFor(std::uint64_t Nanoseconds, unsigned Threads);

} // namespace ferry::exec

#endif // FERRY_EXEC_CHUNKPOLICY_H
