//===- Images.cpp - Rows that look at neighbours --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Hand.h"
#include "Row.h"
#include "Sources.h"

#include <algorithm>

namespace kernels {

static Row convolution(std::size_t Width, std::size_t Height) {
  const std::size_t Count = Width * Height;
  return {
      "5 x 5 convolution", "Mpixel/s", 1e-6 * double(Count), [=] {
        Case Case;
        Case.source = source::convolution;
        Case.kernel = "convolve";
        Case.global = {Width, Height};
        Case.local = {16, 16};
        hand::Filter Filter{};
        Filter.width = Width;
        Filter.height = Height;
        Filter.in = Case.input<float>(
            Count, [](std::size_t I) { return float(scattered(I, 0, 1)); });
        Filter.out = Case.output<float>(Count);
        Filter.taps = Case.input<float>(
            25, [](std::size_t I) { return float(scattered(I, 0, 0.08)); });
        Case.value(int(Width));
        Case.value(int(Height));
        Case.hand = [=](bench::Pool &Pool, unsigned Passes) {
          hand::convolution(Pool, Passes, Filter);
        };
        Case.compare = [=] {
          return compareNearly(Filter.out, Count, 1e-5, [&](std::size_t I) {
            double Sum = 0;
            for (int Dy = -2; Dy <= 2; ++Dy)
              for (int Dx = -2; Dx <= 2; ++Dx) {
                int X = std::clamp(int(I % Width) + Dx, 0, int(Width) - 1);
                int Y = std::clamp(int(I / Width) + Dy, 0, int(Height) - 1);
                Sum +=
                    double(Filter.in[std::size_t(Y) * Width + std::size_t(X)]) *
                    Filter.taps[(Dy + 2) * 5 + Dx + 2];
              }
            return Sum;
          });
        };
        return Case;
      }};
}

void addImages(Rows &Rows, bool Quick) {
  Rows.push_back(Quick ? convolution(128, 64) : convolution(2048, 2048));
}

} // namespace kernels
