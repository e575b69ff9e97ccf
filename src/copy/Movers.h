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

#include "copy/Tuning.h"
#include "ferry/isa.h"
#include "ferry/lazy.h"

#include <cstddef>
#include <cstdint>

namespace ferry::copy {

/// Where the sides of a copy are, as far as it matters for how it is moved.
enum class Locality : std::uint8_t {
  Cached,     ///< Both may be in the caches.
  FromMemory, ///< The source is not.
  ToMemory,   ///< The destination may not be.
  PastCaches  ///< Nor is it used again soon: to be written past the caches.
};

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
  static constexpr std::size_t MaxFixedStride = 4;

  /// A run of bytes.
  ///
  /// FromMemory: if it is long, what lies up to 2 KiB further is prefetched.
  /// PastCaches: non-temporal stores, which are not ordered with what tells
  /// other threads of them: machine::orderStreams() has to follow. Prefetches
  /// what this thread is expected to move next with FromMemory. Less than
  /// tuning::MinStreamBytes bytes are moved into the caches.
  ContiguousMover contiguous(Locality Where) const {
    return Contiguous[unsigned(Where)];
  }
  /// Elements of any size, at least 1 byte, and at least one; the lines of a
  /// tile are elements, too.
  ///
  /// FromMemory, ToMemory: prefetches the elements that come next, unless the
  /// processor does as well. What lies behind the last one is prefetched, too,
  /// since it is often the next copy's.
  /// PastCaches: elements of at least tuning::MinStreamBytes bytes, or that are
  /// whole cache lines of the destination.
  StridedMover elements(Locality Where) const {
    return Elements[unsigned(Where)];
  }
  static constexpr unsigned NumLocalities = 4;
  ContiguousMover Contiguous[NumLocalities];
  StridedMover Elements[NumLocalities];
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
  static constinit Lazy<const Movers *> Chosen;
  return *Chosen.get([] { return &movers(isa()); });
}

} // namespace ferry::copy

#endif // FERRY_COPY_MOVERS_H
