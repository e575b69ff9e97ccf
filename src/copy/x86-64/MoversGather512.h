//===- MoversGather512.h - Gathers with AVX-512 -----------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every S-th element of a run, for small S: whole vectors are read, and the
/// elements picked out of them in registers. Part of MoversImpl.h, whose rules
/// hold here.
///
/// Units of U bytes with stride S become one vector in one of two ways:
/// - S is odd: the units have different places in the S vectors that they come
///   from, so that masked loads put all of them into one register, and one
///   permutation into order.
/// - S is even: two vectors of the lower halves of units of 2 U bytes with
///   stride S / 2, recursively.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COPY_MOVERSGATHER512_H
#define FERRY_COPY_MOVERSGATHER512_H

#include "MoversPermute512.h"

namespace ferry::copy {
namespace {

/// Gathers units of \p U bytes with the stride \p S, in units. The last \p Gap
/// bytes of the last vector are not read.
template <std::size_t U, std::size_t S, std::size_t Gap> struct Gather512 {
  /// What a permutation moves.
  static constexpr std::size_t Lane = U == 1 ? 2 : U > 8 ? 8 : U;
  static constexpr std::size_t LanesPerUnit = U > Lane ? U / Lane : 1;
  static constexpr std::size_t Units = 64 / U, Lanes = 64 / Lane;

  /// Puts units that stand at their place modulo the vector into order. Bytes
  /// move as words, those of even units (\p Odd 0) and of odd ones apart.
  static constexpr Places<Lane> inOrder(std::size_t Odd) {
    Places<Lane> Result{};
    for (std::size_t I = 0; I != Lanes; ++I)
      if (U == 1)
        Result.at[I] = (2 * I + Odd) * S / 2 % Lanes;
      else
        Result.at[I] =
            (I / LanesPerUnit * S * LanesPerUnit + I % LanesPerUnit) % Lanes;
    return Result;
  }

  /// The lower halves of units of 2 U bytes in two vectors.
  static constexpr Places<Lane> lowerHalves() {
    Places<Lane> Result{};
    for (std::size_t I = 0; I != Lanes; ++I)
      Result.at[I] = I / LanesPerUnit * 2 * LanesPerUnit + I % LanesPerUnit;
    return Result;
  }

  static constexpr Places<Lane> Even = inOrder(0), Odd = inOrder(1);
  static constexpr Places<Lane> Lower = lowerHalves();
  /// Undoes that packs work on 16 bytes at a time.
  static constexpr Places<8> AfterPack{{0, 2, 4, 6, 1, 3, 5, 7}};
  static constexpr __mmask64 OddBytes = 0xaaaaaaaaaaaaaaaa;
  static constexpr __mmask64 NotGap = ~__mmask64(0) >> Gap;

  /// The wanted units of the \p J-th and later vectors into \p V.
  template <std::size_t J>
  [[gnu::always_inline]] static Vector::Type loadInto(Vector::Type V,
                                                      const std::byte *Src) {
    if constexpr (J == S) {
      return V;
    } else {
      constexpr __mmask64 Allowed = J + 1 == S ? NotGap : ~__mmask64(0);
      V = _mm512_mask_loadu_epi8(V, wantedBytes(U, S, J) & Allowed,
                                 Src + J * 64);
      return loadInto<J + 1>(V, Src);
    }
  }

  [[gnu::always_inline]] static Vector::Type load(const std::byte *Src) {
    if constexpr (S == 1) {
      return Gap ? _mm512_maskz_loadu_epi8(NotGap, Src) : Vector::load(Src);
    } else if constexpr (S % 2) {
      Vector::Type V = loadInto<1>(Vector::load(Src), Src);
      if constexpr (U == 1)
        return _mm512_mask_mov_epi8(permute(V, Even), OddBytes,
                                    permute(V, Odd));
      else
        return permute(V, Even);
    } else {
      Vector::Type A = Gather512<2 * U, S / 2, 0>::load(Src);
      Vector::Type B = Gather512<2 * U, S / 2, Gap>::load(Src + S / 2 * 64);
      if constexpr (U == 1) {
        Vector::Type Low = _mm512_set1_epi16(0xff);
        return permute(_mm512_packus_epi16(_mm512_and_si512(A, Low),
                                           _mm512_and_si512(B, Low)),
                       AfterPack);
      } else {
        return permute(A, B, Lower);
      }
    }
  }
};

} // namespace
} // namespace ferry::copy

#endif // FERRY_COPY_MOVERSGATHER512_H
