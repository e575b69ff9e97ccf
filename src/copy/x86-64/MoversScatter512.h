//===- MoversScatter512.h - Scatters with AVX-512 ---------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Consecutive elements to every S-th place, for small S: permutations bring
/// the elements of a vector to their places in S vectors, which are stored
/// under masks. What lies between the elements is neither read nor written.
/// Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSSCATTER512_H
#define FERRY_COPY_MOVERSSCATTER512_H

#include "MoversPermute512.h"
#include "copy/MoversElements.h"

namespace ferry::copy {
namespace {

/// Scatters one vector of elements of \p Size bytes with the stride \p S, in
/// elements.
template <std::size_t Size, std::size_t S> struct Scatter {
  /// What a permutation moves.
  static constexpr std::size_t Lane = Size == 1 ? 2 : Size;
  static constexpr std::size_t Elements = 64 / Size, Lanes = 64 / Lane;

  /// Bytes move as words. With an even stride each is the lower byte of one, so
  /// that they are widened first, half a vector at a time.
  static constexpr bool Widens = Size == 1 && S % 2 == 0;

  /// Where the lanes of the \p J-th stored vector come from. With an odd stride
  /// bytes that must change their place in the word come from a second vector,
  /// where all have.
  static constexpr Places<Lane> places(std::size_t J) {
    Places<Lane> Result{};
    for (std::size_t I = 0; I != Elements; ++I) {
      std::size_t To = I * S % Elements;
      if (I * S / Elements != J)
        continue;
      if (Widens)
        Result.at[To / 2] = I % Lanes;
      else if (Size == 1)
        Result.at[To / 2] = I / 2 + ((I ^ To) & 1) * Lanes;
      else
        Result.at[To] = I;
    }
    return Result;
  }

  [[gnu::always_inline]] static void store(std::byte *Dst, Vector::Type V) {
    if constexpr (Widens)
      storeFrom<0>(Dst, widenHalf<0>(V), widenHalf<1>(V));
    else if constexpr (Size == 1)
      storeFrom<0>(
          Dst, V,
          _mm512_or_si512(_mm512_slli_epi16(V, 8), _mm512_srli_epi16(V, 8)));
    else
      storeFrom<0>(Dst, V, V);
  }

private:
  template <int Half>
  [[gnu::always_inline]] static Vector::Type widenHalf(Vector::Type V) {
    return _mm512_cvtepu8_epi16(_mm512_maskz_extracti64x4_epi64(0xF, V, Half));
  }

  /// The \p J-th and later vectors.
  template <std::size_t J>
  [[gnu::always_inline]] static void
  storeFrom(std::byte *Dst, Vector::Type First, Vector::Type Second) {
    static constexpr Places<Lane> From = places(J);
    constexpr __mmask64 Wanted = wantedBytes(Size, S, J);
    if constexpr (Widens && S == 2) // All words are in their places.
      _mm512_mask_storeu_epi8(Dst, Wanted, J == 0 ? First : Second);
    else if constexpr (Size == 1 && !Widens)
      _mm512_mask_storeu_epi8(Dst, Wanted, permute(First, Second, From));
    else
      _mm512_mask_storeu_epi8(Dst, Wanted,
                              permute(J < S / 2 ? First : Second, From));
    if constexpr (J + 1 != S)
      storeFrom<J + 1>(Dst + 64, First, Second);
  }
};

template <std::size_t Size, std::size_t Stride>
void scatter(std::byte *Dst, const std::byte *Src, std::size_t Count) {
  constexpr std::size_t Block = 64 / Size;
  using Elements = Scatter<Size, Stride>;
  if (Count < Block)
    return moveEach<Size>(Dst, Src, Count, Stride * Size, Size);
  for (; Count > Block; Count -= Block, Dst += 64 * Stride, Src += 64)
    Elements::store(Dst, Vector::load(Src));
  // The last block may overlap the one before it.
  std::size_t Back = (Block - Count) * Size;
  Elements::store(Dst - Back * Stride, Vector::load(Src - Back));
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSSCATTER512_H
