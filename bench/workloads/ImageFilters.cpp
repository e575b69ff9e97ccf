//===- ImageFilters.cpp - Rows of programs on pictures --------------------===//
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
#include <cmath>
#include <numbers>

namespace workloads {

namespace {

/// An image, or a buffer that is used as one.
struct Picture {
  cl_channel_order order;
  cl_channel_type type;
  std::size_t width, height;
  void *data = nullptr;

  std::size_t channels() const { return order == CL_R ? 1 : 4; }
  std::size_t size() const { return width * height * channels(); }
  bool areBytes() const { return type == CL_UNORM_INT8; }

  /// Adds it to the arguments: as what is read, with contents from 0 to 1.
  void addInput(Case &C) {
    data = areBytes() ? static_cast<void *>(C.input<unsigned char>(
                            size(),
                            [](std::size_t I) {
                              return (unsigned char)(scrambled(I) & 255);
                            }))
                      : C.input<float>(size(), [](std::size_t I) {
                          return float(scattered(I, 0, 1));
                        });
  }
  void addOutput(Case &C) {
    data = areBytes() ? static_cast<void *>(C.output<unsigned char>(size()))
                      : C.output<float>(size());
  }
  void asImage(Case &C) const { C.asImage(order, type, width, height); }

  /// Beyond the border is what is at the border.
  double at(std::ptrdiff_t X, std::ptrdiff_t Y, std::size_t Channel) const {
    auto Inside = [](std::ptrdiff_t I, std::size_t Size) {
      return std::size_t(
          std::clamp<std::ptrdiff_t>(I, 0, std::ptrdiff_t(Size) - 1));
    };
    const std::size_t I =
        (Inside(Y, height) * width + Inside(X, width)) * channels() + Channel;
    return areBytes() ? static_cast<const unsigned char *>(data)[I] / 255.0
                      : double(static_cast<const float *>(data)[I]);
  }
};

/// What a filter has beside its pictures.
struct Taps {
  std::size_t across = 0, down = 0;
  const float *values = nullptr;
};

struct Filter {
  const char *name, *kernel;
  Picture in, out;
  double tolerance;
  bool onBuffers = false;
  const char *extension = "";
};

/// \param AddArguments those after the pictures.
/// \param Want what a channel is: (picture, taps, x, y, channel), from 0 to 1.
template <typename Fill, typename Function>
Row filterRow(const Filter &F, Fill AddArguments, Function Want) {
  const std::size_t Count = F.out.width * F.out.height;
  return {F.name, "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::imagefilters;
            Case.kernel = F.kernel;
            Case.extension = F.extension;
            Case.global = {F.out.width, F.out.height};
            Picture In = F.in, Out = F.out;
            In.addInput(Case);
            if (!F.onBuffers)
              In.asImage(Case);
            Out.addOutput(Case);
            if (!F.onBuffers)
              Out.asImage(Case);
            const Taps Taps = AddArguments(Case);
            if (Taps.across)
              Case.hand = [=](bench::Pool &Pool, unsigned Passes) {
                hand::filterPicture(Pool, Passes,
                                    {In.width, In.height, In.areBytes(),
                                     In.data, Out.data, Taps.across, Taps.down,
                                     Taps.values});
              };
            else if (F.in.type == F.out.type && F.in.order == F.out.order &&
                     F.in.width == F.out.width)
              Case.hand = [=](bench::Pool &Pool, unsigned Passes) {
                hand::copyBytes(Pool, Passes,
                                In.size() * (In.areBytes() ? 1 : sizeof(float)),
                                In.data, Out.data);
              };
            Case.compare = [=] {
              for (std::size_t I = 0; I != Out.size(); ++I) {
                const std::size_t Pixel = I / Out.channels();
                const auto X = std::ptrdiff_t(Pixel % Out.width),
                           Y = std::ptrdiff_t(Pixel / Out.width);
                const double Wanted =
                    std::clamp(Want(In, Taps, X, Y, I % Out.channels()), 0.0,
                               Out.areBytes() ? 1.0 : HUGE_VAL);
                const double Got = Out.at(X, Y, I % Out.channels());
                if (!(std::fabs(Got - Wanted) <= F.tolerance))
                  return mismatch(I, Got, Wanted);
              }
              return std::string();
            };
            return Case;
          }};
}

auto nothing() {
  return [](Case &) { return Taps(); };
}

/// A filter that adds up to 1.
auto taps(std::size_t Across, std::size_t Down) {
  return [=](Case &C) {
    const std::size_t Count = Across * Down;
    const double Middle = double(Count - 1) / 2;
    auto Bell = [=](std::size_t I) {
      return std::exp(-8 * std::pow((double(I) - Middle) / double(Count), 2));
    };
    double Sum = 0;
    for (std::size_t I = 0; I != Count; ++I)
      Sum += Bell(I);
    return Taps{Across, Down, C.input<float>(Count, [=](std::size_t I) {
                  return float(Bell(I) / Sum);
                })};
  };
}

double filtered(const Picture &In, const Taps &T, std::ptrdiff_t X,
                std::ptrdiff_t Y, std::size_t Channel) {
  double Sum = 0;
  for (std::size_t J = 0; J != T.down; ++J)
    for (std::size_t I = 0; I != T.across; ++I)
      Sum += T.values[J * T.across + I] *
             In.at(X + std::ptrdiff_t(I) - std::ptrdiff_t(T.across / 2),
                   Y + std::ptrdiff_t(J) - std::ptrdiff_t(T.down / 2), Channel);
  return Sum;
}

double copied(const Picture &In, const Taps &, std::ptrdiff_t X,
              std::ptrdiff_t Y, std::size_t Channel) {
  return In.at(X, Y, Channel);
}

double lanczos3(double X) {
  const double P = std::numbers::pi * std::fabs(X);
  return P < 1e-9 ? 1
         : P >= 3 * std::numbers::pi
             ? 0
             : 3 * std::sin(P) * std::sin(P / 3) / P / P;
}

Row lanczos(std::size_t Side) {
  const std::size_t From = Side * 2 / 3;
  const float Scale = float(From) / float(Side);
  return filterRow(
      {"image Lanczos-3, RGBA8",
       "lanczos",
       {CL_RGBA, CL_UNORM_INT8, From, From},
       {CL_RGBA, CL_UNORM_INT8, Side, Side},
       1.6 / 255},
      [=](Case &C) {
        C.value(Scale);
        return Taps();
      },
      [=](const Picture &In, const Taps &, std::ptrdiff_t X, std::ptrdiff_t Y,
          std::size_t Channel) {
        const double U = (double(X) + 0.5) * double(Scale) - 0.5,
                     V = (double(Y) + 0.5) * double(Scale) - 0.5;
        double Sum = 0, Weights = 0;
        for (int J = -2; J <= 3; ++J)
          for (int I = -2; I <= 3; ++I) {
            const double C = std::floor(U) + I, R = std::floor(V) + J;
            const double Weight = lanczos3(U - C) * lanczos3(V - R);
            Weights += Weight;
            Sum +=
                Weight * In.at(std::ptrdiff_t(C), std::ptrdiff_t(R), Channel);
          }
        return Sum / Weights;
      });
}

Row demosaic(std::size_t Side) {
  return filterRow({"image Bayer demosaic, R8 to RGBA8",
                    "demosaic",
                    {CL_R, CL_UNORM_INT8, Side, Side},
                    {CL_RGBA, CL_UNORM_INT8, Side, Side},
                    0.6 / 255},
                   nothing(),
                   [](const Picture &In, const Taps &, std::ptrdiff_t X,
                      std::ptrdiff_t Y, std::size_t Channel) {
                     if (Channel == 3)
                       return 1.0;
                     // The mean of the sites of that colour around, or the one
                     // here.
                     double Sum = 0;
                     int Count = 0;
                     for (std::ptrdiff_t J = -1; J <= 1; ++J)
                       for (std::ptrdiff_t I = -1; I <= 1; ++I) {
                         const std::size_t Site =
                             std::size_t((X + I) & 1) + ((Y + J) & 1);
                         // At borders the texels are others, the pattern goes
                         // on.
                         if (Site == Channel) {
                           if (I == 0 && J == 0)
                             return In.at(X, Y, 0);
                           Sum += In.at(X + I, Y + J, 0);
                           ++Count;
                         }
                       }
                     return Sum / Count;
                   });
}

/// From one curve to the other.
Row srgb(std::size_t Side, bool Decodes) {
  const Picture Curved = {CL_sRGBA, CL_UNORM_INT8, Side, Side},
                Linear = {CL_RGBA, CL_FLOAT, Side, Side};
  return filterRow(
      {Decodes ? "image sRGB decode, to RGBA float"
               : "image sRGB encode, from RGBA float",
       "copy", Decodes ? Curved : Linear, Decodes ? Linear : Curved,
       Decodes ? 1e-4 : 0.7 / 255, false,
       Decodes ? "" : "cl_khr_srgb_image_writes"},
      nothing(),
      [=](const Picture &In, const Taps &, std::ptrdiff_t X, std::ptrdiff_t Y,
          std::size_t Channel) {
        const double C = In.at(X, Y, Channel);
        if (Channel == 3)
          return C;
        if (Decodes)
          return C <= 0.04045 ? C / 12.92 : std::pow((C + 0.055) / 1.055, 2.4);
        return C < 0.0031308 ? 12.92 * C : 1.055 * std::pow(C, 1 / 2.4) - 0.055;
      });
}

Row volume(std::size_t Side) {
  const std::size_t Count = Side * Side * Side;
  return {"image trilinear in 3D, R float", "Mpixel/s", 1e-6 * double(Count),
          [=] {
            Case Case;
            Case.source = source::imagefilters;
            Case.kernel = "turn";
            Case.global = {Side, Side, Side};
            const float *In = Case.input<float>(
                Count, [](std::size_t I) { return float(scattered(I, 0, 1)); });
            Case.asImage(CL_R, CL_FLOAT, Side, Side, Side);
            const float *Out = Case.output<float>(Count);
            const auto Angle = float(std::numbers::pi / 9);
            const float Cosine = std::cos(Angle), Sine = std::sin(Angle);
            Case.value(Cosine);
            Case.value(Sine);
            Case.compare = [=] {
              const double Center = double(Side) / 2;
              return compareNearly(Out, Count, 2e-3, [&](std::size_t I) {
                const double Dx = double(I % Side) + 0.5 - Center,
                             Dy = double(I / Side % Side) + 0.5 - Center;
                const double At[3] = {
                    double(Cosine) * Dx - double(Sine) * Dy + Center - 0.5,
                    double(Sine) * Dx + double(Cosine) * Dy + Center - 0.5,
                    double(I / Side / Side) + 0.3};
                double Sum = 0;
                for (unsigned K = 0; K != 8; ++K) {
                  double Weight = 1;
                  std::size_t Place = 0;
                  for (unsigned A = 3; A-- != 0;) {
                    const double Floor = std::floor(At[A]);
                    const bool IsSecond = K >> A & 1;
                    Weight *= IsSecond ? At[A] - Floor : 1 - (At[A] - Floor);
                    Place = Place * Side +
                            std::size_t(std::clamp(Floor + IsSecond, 0.0,
                                                   double(Side - 1)));
                  }
                  Sum += Weight * double(In[Place]);
                }
                return Sum;
              });
            };
            return Case;
          }};
}

} // namespace

