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

/// Grids of WIDTH columns and 32 rows in each plane, a power of two, whose
/// edges are neighbours.
constexpr char Torus[] = R"(
  kernel void k(global T *out, global const T *in, T first) {
    T at = first + (T)get_global_id(0) * STEP;
    T x = at & (WIDTH - 1), row = at & 31 * WIDTH, plane = at & -32 * WIDTH;
    T right = (at + 1) & (WIDTH - 1), left = (at + (WIDTH - 1)) & (WIDTH - 1);
    T below = (at + WIDTH) & 31 * WIDTH;
    T other = (at + 5) & ~(T)(WIDTH - 1);
    global T *mine = out + 4 * get_global_id(0);
    mine[0] = in[(row | right) & 1023] + in[(below | x) & 1023];
    mine[1] = in[(row | left) & 1023] + x;
    mine[2] = plane + row;
    mine[3] = other;
  })";

template <class T> void goAround(const char *Type) {
  SCOPED_TRACE(Type);
  constexpr size_t Count = 1000;
  std::vector<T> Values(1024);
  for (size_t I = 0; I != Values.size(); ++I)
    Values[I] = T(I * 37 % 1001);
  Guarded<T> In(Values);
  for (int Step : {1, -1, 2, 3})
    for (int Width : {1, 2, 8, 16, 32, 64, 256}) {
      Kernel K = buildKernel(Torus, "k",
                             "-DT=" + std::string(Type) +
                                 " -DSTEP=" + std::to_string(Step) +
                                 " -DWIDTH=" + std::to_string(Width));
      for (T First : {T(0), T(5), T(4000), T(-700)}) {
        Guarded<T> Out(std::vector<T>(4 * Count));
        setArgs(K, static_cast<const Buffer &>(Out),
                static_cast<const Buffer &>(In), First);
        launch(K, {{Count}, {}, {}});
        const std::vector<T> Got = Out.values();
        for (size_t I = 0; I != Count; ++I) {
          const T At = T(First + T(I) * T(Step));
          const T X = At & (Width - 1), Row = At & 31 * Width;
          const T Right = (At + 1) & (Width - 1),
                  Left = (At + (Width - 1)) & (Width - 1),
                  Below = (At + Width) & 31 * Width;
          const std::vector<T> Want = {
              T(Values[(Row | Right) & 1023] + Values[(Below | X) & 1023]),
              T(Values[(Row | Left) & 1023] + X), T((At & -32 * Width) + Row),
              T((At + 5) & ~T(Width - 1))};
          ASSERT_EQ(
              std::vector<T>(Got.begin() + 4 * I, Got.begin() + 4 * I + 4),
              Want)
              << "step " << Step << ", first " << First << ", width " << Width
              << ", work-item " << I;
        }
      }
    }
}

TEST(VectorsGrids, OfPowersOfTwo) {
  goAround<cl_int>("int");
  goAround<cl_uint>("uint");
  goAround<cl_long>("long");
}

TEST(VectorsGrids, OfInts) { findPlaces<cl_int>("int"); }
TEST(VectorsGrids, OfUints) { findPlaces<cl_uint>("uint"); }
TEST(VectorsGrids, OfLongs) { findPlaces<cl_long>("long"); }
TEST(VectorsGrids, OfUlongs) { findPlaces<cl_ulong>("ulong"); }

} // namespace
