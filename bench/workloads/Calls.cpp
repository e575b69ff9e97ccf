//===- Calls.cpp - Rows of functions, and of tables of bytes --------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

#include <array>
#include <cmath>

namespace workloads {

/// Solves x - Eccentricity sin x = Mean.
static double anomaly(double Mean, double Eccentricity) {
  double X = Eccentricity < 0.8 ? Mean : 3.14159265358979;
  for (int Round = 0; Round != 50; ++Round)
    X -= (X - Eccentricity * std::sin(X) - Mean) /
         (1 - Eccentricity * std::cos(X));
  return X;
}

static Row orbits(std::size_t Count) {
  return {"orbits by Newton's method", "Mitems/s", 1e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::calls;
            Case.kernel = "orbits";
            Case.global = {Count};
            Case.local = {256};
            const float *Mean = Case.input<float>(Count, [](std::size_t I) {
              return float(scattered(2 * I, 0.1, 3));
            });
            const float *Of = Case.input<float>(Count, [](std::size_t I) {
              return float(scattered(2 * I + 1, 0, 0.7));
            });
            const float *Out = Case.output<float>(Count);
            Case.compare = [=] {
              return compareNearly(Out, Count, 1e-3, [&](std::size_t I) {
                const double M = Mean[I], E = Of[I];
                double Near = anomaly(M, E);
                if (Of[I] > 0.4f)
                  Near += anomaly(0.25 * M, 0.75 * E);
                return std::cos(Near) - E + 2 * std::sin(anomaly(3 - M, E / 2));
              });
            };
            return Case;
          }};
}

using Block = std::array<unsigned char, 16>;

static unsigned char twice(unsigned char X) {
  return static_cast<unsigned char>((X << 1) ^ ((X >> 7) * 0x1b));
}

static Block cipher(Block S, const unsigned char *Sbox,
                    const unsigned char *Keys) {
  for (std::size_t K = 0; K != 16; ++K)
    S[K] ^= Keys[K];
  for (std::size_t Round = 1; Round <= 10; ++Round) {
    Block T;
    for (std::size_t K = 0; K != 16; ++K)
      T[K] = Sbox[S[5 * K % 16]];
    for (std::size_t K = 0; K != 16; ++K) {
      const std::size_t C = K / 4 * 4;
      S[K] = T[K] ^ Keys[16 * Round + K];
      if (Round != 10)
        S[K] ^= T[C] ^ T[C + 1] ^ T[C + 2] ^ T[C + 3] ^
                twice(T[K] ^ T[C + (K + 1) % 4]);
    }
  }
  return S;
}

static Row aes(std::size_t Count) {
  return {"AES-128", "MB/s", 16e-6 * double(Count), [=] {
            Case Case;
            Case.source = source::calls;
            Case.kernel = "aes";
            Case.global = {Count};
            Case.local = {64};
            auto Byte = [](std::size_t I) {
              return static_cast<unsigned char>(scrambled(I));
            };
            // Any table takes as long.
            const auto *In = Case.input<unsigned char>(16 * Count, Byte);
            const auto *Sbox = Case.input<unsigned char>(256, Byte);
            const auto *Keys = Case.input<unsigned char>(176, Byte);
            const auto *Out = Case.output<unsigned char>(16 * Count);
            Case.compare = [=] {
              return compareExactly(Out, 16 * Count, [&](std::size_t I) {
                Block S;
                std::copy_n(In + I / 16 * 16, 16, S.begin());
                return cipher(S, Sbox, Keys)[I % 16];
              });
            };
            return Case;
          }};
}

void addCalls(Rows &Rows, bool Quick) {
  Rows.push_back(orbits(Quick ? 1 << 12 : 1 << 19));
  Rows.push_back(aes(Quick ? 1 << 10 : 1 << 16));
}

} // namespace workloads
