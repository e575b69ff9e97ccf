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
#include <cmath>
#include <numbers>

namespace workloads {

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

static Row stencil(std::size_t Side) {
  const std::size_t Count = Side * Side * Side;
  return {"7-point stencil", "Mpoint/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::stencil;
            Case.kernel = "heat";
            Case.global = {Side, Side, Side};
            Case.local = {32, 4, 2};
            const float *In = Case.input<float>(
                Count, [](std::size_t I) { return float(scattered(I, 0, 1)); });
            const float *Out = Case.output<float>(Count);
            const float Own = 0.4f, Others = 0.1f;
            Case.value(Own);
            Case.value(Others);
            Case.compare = [=] {
              return compareNearly(Out, Count, 1e-5, [&](std::size_t I) {
                std::size_t Plane = Side * Side;
                for (std::size_t Place : {I % Side, I / Side % Side, I / Plane})
                  if (Place == 0 || Place == Side - 1)
                    return double(In[I]);
                double Sum = double(In[I - 1]) + In[I + 1] + In[I - Side] +
                             In[I + Side] + In[I - Plane] + In[I + Plane];
                return Own * double(In[I]) + Others * Sum;
              });
            };
            return Case;
          }};
}

static Row cosineTransform(std::size_t Side) {
  const std::size_t Count = Side * Side;
  return {"8 x 8 cosine transform", "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::dct;
            Case.kernel = "dct8x8";
            Case.global = {Side, Side};
            Case.local = {8, 8};
            const float *In = Case.input<float>(Count, [](std::size_t I) {
              return float(scattered(I, -1, 1));
            });
            const float *Out = Case.output<float>(Count);
            const float *Cosines = Case.input<float>(64, [](std::size_t I) {
              double Scale = I < 8 ? std::sqrt(0.125) : 0.5;
              return float(Scale *
                           std::cos(std::numbers::pi / 16 *
                                    double((2 * (I % 8) + 1) * (I / 8))));
            });
            Case.value(int(Side));
            Case.compare = [=] {
              return compareNearly(Out, Count, 1e-5, [&](std::size_t I) {
                std::size_t X = I % Side, Y = I / Side;
                const float *Block = In + (Y - Y % 8) * Side + (X - X % 8);
                double Sum = 0;
                for (std::size_t J = 0; J != 8; ++J)
                  for (std::size_t K = 0; K != 8; ++K)
                    Sum += double(Block[J * Side + K]) *
                           Cosines[Y % 8 * 8 + J] * Cosines[X % 8 * 8 + K];
                return Sum;
              });
            };
            return Case;
          }};
}

void addImages(Rows &Rows, bool Quick) {
  Rows.push_back(Quick ? convolution(128, 64) : convolution(2048, 2048));
  Rows.push_back(stencil(Quick ? 32 : 128));
  Rows.push_back(cosineTransform(Quick ? 128 : 1024));
}

} // namespace workloads
