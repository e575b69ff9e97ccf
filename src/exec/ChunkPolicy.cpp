//===- ChunkPolicy.cpp - How much a thread claims at a time ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/ChunkPolicy.h"

#include "exec/Tuning.h"

#include <algorithm>

namespace ferry::exec {

std::uint64_t chunkOf(const Remaining &Work, unsigned Threads) {
  const std::uint64_t Left = Work.left();
  if (!Work.isKnown)
    return 1;
  if (Work.nanoseconds == 0)
    return std::max<std::uint64_t>(Left, 1);
  if (!Work.isShared && Work.nanoseconds < tuning::ShareNanoseconds)
    return Left;
  auto Lasting = [&](std::uint64_t Nanoseconds) {
    const double Share = double(Nanoseconds) / double(Work.nanoseconds);
    return std::uint64_t(double(Left) * std::min(Share, 1.0));
  };
  const std::uint64_t Fair = Left / (tuning::ChunksPerThread * Threads);
  const std::uint64_t Chunk = std::max<std::uint64_t>(
      {std::min(Lasting(tuning::ChunkNanoseconds), Fair),
       Lasting(tuning::LeastChunkNanoseconds), 1});
  // What lies side by side is best read by one thread, but for the last row:
  // there it counts that all finish about the same time.
  const std::uint64_t Beyond = (Work.claimed + Chunk) % Work.unitsPerRow;
  const std::uint64_t Missing = Work.unitsPerRow - Beyond;
  if (Beyond < Chunk && Beyond <= Missing)
    return Chunk - Beyond;
  return Missing < Chunk && Chunk + Missing < Left ? Chunk + Missing : Chunk;
}

unsigned helpersFor(std::uint64_t Nanoseconds, unsigned Threads) {
  return unsigned(std::min<std::uint64_t>(
      Nanoseconds / tuning::ShareNanoseconds, Threads - 1));
}

} // namespace ferry::exec
