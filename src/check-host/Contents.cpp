//===- Contents.cpp - Whether memory has changed --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "check-host/Contents.h"

#include <cstring>
#include <sys/uio.h>
#include <unistd.h>

namespace ferry::check {

std::optional<std::uint64_t> contentsOf(Range Where) {
  constexpr std::size_t Piece = 4096, MostPieces = 256;
  const std::uint64_t Pieces = (Where.bytes + Piece - 1) / Piece;
  const std::uint64_t Step = (Pieces + MostPieces - 1) / MostPieces;
  std::uint64_t Sum = Where.bytes;
  for (std::uint64_t I = 0; I < Pieces; I += Step) {
    std::uint64_t Words[Piece / 8] = {};
    const std::uint64_t Offset = I * Piece;
    const std::size_t Bytes =
        std::min<std::uint64_t>(Piece, Where.bytes - Offset);
    // The system reads it: the program may have given the memory back.
    iovec To{Words, Bytes},
        From{reinterpret_cast<void *>(Where.begin + Offset), Bytes};
    if (process_vm_readv(getpid(), &To, 1, &From, 1, 0) != ssize_t(Bytes))
      return std::nullopt;
    for (const std::uint64_t W : Words) {
      Sum = (Sum ^ W) * 0x9e3779b97f4a7c15;
      Sum ^= Sum >> 29;
    }
  }
  return Sum;
}

} // namespace ferry::check
