//===- Data.cpp - What is copied, and what must come of it ----------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Data.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace copies {

namespace {

/// What is in the destination before a kernel writes there.
constexpr char Untouched = char(0xA5);

/// Compares \p Bytes at \p Offset of the destination with \p Want.
class Comparer {
public:
  explicit Comparer(const char *Out) : Out(Out) {}

  std::string failure;

  void expect(std::size_t Offset, const char *Want, std::size_t Bytes) {
    if (!failure.empty() || std::memcmp(Out + Offset, Want, Bytes) == 0)
      return;
    std::size_t I = 0;
    while (Out[Offset + I] == Want[I])
      ++I;
    failure = "byte " + std::to_string(Offset + I) + " is wrong";
  }

private:
  const char *Out;
};

void expectScattered(Comparer &Comparer, const Row &Row, const Layout &Layout,
                     const char *In) {
  const std::size_t Step = Row.elementBytes * Row.stride;
  std::vector<char> Want(Step, Untouched);
  for (std::size_t I = 0; I != Layout.inBytes / Row.elementBytes; ++I) {
    std::memcpy(Want.data(), In + I * Row.elementBytes, Row.elementBytes);
    Comparer.expect(I * Step, Want.data(), Step);
  }
}

void expectTiles(Comparer &Comparer, const Row &Row, const Layout &Layout,
                 const char *In) {
  const bool Is3D = Row.kind == Kind::Tile3D;
  const std::size_t Side = Row.tileElements, Element = Row.elementBytes;
  const std::size_t Across = Is3D ? VolumeAcross : PictureAcross;
  const std::size_t Step = Is3D ? VolumeStep : PictureStep;
  const std::size_t Width = Is3D ? VolumeWidth : PictureWidth;
  std::size_t Offset = 0;
  for (std::size_t T = 0; T != Layout.tiles; ++T) {
    std::size_t X = T % Across * Step;
    std::size_t Y = T / Across * Step, Z = 0;
    if (Is3D) {
      Y = T / Across % Across * Step;
      Z = T / Across / Across * Step;
    }
    for (std::size_t Plane = 0; Plane != (Is3D ? Side : 1); ++Plane)
      for (std::size_t Line = 0; Line != Side; ++Line) {
        std::size_t First = ((Z + Plane) * Width + Y + Line) * Width + X;
        Comparer.expect(Offset, In + First * Element, Side * Element);
        Offset += Side * Element;
      }
  }
}

void expectComputed(Comparer &Comparer, const Row &Row, const Layout &Layout,
                    const char *In, bool FirstTileOnly, unsigned Iterations) {
  constexpr std::size_t Width = 16;
  const std::size_t Sums = Row.localSize * Width;
  std::vector<std::uint32_t> Tile(Layout.tileBytes / 4), Want(Sums);
  const std::size_t Part = Tile.size() / Row.localSize;
  for (std::size_t T = 0; T != Layout.tiles; ++T) {
    std::size_t From = FirstTileOnly ? T % Layout.groups : T;
    std::memcpy(Tile.data(), In + From * Layout.tileBytes, Layout.tileBytes);
    for (unsigned Iteration = 0; Iteration != Iterations; ++Iteration)
      for (std::uint32_t &X : Tile)
        X = computeRound(X);
    std::fill(Want.begin(), Want.end(), 0);
    for (std::size_t I = 0; I != Tile.size(); ++I)
      Want[I / Part * Width + I % Width] += Tile[I];
    Comparer.expect(T * Sums * 4, reinterpret_cast<const char *>(Want.data()),
                    Sums * 4);
  }
}

/// The elements are small whole numbers, so every order of the sums is exact.
void expectProduct(Comparer &Comparer, const char *In) {
  constexpr std::size_t N = MatrixSide;
  const float *A = reinterpret_cast<const float *>(In), *B = A + N * N;
  std::vector<float> Want(N);
  for (std::size_t Y = 0; Y != N; ++Y) {
    std::fill(Want.begin(), Want.end(), 0.0F);
    for (std::size_t K = 0; K != N; ++K)
      for (std::size_t X = 0; X != N; ++X)
        Want[X] += A[Y * N + K] * B[K * N + X];
    Comparer.expect(Y * N * 4, reinterpret_cast<const char *>(Want.data()),
                    N * 4);
  }
}

} // namespace

Data::Data(std::size_t InBytes, std::size_t OutBytes, int File)
    : In(InBytes, File, 0), Out(OutBytes, File, In.end()), InBytes(InBytes) {}

void Data::fill(const Row &Row) {
  if (Row.kind == Kind::Matrix) {
    float *Numbers = reinterpret_cast<float *>(in());
    for (std::size_t I = 0; I != 2 * MatrixSide * MatrixSide; ++I)
      Numbers[I] = float(int(I * 2654435761U >> 7) % 15 - 7);
    IsRandom = false;
  } else if (!IsRandom) {
    // A sequence in which every byte depends on its place.
    std::uint64_t Value = 0;
    for (std::size_t I = 0; I + 8 <= InBytes; I += 8) {
      Value += 0x9E3779B97F4A7C15U;
      std::uint64_t Mixed = (Value ^ Value >> 30) * 0xBF58476D1CE4E5B9U;
      std::memcpy(in() + I, &Mixed, 8);
    }
    IsRandom = true;
  }
}

void Data::clear(const Layout &Layout) {
  std::memset(out(), Untouched, Layout.outBytes);
}

std::string Data::compare(const Row &Row, const Layout &Layout,
                          const std::string &Variant,
                          unsigned Iterations) const {
  Comparer Comparer(out());
  switch (Row.kind) {
  case Kind::Contiguous:
    Comparer.expect(0, in(), Layout.outBytes);
    break;
  case Kind::Gather:
    for (std::size_t I = 0; I != Layout.outBytes / Row.elementBytes; ++I)
      Comparer.expect(I * Row.elementBytes,
                      in() + I * Row.elementBytes * Row.stride,
                      Row.elementBytes);
    break;
  case Kind::Scatter:
    expectScattered(Comparer, Row, Layout, in());
    break;
  case Kind::Tile2D:
  case Kind::Tile3D:
    expectTiles(Comparer, Row, Layout, in());
    break;
  case Kind::Pipeline:
    expectComputed(Comparer, Row, Layout, in(), Variant == "computeOnly",
                   Iterations);
    break;
  case Kind::Matrix:
    expectProduct(Comparer, in());
    break;
  }
  return Comparer.failure;
}

} // namespace copies
