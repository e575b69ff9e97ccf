//===- Caches.h - How large the caches are ----------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_CACHES_H
#define FERRY_EXEC_CACHES_H

#include <cstdint>

namespace ferry::exec {

/// Bytes of a processor's own level 2 cache, 0 if unknown.
std::uint64_t privateCacheBytes();

/// Bytes of the last cache that a processor reaches, 0 if unknown.
std::uint64_t lastCacheBytes();

} // namespace ferry::exec

#endif // FERRY_EXEC_CACHES_H
