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

/// Moves \p Bytes bytes; the sides do not overlap.
using ContiguousMover = void (*)(std::byte *Dst, const std::byte *Src,
                                 std::size_t Bytes);

/// Moves \p Count elements of a fixed size; the steps are in bytes. The sides
/// do not overlap.
using StridedMover = void (*)(std::byte *Dst, const std::byte *Src,
                              std::size_t Count, std::size_t DstStep,
                              std::size_t SrcStep);

/// The movers of one instruction set.
struct Movers {
  /// For bytes that are soon used again.
  ContiguousMover contiguous;
  /// With non-temporal stores: for more than the caches hold.
  ContiguousMover streaming;
  /// For elements of 1, 2, 4, ... 128 bytes: indexed by the binary logarithm.
  /// Steps are multiples of the element's size only if the caller makes them
  /// so: no alignment is assumed.
  StridedMover strided[8];
};

/// Any element size, any steps.
void moveElements(const Movers &With, std::byte *Dst, const std::byte *Src,
                  std::size_t ElementBytes, std::size_t Count,
                  std::size_t DstStep, std::size_t SrcStep);

const Movers &movers(Isa Level);
inline const Movers &movers() {
  static const Movers &Chosen = movers(isa());
  return Chosen;
}

} // namespace ferry::copy

#endif // FERRY_COPY_MOVERS_H
