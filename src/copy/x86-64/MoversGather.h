//===- MoversGather.h - Gathers with a small stride -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every S-th element of a run to consecutive places. Part of MoversImpl.h,
/// whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSGATHER_H
#define FERRY_COPY_MOVERSGATHER_H

#include "copy/MoversElements.h"
#if defined(__AVX512BW__)
#include "MoversGather512.h"
#else
#include "MoversGatherLanes.h"
#if defined(__AVX2__)
#include "MoversGather256.h"
#endif
#endif

namespace ferry::copy {
namespace {

/// One vector of elements, for which \p Stride vectors are read whole.
template <std::size_t Size, std::size_t Stride>
[[gnu::always_inline]] inline Vector::Type gatherVector(const std::byte *Src) {
#if defined(__AVX512BW__)
  return Gather512<Size, Stride, 0>::load(Src);
#else
#if defined(__AVX2__)
  if constexpr (GatherWhole<Size, Stride>::IsPossible)
    return GatherWhole<Size, Stride>::load(Src);
  else
#endif
    return GatherLanes<Size, Stride * Size, Stride * 16>::load(Src);
#endif
}

/// Turns of as many vectors, all of whose elements are followed by another.
template <std::size_t Size, std::size_t Stride, std::size_t Vectors>
[[gnu::always_inline]] inline void
gatherVectors(std::byte *&Dst, const std::byte *&Src, std::size_t &Count) {
  constexpr std::size_t V = Vector::Bytes, Turn = Vectors * V / Size;
  for (; Count > Turn;
       Count -= Turn, Dst += Vectors * V, Src += Vectors * V * Stride) {
    Vector::Type Loaded[Vectors];
#pragma GCC unroll 4
    for (std::size_t I = 0; I != Vectors; ++I)
      Loaded[I] = gatherVector<Size, Stride>(Src + I * V * Stride);
#pragma GCC unroll 4
    for (std::size_t I = 0; I != Vectors; ++I)
      Vector::store(Dst + I * V, Loaded[I]);
  }
}

template <std::size_t Size, std::size_t Stride>
void gather(std::byte *Dst, const std::byte *Src, std::size_t Count) {
#if defined(__AVX512BW__)
  constexpr std::size_t Block = 64 / Size;
  if (Count < Block)
    return gatherAny<Size>(Dst, Src, Count, Stride * Size);
#endif
  // The fewer instructions a vector takes, the more the loop's own count.
  gatherVectors<Size, Stride, 4>(Dst, Src, Count);
  gatherVectors<Size, Stride, 1>(Dst, Src, Count);
#if defined(__AVX512BW__)
  // The last vector may overlap the one before it, and stops at the last
  // element.
  std::size_t Back = (Block - Count) * Size;
  Vector::store(Dst - Back, Gather512<Size, Stride, (Stride - 1) * Size>::load(
                                Src - Back * Stride));
#else
  clearUpperHalves();
  gatherAny<Size>(Dst, Src, Count, Stride * Size);
#endif
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSGATHER_H
