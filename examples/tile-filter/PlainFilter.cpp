//===- PlainFilter.cpp - The filter in plain C++ --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PlainFilter.h"

#include <algorithm>
#include <thread>

namespace tilefilter {

namespace {

constexpr std::size_t Radius = 2;
constexpr std::size_t Step = Picture::PixelBytes;

/// Filters the rows [Begin, End).
void filterBand(const Picture &Source, Picture &Result, std::size_t Begin,
                std::size_t End) {
  const std::size_t RowBytes = Source.width * Step;
  const std::size_t Margin = Radius * Step;
  // The weighted sums down the columns of one row, at most 16 * 255, with the
  // border pixels repeated on both sides.
  std::vector<std::uint16_t> Sums(RowBytes + 2 * Margin);
  std::uint16_t *const Sum = Sums.data() + Margin;

  for (std::size_t Y = Begin; Y != End; ++Y) {
    auto row = [&](std::ptrdiff_t Offset) {
      std::ptrdiff_t Row = std::clamp<std::ptrdiff_t>(
          std::ptrdiff_t(Y) + Offset, 0, std::ptrdiff_t(Source.height) - 1);
      return Source.bytes.data() + std::size_t(Row) * RowBytes;
    };
    const std::uint8_t *A = row(-2), *B = row(-1), *C = row(0), *D = row(1),
                       *E = row(2);
    for (std::size_t I = 0; I != RowBytes; ++I)
      Sum[I] = std::uint16_t(A[I] + E[I] + 4 * (B[I] + D[I]) + 6 * C[I]);
    for (std::size_t I = 0; I != Margin; ++I) {
      Sums[I] = Sum[I % Step];
      Sum[RowBytes + I] = Sum[RowBytes - Step + I % Step];
    }

    std::uint8_t *Out = Result.bytes.data() + Y * RowBytes;
    const std::uint16_t *In = Sums.data();
    for (std::size_t I = 0; I != RowBytes; ++I) {
      // At most 256 * 255 + 128: all in 16 bits.
      auto Total = std::uint16_t(In[I] + In[I + 4 * Step] +
                                 4 * (In[I + Step] + In[I + 3 * Step]) +
                                 6 * In[I + 2 * Step] + 128);
      Out[I] = std::uint8_t(Total >> 8);
    }
  }
}

} // namespace

void filterPlain(const Picture &Source, Picture &Result, unsigned Threads) {
  std::vector<std::jthread> Helpers;
  for (unsigned I = 1; I < Threads; ++I)
    Helpers.emplace_back([&, I] {
      filterBand(Source, Result, Source.height * I / Threads,
                 Source.height * (I + 1) / Threads);
    });
  filterBand(Source, Result, 0, Source.height / Threads);
}

} // namespace tilefilter
