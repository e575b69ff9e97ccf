//===- Loops.cpp - Rows with a long loop in every work-item ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Hand.h"
#include "Row.h"
#include "Sources.h"

#include <array>
#include <cmath>

namespace workloads {

static int mandelbrotCount(const hand::Picture &Picture, std::size_t Pixel) {
  float Cx = Picture.left + float(Pixel % Picture.side) * Picture.step;
  float Cy = Picture.top + float(Pixel / Picture.side) * Picture.step;
  float X = 0, Y = 0;
  int Count = 0;
  while (Count < Picture.limit && X * X + Y * Y <= 4) {
    float Next = X * X - Y * Y + Cx;
    Y = 2 * X * Y + Cy;
    X = Next;
    ++Count;
  }
  return Count;
}

/// Compilers may contract multiplications and additions, which changes the
/// counts near the border of the set: so many pixels of a thousand may differ.
static constexpr std::size_t MandelbrotPerMille = 10;

static Row mandelbrot(std::size_t Side) {
  const std::size_t Count = Side * Side;
  return {"Mandelbrot", "Mpixel/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::mandelbrot;
            Case.kernel = "mandelbrot";
            Case.global = {Side, Side};
            Case.local = {16, 16};
            hand::Picture Picture{};
            Picture.side = Side;
            Picture.left = -2.0f;
            Picture.top = -1.25f;
            Picture.step = 2.5f / float(Side);
            Picture.limit = 256;
            Picture.counts = Case.output<int>(Count);
            Case.value(Picture.left);
            Case.value(Picture.top);
            Case.value(Picture.step);
            Case.value(Picture.limit);
            Case.hand = [=](bench::Pool &Pool, unsigned Passes) {
              hand::mandelbrot(Pool, Passes, Picture);
            };
            Case.compare = [=]() -> std::string {
              std::size_t Different = 0;
              for (std::size_t I = 0; I != Count; ++I)
                Different += Picture.counts[I] != mandelbrotCount(Picture, I);
              if (Different * 1000 <= Count * MandelbrotPerMille)
                return {};
              return std::to_string(Different) + " pixels differ";
            };
            return Case;
          }};
}

static Row nbody(std::size_t Count) {
  return {
      "n-body", "Minteractions/s", 1e-6 * double(Count) * double(Count), [=] {
        Case Case;
        Case.source = source::nbody;
        Case.kernel = "accelerate";
        Case.global = {Count};
        Case.local = {256};
        const float Softening = 0.01f;
        const float *Bodies = Case.input<float>(4 * Count, [](std::size_t I) {
          return float(I % 4 == 3 ? scattered(I, 0, 1e-3)
                                  : scattered(I, -1, 1));
        });
        float *Out = Case.output<float>(4 * Count);
        Case.value(int(Count));
        Case.value(Softening);
        Case.hand = [=](bench::Pool &Pool, unsigned Passes) {
          hand::nbody(Pool, Passes, Count, Softening, Bodies, Out);
        };
        Case.compare = [=] {
          std::array<double, 4> Sum{};
          return compareNearly(Out, 4 * Count, 1e-4, [&](std::size_t Index) {
            const float *Me = Bodies + Index / 4 * 4;
            if (Index % 4 == 0) {
              Sum = {};
              for (std::size_t J = 0; J != Count; ++J) {
                const float *Other = Bodies + 4 * J;
                double X = double(Other[0]) - Me[0];
                double Y = double(Other[1]) - Me[1];
                double Z = double(Other[2]) - Me[2];
                double Square = X * X + Y * Y + Z * Z + Softening;
                double Pull = Other[3] / (Square * std::sqrt(Square));
                Sum[0] += X * Pull;
                Sum[1] += Y * Pull;
                Sum[2] += Z * Pull;
              }
            }
            return Sum[Index % 4];
          });
        };
        return Case;
      }};
}

void addLoops(Rows &Rows, bool Quick) {
  Rows.push_back(mandelbrot(Quick ? 128 : 1024));
  Rows.push_back(nbody(Quick ? 512 : 4096));
}

} // namespace workloads
