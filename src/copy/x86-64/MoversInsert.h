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

/// 16 bytes of them.
template <std::size_t Size>
inline __m128i insertSixteenBytes(const std::byte *Src, std::size_t Step) {
  __m128i Low = loadEightBytes<Size>(Src, Step);
  __m128i High = loadEightBytes<Size>(Src + 8 / Size * Step, Step);
  return _mm_unpacklo_epi64(Low, High);
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSINSERT_H
