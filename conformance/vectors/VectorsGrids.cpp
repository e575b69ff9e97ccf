//===- VectorsGrids.cpp - Rows of grids within one dimension --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Work-items of one dimension that find their place in a grid: `id % width`,
/// `id / width`. Most vectors lie in one row if rows are long, none if they are
/// short; numbers may go down, wrap around or be negative, and nobody may come
/// to a division by 0.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

using namespace conformance;

namespace {

constexpr char Source[] = R"(
  kernel void k(global T *out, global const int *in, T first, T width, T height,
                int shift, int last) {
    int i = get_global_id(0);
    T at = first + (T)i * STEP;
    T x = 0, y = 0, row = 0, plane = 0;
    if (width != 0) {
      x = at % width;
      y = at / width;
      row = y % height;
      plane = y / height;
    }
    int sum = in[clamp((int)(x / height), 0, last)];
    for (int k = -1; k <= 1; ++k) {
      sum += in[clamp((int)x + k, 0, last)];
      sum += in[clamp((int)x - 2 * k, 0, last)] * (k + (int)row);
    }
    global T *mine = out + 7 * i;
    mine[0] = x;
    mine[1] = y;
    mine[2] = row;
    mine[3] = plane;
    mine[4] = sum;
    mine[5] = (at >> shift) + in[clamp((int)(at >> 5), 0, last)];
    mine[6] = in[clamp((int)(at % 48), 0, last)] + at / 48;
  })";

template <class T>
std::vector<T> expected(int I, T First, int Step, T Width, T Height, int Shift,
                        const std::vector<int> &In) {
  const T At = T(First + T(I) * T(Step));
  T X = 0, Y = 0, Row = 0, Plane = 0;
  if (Width) {
    X = At % Width;
    Y = At / Width;
    Row = Y % Height;
    Plane = Y / Height;
  }
  const int Last = int(In.size()) - 1;
  auto Of = [&](int Index) { return In[std::clamp(Index, 0, Last)]; };
  int Sum = Of(int(X / Height));
  for (int K = -1; K <= 1; ++K)
    Sum += Of(int(X) + K) + Of(int(X) - 2 * K) * (K + int(Row));
  return {X,
          Y,
          Row,
          Plane,
          T(Sum),
          T((At >> Shift) + Of(int(At >> 5))),
          T(Of(int(At % 48)) + At / 48)};
}

template <class T> void findPlaces(const char *Type) {
  SCOPED_TRACE(Type);
  constexpr size_t Count = 1000;
  std::vector<int> Values(300);
  for (size_t I = 0; I != Values.size(); ++I)
    Values[I] = int(I * 37 % 101);
  Guarded<int> In(Values);
  std::vector<T> Firsts = {0, 5, 4000};
  if constexpr (std::is_signed_v<T>)
    Firsts.insert(Firsts.end(), {T(-3), T(-700)});
  else
    Firsts.push_back(T(-500)); // Wraps around.
  for (int Step : {1, -1, 2, 5}) {
    Kernel K = buildKernel(Source, "k",
                           "-DT=" + std::string(Type) +
                               " -DSTEP=" + std::to_string(Step));
    for (T First : Firsts)
      for (int Width : {0, 1, 2, 3, 7, 8, 15, 16, 17, 32, 33, 64, 100, 999}) {
        const T Height = Width % 2 ? 4 : 9;
        const int Shift = Width % 11;
        Guarded<T> Out(std::vector<T>(7 * Count));
        setArgs(K, static_cast<const Buffer &>(Out),
                static_cast<const Buffer &>(In), First, T(Width), Height, Shift,
                int(Values.size()) - 1);
        launch(K, {{Count}, {}, {}});
        const std::vector<T> Got = Out.values();
        for (size_t I = 0; I != Count; ++I)
          ASSERT_EQ(
              std::vector<T>(Got.begin() + 7 * I, Got.begin() + 7 * I + 7),
              expected<T>(int(I), First, Step, T(Width), Height, Shift, Values))
              << "step " << Step << ", first " << First << ", width " << Width
              << ", work-item " << I;
      }
  }
}

TEST(VectorsGrids, OfInts) { findPlaces<cl_int>("int"); }
TEST(VectorsGrids, OfUints) { findPlaces<cl_uint>("uint"); }
TEST(VectorsGrids, OfLongs) { findPlaces<cl_long>("long"); }
TEST(VectorsGrids, OfUlongs) { findPlaces<cl_ulong>("ulong"); }

} // namespace
