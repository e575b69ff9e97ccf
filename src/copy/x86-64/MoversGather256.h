//===- MoversGather256.h - Gathers of whole AVX2 vectors --------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every S-th element of a run, for the small S for which AVX2 can do it with
/// whole vectors: what MoversGather512.h does, but for bytes and words there is
/// no permutation of a whole vector, and the packs work within lanes of 16
/// bytes. Part of MoversImpl.h, whose rules hold here.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSGATHER256_H
#define FERRY_COPY_MOVERSGATHER256_H

#include "MoversGatherLanes.h"

namespace ferry::copy {
namespace {

struct alignas(32) Places256 {
  int at[8];

  Vector::Type load() const {
    return _mm256_load_si256(reinterpret_cast<const Vector::Type *>(at));
  }
};

/// Gathers units of \p U bytes with the stride \p S, in units.
template <std::size_t U, std::size_t S> struct GatherWhole {
  /// Blends and permutations work on dwords.
  static constexpr std::size_t DwordsPerUnit = U < 4 ? 1 : U / 4;
  static constexpr std::size_t Units = 32 / U;

  /// How often units are halved.
  static constexpr std::size_t Packs = S % 2 ? 0 : S % 4 ? 1 : 2;
  static constexpr bool IsPossible =
      (U << Packs) <= 16 &&
      (S >> Packs == 1 || (U << Packs == 4) || (U << Packs == 8));

  /// The dwords of the \p J-th vector that are of a wanted unit: a bit for
  /// each.
  static constexpr int wanted(std::size_t J) {
    int Result = 0;
    for (std::size_t I = 0; I != Units; ++I)
      for (std::size_t D = 0; D != DwordsPerUnit; ++D)
        if (I * S / Units == J)
          Result |= 1 << (I * S % Units * DwordsPerUnit + D);
    return Result;
  }

  /// Puts units that stand at their place modulo the vector into order.
  static constexpr Places256 inOrder() {
    Places256 Result{};
    for (std::size_t I = 0; I != 8; ++I)
      Result.at[I] =
          int((I / DwordsPerUnit * S * DwordsPerUnit + I % DwordsPerUnit) % 8);
    return Result;
  }

  /// The wanted units of the \p J-th and later vectors into \p V.
  template <std::size_t J>
  [[gnu::always_inline]] static Vector::Type blendFrom(Vector::Type V,
                                                       const std::byte *Src) {
    if constexpr (J == S) {
      return V;
    } else {
      constexpr int Bits = wanted(J);
      return blendFrom<J + 1>(
          _mm256_blend_epi32(V, Vector::load(Src + J * 32), Bits), Src);
    }
  }

  /// In the order in which packs leave them.
  [[gnu::always_inline]] static Vector::Type loadPacked(const std::byte *Src) {
    if constexpr (S == 1) {
      return Vector::load(Src);
    } else if constexpr (S % 2) {
      static constexpr Places256 Order = inOrder();
      return _mm256_permutevar8x32_epi32(blendFrom<1>(Vector::load(Src), Src),
                                         Order.load());
    } else {
      using Pairs = GatherWhole<2 * U, S / 2>;
      return lowerHalves<U>(Pairs::loadPacked(Src),
                            Pairs::loadPacked(Src + S / 2 * 32));
    }
  }

  [[gnu::always_inline]] static Vector::Type load(const std::byte *Src) {
    static constexpr Places256 AfterOne{{0, 1, 4, 5, 2, 3, 6, 7}};
    static constexpr Places256 AfterTwo{{0, 4, 1, 5, 2, 6, 3, 7}};
    Vector::Type V = loadPacked(Src);
    if constexpr (Packs == 1)
      V = _mm256_permutevar8x32_epi32(V, AfterOne.load());
    else if constexpr (Packs == 2)
      V = _mm256_permutevar8x32_epi32(V, AfterTwo.load());
    return V;
  }
};

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSGATHER256_H
