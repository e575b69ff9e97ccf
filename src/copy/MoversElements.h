//===- MoversElements.h - Element after element -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements, or lines of a tile, of up to 255 bytes with steps that are known
/// only when the loop runs. Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSELEMENTS_H
#define FERRY_COPY_MOVERSELEMENTS_H

#include "MoversInsert.h"
#include "MoversVector.h"
#include "copy/Movers.h"

namespace ferry::copy {
namespace {

/// \p Size bytes in registers.
///
/// \tparam Widest bytes of a part at most. Moves of 64 bytes gain nothing where
/// they are aligned, and more of them cross the border of a cache line where
/// not; past the caches they take up half the places of stores that wait.
template <std::size_t Size, std::size_t Widest = 32> struct Element {
  using Part = typename PartOf<(Size < Widest ? Size : Widest)>::Type;
  static constexpr std::size_t Parts = Size / sizeof(Part);
  /// At any address; a memcpy would become moves of 16 bytes at most.
  struct [[gnu::packed, gnu::may_alias]] InMemory {
    Part value;
  };
  Part parts[Parts];

  void load(const std::byte *Src) {
#pragma GCC unroll 16
    for (std::size_t I = 0; I != Parts; ++I)
      parts[I] = reinterpret_cast<const InMemory *>(Src)[I].value;
  }
  void store(std::byte *Dst) const {
#pragma GCC unroll 16
    for (std::size_t I = 0; I != Parts; ++I)
      reinterpret_cast<InMemory *>(Dst)[I].value = parts[I];
  }
  /// Past the caches, to a multiple of the part's size.
  void stream(std::byte *Dst) const {
#pragma GCC unroll 16
    for (std::size_t I = 0; I != Parts; ++I)
      Vector::stream(Dst + I * sizeof(Part), parts[I]);
  }
};

/// Between \p FirstSize and FirstSize + LastSize bytes, as two parts that may
/// overlap.
template <std::size_t FirstSize, std::size_t LastSize = FirstSize>
inline void movePair(std::byte *Dst, const std::byte *Src, std::size_t Bytes) {
  Element<FirstSize> First;
  Element<LastSize> Last;
  First.load(Src);
  Last.load(Src + Bytes - LastSize);
  First.store(Dst);
  Last.store(Dst + Bytes - LastSize);
}

/// The loop of moveStrided and gatherAny. All loads of a turn come before its
/// stores, which the compiler could not arrange itself: it must suppose that
/// they overlap.
///
/// Four elements a turn; of more than two parts it is one.
template <std::size_t Size>
[[gnu::always_inline]] inline void
moveEach(std::byte *Dst, const std::byte *Src, std::size_t Count,
         std::size_t DstStep, std::size_t SrcStep) {
  constexpr std::size_t Turn = Element<Size>::Parts > 2 ? 1 : 4;
  if constexpr (Turn > 1)
    for (; Count >= Turn;
         Count -= Turn, Dst += Turn * DstStep, Src += Turn * SrcStep) {
      Element<Size> Elements[Turn];
#pragma GCC unroll 4
      for (std::size_t I = 0; I != Turn; ++I)
        Elements[I].load(Src + I * SrcStep);
#pragma GCC unroll 4
      for (std::size_t I = 0; I != Turn; ++I)
        Elements[I].store(Dst + I * DstStep);
    }
  for (; Count; --Count, Dst += DstStep, Src += SrcStep) {
    Element<Size> One;
    One.load(Src);
    One.store(Dst);
  }
}

/// Elements of \p Size bytes.
template <std::size_t Size>
void moveStrided(std::byte *Dst, const std::byte *Src, std::size_t,
                 std::size_t Count, std::size_t DstStep, std::size_t SrcStep) {
  moveEach<Size>(Dst, Src, Count, DstStep, SrcStep);
}

/// Elements of more than \p Half and less than 2 Half bytes, as two parts that
/// may overlap.
template <std::size_t Half>
void moveStridedPairs(std::byte *Dst, const std::byte *Src, std::size_t Bytes,
                      std::size_t Count, std::size_t DstStep,
                      std::size_t SrcStep) {
  std::size_t Second = Bytes - Half;
  if constexpr (Element<Half>::Parts <= 2)
    for (; Count >= 2; Count -= 2, Dst += 2 * DstStep, Src += 2 * SrcStep) {
      Element<Half> A, B, C, D;
      A.load(Src);
      B.load(Src + Second);
      C.load(Src + SrcStep);
      D.load(Src + SrcStep + Second);
      A.store(Dst);
      B.store(Dst + Second);
      C.store(Dst + DstStep);
      D.store(Dst + DstStep + Second);
    }
  for (; Count; --Count, Dst += DstStep, Src += SrcStep)
    movePair<Half>(Dst, Src, Bytes);
}

/// Of 2^N bytes at 2 N, of more than that and less than 2^(N+1) at 2 N + 1.
constexpr StridedMover StridedMovers[16] = {
    moveStrided<1>,   nullptr,
    moveStrided<2>,   moveStridedPairs<2>,
    moveStrided<4>,   moveStridedPairs<4>,
    moveStrided<8>,   moveStridedPairs<8>,
    moveStrided<16>,  moveStridedPairs<16>,
    moveStrided<32>,  moveStridedPairs<32>,
    moveStrided<64>,  moveStridedPairs<64>,
    moveStrided<128>, moveStridedPairs<128>};

/// Elements of \p Size bytes to consecutive places.
template <std::size_t Size>
void gatherAny(std::byte *Dst, const std::byte *Src, std::size_t Count,
               std::size_t SrcStep) {
  // One store for each small element would be what limits the loop.
  if constexpr (HasInsert<Size>) {
    constexpr std::size_t Turn = 16 / Size;
    for (; Count >= Turn; Count -= Turn, Dst += 16, Src += Turn * SrcStep) {
      Element<16> Elements;
      Elements.parts[0] = insertSixteenBytes<Size>(Src, SrcStep);
      Elements.store(Dst);
    }
  }
  moveEach<Size>(Dst, Src, Count, Size, SrcStep);
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSELEMENTS_H
