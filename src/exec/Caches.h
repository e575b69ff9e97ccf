//===- Caches.h - How large the caches are ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_CACHES_H
#define FERRY_EXEC_CACHES_H

#include <algorithm>
#include <cstdint>

namespace ferry::exec {

/// Bytes of a processor's own level 2 cache, 0 if unknown.
std::uint64_t privateCacheBytes();

/// Bytes of the last cache that a processor reaches, 0 if unknown.
std::uint64_t lastCacheBytes();

/// Of a copy of so many bytes little would be left in the caches: half of the
/// last one.
inline std::uint64_t streamBytes() {
  return std::max<std::uint64_t>(lastCacheBytes() / 2, 4 << 20);
}

} // namespace ferry::exec

#endif // FERRY_EXEC_CACHES_H
