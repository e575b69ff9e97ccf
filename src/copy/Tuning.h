//===- Tuning.h - What was measured -----------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The numbers of the movers and of the engine that were measured rather than
/// derived; docs/async-copies.md ("The numbers") says how, and what each gains.
/// In bytes, where nothing else is said. Strides with movers of their own are
/// in the MoversFixed.h of each architecture, abi::ShortCopyBytes is shared
/// with generated code.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_TUNING_H
#define FERRY_COPY_TUNING_H

#include <cstddef>
#include <cstdint>

namespace ferry::copy {

inline constexpr std::size_t CacheLine = 64;

namespace tuning {

/// A shorter run lies in the first cache together with its source, if that is
/// in the caches; if not, the processor's own read-ahead is best.
inline constexpr std::size_t LongRun = 12 << 10;
/// How far ahead a long run prefetches its destination, to be written, if its
/// source is in the caches; and its source, if that is in memory.
inline constexpr std::size_t AheadOfStores = 1 << 10;
inline constexpr std::size_t AheadOfLoads = 2 << 10;

/// Copies from memory that others are expected to continue: stores past the
/// caches prefetch what follows them.
inline constexpr std::size_t MinPiece = 16 << 10;

/// Shorter lines go past the caches only if they are whole cache lines.
inline constexpr std::size_t MinStreamBytes = 512;

/// Elements and lines of so many bytes are worth a call of the contiguous
/// mover each.
inline constexpr std::size_t LongElement = 256;
/// Longer ones the processor reads ahead by itself, even if more than a cache
/// line is left out between them.
inline constexpr std::size_t MaxSparseElement = 1 << 10;
/// Cache lines of sparse elements that are prefetched ahead, but no more than a
/// quarter of the copy; and at a time.
inline constexpr std::size_t SparseAhead = 64, SparseTurn = 8;
/// The same of elements in every cache line.
inline constexpr std::size_t DenseAhead = 16;

/// What a chunk moves at least, unless it is the last of its line or plane: so
/// much that claiming it costs little beside it.
inline constexpr std::uint64_t ChunkBytes = 16 << 10;

} // namespace tuning
} // namespace ferry::copy

#endif // FERRY_COPY_TUNING_H
