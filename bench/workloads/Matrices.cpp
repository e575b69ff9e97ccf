//===- Matrices.cpp - Rows of linear algebra ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

namespace workloads {

static float entry(std::size_t Index) { return float(scattered(Index, -1, 1)); }

Row squareProduct(const std::string &Name, const char *Source,
                  const char *Kernel, std::size_t Side,
                  std::vector<std::size_t> Local,
                  std::vector<std::size_t> Global) {
  return {Name, "GFLOP/s", 2e-9 * double(Side * Side * Side), [=] {
            Case Case;
            Case.source = Source;
            Case.kernel = Kernel;
            Case.global = Global.empty() ? std::vector{Side, Side} : Global;
            Case.local = Local;
            const float *A = Case.input<float>(Side * Side, entry);
            const float *B = Case.input<float>(Side * Side, entry);
            const float *C = Case.output<float>(Side * Side);
            Case.value(int(Side));
            Case.compare = [=] { return compareProduct(A, B, C, Side); };
            return Case;
          }};
}

std::string compareProduct(const float *A, const float *B, const float *C,
                           std::size_t Side) {
  std::vector<double> Row(Side);
  return compareNearly(C, Side * Side, 1e-4, [&](std::size_t Index) {
    if (Index % Side == 0) {
      Row.assign(Side, 0);
      for (std::size_t K = 0; K != Side; ++K)
        for (std::size_t X = 0; X != Side; ++X)
          Row[X] += double(A[Index + K]) * B[K * Side + X];
    }
    return Row[Index % Side];
  });
}

/// Elements of a row of the sparse matrix: few in most, many in some.
static std::size_t sparseElements(std::size_t Row) {
  return Row % 64 == 5 ? 256 : 4 + scrambled(Row) % 29;
}

static Row sparseProduct(std::size_t Side) {
  std::vector<int> Starts(Side + 1);
  for (std::size_t Row = 0; Row != Side; ++Row)
    Starts[Row + 1] = Starts[Row] + int(sparseElements(Row));
  const std::size_t Count = std::size_t(Starts.back());
  return {"sparse matrix times vector", "GFLOP/s", 2e-9 * double(Count), [=] {
            Case Case;
            Case.source = source::sparse;
            Case.kernel = "multiplySparse";
            Case.global = {Side};
            Case.local = {64};
            Case.input<int>(Side + 1, [&](std::size_t I) { return Starts[I]; });
            const int *Columns = Case.input<int>(
                Count, [=](std::size_t I) { return int(scrambled(I) % Side); });
            const float *Values = Case.input<float>(Count, entry);
            const float *X = Case.input<float>(Side, entry);
            const float *Y = Case.output<float>(Side);
            Case.compare = [=] {
              return compareNearly(Y, Side, 1e-4, [&](std::size_t Row) {
                double Sum = 0;
                for (int I = Starts[Row]; I != Starts[Row + 1]; ++I)
                  Sum += double(Values[I]) * X[Columns[I]];
                return Sum;
              });
            };
            return Case;
          }};
}

void addMatrices(Rows &Rows, bool Quick) {
  const std::size_t Side = Quick ? 64 : 512;
  Rows.push_back(
      squareProduct("matrix product", source::matmul, "tiled", Side));
  Rows.push_back(squareProduct("matrix product, x down", source::matmul,
                               "tiledInColumns", Side));
  Rows.push_back(squareProduct("matrix product, returns early", source::matmul,
                               "tiledWithin", Side));
  Rows.push_back(squareProduct("matrix product, async rows", source::matmul,
                               "tiledByCopies", Side));
  Rows.push_back(squareProduct("matrix product, in registers", source::matmul,
                               "inRegisters", Side, {64, 1},
                               {Side, Side / 16}));
  Rows.push_back(squareProduct("matrix product, in blocks", source::matmul,
                               "inBlocks", Side, {128, 1},
                               {Side / 64 * 128, Side / 64}));
  Rows.push_back(sparseProduct(Quick ? 1 << 10 : 1 << 16));
}

} // namespace workloads
