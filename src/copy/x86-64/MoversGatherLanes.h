//===- MoversGatherLanes.h - Gathers with AVX2 and SSE2 ---------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every S-th element of a run, for small S, with instructions that do not move
/// bytes between the 16-byte lanes of a vector. Part of MoversImpl.h, whose
/// rules hold here.
///
/// A lane of the result has 16 / U units of U bytes, and is read from where its
/// own first unit stands. The units come together in one of two ways:
/// - The stride is odd and small: the units have different places in the chunks
///   of 16 bytes that they come from, so that blends put all of them into one
///   register, and a byte shuffle into order. SSE2 has no such shuffle.
/// - Otherwise: the lower halves of units of 2 U bytes, recursively.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSGATHERLANES_H
#define FERRY_COPY_MOVERSGATHERLANES_H

#include "MoversVector.h"

namespace ferry::copy {
namespace {

/// 16 bytes of each lane, \p LaneStep bytes apart.
template <std::size_t LaneStep>
inline Vector::Type loadLanes(const std::byte *Src) {
  auto Load = [](const std::byte *P) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(P));
  };
#if defined(__AVX2__)
  return _mm256_inserti128_si256(_mm256_castsi128_si256(Load(Src)),
                                 Load(Src + LaneStep), 1);
#else
  return Load(Src);
#endif
}

/// The lower halves of the units of 2 U bytes of \p A, then those of \p B, in
/// every lane.
template <std::size_t U>
inline Vector::Type lowerHalves(Vector::Type A, Vector::Type B) {
#if defined(__AVX2__)
  if constexpr (U == 1) {
    Vector::Type Low = _mm256_set1_epi16(0xff);
    return _mm256_packus_epi16(_mm256_and_si256(A, Low),
                               _mm256_and_si256(B, Low));
  } else if constexpr (U == 2) {
    Vector::Type Low = _mm256_set1_epi32(0xffff);
    return _mm256_packus_epi32(_mm256_and_si256(A, Low),
                               _mm256_and_si256(B, Low));
  } else if constexpr (U == 4) {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(A),
                                                 _mm256_castsi256_ps(B), 0x88));
  } else {
    return _mm256_unpacklo_epi64(A, B);
  }
#else
  if constexpr (U == 1) {
    Vector::Type Low = _mm_set1_epi16(0xff);
    return _mm_packus_epi16(_mm_and_si128(A, Low), _mm_and_si128(B, Low));
  } else if constexpr (U == 2) {
    // There is only a pack with signed saturation.
    return _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32(A, 16), 16),
                           _mm_srai_epi32(_mm_slli_epi32(B, 16), 16));
  } else if constexpr (U == 4) {
    return _mm_castps_si128(
        _mm_shuffle_ps(_mm_castsi128_ps(A), _mm_castsi128_ps(B), 0x88));
  } else {
    return _mm_unpacklo_epi64(A, B);
  }
#endif
}

/// Gathers units of \p U bytes whose steps are \p Step bytes. What is read ends
/// where the unit after the last one begins.
template <std::size_t U, std::size_t Step, std::size_t LaneStep>
struct GatherLanes {
  static constexpr std::size_t Units = 16 / U, Stride = Step / U;

#if defined(__AVX2__)
  static constexpr bool IsBlended =
      Step % U == 0 && Stride % 2 && Stride < Units;

  /// The units of the \p J-th chunk that are wanted: a bit for each.
  static constexpr unsigned wanted(std::size_t J) {
    unsigned Result = 0;
    for (std::size_t I = 0; I != Units; ++I)
      if (I * Stride / Units == J)
        Result |= 1u << (I * Stride % Units);
    return Result;
  }

  struct alignas(32) Bytes {
    unsigned char at[32];
  };
  /// 0xff where a byte of the \p J-th chunk is wanted.
  static constexpr Bytes wantedBytes(std::size_t J) {
    Bytes Result{};
    for (std::size_t I = 0; I != 32; ++I)
      Result.at[I] = wanted(J) >> (I % 16 / U) & 1 ? 0xff : 0;
    return Result;
  }
  /// The place, modulo the chunk, that each byte of the result comes from.
  static constexpr Bytes inOrder() {
    Bytes Result{};
    for (std::size_t I = 0; I != 32; ++I)
      Result.at[I] = I % 16 / U * Stride % Units * U + I % U;
    return Result;
  }
  static Vector::Type loadConstant(const Bytes &B) {
    return _mm256_load_si256(reinterpret_cast<const Vector::Type *>(B.at));
  }

  /// The wanted units of the \p J-th and later chunks into \p V.
  template <std::size_t J>
  [[gnu::always_inline]] static Vector::Type blendFrom(Vector::Type V,
                                                       const std::byte *Src) {
    if constexpr (J == Stride) {
      return V;
    } else {
      Vector::Type Chunk = loadLanes<LaneStep>(Src + J * 16);
      static constexpr Bytes Which = wantedBytes(J);
      constexpr unsigned Bits = wanted(J);
      if constexpr (U == 1)
        V = _mm256_blendv_epi8(V, Chunk, loadConstant(Which));
      else if constexpr (U == 2)
        V = _mm256_blend_epi16(V, Chunk, Bits);
      else
        V = _mm256_blend_epi32(V, Chunk, Bits << 4 | Bits);
      return blendFrom<J + 1>(V, Src);
    }
  }

  [[gnu::always_inline]] static Vector::Type loadBlended(const std::byte *Src) {
    static constexpr Bytes Order = inOrder();
    Vector::Type V = blendFrom<1>(loadLanes<LaneStep>(Src), Src);
    return _mm256_shuffle_epi8(V, loadConstant(Order));
  }
#else
  static constexpr bool IsBlended = false;
  static Vector::Type loadBlended(const std::byte *); // never called
#endif

  [[gnu::always_inline]] static Vector::Type load(const std::byte *Src) {
    if constexpr (U == 16 || Step == U) {
      return loadLanes<LaneStep>(Src);
    } else if constexpr (IsBlended) {
      return loadBlended(Src);
    } else {
      static_assert(Step >= 2 * U);
      using Pairs = GatherLanes<2 * U, Step, LaneStep>;
      return lowerHalves<U>(Pairs::load(Src),
                            Pairs::load(Src + Units / 2 * Step));
    }
  }
};

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSGATHERLANES_H
