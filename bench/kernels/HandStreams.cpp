//===- HandStreams.cpp - Streams by hand ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Hand.h"
#include "Lanes.h"

namespace kernels::hand {

void saxpy(bench::Pool &Pool, unsigned Passes, std::size_t Count, float A,
           const float *X, float *Y) {
  forRanges(Pool, Passes, Count, 1 << 14, [=](std::size_t I, std::size_t End) {
    for (; I != End; I += Lanes)
      store(Y + I, A * load(X + I) + load(Y + I));
  });
}

} // namespace kernels::hand
