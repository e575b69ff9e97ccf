//===- MoversPermute512.h - Permutations and masks --------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What gathers and scatters with AVX-512 share. Part of MoversImpl.h, whose
/// rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSPERMUTE512_H
#define FERRY_COPY_MOVERSPERMUTE512_H

#include "MoversVector.h"

namespace ferry::copy {
namespace {

template <std::size_t Size> struct IntOf;
template <> struct IntOf<2> {
  using Type = unsigned short;
};
template <> struct IntOf<4> {
  using Type = unsigned;
};
template <> struct IntOf<8> {
  using Type = unsigned long long;
};

/// The places from which a permutation takes its lanes of \p Lane bytes.
template <std::size_t Lane> struct Places {
  alignas(64) typename IntOf<Lane>::Type at[64 / Lane];

  Vector::Type load() const { return _mm512_load_si512(at); }
};

/// With the mask of all lanes, since GCC 12 warns of the form without one.
template <std::size_t Lane>
inline Vector::Type permute(Vector::Type V, const Places<Lane> &From) {
  if constexpr (Lane == 2)
    return _mm512_maskz_permutexvar_epi16(~__mmask32(0), From.load(), V);
  else if constexpr (Lane == 4)
    return _mm512_maskz_permutexvar_epi32(__mmask16(~0), From.load(), V);
  else
    return _mm512_maskz_permutexvar_epi64(__mmask8(~0), From.load(), V);
}

/// The lanes of \p B follow those of \p A.
template <std::size_t Lane>
inline Vector::Type permute(Vector::Type A, Vector::Type B,
                            const Places<Lane> &From) {
  if constexpr (Lane == 2)
    return _mm512_permutex2var_epi16(A, From.load(), B);
  else if constexpr (Lane == 4)
    return _mm512_permutex2var_epi32(A, From.load(), B);
  else
    return _mm512_permutex2var_epi64(A, From.load(), B);
}

/// Every \p Stride-th unit of \p Unit bytes: the bytes of such units in the
/// \p J-th vector, counted from the one that begins with the first unit. As
/// many units count as a vector has.
constexpr __mmask64 wantedBytes(std::size_t Unit, std::size_t Stride,
                                std::size_t J) {
  std::size_t Units = 64 / Unit;
  __mmask64 Result = 0;
  for (std::size_t I = 0; I != Units; ++I)
    if (I * Stride / Units == J)
      Result |= (~__mmask64(0) >> (64 - Unit)) << (I * Stride % Units * Unit);
  return Result;
}

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSPERMUTE512_H
