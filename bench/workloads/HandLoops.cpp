//===- HandLoops.cpp - Long loops by hand ---------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Hand.h"
#include "Lanes.h"

namespace workloads::hand {

/// So many vectors at once, which hides the latency of one.
static constexpr std::size_t PixelsAtOnce = 4, BodiesAtOnce = 2;

/// Pixels of a row, PixelsAtOnce vectors.
static void mandelbrotPixels(const Picture &Picture,
                             const Floats Cx[PixelsAtOnce], float Cy,
                             int *Counts) {
  // Looked at the end only now and then: a point that has left does not come
  // back, it goes to infinity and then is not a number. The limit is a
  // multiple.
  constexpr int Unlooked = 8;
  Floats X[PixelsAtOnce]{}, Y[PixelsAtOnce]{};
  Ints Count[PixelsAtOnce]{}, Inside[PixelsAtOnce];
  for (int I = 0; I < Picture.limit; I += Unlooked) {
    for (int J = 0; J != Unlooked; ++J)
      for (std::size_t V = 0; V != PixelsAtOnce; ++V) {
        Floats Xx = X[V] * X[V];
        Inside[V] = Xx + Y[V] * Y[V] <= 4;
        Count[V] = Inside[V] ? Count[V] + 1 : Count[V];
        Floats Next = Xx - Y[V] * Y[V] + Cx[V];
        Y[V] = (X[V] + X[V]) * Y[V] + Cy;
        X[V] = Next;
      }
    Ints AnyInside = Inside[0];
    for (std::size_t V = 1; V != PixelsAtOnce; ++V)
      AnyInside |= Inside[V];
    if (!any(AnyInside))
      break;
  }
  std::memcpy(Counts, Count, sizeof Count);
}

void mandelbrot(bench::Pool &Pool, unsigned Passes, const Picture &Picture) {
  const hand::Picture P = Picture;
  Floats Ramp;
  for (std::size_t I = 0; I != Lanes; ++I)
    Ramp[I] = float(I);
  forRanges(Pool, Passes, P.side, 4, [=](std::size_t Row, std::size_t End) {
    for (; Row != End; ++Row)
      for (std::size_t Column = 0; Column != P.side;
           Column += PixelsAtOnce * Lanes) {
        Floats Cx[PixelsAtOnce];
        for (std::size_t V = 0; V != PixelsAtOnce; ++V)
          Cx[V] = P.left + (Ramp + float(Column + V * Lanes)) * P.step;
        mandelbrotPixels(P, Cx, P.top + float(Row) * P.step,
                         P.counts + Row * P.side + Column);
      }
  });
}

/// The pull of all bodies on BodiesAtOnce vectors of them.
static void pull(std::size_t Count, float Softening, const float *Bodies,
                 const float *Mine, float *Accelerations) {
  Floats Me[3][BodiesAtOnce], Sum[3][BodiesAtOnce]{};
  for (std::size_t Axis = 0; Axis != 3; ++Axis)
    for (std::size_t I = 0; I != BodiesAtOnce * Lanes; ++I)
      Me[Axis][I / Lanes][I % Lanes] = Mine[4 * I + Axis];
  for (std::size_t J = 0; J != Count; ++J) {
    const float *Other = Bodies + 4 * J;
    for (std::size_t V = 0; V != BodiesAtOnce; ++V) {
      Floats X = Other[0] - Me[0][V], Y = Other[1] - Me[1][V];
      Floats Z = Other[2] - Me[2][V];
      Floats Square = X * X + (Y * Y + (Z * Z + Softening));
      Floats Root = roughInverseRoot(Square);
      // The cube of the exact root in terms of the rough one; the next term of
      // the series is less than a float can tell.
      Floats RootSquare = Root * Root;
      Floats Error = 1 - Square * RootSquare;
      Floats Pull = Other[3] * Root * RootSquare * (1 + 1.5f * Error);
      Sum[0][V] += X * Pull;
      Sum[1][V] += Y * Pull;
      Sum[2][V] += Z * Pull;
    }
  }
  for (std::size_t I = 0; I != BodiesAtOnce * Lanes; ++I) {
    for (std::size_t Axis = 0; Axis != 3; ++Axis)
      Accelerations[4 * I + Axis] = Sum[Axis][I / Lanes][I % Lanes];
    Accelerations[4 * I + 3] = 0;
  }
}

void nbody(bench::Pool &Pool, unsigned Passes, std::size_t Count,
           float Softening, const float *Bodies, float *Accelerations) {
  forRanges(Pool, Passes, Count, BodiesAtOnce * Lanes,
            [=](std::size_t Begin, std::size_t) {
              pull(Count, Softening, Bodies, Bodies + 4 * Begin,
                   Accelerations + 4 * Begin);
            });
}

} // namespace workloads::hand
