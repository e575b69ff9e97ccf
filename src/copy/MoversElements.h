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

#include "copy/Movers.h"
#include "copy/MoversVector.h"

namespace ferry::copy {
namespace {

/// The widest part that divides \p Size, a power of two.
template <std::size_t Size> struct PartOf {
  using Type = typename PartOf<Size / 2>::Type;
};
template <> struct PartOf<1> {
  using Type = std::uint8_t;
};
template <> struct PartOf<2> {
  using Type = std::uint16_t;
};
template <> struct PartOf<4> {
  using Type = std::uint32_t;
};
template <> struct PartOf<8> {
  using Type = std::uint64_t;
};
template <> struct PartOf<16> {
  using Type = __m128i;
};
#if defined(__AVX2__)
template <> struct PartOf<32> {
  using Type = __m256i;
};
#endif
#if defined(__AVX512F__)
template <> struct PartOf<64> {
  using Type = __m512i;
};
#endif

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
      streamPart(Dst + I * sizeof(Part), parts[I]);
  }

private:
#if defined(__AVX512F__)
  static void streamPart(std::byte *Dst, __m512i Value) {
    _mm512_stream_si512(reinterpret_cast<__m512i *>(Dst), Value);
  }
#elif defined(__AVX2__)
  static void streamPart(std::byte *Dst, __m256i Value) {
    _mm256_stream_si256(reinterpret_cast<__m256i *>(Dst), Value);
  }
#else
  static void streamPart(std::byte *Dst, __m128i Value) {
    _mm_stream_si128(reinterpret_cast<__m128i *>(Dst), Value);
  }
#endif
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

/// Whether there is an instruction that loads one element of so many bytes into
/// any place of a vector.
template <std::size_t Size>
#if defined(__SSE4_1__)
constexpr bool HasInsert = Size <= 2;
#else
constexpr bool HasInsert = Size == 2;
#endif

/// The \p I-th and later elements of one or two bytes into the lower half of
/// \p V.
template <std::size_t Size, std::size_t I>
[[gnu::always_inline]] inline __m128i
insertFrom(__m128i V, const std::byte *Src, std::size_t Step) {
  typename PartOf<Size>::Type Value;
  __builtin_memcpy(&Value, Src + I * Step, Size);
#if defined(__SSE4_1__)
  if constexpr (Size == 1)
    V = _mm_insert_epi8(V, Value, I);
#endif
  if constexpr (Size == 2)
    V = _mm_insert_epi16(V, Value, I);
  if constexpr (I + 1 == 8 / Size)
    return V;
  else
    return insertFrom<Size, I + 1>(V, Src, Step);
}

/// 8 bytes of elements of one or two bytes.
template <std::size_t Size>
inline __m128i loadEightBytes(const std::byte *Src, std::size_t Step) {
  typename PartOf<Size>::Type First;
  __builtin_memcpy(&First, Src, Size);
  return insertFrom<Size, 1>(_mm_cvtsi32_si128(First), Src, Step);
}

/// Elements of \p Size bytes to consecutive places.
template <std::size_t Size>
void gatherAny(std::byte *Dst, const std::byte *Src, std::size_t Count,
               std::size_t SrcStep) {
  // One store for each small element would be what limits the loop.
  if constexpr (HasInsert<Size>) {
    constexpr std::size_t Half = 8 / Size;
    for (; Count >= 2 * Half;
         Count -= 2 * Half, Dst += 16, Src += 2 * Half * SrcStep) {
      __m128i Low = loadEightBytes<Size>(Src, SrcStep);
      __m128i High = loadEightBytes<Size>(Src + Half * SrcStep, SrcStep);
      _mm_storeu_si128(reinterpret_cast<__m128i *>(Dst),
                       _mm_unpacklo_epi64(Low, High));
    }
  }
  moveEach<Size>(Dst, Src, Count, Size, SrcStep);
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSELEMENTS_H
