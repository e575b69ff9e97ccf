//===- MoversInsert.h - Small elements into one register --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSINSERT_H
#define FERRY_COPY_MOVERSINSERT_H

#include "MoversVector.h"

namespace ferry::copy {
namespace {

/// Whether one store for each element takes longer than an instruction that
/// loads one into its place of a vector.
template <std::size_t Size> constexpr bool HasInsert = Size <= 2;

/// The \p I-th and later elements of one or two bytes into \p V.
template <std::size_t Size, std::size_t I>
[[gnu::always_inline]] inline uint8x8_t
insertFrom(uint8x8_t V, const std::byte *Src, std::size_t Step) {
  if constexpr (Size == 1) {
    V = vld1_lane_u8(reinterpret_cast<const std::uint8_t *>(Src + I * Step), V,
                     I);
  } else {
    V = vreinterpret_u8_u16(
        vld1_lane_u16(reinterpret_cast<const std::uint16_t *>(Src + I * Step),
                      vreinterpret_u16_u8(V), I));
  }
  if constexpr (I + 1 == 8 / Size)
    return V;
  else
    return insertFrom<Size, I + 1>(V, Src, Step);
}

/// 16 bytes of elements of one or two bytes, in two halves that do not wait for
/// each other.
template <std::size_t Size>
inline uint8x16_t insertSixteenBytes(const std::byte *Src, std::size_t Step) {
  const uint8x8_t Nothing = vdup_n_u8(0);
  const uint8x8_t Low = insertFrom<Size, 0>(Nothing, Src, Step);
  const uint8x8_t High =
      insertFrom<Size, 0>(Nothing, Src + 8 / Size * Step, Step);
  return vcombine_u8(Low, High);
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSINSERT_H
