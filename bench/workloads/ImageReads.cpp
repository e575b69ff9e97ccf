//===- ImageReads.cpp - Rows that read images -----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace workloads {

namespace {

/// Channels of an element: RGBA.
constexpr std::size_t Channels = 4;

/// An image of bytes or of floats from 0 to 1, four channels each.
template <typename T> struct Picture {
  T *data;
  std::size_t side;

  static constexpr bool AreBytes = sizeof(T) == 1;
  static constexpr cl_channel_type Type = AreBytes ? CL_UNORM_INT8 : CL_FLOAT;

  static Picture input(Case &C, std::size_t Side) {
    T *Data = C.input<T>(Side * Side * Channels, [](std::size_t I) {
      return T(AreBytes ? double(scrambled(I) & 255) : scattered(I, 0, 1));
    });
    C.asImage(CL_RGBA, Type, Side, Side);
    return {Data, Side};
  }
  static Picture output(Case &C, std::size_t Side) {
    T *Data = C.output<T>(Side * Side * Channels);
    C.asImage(CL_RGBA, Type, Side, Side);
    return {Data, Side};
  }

  /// In the unit of the type; beyond the border is what is at the border.
  double at(std::ptrdiff_t X, std::ptrdiff_t Y, std::size_t Channel) const {
    const auto Last = std::ptrdiff_t(side) - 1;
    const auto Column = std::size_t(std::clamp<std::ptrdiff_t>(X, 0, Last));
    const auto Row = std::size_t(std::clamp<std::ptrdiff_t>(Y, 0, Last));
    return double(data[(Row * side + Column) * Channels + Channel]);
  }

  double linear(double X, double Y, std::size_t Channel) const {
    const double Left = std::floor(X - 0.5), Top = std::floor(Y - 0.5);
    const double A = X - 0.5 - Left, B = Y - 0.5 - Top;
    const auto I = std::ptrdiff_t(Left), J = std::ptrdiff_t(Top);
    return (1 - B) * ((1 - A) * at(I, J, Channel) + A * at(I + 1, J, Channel)) +
           B * ((1 - A) * at(I, J + 1, Channel) +
                A * at(I + 1, J + 1, Channel));
  }
};

/// A row of a kernel from one square image to another. \p Want says what a
/// channel is, and \p Fill adds the arguments after the images.
template <typename T, typename Fill, typename Want>
Row pictureRow(const std::string &Name, const char *Kernel, std::size_t InSide,
               std::size_t OutSide, Fill AddArguments, Want WantAt) {
  const std::size_t Count = OutSide * OutSide;
  return {Name, "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::imagereads;
            Case.kernel = Kernel;
            Case.global = {OutSide, OutSide};
            const auto In = Picture<T>::input(Case, InSide);
            const auto Out = Picture<T>::output(Case, OutSide);
            const float *Taps = AddArguments(Case);
            Case.compare = [=] {
              // Bytes are rounded, and coordinates have no more than 24 bits.
              const double Tolerance = Picture<T>::AreBytes ? 0.6 : 2e-3;
              for (std::size_t I = 0; I != Count * Channels; ++I) {
                const double Wanted =
                    WantAt(In, Taps, I / Channels % OutSide,
                           I / Channels / OutSide, I % Channels);
                if (!(std::fabs(double(Out.data[I]) - Wanted) <= Tolerance))
                  return mismatch(I, double(Out.data[I]), Wanted);
              }
              return std::string();
            };
            return Case;
          }};
}

template <typename T> void addPictures(Rows &Rows, bool Quick) {
  const std::string Format = Picture<T>::AreBytes ? ", RGBA8" : ", RGBA float";
  const std::size_t Side = Quick ? 96 : 2048;
  using P = const Picture<T> &;
  auto Nothing = [](Case &) -> const float * { return nullptr; };
  Rows.push_back(pictureRow<T>(
      "image copy" + Format, "copy", Side, Side, Nothing,
      [](P In, const float *, std::size_t X, std::size_t Y, std::size_t C) {
        return In.at(std::ptrdiff_t(X), std::ptrdiff_t(Y), C);
      }));
  Rows.push_back(pictureRow<T>(
      "image 5 x 5" + Format, "convolve", Side, Side,
      [](Case &Case) -> const float * {
        return Case.input<float>(
            25, [](std::size_t I) { return float(scattered(I, 0, 0.07)); });
      },
      [](P In, const float *Taps, std::size_t X, std::size_t Y, std::size_t C) {
        double Sum = 0;
        for (int J = -2; J <= 2; ++J)
          for (int I = -2; I <= 2; ++I)
            Sum += In.at(std::ptrdiff_t(X) + I, std::ptrdiff_t(Y) + J, C) *
                   Taps[(J + 2) * 5 + I + 2];
        return std::min(Sum, Picture<T>::AreBytes ? 255.0 : Sum);
      }));
  const float Scale = 1 / 0.37f;
  Rows.push_back(pictureRow<T>(
      "image resize by 0.37" + Format, "resize", Side,
      std::size_t(double(Side) * 0.37),
      [=](Case &Case) -> const float * {
        Case.value(Scale);
        return nullptr;
      },
      [=](P In, const float *, std::size_t X, std::size_t Y, std::size_t C) {
        return In.linear((double(X) + 0.5) * Scale, (double(Y) + 0.5) * Scale,
                         C);
      }));
  const auto Angle = float(std::numbers::pi / 6);
  const float Cosine = std::cos(Angle), Sine = std::sin(Angle);
  Rows.push_back(pictureRow<T>(
      "image rotation" + Format, "rotate_by", Side, Side,
      [=](Case &Case) -> const float * {
        Case.value(Cosine);
        Case.value(Sine);
        return nullptr;
      },
      [=](P In, const float *, std::size_t X, std::size_t Y, std::size_t C) {
        const double Center = double(In.side) / 2;
        const double Dx = double(X) + 0.5 - Center,
                     Dy = double(Y) + 0.5 - Center;
        return In.linear(double(Cosine) * Dx - double(Sine) * Dy + Center,
                         double(Sine) * Dx + double(Cosine) * Dy + Center, C);
      }));
}

} // namespace

void addImageReads(Rows &Rows, bool Quick) {
  addPictures<unsigned char>(Rows, Quick);
  addPictures<float>(Rows, Quick);
}

} // namespace workloads
