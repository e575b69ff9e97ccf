//===- HandStreams.cpp - Streams by hand ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Hand.h"
#include "Lanes.h"

namespace workloads::hand {

void saxpy(bench::Pool &Pool, unsigned Passes, std::size_t Count, float A,
           const float *X, float *Y) {
  // Each thread keeps to its part, which stays in its cache.
  const unsigned NumThreads = Pool.size();
  Pool.run([=](unsigned Thread, char *) {
    auto border = [=](unsigned Part) {
      return Count * Part / NumThreads / Lanes * Lanes;
    };
    const Floats Factor = all(A);
    for (unsigned Pass = 0; Pass != Passes; ++Pass)
      for (std::size_t I = border(Thread); I != border(Thread + 1); I += Lanes)
        store(Y + I, Factor * load(X + I) + load(Y + I));
  });
}

} // namespace workloads::hand
