//===- Reference.cpp - What the result must be ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Enlarger.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace darkroom {

namespace {

constexpr std::size_t Channels = Picture::PixelBytes;

/// A channel at a pixel; beyond the border it is 0.
double at(const Picture &P, double X, double Y, std::size_t Channel) {
  if (!(X >= 0 && Y >= 0 && X < double(P.width) && Y < double(P.height)))
    return 0;
  return P
      .bytes[(std::size_t(Y) * P.width + std::size_t(X)) * Channels + Channel];
}

double bilinear(const Picture &P, double X, double Y, std::size_t Channel) {
  const double Left = std::floor(X - 0.5), Top = std::floor(Y - 0.5);
  const double A = X - 0.5 - Left, B = Y - 0.5 - Top;
  return (1 - B) * ((1 - A) * at(P, Left, Top, Channel) +
                    A * at(P, Left + 1, Top, Channel)) +
         B * ((1 - A) * at(P, Left, Top + 1, Channel) +
              A * at(P, Left + 1, Top + 1, Channel));
}

std::uint8_t byteOf(double Value) {
  return std::uint8_t(std::nearbyint(std::clamp(Value, 0.0, 255.0)));
}

/// Calls \p Want with column, row and channel for each byte.
template <typename Function> Picture fill(const Recipe &R, Function Want) {
  Picture Result(R.width, R.height);
  for (std::size_t I = 0; I != Result.bytes.size(); ++I)
    Result.bytes[I] = byteOf(
        Want(I / Channels % R.width, I / Channels / R.width, I % Channels));
  return Result;
}

} // namespace

Picture enlargeReference(const Picture &Negative, const Recipe &Recipe) {
  const double Angle = Recipe.degrees * std::numbers::pi / 180;
  const double Cosine = Recipe.scale(Negative) * std::cos(Angle),
               Sine = Recipe.scale(Negative) * std::sin(Angle);
  const int Samples = Recipe.samples(Negative);
  const Picture Print =
      fill(Recipe, [&](std::size_t X, std::size_t Y, std::size_t Channel) {
        double Sum = 0;
        for (int J = 0; J != Samples; ++J)
          for (int I = 0; I != Samples; ++I) {
            const double Dx =
                double(X) + (I + 0.5) / Samples - double(Recipe.width) / 2;
            const double Dy =
                double(Y) + (J + 0.5) / Samples - double(Recipe.height) / 2;
            Sum += bilinear(
                Negative, double(Negative.width) / 2 + Dx * Cosine + Dy * Sine,
                double(Negative.height) / 2 - Dx * Sine + Dy * Cosine, Channel);
          }
        return Sum / (Samples * Samples);
      });
  return fill(Recipe, [&](std::size_t X, std::size_t Y, std::size_t Channel) {
    const double Here = at(Print, double(X), double(Y), Channel);
    if (Channel == Channels - 1)
      return Here;
    double Blurred = 0;
    for (int J = -1; J <= 1; ++J)
      for (int I = -1; I <= 1; ++I)
        Blurred +=
            at(Print, std::clamp(double(X) + I, 0.0, double(Recipe.width - 1)),
               std::clamp(double(Y) + J, 0.0, double(Recipe.height - 1)),
               Channel) *
            (2 - std::abs(I)) * (2 - std::abs(J)) / 16;
    return Here + Recipe.amount * (Here - Blurred);
  });
}

} // namespace darkroom
