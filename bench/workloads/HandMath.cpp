//===- HandMath.cpp - Arithmetic on independent elements by hand ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Hand.h"
#include "Lanes.h"

namespace workloads::hand {

static Floats normalDistribution(Floats D) {
  Floats K = 1 / (1 + 0.2316419f * magnitude(D));
  Floats P = K * 1.330274429f - 1.821255978f;
  P = K * P + 1.781477937f;
  P = K * P - 0.356563782f;
  P = K * P + 0.31938153f;
  Floats Tail = 0.39894228040143267794f * exponential(-0.5f * D * D) * (K * P);
  return D > 0 ? 1 - Tail : Tail;
}

void blackScholes(bench::Pool &Pool, unsigned Passes, const Options &Options) {
  const hand::Options O = Options;
  const float Drift = O.rate + 0.5f * O.volatility * O.volatility;
  forRanges(Pool, Passes, O.count, 1 << 12,
            [=](std::size_t I, std::size_t End) {
              for (; I != End; I += Lanes) {
                Floats S = load(O.price + I), X = load(O.strike + I);
                Floats T = load(O.years + I);
                Floats Spread = O.volatility * squareRoot(T);
                Floats D1 = (logarithm(S / X) + Drift * T) / Spread;
                Floats N1 = normalDistribution(D1);
                Floats N2 = normalDistribution(D1 - Spread);
                Floats Discounted = X * exponential(-O.rate * T);
                store(O.call + I, S * N1 - Discounted * N2);
                store(O.put + I, Discounted * (1 - N2) - S * (1 - N1));
              }
            });
}

} // namespace workloads::hand
