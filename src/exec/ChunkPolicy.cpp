//===- ChunkPolicy.cpp - How much a thread claims at a time ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/ChunkPolicy.h"

#include <algorithm>

namespace ferry::exec {

/// Claims for each thread, so that they finish about the same time.
static constexpr std::uint64_t ChunksPerThread = 4;

std::uint64_t chunkOf(const Remaining &Work, unsigned Threads) {
  const std::uint64_t Left = Work.left();
  if (!Work.isKnown)
    return 1;
  if (Work.nanoseconds == 0)
    return std::max<std::uint64_t>(Left, 1);
  if (!Work.isShared && Work.nanoseconds < ShareNanoseconds)
    return Left;
  auto Lasting = [&](std::uint64_t Nanoseconds) {
    const double Share = double(Nanoseconds) / double(Work.nanoseconds);
    return std::uint64_t(double(Left) * std::min(Share, 1.0));
  };
  const std::uint64_t Fair = Left / (ChunksPerThread * Threads);
  const std::uint64_t Chunk =
      std::max<std::uint64_t>({std::min(Lasting(ChunkNanoseconds), Fair),
                               Lasting(LeastChunkNanoseconds), 1});
  // What lies side by side is best read by one thread, but for the last row:
  // there it counts that all finish about the same time.
  const std::uint64_t Beyond = (Work.claimed + Chunk) % Work.unitsPerRow;
  const std::uint64_t Missing = Work.unitsPerRow - Beyond;
  if (Beyond < Chunk && Beyond <= Missing)
    return Chunk - Beyond;
  return Missing < Chunk && Chunk + Missing < Left ? Chunk + Missing : Chunk;
}

unsigned helpersFor(std::uint64_t Nanoseconds, unsigned Threads) {
  return unsigned(
      std::min<std::uint64_t>(Nanoseconds / ShareNanoseconds, Threads - 1));
}

} // namespace ferry::exec
