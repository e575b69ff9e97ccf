//===- HandImages.cpp - Filters by hand -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Hand.h"
#include "Lanes.h"

#include <algorithm>

namespace kernels::hand {

static constexpr std::size_t Radius = 2, Side = 2 * Radius + 1;
/// So many rows at once, which share what they read.
static constexpr std::size_t AtOnce = 4;
using Lines = const float * [AtOnce + 2 * Radius];

static void filterVector(const Filter &Filter, const Lines &Lines,
                         std::size_t X, float *Out) {
  Floats Sums[AtOnce]{};
  for (std::size_t Line = 0; Line != AtOnce + 2 * Radius; ++Line)
    for (std::size_t I = 0; I != Side; ++I) {
      Floats In = load(Lines[Line] + X - Radius + I);
      for (std::size_t Row = 0; Row != AtOnce; ++Row)
        if (Line >= Row && Line < Row + Side)
          Sums[Row] += In * Filter.taps[(Line - Row) * Side + I];
    }
  for (std::size_t Row = 0; Row != AtOnce; ++Row)
    store(Out + Row * Filter.width + X, Sums[Row]);
}

/// A column at the border.
static void filterColumn(const Filter &Filter, const Lines &Lines,
                         std::size_t X, float *Out) {
  for (std::size_t Row = 0; Row != AtOnce; ++Row) {
    float Sum = 0;
    for (std::size_t J = 0; J != Side; ++J)
      for (std::size_t I = 0; I != Side; ++I) {
        std::size_t Column =
            std::clamp(X + I, Radius, Filter.width - 1 + Radius) - Radius;
        Sum += Lines[Row + J][Column] * Filter.taps[J * Side + I];
      }
    Out[Row * Filter.width + X] = Sum;
  }
}

void convolution(bench::Pool &Pool, unsigned Passes, const Filter &Filter) {
  const hand::Filter F = Filter;
  forRanges(Pool, Passes, F.height, AtOnce, [=](std::size_t Top, std::size_t) {
    Lines Lines;
    for (std::size_t Line = 0; Line != std::size(Lines); ++Line)
      Lines[Line] =
          F.in +
          F.width *
              (std::clamp(Top + Line, Radius, F.height - 1 + Radius) - Radius);
    float *Out = F.out + Top * F.width;
    const std::size_t End = F.width - Radius;
    for (std::size_t X = 0; X != Radius; ++X) {
      filterColumn(F, Lines, X, Out);
      filterColumn(F, Lines, End + X, Out);
    }
    for (std::size_t X = Radius; X < End; X += Lanes)
      // The last overlaps with the one before.
      filterVector(F, Lines, std::min(X, End - Lanes), Out);
  });
}

} // namespace kernels::hand
