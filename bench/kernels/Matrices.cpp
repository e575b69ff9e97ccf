//===- Matrices.cpp - Rows of linear algebra ------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

namespace kernels {

static float entry(std::size_t Index) { return float(scattered(Index, -1, 1)); }

static Row product(const std::string &Name, const char *Kernel,
                   std::size_t Side) {
  return {Name, "GFLOP/s", 2e-9 * double(Side * Side * Side), [=] {
            Case Case;
            Case.source = source::matmul;
            Case.kernel = Kernel;
            Case.global = {Side, Side};
            Case.local = {16, 16};
            const float *A = Case.input<float>(Side * Side, entry);
            const float *B = Case.input<float>(Side * Side, entry);
            const float *C = Case.output<float>(Side * Side);
            Case.value(int(Side));
            Case.compare = [=] {
              std::vector<double> Row(Side);
              return compareNearly(
                  C, Side * Side, 1e-4, [&](std::size_t Index) {
                    if (Index % Side == 0) {
                      Row.assign(Side, 0);
                      for (std::size_t K = 0; K != Side; ++K)
                        for (std::size_t X = 0; X != Side; ++X)
                          Row[X] += double(A[Index + K]) * B[K * Side + X];
                    }
                    return Row[Index % Side];
                  });
            };
            return Case;
          }};
}

void addMatrices(Rows &Rows, bool Quick) {
  const std::size_t Side = Quick ? 64 : 512;
  Rows.push_back(product("matrix product", "tiled", Side));
  Rows.push_back(product("matrix product, async rows", "tiledByCopies", Side));
}

} // namespace kernels