void addImageFilters(Rows &Rows, bool Quick) {
  const std::size_t Side = Quick ? 96 : 2048;
  const Picture Bytes = {CL_RGBA, CL_UNORM_INT8, Side, Side},
                Floats = {CL_RGBA, CL_FLOAT, Side, Side};
  const double ByteTolerance = 0.6 / 255, FloatTolerance = 1e-5;
  Rows.push_back(filterRow({"image copy on buffers, RGBA8", "copy_bytes", Bytes,
                            Bytes, ByteTolerance, true},
                           nothing(), copied));
  Rows.push_back(filterRow({"image 5 x 5 on buffers, RGBA8", "convolve_bytes",
                            Bytes, Bytes, ByteTolerance, true},
                           taps(5, 5), filtered));
  Rows.push_back(filterRow({"image copy on buffers, RGBA float", "copy_floats",
                            Floats, Floats, FloatTolerance, true},
                           nothing(), copied));
  Rows.push_back(
      filterRow({"image 5 x 5 on buffers, RGBA float", "convolve_floats",
                 Floats, Floats, FloatTolerance, true},
                taps(5, 5), filtered));
  Rows.push_back(lanczos(Side));
  Rows.push_back(filterRow({"image Gauss of radius 8 across, RGBA8", "across",
                            Bytes, Bytes, ByteTolerance},
                           taps(17, 1), filtered));
  Rows.push_back(filterRow({"image Gauss of radius 8 down, RGBA8", "down",
                            Bytes, Bytes, ByteTolerance},
                           taps(1, 17), filtered));
  Rows.push_back(filterRow({"image Gauss of radius 8 across, RGBA float",
                            "across", Floats, Floats, FloatTolerance},
                           taps(17, 1), filtered));
  Rows.push_back(filterRow({"image Gauss of radius 8 down, RGBA float", "down",
                            Floats, Floats, FloatTolerance},
                           taps(1, 17), filtered));
  Rows.push_back(demosaic(Side));
  Rows.push_back(srgb(Side, /*Decodes=*/true));
  Rows.push_back(srgb(Side, /*Decodes=*/false));
  Rows.push_back(volume(Quick ? 32 : 256));
}

} // namespace workloads
