//===- Reference.cpp - The filter by its definition -----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PlainFilter.h"

#include <algorithm>

namespace tilefilter {

Picture filterReference(const Picture &Source) {
  constexpr unsigned Weights[] = {1, 4, 6, 4, 1};
  constexpr int Radius = 2;
  const int Width = int(Source.width), Height = int(Source.height);
  auto at = [&](int X, int Y, unsigned Channel) -> unsigned {
    X = std::clamp(X, 0, Width - 1);
    Y = std::clamp(Y, 0, Height - 1);
    return Source.bytes[(std::size_t(Y) * Source.width + std::size_t(X)) *
                            Picture::PixelBytes +
                        Channel];
  };

  Picture Result(Source.width, Source.height);
  std::uint8_t *Out = Result.bytes.data();
  for (int Y = 0; Y != Height; ++Y)
    for (int X = 0; X != Width; ++X)
      for (unsigned Channel = 0; Channel != Picture::PixelBytes; ++Channel) {
        unsigned Sum = 0;
        for (int J = -Radius; J <= Radius; ++J)
          for (int I = -Radius; I <= Radius; ++I)
            Sum += Weights[J + Radius] * Weights[I + Radius] *
                   at(X + I, Y + J, Channel);
        *Out++ = std::uint8_t((Sum + 128) / 256);
      }
  return Result;
}

} // namespace tilefilter
