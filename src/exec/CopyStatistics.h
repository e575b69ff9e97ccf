//===- CopyStatistics.h - What async copies did -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// FERRY_STATS=1: a table on stderr when the process exits, a row for each
/// kernel that starts async copies.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_COPYSTATISTICS_H
#define FERRY_EXEC_COPYSTATISTICS_H

#include "copy/PendingCopies.h"
#include "ferry/config.h"
#include "ferry/lazy.h"

namespace ferry::exec {

inline bool countsCopies() {
  static constinit Lazy<bool> Asked;
  return Asked.get([] { return config::enabled(config::Variable::Stats); });
}

/// Adds what some groups of a kernel did, if memory can be had. Thread-safe.
///
/// \param Launches how many launches began with them.
void countCopies(const char *Kernel, unsigned Launches,
                 const copy::CopyCounts &Counts) noexcept;

} // namespace ferry::exec

#endif // FERRY_EXEC_COPYSTATISTICS_H
