//===- HandMatrix.cpp - The product of matrices, hand-written -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HandMoves.h"
#include "HandTask.h"

namespace copies {

namespace {

constexpr std::size_t Side = 16, N = MatrixSide;

/// A row of a tile.
using Vector = float __attribute__((vector_size(64), aligned(4), may_alias));

const Vector &rowAt(const float *First) {
  return *reinterpret_cast<const Vector *>(First);
}

/// Adds the product of two tiles to \p Sum; the rows of the tiles are
/// \p StepA and \p StepB elements apart.
void addProduct(Vector (&Sum)[Side], const float *A, std::size_t StepA,
                const float *B, std::size_t StepB) {
  for (std::size_t I = 0; I != Side; ++I) {
    const Vector RowB = rowAt(B + I * StepB);
#pragma GCC unroll 16
    for (std::size_t Y = 0; Y != Side; ++Y)
      Sum[Y] += A[Y * StepA + I] * RowB;
  }
}

/// A tile of the product, from tiles that are copied into \p Local if there is
/// such, or from where they are.
void computeTile(const float *A, const float *B, float *C, float *Local) {
  Vector Sum[Side] = {};
  for (std::size_t K = 0; K != N; K += Side) {
    if (!Local) {
      addProduct(Sum, A + K, N, B + K * N, N);
      continue;
    }
    float *TileB = Local + Side * Side;
    for (std::size_t Y = 0; Y != Side; ++Y) {
      std::memcpy(Local + Y * Side, A + Y * N + K, Side * sizeof(float));
      std::memcpy(TileB + Y * Side, B + (K + Y) * N, Side * sizeof(float));
    }
    addProduct(Sum, Local, Side, TileB, Side);
  }
  for (std::size_t Y = 0; Y != Side; ++Y)
    std::memcpy(C + Y * N, &Sum[Y], sizeof Sum[Y]);
}

class HandMatrix : public HandTask {
public:
  using HandTask::HandTask;

  std::vector<std::string> variants() const override {
    return {"rowsByCopies", "rowsByLoads"};
  }

  void run(std::size_t Variant, unsigned Passes, unsigned, bool) override {
    const float *A = reinterpret_cast<const float *>(In), *B = A + N * N;
    float *C = reinterpret_cast<float *>(Out);
    forAllTiles(Passes, [&](std::size_t First, std::size_t End,
                            std::size_t Step, char *Local) {
      for (std::size_t T = First; T < End; T += Step) {
        std::size_t Left = T % (N / Side) * Side, Top = T / (N / Side) * Side;
        computeTile(A + Top * N, B + Left, C + Top * N + Left,
                    Variant == 0 ? reinterpret_cast<float *>(Local) : nullptr);
        forget();
      }
    });
  }
};

} // namespace

std::unique_ptr<Task> makeHandMatrix(bench::Pool &Pool, const Row &Row,
                                     const Layout &Layout, const Data &Data) {
  return std::make_unique<HandMatrix>(Pool, Row, Layout, Data);
}

} // namespace copies
