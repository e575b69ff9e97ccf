//===- HandImages.cpp - Filters by hand -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Hand.h"
#include "Lanes.h"

#include <algorithm>

namespace workloads::hand {

static constexpr std::size_t Radius = 2, Side = 2 * Radius + 1;
/// The rows that a row of the result depends on.
using Lines = const float *[Side];

/// \param Taps a vector for each, all lanes the same.
static Floats filterVector(const Floats (&Taps)[Side * Side],
                           const Lines &Lines, std::size_t X) {
  // Unrolled, so that the taps stay in registers.
  Floats Sum{};
#pragma GCC unroll 5
  for (std::size_t J = 0; J != Side; ++J)
#pragma GCC unroll 5
    for (std::size_t I = 0; I != Side; ++I)
      Sum += load(Lines[J] + X - Radius + I) * Taps[J * Side + I];
  return Sum;
}

/// A pixel at the border.
static float filterPixel(const Filter &Filter, const Lines &Lines,
                         std::size_t X) {
  float Sum = 0;
  for (std::size_t J = 0; J != Side; ++J)
    for (std::size_t I = 0; I != Side; ++I)
      Sum += Lines[J][std::clamp(X + I, Radius, Filter.width - 1 + Radius) -
                      Radius] *
             Filter.taps[J * Side + I];
  return Sum;
}

void convolution(bench::Pool &Pool, unsigned Passes, const Filter &Filter) {
  const hand::Filter F = Filter;
  forRanges(Pool, Passes, F.height, 32, [=](std::size_t Row, std::size_t Last) {
    Floats Taps[Side * Side];
    for (std::size_t I = 0; I != Side * Side; ++I)
      Taps[I] = all(F.taps[I]);
    for (; Row != Last; ++Row) {
      Lines Lines;
      for (std::size_t J = 0; J != Side; ++J)
        Lines[J] =
            F.in +
            F.width *
                (std::clamp(Row + J, Radius, F.height - 1 + Radius) - Radius);
      float *Out = F.out + Row * F.width;
      const std::size_t End = F.width - Radius;
      for (std::size_t X = 0; X != Radius; ++X) {
        Out[X] = filterPixel(F, Lines, X);
        Out[End + X] = filterPixel(F, Lines, End + X);
      }
      for (std::size_t Next = Radius; Next < End; Next += Lanes) {
        // The last vector overlaps with the one before.
        const std::size_t X = std::min(Next, End - Lanes);
        store(Out + X, filterVector(Taps, Lines, X));
      }
    }
  });
}

} // namespace workloads::hand
