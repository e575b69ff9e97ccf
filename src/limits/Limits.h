//===- Limits.h - How much of the machine is ours ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_LIMITS_LIMITS_H
#define FERRY_LIMITS_LIMITS_H

#include <cstdint>

namespace ferry::limits {

/// FERRY_THREADS, or the processors in the affinity mask of the process, or as
/// many as its control groups let it keep busy: 1 to 1024. What looks for
/// mistakes sees one thread at a time.
unsigned threads();

/// Bytes of physical memory, or of what control groups leave the process of it.
std::uint64_t memory();

} // namespace ferry::limits

#endif // FERRY_LIMITS_LIMITS_H
