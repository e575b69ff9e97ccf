//===- Movers.h - How bytes are moved ---------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops that move bytes, one of each kind per instruction set. The set is
/// chosen by ferry::isa() unless a table is asked for by name (tests).
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERS_H
#define FERRY_COPY_MOVERS_H

#include "ferry/isa.h"

#include <cstddef>

namespace ferry::copy {

inline constexpr std::size_t CacheLine = 64;

/// Shorter lines are streamed only if they are whole cache lines.
inline constexpr std::size_t MinStreamBytes = 512;

/// Moves \p Bytes bytes; the sides do not overlap.
using ContiguousMover = void (*)(std::byte *Dst, const std::byte *Src,
                                 std::size_t Bytes);

/// Moves \p Count elements of \p ElementBytes bytes; the steps are in bytes.
/// The sides do not overlap, and no alignment is assumed. Elements of the
/// destination that overlap each other are written in their order.
using StridedMover = void (*)(std::byte *Dst, const std::byte *Src,
                              std::size_t ElementBytes, std::size_t Count,
                              std::size_t DstStep, std::size_t SrcStep);

/// Moves \p Count elements of a fixed size to consecutive places; the step of
/// the source is in bytes.
using GatherMover = void (*)(std::byte *Dst, const std::byte *Src,
                             std::size_t Count, std::size_t SrcStep);

/// As above, with a stride that is fixed as well.
using FixedStrideMover = void (*)(std::byte *Dst, const std::byte *Src,
                                  std::size_t Count);

/// The movers of one instruction set. None reads or writes a byte that belongs
/// to no element of \p Dst, or reads outside the bytes from the first to the
/// last element of \p Src.
struct Movers {
  static constexpr std::size_t MaxFixedStride = 17;

  /// For bytes that are soon used again.
  ContiguousMover contiguous;
  /// Of a source that is not in the caches: if it is long, asks for what lies up
  /// to 2 KiB further.
  ContiguousMover ahead;
  /// With non-temporal stores: for more than the caches hold. They are not
  /// ordered with what tells other threads of them: an sfence has to follow.
  ContiguousMover streaming;
  /// The same of a source that is in them; asks for what this thread is expected
  /// to move next with `ahead`. Less than MinStreamBytes bytes are moved into the
  /// caches.
  ContiguousMover streamingCached;
  /// Likewise, elements that are whole cache lines of the destination.
  StridedMover streamingLines;
  /// Elements of any size, at least 1 byte, and at least one; the lines of a
  /// tile are elements, too.
  StridedMover elements;
  /// The same where the source is not in the caches, or the destination: asks
  /// for the elements that come next while it moves. What lies behind the last
  /// one is asked for as well, since it is often the next copy's.
  StridedMover elementsFromMemory, elementsToMemory;
  /// For elements of 2^N bytes, N up to 3.
  GatherMover gatherAny[4];
  /// From every S-th place to consecutive ones, at [N][S]; null where another
  /// mover is as good.
  FixedStrideMover gather[4][MaxFixedStride + 1];
  /// From consecutive places to every S-th one.
  FixedStrideMover scatter[4][MaxFixedStride + 1];
};

const Movers &movers(Isa Level);
inline const Movers &movers() {
  static const Movers &Chosen = movers(isa());
  return Chosen;
}

} // namespace ferry::copy

#endif // FERRY_COPY_MOVERS_H
