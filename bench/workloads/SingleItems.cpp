//===- SingleItems.cpp - Rows of one work-item in each group --------------===//
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

/// Each row of a matrix times a vector.
static Row dots(const std::string &Name, const char *Kernel, std::size_t Height,
                std::size_t Width, std::size_t Local = 1) {
  return {Name, "GFLOP/s", 2e-9 * double(Height * Width), [=] {
            Case Case;
            Case.source = source::rows;
            Case.kernel = Kernel;
            Case.global = {Height};
            Case.local = {Local};
            const float *Matrix = Case.input<float>(Height * Width, entry);
            const float *X = Case.input<float>(Width, entry);
            const float *Y = Case.output<float>(Height);
            Case.value(int(Width));
            Case.compare = [=] {
              return compareNearly(Y, Height, 1e-3, [&](std::size_t Row) {
                double Sum = 0;
                for (std::size_t I = 0; I != Width; ++I)
                  Sum += double(Matrix[Row * Width + I]) * X[I];
                return Sum;
              });
            };
            return Case;
          }};
}

static Row sums(const std::string &Name, std::size_t Height, std::size_t Width,
                const std::vector<std::size_t> &Local) {
  return {Name, "GB/s", 4e-9 * double(Height * Width), [=] {
            Case Case;
            Case.source = source::rows;
            Case.kernel = "sumRows";
            Case.global = {Height};
            Case.local = Local;
            const unsigned *In =
                Case.input<unsigned>(Height * Width, [](std::size_t I) {
                  return unsigned(scrambled(I));
                });
            const unsigned *Sums = Case.output<unsigned>(Height);
            Case.value(int(Width));
            Case.compare = [=] {
              return compareExactly(Sums, Height, [&](std::size_t Row) {
                unsigned Sum = 0;
                for (std::size_t I = 0; I != Width; ++I)
                  Sum += In[Row * Width + I];
                return Sum;
              });
            };
            return Case;
          }};
}

static Row product(std::size_t Side) {
  return {"one item: row of a product", "GFLOP/s",
          2e-9 * double(Side * Side * Side), [=] {
            Case Case;
            Case.source = source::rows;
            Case.kernel = "productRows";
            Case.global = {Side};
            Case.local = {1};
            const float *A = Case.input<float>(Side * Side, entry);
            const float *B = Case.input<float>(Side * Side, entry);
            const float *C = Case.output<float>(Side * Side);
            Case.value(int(Side));
            Case.compare = [=] { return compareProduct(A, B, C, Side); };
            return Case;
          }};
}

void addSingleItems(Rows &Rows, bool Quick) {
  const std::size_t Height = Quick ? 64 : 1024, Width = Quick ? 256 : 1024;
  Rows.push_back(
      dots("matrix times vector", "dotRows", Height, Width, /*Local=*/64));
  Rows.push_back(dots("one item: dot product", "dotRows", Height, Width));
  Rows.push_back(
      dots("one item: dot product, float16", "dotRowsWide", Height, Width));
  Rows.push_back(
      dots("one item: dot product in steps", "dotRowsInSteps", Height, Width));
  Rows.push_back(sums("one item: integer sum", Height, Width, {1}));
  // Each does a share of the whole, as programs divide it for processors.
  Rows.push_back(sums("two items: integer sum", 2, Height * Width / 2, {}));
  Rows.push_back(product(Quick ? 64 : 512));
}

} // namespace workloads
