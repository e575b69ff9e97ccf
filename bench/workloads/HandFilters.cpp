//===- HandFilters.cpp - Filters of pictures in plain C++ -----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As one writes them without intrinsics: the compiler makes the vectors.
///
//===----------------------------------------------------------------------===//

#include "Hand.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace workloads::hand {

static constexpr std::size_t Channels = 4;

/// One row of \p F: each channel the weighted sum of those around it.
template <typename T>
static void filterRow(const PictureFilter &F, std::size_t Y,
                      std::vector<float> &Sums) {
  const auto *In = static_cast<const T *>(F.in);
  T *Out = static_cast<T *>(F.out) + Y * F.width * Channels;
  const std::size_t Length = F.width * Channels;
  const std::size_t Border = std::min(F.across / 2 * Channels, Length);
  Sums.assign(Length, 0);
  for (std::size_t J = 0; J != F.down; ++J) {
    const std::size_t Row =
        std::clamp(Y + J, F.down / 2, F.height - 1 + F.down / 2) - F.down / 2;
    const T *Line = In + Row * Length;
    for (std::size_t I = 0; I != F.across; ++I) {
      const float Tap = F.taps[J * F.across + I];
      auto Clamped = [&](std::size_t X) {
        return std::clamp(X / Channels + I, F.across / 2,
                          F.width - 1 + F.across / 2) -
               F.across / 2;
      };
      for (std::size_t X = 0; X != Border; ++X) {
        Sums[X] += Tap * float(Line[Clamped(X) * Channels + X % Channels]);
        const std::size_t End = Length - 1 - X;
        Sums[End] +=
            Tap * float(Line[Clamped(End) * Channels + End % Channels]);
      }
      const T *From = Line + I * Channels - F.across / 2 * Channels;
      float *Sum = Sums.data();
      for (std::size_t X = Border; X < Length - Border; ++X)
        Sum[X] += Tap * float(From[X]);
    }
  }
  for (std::size_t X = 0; X != Length; ++X)
    if constexpr (std::is_same_v<T, float>)
      Out[X] = Sums[X];
    else
      Out[X] = T(std::min(std::nearbyint(Sums[X]), 255.0f));
}

void filterPicture(bench::Pool &Pool, unsigned Passes,
                   const PictureFilter &Filter) {
  forRanges(Pool, Passes, Filter.height, 16,
            [&](std::size_t Row, std::size_t Last) {
              std::vector<float> Sums;
              for (; Row != Last; ++Row)
                Filter.areBytes ? filterRow<unsigned char>(Filter, Row, Sums)
                                : filterRow<float>(Filter, Row, Sums);
            });
}

void copyBytes(bench::Pool &Pool, unsigned Passes, std::size_t Bytes,
               const void *In, void *Out) {
  forRanges(Pool, Passes, Bytes, std::size_t(1) << 18,
            [&](std::size_t First, std::size_t Last) {
              std::memcpy(static_cast<char *>(Out) + First,
                          static_cast<const char *>(In) + First, Last - First);
            });
}

} // namespace workloads::hand
