//===- MoversFixed.h - Which strides have movers ----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every second, third or fourth element of a run to consecutive places: there
/// are instructions that load vectors of structures. Those that store them
/// would write what lies between elements, and do not serve. Part of
/// MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSFIXED_H
#define FERRY_COPY_MOVERSFIXED_H

#include "MoversVector.h"
#include "copy/MoversElements.h"

namespace ferry::copy {
namespace {

/// The first elements of \p Stride of as many structures as a vector holds,
/// each of which is read whole.
template <std::size_t Size, std::size_t Stride>
[[gnu::always_inline]] inline uint8x16_t loadFirst(const std::byte *Src) {
  const auto *Bytes = reinterpret_cast<const std::uint8_t *>(Src);
  const auto *Words = reinterpret_cast<const std::uint16_t *>(Src);
  const auto *Doubles = reinterpret_cast<const std::uint32_t *>(Src);
  if constexpr (Size == 1)
    return Stride == 2   ? vld2q_u8(Bytes).val[0]
           : Stride == 3 ? vld3q_u8(Bytes).val[0]
                         : vld4q_u8(Bytes).val[0];
  else if constexpr (Size == 2)
    return vreinterpretq_u8_u16(Stride == 2   ? vld2q_u16(Words).val[0]
                                : Stride == 3 ? vld3q_u16(Words).val[0]
                                              : vld4q_u16(Words).val[0]);
  else
    return vreinterpretq_u8_u32(Stride == 2   ? vld2q_u32(Doubles).val[0]
                                : Stride == 3 ? vld3q_u32(Doubles).val[0]
                                              : vld4q_u32(Doubles).val[0]);
}

/// Turns of vectors all of whose elements are followed by another, so that what
/// lies between may be read.
template <std::size_t Size, std::size_t Stride>
void gather(std::byte *Dst, const std::byte *Src, std::size_t Count) {
  constexpr std::size_t V = Vector::Bytes, Turn = V / Size;
  for (; Count > Turn; Count -= Turn, Dst += V, Src += V * Stride)
    Vector::store(Dst, loadFirst<Size, Stride>(Src));
  gatherAny<Size>(Dst, Src, Count, Stride * Size);
}

/// Of 8 bytes a vector has no more than two loads and a store have.
template <std::size_t SizeLog, std::size_t Stride>
constexpr FixedStrideMover fixedGather() {
  if constexpr (SizeLog <= 2 && Stride >= 2)
    return gather<std::size_t(1) << SizeLog, Stride>;
  return nullptr;
}

template <std::size_t SizeLog, std::size_t Stride>
constexpr FixedStrideMover fixedScatter() {
  return nullptr;
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSFIXED_H
