//===- MoversGather.h - Gathers with a small stride -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Without AVX-512. Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSGATHER_H
#define FERRY_COPY_MOVERSGATHER_H

#include "copy/MoversElements.h"
#include "copy/MoversGatherLanes.h"
#if defined(__AVX2__)
#include "copy/MoversGather256.h"
#endif

namespace ferry::copy {
namespace {

/// One vector of elements.
template <std::size_t Size, std::size_t Stride>
[[gnu::always_inline]] inline Vector::Type gatherVector(const std::byte *Src) {
#if defined(__AVX2__)
  if constexpr (GatherWhole<Size, Stride>::IsPossible)
    return GatherWhole<Size, Stride>::load(Src);
  else
#endif
    return GatherLanes<Size, Stride * Size, Stride * 16>::load(Src);
}

template <std::size_t Size, std::size_t Stride>
void gather(std::byte *Dst, const std::byte *Src, std::size_t Count) {
  constexpr std::size_t Block = Vector::Bytes / Size;
  // Vectors are read whole, so that an element must follow.
  for (; Count > Block;
       Count -= Block, Dst += Vector::Bytes, Src += Vector::Bytes * Stride)
    Vector::store(Dst, gatherVector<Size, Stride>(Src));
  clearUpperHalves();
  gatherAny<Size>(Dst, Src, Count, Stride * Size);
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSGATHER_H
